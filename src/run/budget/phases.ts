import { isRead, type Operation, operationNames, sharesOneObject } from '../../contract/operations.ts';
import { levels, onlyOn } from '../../contract/requirement.ts';
import { type CheckPart, casesOf } from '../../engine/check.ts';
import { activeChecks, isWaiting, type Row } from '../../engine/row.ts';
import type { GeneratedCases } from './ration.ts';

/** Rows that are exercised together, each on some of its operations, and the part of their checks that runs. */
export interface Phase {
  readonly part: CheckPart;
  readonly rows: readonly Row[];
  /** True if later phases of fixed requests do not wait for this one. */
  readonly runsConcurrently?: true;
  /** True if each row starts only when the one before it has ended. */
  readonly isInTurn?: true;
}

/** Whether a phase consists of the reads at the end of a run, after which nothing else is sent. */
export const isClosing = ({ part }: Phase): boolean => part === 'closing';

/** Returns the generated cases that a row wants on each of its operations. */
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
 * Orders the rows so that budgets are spent on the most important first: the fixed requests of must, then of should,
 * then of observe, then generated cases, then a few closing reads. Within a phase, rows that wait start first. Reads
 * that wait send few requests, so they run beside all other fixed requests. If no budget bounds withdrawals (`isUnbounded`),
 * so do checks that take turns on one object, which are the longest chain of a run, and rows of a level do not wait for
 * those of the level before.
 */
export function phasesOf(rows: readonly Row[], isUnbounded = false): readonly Phase[] {
  const having = (part: CheckPart): readonly Row[] => rows.filter((row) => activeChecks(row, part).length > 0);
  const [reads, own] = divided(having('fixed'), isWaitingRead);
  const byLevel = levels.map((level) => waitingFirst(own.filter((row) => row.level === level)));
  const groups = isUnbounded ? [waitingFirst(byLevel.flat())] : byLevel;
  const on = (made: readonly Row[], keeps: (operation: Operation) => boolean): readonly Row[] =>
    made.flatMap((row) => onlyOn(row, keeps));
  const chained = isUnbounded ? operationNames.filter(sharesOneObject) : [];
  const phases: readonly Phase[] = [
    { part: 'fixed', rows: waitingFirst(reads), runsConcurrently: true },
    ...chained.map(
      (chain): Phase => ({
        part: 'fixed',
        rows: on(waitingFirst(byLevel.flat()), (each) => each === chain),
        runsConcurrently: true,
        isInTurn: true,
      }),
    ),
    ...groups.map((group): Phase => ({ part: 'fixed', rows: on(group, (each) => !chained.includes(each)) })),
    { part: 'generated', rows: waitingFirst(having('generated')) },
    { part: 'closing', rows: waitingFirst(having('closing')) },
  ];
  return phases.filter(({ rows: made }) => made.length > 0);
}

const divided = (rows: readonly Row[], is: (row: Row) => boolean): readonly [readonly Row[], readonly Row[]] => [
  rows.filter(is),
  rows.filter((row) => !is(row)),
];

const isWaitingRead = (row: Row): boolean => isWaiting(row) && row.operations.every((operation) => isRead(operation));

const waitingFirst = (rows: readonly Row[]): readonly Row[] => [
  ...rows.filter(isWaiting),
  ...rows.filter((row) => !isWaiting(row)),
];
