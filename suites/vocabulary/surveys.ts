import type { Operation } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/model/exchange.ts';

/** Makes a survey that counts the different results of `pick`, at most 50 for each operation. */
export function tallied(pick: (exchange: Exchange) => string | undefined) {
  return () => {
    const seen = new Map<Operation, Map<string, number>>();
    return {
      see(exchange: Exchange): void {
        const what = pick(exchange);
        if (what === undefined) return;
        const counts = seen.get(exchange.operation) ?? new Map<string, number>();
        if (counts.size < 50 || counts.has(what)) counts.set(what, (counts.get(what) ?? 0) + 1);
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
