import { type Aspect, aspects } from '../../src/contract/requirement.ts';
import type { Report } from '../../src/model/report.ts';
import { type Cell, cellCount, type MatrixRow, shownRows } from '../view/matrix.ts';
import { glyphs, NOTHING, statuses, statusWords } from '../view/wording.ts';
import { broken, type Layout, padded, width } from './layout.ts';

const HEADINGS: Readonly<Record<Aspect, readonly [string, string]>> = {
  authentication: ['', 'auth'],
  'request checks': ['request', 'checks'],
  'response shape': ['response', 'shape'],
  semantics: ['', 'semantics'],
  paging: ['', 'paging'],
  filters: ['', 'filters'],
  limits: ['', 'limits'],
  'state across': ['state', 'across'],
};

const wide = (cell: Cell | undefined): string => (cell ? `${glyphs[cell.status]} ${cellCount(cell)}` : NOTHING);

/** Returns the short form of a cell, without the total number of its requirements. */
const narrow = (cell: Cell | undefined): string => (cell ? `${glyphs[cell.status]} ${cell.count}` : NOTHING);

const legend = [
  ...statuses.map((status) => `${glyphs[status]} ${statusWords[status]}`),
  `${NOTHING} no requirement`,
].join('   ');

interface Grid {
  readonly cellText: (cell: Cell | undefined) => string;
  readonly first: number;
  readonly widths: readonly number[];
  readonly headings: readonly (readonly string[])[];
}

const first = (rows: readonly MatrixRow[]): number => Math.max(...rows.map(({ operation }) => operation.length));

/** Names columns by their aspects, or by numbers if the terminal is narrow. */
function grid(rows: readonly MatrixRow[], columns: number): Grid {
  const widest = (text: Grid['cellText']) =>
    aspects.map((_, i) => Math.max(1, ...rows.map(({ cells }) => text(cells[i]).length)));
  const room = widest(wide);
  const named = aspects.map((aspect, i) => Math.max(room[i] ?? 1, ...HEADINGS[aspect].map(width)));
  const total = first(rows) + 1 + named.reduce((sum, each) => sum + each + 1, 0);
  if (total <= columns) {
    return {
      cellText: wide,
      first: first(rows),
      widths: named,
      headings: [0, 1].map((line) => aspects.map((each) => HEADINGS[each][line] ?? '')),
    };
  }
  const cellText = first(rows) + 2 + room.reduce((sum, each) => sum + each + 1, 0) <= columns ? wide : narrow;
  return { cellText, first: first(rows), widths: widest(cellText), headings: [aspects.map((_, i) => String(i + 1))] };
}

function line({ operation, cells }: MatrixRow, { cellText, first, widths }: Grid, { status }: Layout): string {
  const texts = cells.map((cell, i) => {
    const text = padded(cellText(cell), widths[i] ?? 0);
    return cell ? status(cell.status, text) : text;
  });
  return `${padded(operation, first)}  ${texts.join(' ')}`.trimEnd();
}

/** Returns the conformance matrix: operations as rows, aspects as columns, readable without colour. Fits 80 columns. */
export function matrixLines(report: Report, layout: Layout): readonly string[] {
  const rows = shownRows(report);
  if (rows.length === 0) return [];
  const shape = grid(rows, layout.columns);
  const headings = shape.headings.map((names) =>
    layout.dim(
      `${' '.repeat(shape.first)}  ${names.map((name, i) => padded(name, shape.widths[i] ?? 0)).join(' ')}`.trimEnd(),
    ),
  );
  const numbered =
    shape.headings.length > 1 ? [] : broken(aspects.map((each, i) => `${i + 1} ${each}`).join(', '), layout.columns);
  const notes = [...numbered, ...broken(legend, layout.columns)].map(layout.dim);
  return [...headings, ...rows.map((row) => line(row, shape, layout)), '', ...notes];
}
