import type { Operation } from '../contract/operations.ts';
import type { Level } from '../contract/requirement.ts';
import type { CoverageCell, Observation, OperationTraffic, Status, Verdict } from './reported.ts';

/**
 * How a requirement changed on one operation, the most serious change first.
 * - `broke`: it does not hold now and was not known to fail before.
 * - `lost`: nothing is known about it any more.
 * - `healed`: it failed before and holds now.
 * - `gained`: something is known about it now.
 */
export const changeKinds = ['broke', 'lost', 'healed', 'gained'] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** `absent`: the report does not have the requirement on that operation. */
export type ComparedStatus = Status | 'absent';

/** A requirement on one operation whose result changed. */
export interface Change {
  readonly kind: ChangeKind;
  readonly id: string;
  readonly operation: Operation;
  readonly title: string;
  readonly section: string;
  readonly level: Level;
  readonly before: ComparedStatus;
  readonly after: ComparedStatus;
  /** The evidence: the failure, or why nothing is known. */
  readonly message?: string;
  readonly curl?: string;
}

/** A behaviour that the document leaves open and that differs between the reports; null where it was not observed. */
export interface ChangedObservation extends Omit<Observation, 'answer' | 'counts'> {
  readonly before: string | null;
  readonly after: string | null;
}

/** The latency of one operation in both reports. */
export interface ChangedLatency {
  readonly operation: Operation;
  readonly before: OperationTraffic['latency_ms'];
  readonly after: OperationTraffic['latency_ms'];
}

/** A parameter, member, value or limit that only one of the two runs exercised. */
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
  /** True if a requirement broke, a must or should was lost, or the verdict is weaker. */
  readonly worse: boolean;
  /** Sorted by severity, most severe first. */
  readonly changes: readonly Change[];
  readonly observations: readonly ChangedObservation[];
  readonly latency: readonly ChangedLatency[];
  readonly coverage: readonly ChangedCoverage[];
  /** Facts that limit the comparison: other tool versions, selections. */
  readonly notes: readonly string[];
}
