import { answered, type Exchange, isAccepted } from '../model/exchange.ts';
import { type Failure, type Refusal, shown } from '../model/outcome.ts';
import { definite } from '../values/definite.ts';
import { isRedirect, NO_ANSWER } from '../values/http-status.ts';
import { type Json, member } from '../values/json.ts';
import { evidenceOf } from './proof.ts';
import { trimForReport } from './trim-for-report.ts';

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

/** Makes a failure that is decided by `exchange`; `before` are the exchanges it was compared with. */
export function failure(
  exchange: Exchange,
  flaw: Pick<Failure, 'expected' | 'actual' | 'item'> & Partial<Pick<Failure, 'where'>>,
  before: readonly Exchange[] = [],
): Failure {
  const { where = null, expected, actual, item } = flaw;
  return {
    operation: exchange.operation,
    where,
    expected,
    actual,
    exchanges: [...before.map((each) => trimForReport(each, null, item)), trimForReport(exchange, where, item)],
    ...definite({ item }),
  };
}

/** Returns whether a failure is a server error (5xx) on an operation that accepted another request. */
export function isServerError({ operation, exchanges }: Failure): boolean {
  const deciding = exchanges.at(-1);
  return (
    deciding !== undefined &&
    evidenceOf(deciding.response.status) === 'error' &&
    exchanges.some((each) => each.operation === operation && isAccepted(each))
  );
}
