import type { Operation } from '../../src/contract/operations.ts';
import { type Check, survey } from '../../src/engine/check.ts';
import { type Exchange, isAccepted } from '../../src/model/exchange.ts';
import { Counter } from '../../src/values/counter.ts';
import { cut } from '../../src/values/escape.ts';

/** Maximum number of different results that a survey counts for each operation; further ones are counted together. */
const MOST_COUNTED = 50;

/** Maximum length of a result in characters: names of members come from the target. */
const LONGEST = 1_000;

/** Returns what a survey counts of an exchange, in words, or undefined for an exchange that it ignores. */
type Pick = (exchange: Exchange) => string | undefined;

/** Makes a survey that counts the different results of `pick`. */
export const surveyOf = (pick: Pick): Check =>
  survey(() => {
    const seen = new Map<Operation, Counter>();
    return {
      see(exchange, kept): void {
        const picked = pick(exchange);
        if (picked === undefined) return;
        const counts = seen.get(exchange.operation) ?? new Counter(MOST_COUNTED);
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
  });

/** Makes the same survey of accepted requests only. */
export const surveyOfAccepted = (pick: Pick): Check =>
  surveyOf((exchange) => (isAccepted(exchange) ? pick(exchange) : undefined));
