import { type Operation, operationNames } from '../contract/operations.ts';
import type { Counted } from './counted.ts';
import { needText } from './need.ts';
import type { ConclusiveOutcome, Failure, InconclusiveOutcome, Outcome, Outcomes } from './outcome.ts';
import type { CoverageCell, Created, FixtureOrigins, Observation, ReportedFailure, Withdrawn } from './reported.ts';

/** What the rules of one requirement judged on one operation. */
export interface Tally<F = Failure> {
  /** Number of responses that a rule was applied to. */
  readonly judged: number;
  /** Number of those that had something to judge. */
  readonly relevant: number;
  /** Number of all failures; `failures` keeps only the smallest. */
  readonly failed: number;
  readonly failures: readonly F[];
  /** Ids of requirements that each accepted response broke which this requirement could not judge. */
  readonly blockedBy?: readonly string[];
}

/** What is kept of a check without a conclusion. */
interface KeptInconclusive extends Pick<InconclusiveOutcome, 'kind' | 'cause' | 'reason' | 'blockedBy'> {
  /** What to provide: a member of the fixtures file, or a flag and perhaps its value. */
  readonly provide?: string;
}

/** What is kept of what a check found on one operation. */
export type KeptOutcome<F = Failure> = ConclusiveOutcome<F> | KeptInconclusive;

/** Why nothing is known about an operation: its smallest valid request could not be made, or was refused. */
export type Unavailable = Pick<KeptInconclusive, 'reason' | 'provide' | 'blockedBy'> &
  Partial<Pick<KeptInconclusive, 'cause'>>;

/**
 * The evidence that results are computed from, by requirement and operation (`keyOf`). It is serialisable, since
 * `merge` adds the parts of one run.
 */
export interface Findings<F = Failure> {
  /** What rules judged. A requirement that judged nothing may be missing. */
  readonly tallies: Readonly<Record<string, Tally<F>>>;
  /** What probes found. A probe that was not tried is missing. */
  readonly outcomes: Readonly<Record<string, KeptOutcome<F>>>;
  /** What surveys counted over all traffic. */
  readonly surveys: Readonly<Record<string, readonly Counted[]>>;
  readonly unavailable: Readonly<Partial<Record<Operation, Unavailable>>>;
}

/** Counts of the requests to one operation. Latencies are counted by the number of their histogram bucket. */
export interface OperationStats {
  readonly requests: number;
  readonly accepted: number;
  readonly refused: number;
  readonly lost: number;
  /** In milliseconds; null if there was no response. */
  readonly latencies: {
    readonly min: number;
    readonly max: number;
    readonly buckets: Readonly<Record<string, number>>;
  } | null;
}

/** Everything that a run, or one shard of it, found. The report is made from it. */
export interface Facts<F = Failure> extends Findings<F> {
  /** Milliseconds since 1970. */
  readonly started_at: number;
  /** Milliseconds by a monotonic clock. */
  readonly duration_ms: number;
  /** Why the run was stopped early. */
  readonly stopped?: string;
  /** The bound of the run at which it ended, and its flag. */
  readonly bound?: string;
  /** One sentence about what probably keeps everything from working, such as a wrong base URL. */
  readonly suspected_cause?: string;
  /** Which operations the target allowed no more while it answered others, one sentence each. */
  readonly limited?: readonly string[];
  /** The ids of the run, which begin every ref_id that it made; one for each shard. */
  readonly run_ids: readonly string[];
  readonly notes: readonly string[];
  readonly traffic: Readonly<Partial<Record<Operation, OperationStats>>>;
  /** Milliseconds spent on the exchanges made for each requirement, by operation. */
  readonly spent: Readonly<Record<string, Readonly<Partial<Record<Operation, number>>>>>;
  readonly coverage: readonly CoverageCell[];
  readonly fixtures: FixtureOrigins;
  readonly created: readonly Created[];
  readonly withdrawn: Withdrawn;
  /** The highest exchange number. */
  readonly last_exchange: number;
}

/** Facts of which nothing is known yet, for those who gather only some of them. */
export const emptyFacts: Facts<never> = {
  tallies: {},
  outcomes: {},
  surveys: {},
  unavailable: {},
  started_at: 0,
  duration_ms: 0,
  run_ids: [],
  notes: [],
  traffic: {},
  spent: {},
  coverage: [],
  fixtures: {},
  created: [],
  withdrawn: { withdrawals: 0, amounts: {} },
  last_exchange: 0,
};

/** Maximum number of failures that a tally keeps: the smallest ones. */
export const KEPT_FAILURES = 3;

/** Returns the key of a requirement on one operation. */
export const keyOf = (id: string, operation: Operation): string => `${id} ${operation}`;

/** Returns the operation in such a key. */
export const operationIn = (key: string): Operation | undefined =>
  operationNames.find((each) => each === key.slice(key.lastIndexOf(' ') + 1));

/** Returns what facts keep of an inconclusive outcome: its need in words, and not how the target refused a request. */
export function keptInconclusive({ need, refusal: _, ...outcome }: InconclusiveOutcome): KeptInconclusive {
  return need === undefined ? outcome : { ...outcome, provide: needText(need) };
}

const kept = (outcome: Outcome): KeptOutcome => (outcome.kind === 'inconclusive' ? keptInconclusive(outcome) : outcome);

/** Returns what facts keep of outcomes. */
export const keptOutcomes = (outcomes: Outcomes): Findings['outcomes'] => mapped(outcomes, kept);

/** Returns the outcome with each failure changed. */
function outcomeWith<F, G>(outcome: KeptOutcome<F>, change: (failure: F) => G): KeptOutcome<G> {
  if (outcome.kind === 'flaky') return { ...outcome, failures: outcome.failures.map(change) };
  if (outcome.kind !== 'fails') return outcome;
  const [first, ...more] = outcome.failures;
  return { ...outcome, failures: [change(first), ...more.map(change)] };
}

const mapped = <T, U>(values: Readonly<Record<string, T>>, change: (value: T) => U): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));

/** Facts as the report of a shard holds them. */
export type ReportedFacts = Facts<ReportedFailure>;

/** Returns the facts with each failure changed. */
export const withFailures = <F, G>(facts: Facts<F>, change: (failure: F) => G): Facts<G> => ({
  ...facts,
  tallies: mapped(facts.tallies, (tally) => ({ ...tally, failures: tally.failures.map(change) })),
  outcomes: mapped(facts.outcomes, (outcome) => outcomeWith(outcome, change)),
});

/** Adds the counts of several parts by answer, most frequent first. */
export function addedCounts(parts: readonly (readonly Counted[])[]): readonly Counted[] {
  const counts = new Map<string, number>();
  for (const { answer, count } of parts.flat()) counts.set(answer, (counts.get(answer) ?? 0) + count);
  return [...counts]
    .map(([answer, count]) => ({ answer, count }))
    .sort((a, b) => b.count - a.count || (a.answer < b.answer ? -1 : 1));
}

/** Writes counts for readers: `400 (5), 409 (1)`. */
export const worded = (counts: readonly Counted[]): string =>
  counts.map(({ answer, count }) => `${answer} (${count})`).join(', ');

/**
 * Writes an observation without its counts, for comparison: `400 (5), 409 (1)` and `409 (2), 400 (7)` both become `400,
 * 409`.
 */
export const uncounted = ({ answer, counts }: Pick<Observation, 'answer' | 'counts'>): string =>
  counts
    ? counts
        .map((each) => each.answer)
        .sort()
        .join(', ')
    : answer;
