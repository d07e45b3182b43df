import type { Operation } from '../contract/operations.ts';
import type { Level } from '../contract/requirement.ts';
import type { CoverageCell, Observation, OperationTraffic, Status, Verdict } from './report.ts';

/**
 * How a requirement changed on one operation. `broke`: it does not hold any more, or was never seen to fail before.
 * `healed`: it failed and holds. `lost`: nothing is known of it any more. `gained`: something is known of it now.
 */
export type ChangeKind = 'broke' | 'healed' | 'lost' | 'gained';

/** `absent`: the report has no such requirement on that operation. */
export type ComparedStatus = Status | 'absent';

/** One requirement on one operation with another result. */
export interface Change {
  readonly kind: ChangeKind;
  readonly id: string;
  readonly operation: Operation;
  readonly title: string;
  readonly section: string;
  readonly level: Level;
  readonly before: ComparedStatus;
  readonly after: ComparedStatus;
  /** What shows it: the failure, or why nothing is known. */
  readonly message?: string;
  readonly curl?: string;
}

/** A behaviour that the document leaves open and that is not the same in both; null where it was not observed. */
export interface ChangedObservation extends Omit<Observation, 'answer' | 'counts'> {
  readonly before: string | null;
  readonly after: string | null;
}

/** Latency of one operation in both. */
export interface ChangedLatency {
  readonly operation: Operation;
  readonly before: OperationTraffic['latency_ms'];
  readonly after: OperationTraffic['latency_ms'];
}

/** A parameter, member, value or limit that the requests of one run exercised and those of the other did not. */
export interface ChangedCoverage extends Pick<CoverageCell, 'operation' | 'kind' | 'name'> {
  readonly change: 'lost' | 'gained';
}

/** One side of a comparison. */
export interface Side {
  readonly base_url: string;
  readonly started_at: string;
  readonly tool_version: string;
  readonly verdict: Verdict;
  readonly selection: string | null;
  readonly requirements: number;
  readonly requests: number;
}

/** What changed between two runs, or differs between two implementations. */
export interface Comparison {
  readonly format: 1;
  readonly before: Side;
  readonly after: Side;
  /** True when a requirement broke, coverage of a must or should was lost, or the verdict is a weaker one. */
  readonly worse: boolean;
  /** The gravest first. */
  readonly changes: readonly Change[];
  readonly observations: readonly ChangedObservation[];
  readonly latency: readonly ChangedLatency[];
  readonly coverage: readonly ChangedCoverage[];
  /** What a reader must know before trusting it: other tool versions, selections. */
  readonly notes: readonly string[];
}
