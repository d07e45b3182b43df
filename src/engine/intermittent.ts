import { answered, type Exchange } from '../model/exchange.ts';
import { type Failure, type Outcome, shown } from '../model/outcome.ts';
import { isObject } from '../values/json.ts';
import type { NonEmpty } from '../values/non-empty.ts';

const present = (exchanges: readonly (Exchange | undefined)[]): readonly Exchange[] =>
  exchanges.flatMap((exchange) => exchange ?? []);

/** Returns the members of a request body that another one does not have. Only some requests of a check have a ref_id. */
function membersBeside(exchange: Exchange | undefined, other: Exchange | undefined): readonly string[] {
  const [body, without] = [exchange?.request.body, other?.request.body];
  return isObject(body) && isObject(without)
    ? Object.keys(body).filter((name) => name !== 'ref_id' && !(name in without))
    : [];
}

/**
 * Makes the failures of a check that failed, held, and failed again. `held` are the last responses of the attempts that
 * held. The first failure shows the responses of all attempts, and names the members of the request on which it depends,
 * if the check held in smaller requests.
 */
export function intermittent(
  [last, ...more]: NonEmpty<Failure>,
  [first]: NonEmpty<Failure>,
  held: readonly (Exchange | undefined)[],
): NonEmpty<Failure> {
  const beside = membersBeside(last.exchanges.at(-1), held.at(-1));
  const when =
    beside.length > 0
      ? `only beside ${beside.join(', ')}: passed without`
      : `intermittent: failed, passed ${times(held)}, failed again`;
  const actual = `${last.actual} (${when})`;
  return [{ ...last, actual, exchanges: [...first.exchanges, ...present(held), ...last.exchanges] }, ...more];
}

const TIMES = ['once', 'twice', 'three times'] as const;

/** Returns how often something happened, in words. */
const times = ({ length }: readonly unknown[]): string => TIMES[length - 1] ?? `${length} times`;

/**
 * Makes the outcome of a check whose failure did not come back in attempts with the last responses `held`. It shows the
 * responses of all attempts.
 */
export function flaky([first, ...more]: NonEmpty<Failure>, held: readonly (Exchange | undefined)[]): Outcome {
  const answer = (exchange: Exchange | undefined): string =>
    exchange
      ? `answered ${exchange.response.status} ${shown(answered(exchange))} (exchange ${exchange.id})`
      : 'no response';
  const reason = `failed once and passed ${times(held)} when repeated: expected ${first.expected}; got ${first.actual}, ${answer(first.exchanges.at(-1))}; then ${answer(held[0])}`;
  return {
    kind: 'flaky',
    reason,
    failures: [{ ...first, exchanges: [...present(held), ...first.exchanges] }, ...more],
  };
}
