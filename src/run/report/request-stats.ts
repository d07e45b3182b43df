import { type Operation, operationNames } from '../../contract/operations.ts';
import { isAccepted, isAnswered, type Recorded } from '../../model/exchange.ts';
import type { Facts, OperationStats } from '../../model/facts.ts';
import { purposeText } from '../../model/purpose.ts';
import type { OperationTraffic } from '../../model/reported.ts';
import { counted } from '../../values/counted.ts';
import { Counter } from '../../values/counter.ts';
import { LatencyHistogram } from './latency.ts';

interface Counts {
  requests: number;
  accepted: number;
  refused: number;
  lost: number;
  readonly latency: LatencyHistogram;
}

/** Maximum number of different reasons for lost responses: those of a recording may be any texts. */
const MOST_REASONS = 20;

/** Counts requests and latencies. Memory does not grow with the run. */
export class RequestStats {
  readonly #counts = new Map<Operation, Counts>();
  readonly #spent = new Map<string, Partial<Record<Operation, number>>>();
  readonly #lost = new Counter(MOST_REASONS);
  #total = 0;

  get total(): number {
    return this.#total;
  }

  add(recorded: Recorded): void {
    this.#total += 1;
    this.#spend(recorded);
    const counts = this.#counts.get(recorded.operation) ?? {
      requests: 0,
      accepted: 0,
      refused: 0,
      lost: 0,
      latency: new LatencyHistogram(),
    };
    this.#counts.set(recorded.operation, counts);
    counts.requests += 1;
    if (!isAnswered(recorded)) {
      counts.lost += 1;
      if (!recorded.isUnsent) this.#lost.add(recorded.lost);
    } else {
      counts[isAccepted(recorded) ? 'accepted' : 'refused'] += 1;
      counts.latency.add(recorded.durationMs);
    }
  }

  #spend({ purpose, operation, durationMs }: Recorded): void {
    const made = purposeText(purpose);
    const spent = this.#spent.get(made) ?? {};
    spent[operation] = Math.round(((spent[operation] ?? 0) + durationMs) * 100) / 100;
    this.#spent.set(made, spent);
  }

  /**
   * Returns one sentence for each reason why requests got no complete response. A bound that was reached is a finding.
   */
  losses(): readonly string[] {
    return this.#lost
      .entries()
      .map(([reason, count]) => `${counted(count, 'request')} got no complete response: ${reason}`);
  }

  /** Returns one entry for each operation that was called. */
  table(): readonly OperationTraffic[] {
    return trafficTable(this.facts().traffic);
  }

  /** Returns the counts in the form that a report needs. */
  facts(): Pick<Facts, 'traffic' | 'spent'> {
    return {
      traffic: Object.fromEntries(
        [...this.#counts].map(([operation, { latency, ...sums }]) => [
          operation,
          { ...sums, latencies: latency.latencies() },
        ]),
      ),
      spent: Object.fromEntries(this.#spent),
    };
  }
}

/** Returns one entry for each operation that was called. */
export const trafficTable = (traffic: Facts['traffic']): readonly OperationTraffic[] =>
  operationNames.flatMap((operation) => {
    const stats = traffic[operation];
    if (!stats) return [];
    const { latencies, ...sums } = stats;
    return [{ operation, ...sums, latency_ms: summary(latencies) }];
  });

/** Returns the number of all requests. */
export const requestsIn = (traffic: Facts['traffic']): number =>
  Object.values(traffic).reduce((sum, { requests }) => sum + requests, 0);

function summary(latencies: OperationStats['latencies']): OperationTraffic['latency_ms'] {
  if (latencies === null) return null;
  const histogram = new LatencyHistogram();
  histogram.addBuckets(latencies.buckets, latencies);
  return histogram.summary();
}
