import { answered, type Exchange, isAccepted } from '../model/exchange.ts';
import { type Failure, shown } from '../model/outcome.ts';
import { type Json, member } from '../values/json.ts';
import { evidenceOf } from './proof.ts';
import { trimForReport } from './trim-for-report.ts';

/** The answer of a refusal in a few words, for reasons: status and what the body says. */
export function refusal(exchange: Exchange): string {
  const { status, headers } = exchange.response;
  if (status === 0) return `no answer: ${headers['x-lost'] ?? 'the connection was lost'}`;
  if (status >= 300 && status < 400)
    return `${status}, a redirect to ${shown(headers['location'], 160)}, which is not followed`;
  const body = answered(exchange);
  const words = ['detail', 'message', 'error_description', 'title', 'error'].map((name) => member(body, name));
  const said = words.find((word) => typeof word === 'string' && word !== '') ?? wholeOf(exchange);
  return said === undefined ? `${status}` : `${status} ${shown(said, 160)}`;
}

/** The body of a refusal that has no member with words; undefined for an empty one and for a page. */
function wholeOf({ response: { body } }: Exchange): Json | undefined {
  if (body.kind === 'unreadable') return /^\s*(?:<|$)/.test(body.text) ? undefined : body.text;
  if (body.kind === 'empty' || body.text.length <= 2) return undefined;
  return body.value;
}

/** Whether two refusals have one status: where they have two, they may have two causes. */
export const isRefusedAlike = (one: Exchange, other: Exchange): boolean =>
  one.response.status === other.response.status;

/** Words of a refusal without what differs from one answer to the next: ids, times and numbers of requests. */
export const steadyWords = (words: string): string => words.replaceAll(/\b(?=[\w:.-]*\d)[\w:.-]{5,}/g, '');

/** A failure decided by one exchange, with those it was compared with before it. */
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
    ...(item === undefined ? {} : { item }),
  };
}

/** Whether a failure is an error of the server, while another request to the operation was accepted. */
export function isServerError({ operation, exchanges }: Failure): boolean {
  const deciding = exchanges.at(-1);
  return (
    deciding !== undefined &&
    evidenceOf(deciding.response.status) === 'error' &&
    exchanges.some((each) => each.operation === operation && isAccepted(each))
  );
}
