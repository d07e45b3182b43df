import type { Operation } from '../contract/operations.ts';
import type { Failure, InconclusiveOutcome, Outcome } from './outcome.ts';
import type { CoverageCell, Created, Observation, Report } from './report.ts';

/** One answer where the document is silent, and how often it was seen. */
export interface Counted {
  readonly answer: string;
  readonly count: number;
}

/** What the rules of one requirement saw on one operation. */
export interface Tally<F = Failure> {
  /** Answers that a rule was applied to. */
  readonly judged: number;
  /** Those of them that had something to judge. */
  readonly relevant: number;
  /** Failures in all; `failures` keeps the smallest of them. */
  readonly failed: number;
  readonly failures: readonly F[];
  /** Ids of the requirements that every accepted answer broke which no rule of this requirement could judge. */
  readonly blockedBy?: readonly string[];
}

/** Why nothing is known of an operation: its smallest lawful request could not be made, or was refused. */
export type Unavailable = Pick<InconclusiveOutcome, 'reason' | 'provide' | 'blockedBy'> &
  Partial<Pick<InconclusiveOutcome, 'cause'>>;

/** What results follow from, by requirement and operation (`keyOf`). Serialisable: parts of one run are added by `merge`. */
export interface Findings<F = Failure> {
  /** What rules saw; a requirement that judged nothing may be absent. */
  readonly tallies: Readonly<Record<string, Tally<F>>>;
  /** What probes found; absent where a probe was not tried. */
  readonly outcomes: Readonly<Record<string, Outcome<F>>>;
  /** What surveys of all traffic counted. */
  readonly surveys: Readonly<Record<string, readonly Counted[]>>;
  readonly unavailable: Readonly<Partial<Record<Operation, Unavailable>>>;
}

/** Requests to one operation, and the latencies of its answers by the number of their bucket. */
export interface OperationStats {
  readonly requests: number;
  readonly accepted: number;
  readonly refused: number;
  readonly lost: number;
  /** Milliseconds; null when nothing was answered. */
  readonly latencies: {
    readonly min: number;
    readonly max: number;
    readonly buckets: Readonly<Record<string, number>>;
  } | null;
}

/** Everything that a run, or one shard of it, found. The report is made of it. */
export interface Facts<F = Failure> extends Findings<F> {
  /** Milliseconds since 1970. */
  readonly started_at: number;
  /** Milliseconds, by a clock that does not jump. */
  readonly duration_ms: number;
  /** Why it ended before its time. */
  readonly stopped?: string;
  /** The bound of the run at which it ended, and the flag that sets it. */
  readonly bound?: string;
  /** Part of every ref_id that was made; one for each shard. */
  readonly run_ids: readonly string[];
  readonly notes: readonly string[];
  readonly traffic: Readonly<Partial<Record<Operation, OperationStats>>>;
  /** Milliseconds of the exchanges made for a requirement, on each operation. */
  readonly spent: Readonly<Record<string, Readonly<Partial<Record<Operation, number>>>>>;
  readonly coverage: readonly CoverageCell[];
  readonly fixtures: Report['fixtures'];
  readonly created: readonly Created[];
  readonly withdrawn: NonNullable<Report['withdrawn']>;
  /** The number of the last exchange. */
  readonly last_exchange: number;
}

/** The key of a requirement on one operation. */
export const keyOf = (id: string, operation: Operation): string => `${id} ${operation}`;

function outcomeWith<F, G>(outcome: Outcome<F>, change: (failure: F) => G): Outcome<G> {
  if (outcome.kind === 'flaky') return { ...outcome, failures: outcome.failures.map(change) };
  if (outcome.kind !== 'fails') return outcome;
  const [first, ...more] = outcome.failures;
  return { ...outcome, failures: [change(first), ...more.map(change)] };
}

const mapped = <T, U>(values: Readonly<Record<string, T>>, change: (value: T) => U): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));

/** The same facts with each failure changed. */
export const withFailures = <F, G>(facts: Facts<F>, change: (failure: F) => G): Facts<G> => ({
  ...facts,
  tallies: mapped(facts.tallies, (tally) => ({ ...tally, failures: tally.failures.map(change) })),
  outcomes: mapped(facts.outcomes, (outcome) => outcomeWith(outcome, change)),
});

/** Counts of several parts, each answer once, the most frequent first. */
export function addedCounts(parts: readonly (readonly Counted[])[]): readonly Counted[] {
  const counts = new Map<string, number>();
  for (const { answer, count } of parts.flat()) counts.set(answer, (counts.get(answer) ?? 0) + count);
  return [...counts]
    .map(([answer, count]) => ({ answer, count }))
    .sort((a, b) => b.count - a.count || (a.answer < b.answer ? -1 : 1));
}

/** `400 (5), 409 (1)`: counts as a reader sees them. */
export const worded = (counts: readonly Counted[]): string =>
  counts.map(({ answer, count }) => `${answer} (${count})`).join(', ');

/** What was observed, however often: of `400 (5), 409 (1)` it is `400, 409`, of `409 (2), 400 (7)` too. */
export const uncounted = ({ answer, counts }: Pick<Observation, 'answer' | 'counts'>): string =>
  counts
    ? counts
        .map((each) => each.answer)
        .sort()
        .join(', ')
    : answer;
