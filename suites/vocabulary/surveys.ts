import type { Operation } from '../../src/contract/operations.ts';
import type { Survey } from '../../src/engine/row.ts';
import { type Exchange, isAccepted } from '../../src/model/exchange.ts';
import { cut } from '../../src/values/escape.ts';

/** Maximum number of different results that a survey counts for each operation; further ones are counted together. */
const MOST_COUNTED = 50;

/** Maximum length of a result in characters: names of members come from the target. */
const LONGEST = 1_000;

const OTHERS = 'others';

/** Returns what a survey counts of an exchange, in words, or undefined for an exchange that it ignores. */
type Pick = (exchange: Exchange) => string | undefined;

/** Makes a survey that counts the different results of `pick`. */
export function tallied(pick: Pick): () => Survey {
  return () => {
    const seen = new Map<Operation, Map<string, number>>();
    return {
      see(exchange, kept): void {
        const picked = pick(exchange);
        if (picked === undefined) return;
        const counts = seen.get(exchange.operation) ?? new Map<string, number>();
        const what = kept(cut(picked, LONGEST));
        const answer = counts.size < MOST_COUNTED || counts.has(what) ? what : OTHERS;
        counts.set(answer, (counts.get(answer) ?? 0) + 1);
        seen.set(exchange.operation, counts);
      },
      counts: () =>
        new Map(
          [...seen].map(([operation, counts]) => [
            operation,
            [...counts].map(([answer, count]) => ({ answer, count })),
          ]),
        ),
    };
  };
}

/** Makes the same survey of accepted requests only. */
export const talliedOfAccepted = (pick: Pick): (() => Survey) =>
  tallied((exchange) => (isAccepted(exchange) ? pick(exchange) : undefined));
