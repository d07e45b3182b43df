import type { Citation, Requirement } from './requirement.ts';

/** A statement of the document: a table row, a list item or a sentence, with its section. */
export interface Statement {
  readonly section: string;
  readonly line: number;
  readonly text: string;
}

const HEADING = /^#{1,3} (?:(\d+(?:\.\d+)?)\.? )?/;
/** Matches the delimiter row of a table. */
export const DELIMITER_ROW = /^\|[\s|:-]+\|$/;

/** Splits the document into statements. Headings, and the header and delimiter rows of tables, are no statements. */
export function statements(document: string): readonly Statement[] {
  const lines = document.split('\n');
  let section = 'Conventions';
  return lines.flatMap((text, index) => {
    const heading = HEADING.exec(text);
    if (heading && text.startsWith('#')) section = heading[1] ?? section;
    const stating =
      text.trim() !== '' &&
      !text.startsWith('#') &&
      !DELIMITER_ROW.test(text) &&
      !DELIMITER_ROW.test(lines[index + 1] ?? '');
    return stating ? sentences(text).map((each) => ({ section, line: index + 1, text: each })) : [];
  });
}

/** Splits prose into sentences. A table row is one statement. */
const sentences = (text: string): readonly string[] =>
  text.startsWith('|') ? [text] : text.split(/(?<=\.)(?<!^\d\.) (?=[A-Z])/);

/** Returns whether a citation refers to a statement: they are in the same section and one contains the other. */
export const cites = ({ section, words }: Citation, statement: Statement): boolean =>
  (statement.section === section || statement.section.startsWith(`${section}.`)) &&
  (statement.text.includes(words) || words.includes(statement.text));

/** Returns the rows that cite a statement. */
export const rowsFor = (statement: Statement, rows: readonly Requirement[]): readonly Requirement[] =>
  rows.filter((row) => row.cites.some((citation) => cites(citation, statement)));
