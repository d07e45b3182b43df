import { rows } from '../../suites/index.ts';
import { meetsOneObject, type Operation } from '../contract/operations.ts';
import { onlyOn } from '../contract/requirement.ts';
import { isActive, type Row } from '../engine/row.ts';

/** The row whose probes send one lawful request to each operation: rules judge its answers when nothing else is chosen. */
export const BASELINE_ROW = 'OPERATION-ANSWERED';

/** The row that sends one lawful request to each operation. */
export function baselineRow(suite: readonly Row[] = rows): Row {
  const found = suite.find(({ id }) => id === BASELINE_ROW);
  if (!found) throw new Error(`there is no row ${BASELINE_ROW}`);
  return found;
}

/** Rows whose requests have every member, filter and order, and members of other types, so that rules have something to judge. */
const EXPLORING = [
  ...['LAWFUL-BODIES', 'LAWFUL-QUERIES'],
  ...['FA', 'FW', 'CW', 'DA', 'AM'].map((prefix) => `${prefix}-WRONG-TYPES`),
];
const explores = ({ id }: Row): boolean => EXPLORING.includes(id);

/** Operations whose rows wait: for a quote execution to settle, or for one another. */
const waits = (operation: Operation): boolean => operation === 'getQuote' || meetsOneObject(operation);

/** Rows that send many requests one after another begin first, so that the others overlap them. */
const isLong = (row: Row): boolean => row.aspect === 'paging' || explores(row) || row.operations.every(waits);

/**
 * The chosen rows that make requests, and the rows that make requests for them: the smallest lawful requests for all, and
 * explorations for rows that judge but send nothing.
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
