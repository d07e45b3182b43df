import type { Operation } from '../../src/contract/operations.ts';
import type { Survey } from '../../src/engine/check.ts';
import { type Exchange, isAccepted } from '../../src/model/exchange.ts';
import { cut } from '../../src/values/escape.ts';
import { Tally } from '../../src/values/tally.ts';

/** Maximum number of different results that a survey counts for each operation; further ones are counted together. */
const MOST_COUNTED = 50;

/** Maximum length of a result in characters: names of members come from the target. */
const LONGEST = 1_000;

/** Returns what a survey counts of an exchange, in words, or undefined for an exchange that it ignores. */
type Pick = (exchange: Exchange) => string | undefined;

/** Makes a survey that counts the different results of `pick`. */
export function tallied(pick: Pick): () => Survey {
  return () => {
    const seen = new Map<Operation, Tally>();
    return {
      see(exchange, kept): void {
        const picked = pick(exchange);
        if (picked === undefined) return;
        const counts = seen.get(exchange.operation) ?? new Tally(MOST_COUNTED);
        counts.add(kept(cut(picked, LONGEST)));
        seen.set(exchange.operation, counts);
      },
      counts: () =>
        new Map(
          [...seen].map(([operation, counts]) => [
            operation,
            counts.entries().map(([answer, count]) => ({ answer, count })),
          ]),
        ),
    };
  };
}

/** Makes the same survey of accepted requests only. */
export const talliedOfAccepted = (pick: Pick): (() => Survey) =>
  tallied((exchange) => (isAccepted(exchange) ? pick(exchange) : undefined));
