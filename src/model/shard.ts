import type { Operation } from '../contract/operations.ts';
import type { Status } from './report.ts';

/** A part of a run: `--shard 2/5` is `{ index: 2, of: 5 }`. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** What a shard found of one requirement on one operation, without the failures, which its report shows. */
export interface ShardFinding {
  readonly status: Status;
  /** Failures in all, listed or not. */
  readonly failed?: number;
  readonly reason?: string;
  readonly provide?: string;
  readonly flaky?: boolean;
  /** True when no answer of this shard could be judged: another shard may have seen one. */
  readonly unjudged?: true;
  /** Ids of requirements that every accepted answer of this shard broke; absent when there was none. */
  readonly behind?: readonly string[];
}

/** What `merge` needs of a shard beyond what its report says of itself. */
export interface ShardPart extends Shard {
  /** What the whole run is narrowed to; null for all requirements. */
  readonly selection: string | null;
  /** How list parameters were written: `repeat` or `comma`. */
  readonly array_format: string;
  /** Patterns of `--only`, as they were given. */
  readonly only: readonly string[];
  readonly findings: Readonly<Record<string, Readonly<Partial<Record<Operation, ShardFinding>>>>>;
  /** Answers that rules of this shard were held against, by requirement. */
  readonly evidence: Readonly<Record<string, { readonly judged: number; readonly relevant: number }>>;
  /** Facts that a reader must know, without what was refused. */
  readonly notes: readonly string[];
  /** Operations whose smallest lawful request was refused, with why. */
  readonly refused: readonly { readonly operation: Operation; readonly reason: string }[];
  /** The number of the last exchange. */
  readonly last_exchange: number;
  /** Counts of latencies by the number of their bucket. */
  readonly latencies: Readonly<Partial<Record<Operation, Readonly<Record<string, number>>>>>;
}
