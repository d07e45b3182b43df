import type { Operation } from '../contract/operations.ts';
import type { Aspect, Citation, Level } from '../contract/requirement.ts';
import type { Json } from '../values/json.ts';
import type { Credentials, RecordedPlace } from './exchange.ts';
import type { Counted } from './facts.ts';
import type { Fixtures } from './fixtures.ts';
import type { Gate } from './gate.ts';
import type { Replay } from './outcome.ts';
import type { RunFacts } from './run-facts.ts';
import type { Shard, ShardPart } from './shard.ts';

/** The result of one requirement, over all its operations or on one of them. */
export type Status = 'passed' | 'failed' | 'warned' | 'not_exercised' | 'observed';

/** `conformant`: every must passed. `incomplete`: nothing failed, a must was not exercised. `aborted`: the run could not be made. */
export type Verdict = 'conformant' | 'nonconformant' | 'incomplete' | 'aborted';

/** A request as reports show it: secrets replaced. */
export interface ReportedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
}

/** A response as reports show it: secrets replaced, the body cut when it is long. */
export interface ReportedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body, or the text of one that is not JSON; absent when empty. */
  readonly body?: Json;
  /** True when `body` is only the beginning, or the part around the offending place. */
  readonly cut?: boolean;
  /** Of a list that was cut to one item: the index of that item in what came. */
  readonly first_item?: number;
}

/** An exchange that led to a failure. */
export interface ReportedStep {
  /** Its number in exchanges.har. */
  readonly exchange: number;
  readonly operation: Operation;
  /** JSON Pointer to the item that the failure is about, where the response has it. */
  readonly where: string | null;
  /** Runs when pasted after those of the steps before. */
  readonly curl: string;
  readonly request: ReportedRequest;
  readonly response: ReportedResponse;
}

export interface ReportedFailure {
  /** One sentence: where, expected, got. */
  readonly message: string;
  readonly operation: Operation;
  /** JSON Pointer into the response's body. */
  readonly where: string | null;
  readonly expected: string;
  readonly actual: string;
  /** Runs when pasted into a shell where ACCESS_TOKEN is set. */
  readonly curl: string;
  readonly request: ReportedRequest;
  readonly response: ReportedResponse;
  /** The exchanges before the deciding one that it was compared with, in order. */
  readonly steps?: readonly ReportedStep[];
  /** Numbers of the exchanges behind it in exchanges.har, the deciding one last. */
  readonly exchanges: readonly number[];
  readonly replay?: Replay;
  /** Where the deciding exchange is in the recording that it was read from. */
  readonly recorded?: RecordedPlace;
}

export interface ReportedRequirement {
  readonly id: string;
  readonly title: string;
  readonly section: string;
  readonly cites: readonly Citation[];
  readonly level: Level;
  readonly aspect: Aspect;
  /** The first of `operations`. */
  readonly operation: Operation;
  readonly operations: readonly Operation[];
  readonly status: Status;
  /** The status on each operation that the run could say something of. */
  readonly by_operation: Readonly<Partial<Record<Operation, Status>>>;
  /** Why it was not exercised, what was allowed, or what makes a pass weak; null when there is nothing to say. */
  readonly reason: string | null;
  /** The fixture member or flag that would let it be exercised. */
  readonly provide?: string;
  /** Requirements that the target breaks, so that this one could not be judged, by operation. */
  readonly blocked_by?: Readonly<Partial<Record<Operation, readonly string[]>>>;
  /** True when repeating the check changed its result. */
  readonly flaky?: boolean;
  /** How it is checked. */
  readonly checks: readonly ('rule' | 'probe')[];
  readonly lenience?: string;
  /** `client` for what clients have to keep; the target has to keep all else. */
  readonly party?: 'client';
  /** Answers that a rule was applied to, and how many of them had something to judge. */
  readonly evidence: { readonly judged: number; readonly relevant: number };
  /** Milliseconds that the exchanges made for it took, on each operation. */
  readonly spent_ms?: Readonly<Partial<Record<Operation, number>>>;
  readonly failures: readonly ReportedFailure[];
  /** Failures beyond those listed. */
  readonly more_failures?: number;
}

/** How the target behaves where the document is silent. */
export interface Observation {
  readonly id: string;
  readonly operation: Operation;
  readonly question: string;
  readonly answer: string;
  /** Where answers were counted: each of them, the most frequent first. */
  readonly counts?: readonly Counted[];
}

/** What was sent to one operation: for the coverage table and the latency plot. */
export interface OperationTraffic {
  readonly operation: Operation;
  readonly requests: number;
  readonly accepted: number;
  readonly refused: number;
  readonly lost: number;
  /** Milliseconds; null when nothing was answered. */
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
  /** As the target named it. */
  readonly id: string;
  readonly ref_id?: string;
  /** What was asked to be moved, where something was. */
  readonly asset?: string;
  readonly amount?: string;
}

/** One thing that requests can exercise, and how often they did: 0 and 0 when the run did not reach it. */
export interface CoverageCell {
  readonly operation: Operation;
  /** A query parameter, a member of the body, a value of a closed set, or a limit met and passed. */
  readonly kind: 'parameter' | 'field' | 'value' | 'boundary';
  readonly name: string;
  readonly accepted: number;
  readonly refused: number;
}

/** A request that a check asked for and that never went on the wire. */
export interface Unsent {
  readonly operation: Operation;
  readonly made_for: string;
  readonly number: number;
  /** The number that it has among the exchanges, where it has one. */
  readonly id?: number;
  /** True where the user did not allow it; false where the run ended before it. */
  readonly withheld: boolean;
  readonly reason: string;
  readonly provide?: string;
}

/** What a run, or one shard of it, was made with: with the answers of its recording, it gives the same verdicts again. */
export interface RunPart {
  readonly run: RunFacts;
  readonly fixtures: Fixtures;
  readonly array_format: 'repeat' | 'comma' | 'brackets';
  readonly only: readonly string[];
  readonly exclude: readonly string[];
  readonly level: Level;
  readonly shard: Shard | null;
  /** Why it ended before its time. */
  readonly ended: { readonly stopped?: string; readonly bound?: string };
  /** Settlement transactions that checks took, by state and check. */
  readonly taken: Readonly<Record<string, readonly string[]>>;
  /** Generated cases that the budgets allowed, by requirement and operation. */
  readonly cases: Readonly<Record<string, number>>;
  readonly unsent: readonly Unsent[];
}

/** What `audit` makes the verdicts again from, and what shows that it is the same. */
export interface Provenance {
  /** Exchanges that were made. */
  readonly exchanges: number;
  /** SHA-256 of exchanges.har, of the settings, of the requirements' ids, levels and sentences, and of docs/interface.md. */
  readonly recording_sha256?: string;
  readonly settings_sha256?: string;
  readonly requirements_sha256?: string;
  readonly document_sha256?: string;
  /** One for each shard. */
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
  /** What `--only`, `--read-only` or `--shard` narrowed the run to; null for a whole run. */
  readonly selection: string | null;
  /** Facts a reader must know: what was refused, what the budget left out, how a base URL was understood. */
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
  /** What a pipeline makes of it: waivers, baseline and what closes the gate. */
  readonly gate?: Gate;
  readonly traffic: readonly OperationTraffic[];
  /** What the requests exercised of each operation. */
  readonly coverage?: readonly CoverageCell[];
  /** Names of the fixtures that were there, with where they came from: "file" or "found in lists". */
  readonly fixtures: Readonly<Record<string, string>>;
  /** The beginning of every ref_id that the run made, which are UUIDs. */
  readonly run_id?: string;
  /** What the run created or changed on the target. */
  readonly created: readonly Created[];
  /** What was withdrawn, or may have been: accepted withdrawals, and decimals by asset. */
  readonly withdrawn?: { readonly withdrawals: number; readonly amounts: Readonly<Record<string, string>> };
  /** Of one shard: what `merge` makes the whole of. */
  readonly shard?: ShardPart;
  readonly audit?: Provenance;
}

/** One exchange, secrets taken out, as an entry of `exchanges.har` is drawn of it. */
export interface RecordedEntry {
  readonly id: number;
  readonly operation: Operation;
  readonly purpose: string;
  /** The attempt, case or shared thing that it was made for, and its number among those to the operation. */
  readonly made_for?: string;
  readonly number?: number;
  /** How the request was asked for: what its method and URL do not say by themselves. */
  readonly asked?: {
    readonly path: Readonly<Record<string, string>>;
    readonly query: Readonly<Record<string, readonly string[]>>;
    readonly credentials: Credentials;
    readonly elsewhere?: true;
  };
  /** What the answer's body was read as, and why it could not be read. */
  readonly read?: { readonly kind: 'json' | 'empty' | 'unreadable'; readonly reason?: string };
  /** The places of masked account numbers in both bodies. */
  readonly hidden?: { readonly request?: object; readonly response?: object };
  readonly started_at: string;
  readonly duration_ms: number;
  readonly request: ReportedRequest;
  readonly response: ReportedResponse | null;
  /** Why there is no response. */
  readonly lost?: string;
}
