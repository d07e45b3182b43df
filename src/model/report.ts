import type { ArrayFormat } from '../contract/array-formats.ts';
import type { Operation } from '../contract/operations.ts';
import type { Aspect, Citation, Level } from '../contract/requirement.ts';
import type { Json } from '../values/json.ts';
import type { BodyBound, Credentials, RecordedPlace } from './exchange.ts';
import type { Counted } from './facts.ts';
import type { Fixtures } from './fixtures.ts';
import type { Gate } from './gate.ts';
import type { Replay } from './outcome.ts';
import type { Purpose } from './purpose.ts';
import type { RunContext } from './run-context.ts';
import type { Shard, ShardPart } from './shard.ts';

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
  /** Number of responses that a rule was applied to, and how many of them had something to judge. */
  readonly evidence: { readonly judged: number; readonly relevant: number };
  /** Milliseconds spent on the exchanges made for it, by operation. */
  readonly spent_ms?: Readonly<Partial<Record<Operation, number>>>;
  readonly failures: readonly ReportedFailure[];
  /** Number of failures that are not listed. */
  readonly more_failures?: number;
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

/** A request that a check made but that was never sent. */
export interface Unsent {
  readonly operation: Operation;
  readonly made_for: string;
  readonly number: number;
  /** Its number among the exchanges, if it has one. */
  readonly id?: number;
  /** True if the user's settings do not allow it; false if the run ended before it. */
  readonly withheld: boolean;
  readonly reason: string;
  readonly provide?: string;
}

/** The input of a run or of one shard. Together with the recorded responses it determines the verdicts. */
export interface RunPart {
  readonly run: RunContext;
  readonly fixtures: Fixtures;
  readonly array_format: ArrayFormat;
  readonly only: readonly string[];
  readonly exclude: readonly string[];
  readonly level: Level;
  readonly shard: Shard | null;
  /** Why it ended early. */
  readonly ended: { readonly stopped?: string; readonly bound?: string };
  /** Settlement transactions that checks took, by state and check. */
  readonly taken: Readonly<Record<string, readonly string[]>>;
  /** Number of generated cases that the budgets allowed, by requirement and operation. */
  readonly cases: Readonly<Record<string, number>>;
  readonly unsent: readonly Unsent[];
}

/** What `audit` needs to compute the verdicts again, and digests that show that nothing was changed. */
export interface Provenance {
  /** Number of exchanges. */
  readonly exchanges: number;
  /**
   * SHA-256 of exchanges.har, of the settings, of the requirements' ids, levels and sentences, and of
   * docs/interface.md.
   */
  readonly recording_sha256?: string;
  readonly settings_sha256?: string;
  readonly requirements_sha256?: string;
  readonly document_sha256?: string;
  /** One part for each shard. */
  readonly parts: readonly RunPart[];
}

/** The main product: everything that a run found. */
export interface Report {
  readonly format: 1;
  readonly tool: { readonly name: 'transfer-conformance'; readonly version: string };
  readonly target: { readonly label?: string; readonly base_url: string; readonly embedded: boolean };
  readonly started_at: string;
  readonly finished_at: string;
  readonly duration_ms: number;
  readonly seed: number;
  readonly runs: number;
  readonly verdict: Verdict;
  /** One sentence: why the verdict is what it is. */
  readonly verdict_reason: string;
  /** What flags such as `--only`, `--read-only` or `--shard` narrowed the run to; null for a complete run. */
  readonly selection: string | null;
  /** Facts that a reader must know: refused requests, what the budgets left out, how a base URL was understood. */
  readonly notes: readonly string[];
  readonly summary: {
    readonly requirements: number;
    readonly passed: number;
    readonly failed: number;
    readonly warned: number;
    readonly not_exercised: number;
    readonly observed: number;
    readonly requests: number;
  };
  readonly requirements: readonly ReportedRequirement[];
  readonly observations: readonly Observation[];
  /** The decision of a pipeline: waivers, the baseline, and what makes the gate fail. */
  readonly gate?: Gate;
  readonly traffic: readonly OperationTraffic[];
  /** What the requests exercised on each operation. */
  readonly coverage?: readonly CoverageCell[];
  /** Names of the fixtures and their origin: "file" or "found in lists". */
  readonly fixtures: Readonly<Record<string, string>>;
  /** The beginning of every ref_id that the run made; ref_ids are UUIDs. */
  readonly run_id?: string;
  /** What the run created or changed on the target. */
  readonly created: readonly Created[];
  /** What was withdrawn or may have been: the number of accepted withdrawals, and decimals by asset. */
  readonly withdrawn?: { readonly withdrawals: number; readonly amounts: Readonly<Record<string, string>> };
  /** In the report of a shard: what `merge` needs. */
  readonly shard?: ShardPart;
  readonly audit?: Provenance;
}

/** One exchange with secrets removed, from which an entry of `exchanges.har` is written. */
export interface RecordedEntry {
  readonly id: number;
  readonly operation: Operation;
  readonly purpose: Purpose;
  /** The attempt, case or shared value that it was made for, and its number among the requests to that operation. */
  readonly made_for?: string;
  readonly number?: number;
  /** How the request was described, beyond its method and URL. */
  readonly asked?: {
    readonly path: Readonly<Record<string, string>>;
    readonly query: Readonly<Record<string, readonly string[]>>;
    readonly credentials: Credentials;
    readonly elsewhere?: true;
  };
  /** How the response's body was read, why it could not be, and the bound of the run that it exceeds. */
  readonly read?: {
    readonly kind: 'json' | 'empty' | 'unreadable';
    readonly reason?: string;
    readonly bound?: BodyBound;
  };
  /** The places of masked account numbers in both bodies. */
  readonly hidden?: { readonly request?: object; readonly response?: object };
  readonly started_at: string;
  readonly duration_ms: number;
  readonly request: ReportedRequest;
  readonly response: ReportedResponse | null;
  /** Why there is no response. */
  readonly lost?: string;
  /** True if the request was never sent, or this tool aborted it. */
  readonly unsent?: true;
}
