import type { ArrayFormat } from '../contract/array-formats.ts';
import type { Operation } from '../contract/operations.ts';
import type { Level } from '../contract/requirement.ts';
import type { Fixtures } from './fixtures.ts';
import type { Gate } from './gate.ts';
import type {
  CoverageCell,
  Created,
  FixtureOrigins,
  Observation,
  OperationTraffic,
  ReportedRequirement,
  Verdict,
  Withdrawn,
} from './reported.ts';
import type { ReportedContext } from './run-context.ts';
import type { Shard, ShardPart } from './shard.ts';

/** The file of a report in its folder. */
export const REPORT_FILE = 'report.json';

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
  readonly run: ReportedContext;
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
  /** Number of the latest exchange that was over when writes began to wait for each other, if they did. */
  readonly turns_since?: number;
  /** What was retried after all other checks, by requirement and operation, if anything was. */
  readonly retried?: readonly string[];
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
  /** What probably keeps everything from working, such as a wrong base URL; the reason and the notes begin with it. */
  readonly suspected_cause?: string;
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
  readonly fixtures: FixtureOrigins;
  /** The beginning of every ref_id that the run made; ref_ids are UUIDs. */
  readonly run_id?: string;
  /** What the run created or changed on the target. */
  readonly created: readonly Created[];
  readonly withdrawn?: Withdrawn;
  /** In the report of a shard: what `merge` needs. */
  readonly shard?: ShardPart;
  readonly audit?: Provenance;
}
