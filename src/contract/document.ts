import type { Citation, Requirement } from './requirement.ts';

/** A statement of the document: a table row, a list item or a sentence, with its section. */
export interface Statement {
  readonly section: string;
  readonly line: number;
  readonly text: string;
}

const HEADING = /^#{1,3} (?:(\d+(?:\.\d+)?)\.? )?/;
const RULE = /^\|[\s|:-]+\|$/;

/** Splits the document into statements; headings, rules of tables and heads of tables state nothing by themselves. */
export function statements(document: string): readonly Statement[] {
  const lines = document.split('\n');
  let section = 'Conventions';
  return lines.flatMap((text, index) => {
    const heading = HEADING.exec(text);
    if (heading && text.startsWith('#')) section = heading[1] ?? section;
    const stating =
      text.trim() !== '' && !text.startsWith('#') && !RULE.test(text) && !RULE.test(lines[index + 1] ?? '');
    return stating ? sentences(text).map((each) => ({ section, line: index + 1, text: each })) : [];
  });
}

/** A table row is one statement; prose is split into its sentences. */
const sentences = (text: string): readonly string[] =>
  text.startsWith('|') ? [text] : text.split(/(?<=\.)(?<!^\d\.) (?=[A-Z])/);

/** Whether a citation points to a statement: one contains the other, in that section. */
export const cites = ({ section, words }: Citation, statement: Statement): boolean =>
  (statement.section === section || statement.section.startsWith(`${section}.`)) &&
  (statement.text.includes(words) || words.includes(statement.text));

/** The rows that rest on a statement. */
export const rowsFor = (statement: Statement, rows: readonly Requirement[]): readonly Requirement[] =>
  rows.filter((row) => row.cites.some((citation) => cites(citation, statement)));
