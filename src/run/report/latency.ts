import type { OperationStats } from '../../model/facts.ts';

/** Each bucket is wider than the one before it by this factor, so percentiles are exact to 2 %. */
const GROWTH = 1.04;
const FINEST_MS = 0.05;
const BUCKETS = 480;

export interface LatencySummary {
  readonly min: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** Records the latencies of any number of exchanges in constant memory. */
export class LatencyHistogram {
  readonly #counts = new Uint32Array(BUCKETS);
  #total = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = 0;

  add(milliseconds: number): void {
    const bucket = Math.floor(Math.log(Math.max(milliseconds, FINEST_MS) / FINEST_MS) / Math.log(GROWTH));
    const index = Math.min(bucket, BUCKETS - 1);
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#total += 1;
    this.#min = Math.min(this.#min, milliseconds);
    this.#max = Math.max(this.#max, milliseconds);
  }

  /**
   * Returns the number of latencies in each non-empty bucket, and the extremes in milliseconds. Returns null without
   * latencies.
   */
  latencies(): OperationStats['latencies'] {
    if (this.#total === 0) return null;
    const buckets = [...this.#counts].flatMap((count, bucket) => (count > 0 ? [[bucket, count]] : []));
    return { min: this.#min, max: this.#max, buckets: Object.fromEntries(buckets) };
  }

  /** Adds the counts of another histogram. */
  addBuckets(buckets: Readonly<Record<string, number>>, { min, max }: Pick<LatencySummary, 'min' | 'max'>): void {
    for (const [bucket, count] of Object.entries(buckets)) {
      this.#counts[Number(bucket)] = (this.#counts[Number(bucket)] ?? 0) + count;
      this.#total += count;
    }
    this.#min = Math.min(this.#min, min);
    this.#max = Math.max(this.#max, max);
  }

  /** Returns the figures in milliseconds, or null if no latency was added. */
  summary(): LatencySummary | null {
    if (this.#total === 0) return null;
    return { min: tenths(this.#min), p50: this.#percentile(0.5), p95: this.#percentile(0.95), max: tenths(this.#max) };
  }

  #percentile(share: number): number {
    const rank = Math.ceil(this.#total * share);
    let [seen, bucket] = [0, 0];
    while (bucket < BUCKETS && seen + (this.#counts[bucket] ?? 0) < rank) {
      seen += this.#counts[bucket] ?? 0;
      bucket += 1;
    }
    const middle = FINEST_MS * GROWTH ** (bucket + 0.5);
    return tenths(Math.min(Math.max(middle, this.#min), this.#max));
  }
}

const tenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;
