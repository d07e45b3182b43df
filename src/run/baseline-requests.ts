import { explorations } from '../../suites/explorations.ts';
import { rows } from '../../suites/index.ts';
import { meetsOneObject, type Operation } from '../contract/operations.ts';
import { isActive, type Row } from '../engine/row.ts';

/** The row whose probes send one lawful request to each operation: what rules are judged on when nothing else is chosen. */
export const TRAFFIC = 'OPERATION-ANSWERED';

/** The row that sends one lawful request to each operation. */
export function trafficRow(suite: readonly Row[] = rows): Row {
  const found = suite.find(({ id }) => id === TRAFFIC);
  if (!found) throw new Error(`there is no row ${TRAFFIC}`);
  return found;
}

/** Rows whose requests show what rules about bodies and lists speak of: with every member, filter and order. */
const EXPLORING = ['LAWFUL-BODIES', 'LAWFUL-QUERIES'];
const explores = ({ id }: Row): boolean => explorations.some((row) => row.id === id);

/** Operations whose rows wait: for a quote execution to settle, or for one another. */
const waits = (operation: Operation): boolean => operation === 'getQuote' || meetsOneObject(operation);

/** Rows that ask again and again, one request after another, begin first, so that the others overlap them. */
const isLong = (row: Row): boolean => row.aspect === 'paging' || explores(row) || row.operations.every(waits);

/**
 * The chosen rows that make traffic, and those that make it for them: the smallest lawful requests for all, and
 * explorations for rows that judge without asking anything themselves.
 */
export function trafficking(chosen: readonly Row[], suite: readonly Row[] = rows): readonly Row[] {
  const active = chosen.filter(isActive).sort((a, b) => Number(isLong(b)) - Number(isLong(a)));
  const silent = chosen.filter((row) => !isActive(row));
  const lent = (row: Row, judging: readonly Row[]): readonly Row[] => {
    const operations = row.operations.filter((each) => judging.some((other) => other.operations.includes(each)));
    return operations.length === 0 || chosen.some(({ id }) => id === row.id) ? [] : [{ ...row, operations }];
  };
  const exploring = suite.filter(({ id }) => EXPLORING.includes(id));
  return [...lent(trafficRow(suite), chosen), ...active, ...exploring.flatMap((row) => lent(row, silent))];
}
