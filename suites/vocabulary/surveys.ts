import type { Operation } from '../../src/contract/operations.ts';
import type { Survey } from '../../src/engine/row.ts';
import { type Exchange, isAccepted } from '../../src/model/exchange.ts';

/** Maximum number of different results that a survey counts for each operation. */
const MOST_COUNTED = 50;

/** Returns what a survey counts of an exchange, in words, or undefined for an exchange that it ignores. */
type Pick = (exchange: Exchange) => string | undefined;

/** Makes a survey that counts the different results of `pick`. */
export function tallied(pick: Pick): () => Survey {
  return () => {
    const seen = new Map<Operation, Map<string, number>>();
    return {
      see(exchange: Exchange): void {
        const what = pick(exchange);
        if (what === undefined) return;
        const counts = seen.get(exchange.operation) ?? new Map<string, number>();
        if (counts.size < MOST_COUNTED || counts.has(what)) counts.set(what, (counts.get(what) ?? 0) + 1);
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
