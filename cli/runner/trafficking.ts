import { isActive, type Row } from '../../engine/row.ts';
import { rows } from '../../suites/index.ts';

/** The row whose probes send one lawful request to each operation: what rules are judged on when nothing else is chosen. */
export const TRAFFIC = 'SUCCESS-STATUS';

/** The row that sends one lawful request to each operation. */
export function trafficRow(): Row {
  const found = rows.find(({ id }) => id === TRAFFIC);
  if (!found) throw new Error(`there is no row ${TRAFFIC}`);
  return found;
}

/** Rows that wait for the target or for one page after another begin first, so that the others overlap them. */
const isLong = ({ aspect, operations }: Row): boolean =>
  aspect === 'paging' || (operations.length === 1 && operations[0] === 'getQuote');

/** The chosen rows that make traffic, and the one that makes it for rules when it was not chosen. */
export function trafficking(chosen: readonly Row[]): readonly Row[] {
  const active = [...chosen.filter(isActive)].sort((a, b) => Number(isLong(b)) - Number(isLong(a)));
  if (active.some(({ id }) => id === TRAFFIC)) return active;
  const operations = [...new Set(chosen.flatMap((row) => row.operations))];
  return [{ ...trafficRow(), operations }, ...active];
}
