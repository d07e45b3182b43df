import { type Operation, operationNames } from '../contract/operations.ts';
import { isAccepted, isAnswered, type Recorded } from '../model/exchange.ts';
import type { OperationTraffic } from '../model/report.ts';
import type { ShardPart } from '../model/shard.ts';
import { LatencyHistogram } from './latency.ts';

interface Counts {
  requests: number;
  accepted: number;
  refused: number;
  lost: number;
  readonly latency: LatencyHistogram;
}

/** Counts and latencies of what was sent, in memory that does not grow with the run. */
export class Traffic {
  readonly #counts = new Map<Operation, Counts>();
  readonly #spent = new Map<string, Partial<Record<Operation, number>>>();
  readonly #lost = new Map<string, number>();
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
      this.#lost.set(recorded.lost, (this.#lost.get(recorded.lost) ?? 0) + 1);
    } else {
      counts[isAccepted(recorded) ? 'accepted' : 'refused'] += 1;
      counts.latency.add(recorded.durationMs);
    }
  }

  #spend({ purpose, operation, durationMs }: Recorded): void {
    const spent = this.#spent.get(purpose) ?? {};
    spent[operation] = Math.round(((spent[operation] ?? 0) + durationMs) * 100) / 100;
    this.#spent.set(purpose, spent);
  }

  /** Milliseconds of the exchanges made for a requirement, on each operation; undefined when none were. */
  spent(id: string): Partial<Record<Operation, number>> | undefined {
    return this.#spent.get(id);
  }

  /** One sentence for each way in which requests got no whole answer: a bound that was reached is a finding. */
  losses(): readonly string[] {
    return [...this.#lost].map(
      ([reason, count]) => `${count} ${count === 1 ? 'request' : 'requests'} got no whole answer: ${reason}`,
    );
  }

  /** Counts of latencies by operation and number of bucket. */
  latencies(): ShardPart['latencies'] {
    return Object.fromEntries([...this.#counts].map(([operation, { latency }]) => [operation, latency.buckets()]));
  }

  /** One entry for each operation that was called. */
  table(): readonly OperationTraffic[] {
    return operationNames.flatMap((operation) => {
      const counts = this.#counts.get(operation);
      if (!counts) return [];
      const { latency, ...sums } = counts;
      return [{ operation, ...sums, latency_ms: latency.summary() }];
    });
  }
}
