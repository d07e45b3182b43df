import { isAccepted, isAnswered, type Recorded } from '../model/exchange.ts';
import { type Operation, operationNames } from '../model/operations.ts';
import type { OperationTraffic } from '../model/report.ts';

const SAMPLES = 2_000;

interface Counts {
  requests: number;
  accepted: number;
  refused: number;
  lost: number;
  readonly durations: number[];
}

/** Counts and latencies of what was sent, in memory that does not grow with the run. */
export class Traffic {
  readonly #counts = new Map<Operation, Counts>();
  readonly #spent = new Map<string, Partial<Record<Operation, number>>>();
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
      durations: [],
    };
    this.#counts.set(recorded.operation, counts);
    if (!isAnswered(recorded)) counts.lost += 1;
    else if (isAccepted(recorded)) counts.accepted += 1;
    else counts.refused += 1;
    if (isAnswered(recorded)) counts.durations[counts.requests % SAMPLES] = recorded.durationMs;
    counts.requests += 1;
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

  /** One entry for each operation that was called. */
  table(): readonly OperationTraffic[] {
    return operationNames.flatMap((operation) => {
      const counts = this.#counts.get(operation);
      if (!counts) return [];
      const { durations, ...rest } = counts;
      return [{ operation, ...rest, latency_ms: latency(durations.filter((each) => each !== undefined)) }];
    });
  }
}

function latency(durations: readonly number[]): OperationTraffic['latency_ms'] {
  const sorted = [...durations].sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) * 100) / 100;
  return sorted.length === 0 ? null : { min: at(0), p50: at(0.5), p95: at(0.95), max: at(1) };
}
