import type { Level } from '../contract/requirement.ts';
import { activeChecks, casesOf, isWaiting, type Part, type Row } from '../engine/row.ts';
import type { GeneratedCases } from './ration.ts';

const LEVELS: readonly Level[] = ['must', 'should', 'observe'];

/** Rows that are exercised together, and which part of their checks. */
export interface Phase {
  readonly part: Part;
  readonly rows: readonly Row[];
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
 * then of what it leaves open, and generated cases with what is left. Of each, what waits begins first.
 */
export function phasesOf(rows: readonly Row[]): readonly Phase[] {
  const having = (part: Part): readonly Row[] => rows.filter((row) => activeChecks(row, part).length > 0);
  const fixed = LEVELS.map(
    (level): Phase => ({ part: 'fixed', rows: having('fixed').filter((row) => row.level === level) }),
  );
  const phases = [...fixed, { part: 'generated', rows: having('generated') } satisfies Phase];
  return phases
    .filter((phase) => phase.rows.length > 0)
    .map(({ part, rows: own }) => ({ part, rows: waitingFirst(own) }));
}

const waitingFirst = (rows: readonly Row[]): readonly Row[] => [
  ...rows.filter(isWaiting),
  ...rows.filter((row) => !isWaiting(row)),
];
