import fc, { type Arbitrary } from 'fast-check';
import { among } from './choice.ts';

/** The characters that payment networks accept, simplest first: text shrinks towards "a". */
const PLAIN = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', ..." /?:().,&'+-"];
const PATTERN_LENGTH = 16;

/** Replaces blanks that a correct service may trim or collapse: at both ends, and all but the last of several. */
const trimmed = (text: string): string => text.replace(/^ | $/g, 'a').replace(/ (?= )/g, 'a');

/** Generates text of any length from one short pattern, so that even long texts shrink within a few steps. */
const repeating = (characters: readonly string[]): Arbitrary<(length: number) => string> =>
  fc
    .string({ unit: among(characters), minLength: 1, maxLength: PATTERN_LENGTH })
    .map((text) => (length) => trimmed(text.repeat(Math.ceil(length / text.length)).slice(0, length)));

const repeated = (characters: readonly string[], lengths: Arbitrary<number>): Arbitrary<string> =>
  fc.tuple(lengths, repeating(characters)).map(([length, fill]) => fill(length));

/** Generates functions that return text of a given length, from the characters of {@link plain}. */
export const fills = (): Arbitrary<(length: number) => string> => repeating(PLAIN);

/** Generates text of exactly `length` characters `[0-9A-Za-z /?:().,&'+-]`, with no blank at an end or two in a row. */
export const plain = (length: number): Arbitrary<string> => repeated(PLAIN, fc.constant(length));

/** Generates text like {@link plain} of 1 to `most` characters. Both bounds occur often. */
export const plainUpTo = (most: number): Arbitrary<string> => repeated(PLAIN, fc.integer({ min: 1, max: most }));

/** Texts without control characters that naive code corrupts, by their difficulty. */
export const awkwardPieces: Readonly<Record<string, string>> = {
  accent: 'é',
  'combining mark': 'e\u0301',
  'stacked marks': 'a\u0300\u0323\u0304',
  astral: '😀',
  'joined emoji': '👩\u200d👩\u200d👧',
  ideograph: '漢',
  'astral ideograph': '𠮷',
  'right to left': 'שלום',
  'right to left, joined': 'مرحبا',
  'changes its length in upper case': 'ß',
  'changes its length in lower case': 'İ',
  ligature: 'ﬁ',
  'double quote': '"',
  'single quote': "'",
  backslash: '\\',
  'percent sign': '%',
  'percent encoding': '%2F',
  plus: '+',
  ampersand: '&',
  'equals sign': '=',
  'number sign': '#',
  markup: '<b>&amp;</b>',
  'SQL fragment': "'; --",
  template: '{{7*7}}${7*7}',
  'two blanks': 'a  b',
  'no-break space': 'a\u00a0b',
  'zero-width space': 'a\u200bb',
  'byte order mark': '\ufeff',
  'line separator': '\u2028',
  'long run': 'x'.repeat(64),
};

/** Texts with control characters. */
const controlPieces: Readonly<Record<string, string>> = {
  'CR LF': '\r\n',
  'line feed': '\n',
  'carriage return': '\r',
  tab: '\t',
  escape: '\u001b[31m',
  'direction override': '\u202eabc\u202c',
};

const bytes = (text: string): number => Buffer.byteLength(text);

/**
 * Joins pieces while they fit into `most` bytes of UTF-8. A text has at least as many bytes as UTF-16 units, and at
 * least as many units as code points, so it keeps the limit however its characters are counted.
 */
function fitted(pieces: readonly string[], most: number): string {
  return pieces.reduce((text, piece) => (bytes(text) + bytes(piece) <= most ? text + piece : text), '') || 'a';
}

const assembled = (pieces: readonly string[], most: number): Arbitrary<string> =>
  fc.array(among(pieces), { minLength: 1, maxLength: 12 }).map((chosen) => fitted(chosen, most));

/** Generates text that naive code corrupts, with control characters; at most `most` characters however counted. */
export const awkward = (most: number): Arbitrary<string> =>
  assembled(['a', ...Object.values(awkwardPieces), ...Object.values(controlPieces)], most);
