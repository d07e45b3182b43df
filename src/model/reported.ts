import type { Operation } from '../contract/operations.ts';
import type { Aspect, Citation, Level } from '../contract/requirement.ts';
import type { Json } from '../values/json.ts';
import type { Counted } from './counted.ts';
import type { RecordedPlace } from './exchange.ts';
import type { Replay } from './outcome.ts';

/** The result of a requirement, over all its operations or on one of them. */
export type Status = 'passed' | 'failed' | 'warned' | 'not_exercised' | 'observed';

/**
 * `conformant`: every must passed. `incomplete`: nothing failed, but a must was not exercised. `aborted`: the run could
 * not be made.
 */
export type Verdict = 'conformant' | 'nonconformant' | 'incomplete' | 'aborted';

/** A request as reports show it, with secrets replaced. */
export interface ReportedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
}

/** A response as reports show it: secrets are replaced, and a long body is cut. */
export interface ReportedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body, or the text of a body that is not JSON; missing if empty. */
  readonly body?: Json;
  /** True if `body` is only the beginning, or the part around the failure. */
  readonly cut?: boolean;
  /** If a list was cut to one item: the index of that item in the original list. */
  readonly first_item?: number;
}

/** An exchange that led to a failure. */
export interface ReportedStep {
  /** Its number in exchanges.har. */
  readonly exchange: number;
  readonly operation: Operation;
  /** JSON Pointer to the item that the failure is about, if the response has it. */
  readonly where: string | null;
  /** A command that runs when pasted after the commands of the steps before. */
  readonly curl: string;
  readonly request: ReportedRequest;
  readonly response: ReportedResponse;
}

export interface ReportedFailure {
  /** One sentence: where, what was expected, what was found. */
  readonly message: string;
  readonly operation: Operation;
  /** JSON Pointer into the response's body. */
  readonly where: string | null;
  readonly expected: string;
  readonly actual: string;
  /** A command that runs when pasted into a shell where ACCESS_TOKEN is set. */
  readonly curl: string;
  readonly request: ReportedRequest;
  readonly response: ReportedResponse;
  /** The exchanges before the deciding one that it was compared with, in order. */
  readonly steps?: readonly ReportedStep[];
  /** Numbers of these exchanges in exchanges.har, the deciding one last. */
  readonly exchanges: readonly number[];
  /** Requirements whose checks sent these requests: a rule also fails at requests of others. */
  readonly requested_by?: readonly string[];
  readonly replay?: Replay;
  /** The position of the deciding exchange in the recording that it was read from. */
  readonly recorded?: RecordedPlace;
}

export interface ReportedRequirement {
  readonly id: string;
  readonly title: string;
  readonly section: string;
  readonly cites: readonly Citation[];
  readonly level: Level;
  readonly aspect: Aspect;
  /** The operation of the first failure, or else the first of `operations`. */
  readonly operation: Operation;
  readonly operations: readonly Operation[];
  readonly status: Status;
  /** The status on each operation that the run has a result for. */
  readonly by_operation: Readonly<Partial<Record<Operation, Status>>>;
  /** Why it was not exercised, what was let pass, or why a pass is weak; null if there is nothing to say. */
  readonly reason: string | null;
  /** The fixture member or flag that would allow it to be exercised. */
  readonly provide?: string;
  /** Requirements that the target breaks and that prevent judging this one, by operation. */
  readonly blocked_by?: Readonly<Partial<Record<Operation, readonly string[]>>>;
  /** True when repeating the check changed its result. */
  readonly flaky?: boolean;
  /** The kinds of its checks. */
  readonly checks: readonly ('rule' | 'probe')[];
  readonly lenience?: string;
  /** `client` for requirements on clients; missing for requirements on the target. */
  readonly party?: 'client';
  /**
   * Number of responses that a rule was applied to, and how many of them had something to judge. Both are 0 if only
   * requests sent on purpose decide.
   */
  readonly evidence: { readonly judged: number; readonly relevant: number };
  /** Milliseconds spent on the exchanges made for it, by operation. */
  readonly spent_ms?: Readonly<Partial<Record<Operation, number>>>;
  readonly failures: readonly ReportedFailure[];
  /** Number of failures that are not listed. */
  readonly more_failures?: number;
}

/** Whether a requirement with this status does not hold. */
export const isFailing = (status: Status | 'absent' | undefined): boolean => status === 'failed' || status === 'warned';

/** Returns the status of a requirement on an operation: `not_exercised` if the report does not have it there. */
export const statusOn = ({ by_operation }: Pick<ReportedRequirement, 'by_operation'>, operation: Operation): Status =>
  by_operation[operation] ?? 'not_exercised';

/**
 * Returns the failures of a requirement on one of its operations. The deciding request of a failure may be of an
 * operation that the requirement holds on, or is not about, such as the list that shows what became of a creation. It
 * then belongs to each operation that failed and has no failure of its own.
 */
export function failuresOn(
  { failures, by_operation }: Pick<ReportedRequirement, 'failures' | 'by_operation'>,
  operation: Operation,
): readonly ReportedFailure[] {
  const hasFailed = (each: Operation): boolean => isFailing(by_operation[each]);
  const own = failures.filter((each) => each.operation === operation);
  return own.length > 0 || !hasFailed(operation) ? own : failures.filter((each) => !hasFailed(each.operation));
}

/** How the target behaves where the document is silent. */
export interface Observation {
  readonly id: string;
  readonly operation: Operation;
  readonly question: string;
  readonly answer: string;
  /** The single answers and how often each was seen, most frequent first. */
  readonly counts?: readonly Counted[];
}

/** Counts of what was sent to one operation, for the coverage table and the latency plot. */
export interface OperationTraffic {
  readonly operation: Operation;
  readonly requests: number;
  readonly accepted: number;
  readonly refused: number;
  readonly lost: number;
  /** In milliseconds; null if there was no response. */
  readonly latency_ms: {
    readonly min: number;
    readonly p50: number;
    readonly p95: number;
    readonly max: number;
  } | null;
}

/** Something that a run created or changed on the target. */
export interface Created {
  readonly operation: Operation;
  /** The id that the target gave. */
  readonly id: string;
  readonly ref_id?: string;
  /** The asset and amount requested to be moved, if any. */
  readonly asset?: string;
  readonly amount?: string;
}

/** One thing that requests can exercise, and how often they did. Both counts are 0 if the run did not reach it. */
export interface CoverageCell {
  readonly operation: Operation;
  /** A query parameter, a body member, an enum value, or a value at or beyond a limit. */
  readonly kind: 'parameter' | 'field' | 'value' | 'boundary';
  readonly name: string;
  readonly accepted: number;
  readonly refused: number;
}

/** Where a fixture came from: the user's fixtures file, or the lists of the target. */
export type FixtureOrigin = 'file' | 'found in lists';

/**
 * The origins of the fixtures by name. The parts of two fixtures have names such as `fiat_accounts.wire` and
 * `settlement_transactions.PENDING`.
 */
export type FixtureOrigins = Readonly<Record<string, FixtureOrigin>>;

/** What was withdrawn or may have been: the number of accepted withdrawals, and decimals by asset. */
export interface Withdrawn {
  readonly withdrawals: number;
  readonly amounts: Readonly<Record<string, string>>;
}
