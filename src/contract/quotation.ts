import { cites, DELIMITER_ROW, type Statement, statements } from './document.ts';
import { documentText } from './document-text.ts';
import type { Citation } from './requirement.ts';

interface Source {
  readonly lines: readonly string[];
  readonly statements: readonly Statement[];
}

let known: Source | undefined;

/** Returns the document; it is read when it is first quoted. */
function source(): Source {
  const text = known === undefined ? documentText() : '';
  known ??= { lines: text.split('\n'), statements: statements(text) };
  return known;
}

const statementOf = (citation: Citation): Statement | undefined =>
  source().statements.find((each) => cites(citation, each));

const isRow = (words: string): boolean => words.startsWith('|');

const cellsOf = (row: string): readonly string[] =>
  row
    .split('|')
    .slice(1, row.trimEnd().endsWith('|') ? -1 : undefined)
    .map((each) => each.trim());

/** Returns the column names of the table that a line is in. */
function headAbove(lines: readonly string[], line: number): readonly string[] {
  const delimiter = lines.slice(0, line).findLastIndex((each) => DELIMITER_ROW.test(each));
  return cellsOf(lines[delimiter - 1] ?? '');
}

/** Writes a table row with the names of its columns: `Field: fee; Type: string`. */
function labelled(row: string, head: readonly string[]): string {
  const cells = cellsOf(row).map((cell, i) => (cell === '' ? '' : head[i] ? `${head[i]}: ${cell}` : cell));
  return cells.filter((each) => each !== '').join('; ');
}

/** Removes the marker of a list item. */
const unlisted = (words: string): string => words.replace(/^(?:-|\d+\.) /, '');

/** The full text of cited places, by citation. Reports quote the same places for many requirements. */
const whole = new Map<string, string>();

function wordsOf(citation: Citation): string {
  const statement = statementOf(citation);
  const words = statement?.text ?? citation.words;
  const head = statement ? headAbove(source().lines, statement.line) : [];
  return isRow(words) ? labelled(words, head) : unlisted(words);
}

/** Returns the full text of the cited places, each once. Table rows are written with the names of their columns. */
export function quoted(citations: readonly Citation[]): readonly Citation[] {
  const found = citations.map((citation): Citation => {
    const key = `${citation.section} ${citation.words}`;
    const words = whole.get(key) ?? wordsOf(citation);
    whole.set(key, words);
    return { section: citation.section, words };
  });
  return found.filter(({ words }, i) => found.findIndex((each) => each.words === words) === i);
}
