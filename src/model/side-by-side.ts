import type { Operation } from '../contract/operations.ts';
import type { Level } from '../contract/requirement.ts';
import type { Change, ComparedStatus } from './comparison.ts';
import type { Report, ReportedRequirement } from './report.ts';

/** One report among others. */
export interface Column {
  /** The label of the run, else its target; in a history, when it was made. No other column has it. */
  readonly name: string;
  readonly base_url: string;
  readonly embedded: boolean;
  readonly started_at: string;
  readonly tool_version: string;
  readonly verdict: Report['verdict'];
  readonly selection: string | null;
  readonly summary: Report['summary'];
  /** Its badge, relative to matrix.json. */
  readonly badge: string;
}

/** What one report says of a requirement. */
export interface ColumnStatus {
  readonly status: ComparedStatus;
  /** Operations on which it does not hold. */
  readonly failing: readonly Operation[];
  readonly flaky: boolean;
}

/** One requirement in all reports, in the order of the columns. */
export interface RequirementRow extends Pick<ReportedRequirement, 'id' | 'title' | 'section' | 'operations'> {
  readonly level: Level;
  /** Whether the reports that have it say different things of it. */
  readonly differs: boolean;
  readonly columns: readonly ColumnStatus[];
}

/** What each does where the document is silent, however often; null where it was not observed. */
export interface ObservationRow {
  readonly id: string;
  readonly operation: Operation;
  readonly question: string;
  readonly differs: boolean;
  readonly answers: readonly (string | null)[];
}

/** A behaviour that was observed of two, and otherwise of the one than of the other. */
interface ChangedAnswer extends Omit<ObservationRow, 'differs' | 'answers'> {
  readonly before: string;
  readonly after: string;
}

/** What a client that moves from one column to the other meets otherwise. */
export interface Move {
  readonly from: string;
  readonly to: string;
  /** Requirements that hold in one of them only. */
  readonly requirements: readonly Pick<Change, 'id' | 'operation' | 'title' | 'before' | 'after'>[];
  readonly observations: readonly ChangedAnswer[];
}

/** Requirements that changed from one report to the next of the same target. */
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
  /** Of each pair of columns one: the other way round, before and after are exchanged. None in a history. */
  readonly moves: readonly Move[];
  /** Of a history: what changed when. */
  readonly history: readonly HistoryStep[];
  /** What a reader must know before trusting it: other tool versions, selections, other targets. */
  readonly notes: readonly string[];
}
