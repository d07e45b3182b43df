import { isRead } from '../contract/operations.ts';
import type { Level } from '../contract/requirement.ts';
import { activeChecks, casesOf, isWaiting, type Part, type Row } from '../engine/row.ts';
import type { GeneratedCases } from './ration.ts';

const LEVELS: readonly Level[] = ['must', 'should', 'observe'];

/** Rows that are exercised together, and which part of their checks. */
export interface Phase {
  readonly part: Part;
  readonly rows: readonly Row[];
  /** True where the phases of fixed requests that follow do not wait for it. */
  readonly isBeside?: true;
}

/** What the generated cases of a row want, on each of its operations. */
export const generatedCases = (row: Row, runs: number): readonly GeneratedCases[] =>
  activeChecks(row, 'generated').flatMap(({ generated }) =>
    row.operations.map((operation) => ({
      id: row.id,
      operation,
      wanted: casesOf(runs, generated),
      requests: generated?.requests ?? 1,
      isAlone: activeChecks(row, 'fixed').length === 0,
    })),
  );

/**
 * The order in which budgets are spent: first the fixed requests of what the document states, then of what follows from it,
 * then of what it leaves open, generated cases with what is left, and a few reads that close the run. Of each, what waits begins
 * first. Reads that wait spend next to nothing, and are made beside all other fixed requests.
 */
export function phasesOf(rows: readonly Row[]): readonly Phase[] {
  const having = (part: Part): readonly Row[] => rows.filter((row) => activeChecks(row, part).length > 0);
  const own = having('fixed');
  const levels = LEVELS.map(
    (level): Phase => ({ part: 'fixed', rows: own.filter((row) => row.level === level && !isWaitingRead(row)) }),
  );
  const phases: readonly Phase[] = [
    { part: 'fixed', rows: own.filter(isWaitingRead), isBeside: true },
    ...levels,
    { part: 'generated', rows: having('generated') },
    { part: 'closing', rows: having('closing') },
  ];
  return phases
    .filter(({ rows: made }) => made.length > 0)
    .map((phase) => ({ ...phase, rows: waitingFirst(phase.rows) }));
}

const isWaitingRead = (row: Row): boolean => isWaiting(row) && row.operations.every((operation) => isRead(operation));

const waitingFirst = (rows: readonly Row[]): readonly Row[] => [
  ...rows.filter(isWaiting),
  ...rows.filter((row) => !isWaiting(row)),
];
