import { answered, type Exchange, isAccepted } from '../model/exchange.ts';
import { type Failure, shown } from '../model/outcome.ts';
import { member } from '../values/json.ts';
import { keepsake } from './trim-for-report.ts';

/**
 * What a status says about a request that should be refused, or accepted. `accepted`: any 2xx. `refused`: the request
 * itself was rejected. `doubtful`: rejected, perhaps for another reason than the one under test. `transient`: says nothing.
 */
export type Evidence = 'accepted' | 'refused' | 'doubtful' | 'transient';

const DOUBTFUL = new Set([401, 402, 403, 407, 409, 423, 424]);
const TRANSIENT = new Set([408, 425, 429, 502, 503, 504]);

/** Classifies an answer by its status: which failure status is used is not shown (7.4), so any non-2xx is a failure. */
export function evidence(exchange: Exchange): Evidence {
  const { status } = exchange.response;
  if (isAccepted(exchange)) return 'accepted';
  if (TRANSIENT.has(status)) return 'transient';
  return status < 400 || status >= 500 || DOUBTFUL.has(status) ? 'doubtful' : 'refused';
}

/** Whether an answer tells that the target could not just now, without having asked for fewer requests. */
export const isPassing = (exchange: Exchange): boolean =>
  evidence(exchange) === 'transient' && exchange.response.status !== 429;

/** The answer of a refusal in a few words, for reasons: status and what the body says. */
export function refusal(exchange: Exchange): string {
  const { status, headers } = exchange.response;
  if (status >= 300 && status < 400)
    return `${status}, a redirect to ${shown(headers['location'], 160)}, which is not followed`;
  const body = answered(exchange);
  const words = ['detail', 'message', 'error_description', 'title', 'error'].map((name) => member(body, name));
  const said = words.find((word) => typeof word === 'string' && word !== '');
  return said === undefined ? `${status}` : `${status} ${shown(said, 160)}`;
}

/** A failure decided by one exchange, with those it was compared with before it. */
export function failure(
  exchange: Exchange,
  flaw: { readonly where?: string | null; readonly expected: string; readonly actual: string },
  before: readonly Exchange[] = [],
): Failure {
  const { where = null, expected, actual } = flaw;
  return {
    operation: exchange.operation,
    where,
    expected,
    actual,
    exchanges: [...before.map((each) => keepsake(each, null)), keepsake(exchange, where)],
  };
}
