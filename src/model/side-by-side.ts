import type { Operation } from '../contract/operations.ts';
import type { Level } from '../contract/requirement.ts';
import type { Change, ComparedStatus } from './comparison.ts';
import type { Report } from './report.ts';
import type { ReportedRequirement } from './reported.ts';

/** One report among others. */
export interface Column {
  /** A unique name: the label of the run or its target; in a history, the time of the run. */
  readonly name: string;
  readonly base_url: string;
  readonly embedded: boolean;
  readonly started_at: string;
  readonly tool_version: string;
  readonly verdict: Report['verdict'];
  readonly selection: string | null;
  readonly summary: Report['summary'];
  /** The path of its badge, relative to matrix.json. */
  readonly badge: string;
}

/** The result of a requirement in one report. */
export interface ColumnStatus {
  readonly status: ComparedStatus;
  /** Operations on which it does not hold. */
  readonly failing: readonly Operation[];
  readonly flaky: boolean;
}

/** A requirement in all reports, in the order of the columns. */
export interface RequirementRow extends Pick<ReportedRequirement, 'id' | 'title' | 'section' | 'operations'> {
  readonly level: Level;
  /** True if the reports that have it differ in its result. */
  readonly differs: boolean;
  readonly columns: readonly ColumnStatus[];
}

/**
 * The behaviour of each report's target where the document is silent, without counts; null where it was not observed.
 */
export interface ObservationRow {
  readonly id: string;
  readonly operation: Operation;
  readonly question: string;
  readonly differs: boolean;
  readonly answers: readonly (string | null)[];
}

/** A behaviour that was observed in both reports and differs. */
interface ChangedAnswer extends Omit<ObservationRow, 'differs' | 'answers'> {
  readonly before: string;
  readonly after: string;
}

/** What changes for a client that moves from one implementation to another. */
export interface Move {
  readonly from: string;
  readonly to: string;
  /** Requirements that only one of them meets. */
  readonly requirements: readonly Pick<Change, 'id' | 'operation' | 'title' | 'before' | 'after'>[];
  readonly observations: readonly ChangedAnswer[];
}

/** Requirements that changed from one report to the next report of the same target. */
export interface HistoryStep {
  readonly from: string;
  readonly to: string;
  readonly changes: readonly Pick<Change, 'kind' | 'id' | 'operation' | 'title' | 'before' | 'after'>[];
}

/** Reports of several implementations, or of one over time, side by side. */
export interface SideBySide {
  readonly format: 1;
  readonly kind: 'implementations' | 'history';
  readonly columns: readonly Column[];
  readonly requirements: readonly RequirementRow[];
  readonly observations: readonly ObservationRow[];
  /** One move for each pair of columns; in the other direction, swap before and after. Empty in a history. */
  readonly moves: readonly Move[];
  /** In a history: what changed in each step. */
  readonly history: readonly HistoryStep[];
  /** Facts that limit the comparison: other tool versions, selections, other targets. */
  readonly notes: readonly string[];
}
