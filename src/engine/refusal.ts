import { answered, type Exchange } from '../model/exchange.ts';
import { type Refusal, shown } from '../model/outcome.ts';
import { isRedirect, NO_ANSWER } from '../values/http-status.ts';
import { type Json, member } from '../values/json.ts';

/** Describes a refusal in a few words, for reasons: the status and the message in the body. */
export function refusal(exchange: Exchange): string {
  const { status, headers } = exchange.response;
  if (status === NO_ANSWER) return `no response: ${headers['x-lost'] ?? 'the connection was lost'}`;
  if (isRedirect(status)) return `${status}, a redirect to ${shown(headers['location'], 160)}, which is not followed`;
  const body = answered(exchange);
  const words = ['detail', 'message', 'error_description', 'title', 'error'].map((name) => member(body, name));
  const said = words.find((word) => typeof word === 'string' && word !== '') ?? wholeOf(exchange);
  return said === undefined ? `${status}` : `${status} ${shown(said, 160)}`;
}

/** Returns the refusal as outcomes keep it. */
export const refusalOf = (exchange: Exchange): Refusal => ({
  status: exchange.response.status,
  words: refusal(exchange),
});

/**
 * Returns the body of a refusal that has no member with a message. Returns undefined for an empty body and for an HTML
 * page.
 */
function wholeOf({ response: { body } }: Exchange): Json | undefined {
  if (body.kind === 'unreadable') return /^\s*(?:<|$)/.test(body.text) ? undefined : body.text;
  if (body.kind === 'empty' || body.text.length <= 2) return undefined;
  return body.value;
}

/** Returns whether two refusals have the same status. Refusals with different statuses may have different causes. */
export const isRefusedAlike = (one: Exchange, other: Exchange): boolean =>
  one.response.status === other.response.status;
