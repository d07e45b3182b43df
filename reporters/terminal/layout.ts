import { styleText } from 'node:util';
import type { Status } from '../../src/model/reported.ts';
import { escapeForTerminal, inert } from '../../src/values/escape.ts';

/** How much the terminal shows. */
type Detail = 'quiet' | 'normal' | 'verbose';

/** Properties of the terminal, and the location of the report's files. */
export interface TerminalOptions {
  /** Width in character cells. */
  readonly columns: number;
  readonly colour: boolean;
  /** URL of report.html, for terminals that show links (OSC 8); undefined for others. */
  readonly page?: string;
  readonly detail: Detail;
  /** Path of report.json as the user would type it. */
  readonly report: string;
}

type Paint = (text: string) => string;

/** Colours, measures and links text for one terminal. Text of the target must pass through `terminal` first. */
export interface Layout {
  readonly columns: number;
  readonly bold: Paint;
  readonly dim: Paint;
  readonly status: (status: Status, text: string) => string;
  /** Returns text that links to an anchor of report.html. */
  readonly link: (text: string, anchor: string) => string;
  /** Wraps text to the width after `lead`, with a hanging indent. */
  readonly wrap: (lead: string, text: string, paint?: Paint) => readonly string[];
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Returns the number of character cells that a text occupies. */
export const width = (text: string): number =>
  [...text].reduce((sum, char) => sum + (/\p{M}/u.test(char) ? 0 : WIDE.test(char) ? 2 : 1), 0);

/** Pads a text with blanks to a width. */
export const padded = (text: string, cells: number): string => text + ' '.repeat(Math.max(0, cells - width(text)));

function pieces(word: string, most: number): readonly string[] {
  const lines = [''];
  for (const char of word) {
    const last = lines.at(-1) ?? '';
    if (width(last + char) > most && last !== '') lines.push(char);
    else lines[lines.length - 1] = last + char;
  }
  return lines;
}

/** Breaks text into lines of at most `most` cells, the first of at most `first`, preferably between words. */
export function broken(text: string, most: number, first = most): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    const joined = last === '' ? word : `${last} ${word}`;
    const fits = width(joined) <= (lines.length === 1 ? first : most);
    if (fits || (last === '' && first === most)) lines.splice(-1, 1, ...pieces(joined, most));
    else lines.push(...pieces(word, most));
  }
  return lines;
}

const NARROWEST = 20;
/** Indent of further lines after a wide lead. */
const HANG = 6;

const same: Paint = (text) => text;

type Format = Extract<Parameters<typeof styleText>[0], string>;

const COLOURS: Readonly<Record<Status, Format>> = {
  failed: 'red',
  warned: 'yellow',
  not_exercised: 'magenta',
  passed: 'green',
  observed: 'cyan',
};

/** Returns the layout of a terminal. */
export function layoutOf({ columns, colour, page }: TerminalOptions): Layout {
  const style =
    (format: Format): Paint =>
    (text) =>
      colour ? styleText(format, text, { validateStream: false }) : text;
  const link = (text: string, anchor: string): string =>
    page === undefined ? text : `\u001b]8;;${escapeForTerminal(`${page}#${anchor}`)}\u001b\\${text}\u001b]8;;\u001b\\`;
  const wrap = (lead: string, text: string, paint: Paint = same): readonly string[] => {
    const hang = width(lead) > columns / 4 ? HANG : width(lead);
    const room = (taken: number): number => Math.max(NARROWEST, columns - taken);
    const lines = broken(escapeForTerminal(text), room(hang), room(width(lead)));
    return lines.map((line, i) => `${i === 0 ? lead : ' '.repeat(hang)}${paint(inert(line))}`);
  };
  return {
    columns,
    bold: style('bold'),
    dim: style('dim'),
    status: (status, text) => style(COLOURS[status])(text),
    link,
    wrap,
  };
}
