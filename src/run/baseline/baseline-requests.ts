import { rows } from '../../../suites/index.ts';
import { type Operation, operationNames, sharesOneObject } from '../../contract/operations.ts';
import { onlyOn } from '../../contract/requirement.ts';
import { isActive, isPassive, type Row } from '../../engine/row.ts';

/**
 * The row whose probes send one valid request to each operation. If no other requests are chosen, rules judge its
 * responses.
 */
export const BASELINE_ROW = 'OPERATION-ANSWERED';

/** Returns the row that sends one valid request to each operation. */
export function baselineRow(suite: readonly Row[] = rows): Row {
  const found = suite.find(({ id }) => id === BASELINE_ROW);
  if (!found) throw new Error(`there is no row ${BASELINE_ROW}`);
  return found;
}

/**
 * Rows whose requests use every member, filter and order, and members of wrong types, so that rules have something to
 * judge.
 */
const EXPLORING = [
  ...['LAWFUL-BODIES', 'LAWFUL-QUERIES'],
  ...['FA', 'FW', 'CW', 'DA', 'AM'].map((prefix) => `${prefix}-WRONG-TYPES`),
];
const explores = ({ id }: Row): boolean => EXPLORING.includes(id);

/** Returns whether rows of an operation wait: for a quote execution to settle, or for one another. */
const waits = (operation: Operation): boolean => operation === 'getQuote' || sharesOneObject(operation);

/**
 * Returns whether a row sends many requests one after another. Such rows start first, so that the others overlap them.
 */
const isLong = (row: Row): boolean => row.aspect === 'paging' || explores(row) || row.operations.every(waits);

/**
 * Returns the chosen rows that make requests, and rows that make requests for the others: the smallest valid requests
 * for all, and exploring rows for those that judge but send nothing.
 */
export function withBaselineRequests(chosen: readonly Row[], suite: readonly Row[] = rows): readonly Row[] {
  const active = chosen.filter(isActive).sort((a, b) => Number(isLong(b)) - Number(isLong(a)));
  const silent = chosen.filter((row) => !isActive(row));
  const borrowed = (row: Row, judging: readonly Row[]): readonly Row[] =>
    chosen.some(({ id }) => id === row.id)
      ? []
      : onlyOn(row, (operation) => judging.some((other) => other.operations.includes(operation)));
  return [
    ...borrowed(baselineRow(suite), chosen),
    ...active,
    ...suite.filter(explores).flatMap((row) => borrowed(row, silent)),
  ];
}

/**
 * Returns the operations on which rules of the chosen rows judge fewer requests than in a whole run, because rows that send
 * some are not chosen.
 */
export const judgedInPart = (chosen: readonly Row[], suite: readonly Row[] = rows): readonly Operation[] =>
  operationNames.filter((operation) => {
    const concerns = (row: Row): boolean => row.operations.includes(operation);
    const own = chosen.filter(concerns);
    return (
      own.some(isPassive) && suite.some((row) => isActive(row) && concerns(row) && !own.some(({ id }) => id === row.id))
    );
  });
