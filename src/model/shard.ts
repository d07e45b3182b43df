import type { Level } from '../contract/requirement.ts';
import type { Facts } from './facts.ts';
import type { ReportedFailure } from './reported.ts';

/** A part of a run: `--shard 2/5` is `{ index: 2, of: 5 }`. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** What `merge` needs from a shard beyond the rest of its report. */
export interface ShardPart extends Shard {
  /** What the whole run is narrowed to; null for all requirements. */
  readonly selection: string | null;
  /** The format in which list parameters were written. */
  readonly array_format: string;
  /** Patterns of `--only`, as given. */
  readonly only: readonly string[];
  /** Patterns of `--exclude`. */
  readonly exclude?: readonly string[];
  /** The weakest level that was exercised. */
  readonly level?: Level;
  /** What this shard found. */
  readonly facts: Facts<ReportedFailure>;
}
