import fc, { type Arbitrary } from 'fast-check';
import { among } from './choice.ts';

/** The characters that payment networks carry, the simplest first: text shrinks towards "a". */
const PLAIN = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', ..." /?:().,&'+-"];
const PATTERN_LENGTH = 16;

/** Replaces the blanks that a correct service may trim or collapse: at either end, and all but the last of several. */
const trimmed = (text: string): string => text.replace(/^ | $/g, 'a').replace(/ (?= )/g, 'a');

/** Text of any length from one short pattern, so that even long texts shrink within a few steps. */
const repeating = (characters: readonly string[]): Arbitrary<(length: number) => string> =>
  fc
    .string({ unit: among(characters), minLength: 1, maxLength: PATTERN_LENGTH })
    .map((text) => (length) => trimmed(text.repeat(Math.ceil(length / text.length)).slice(0, length)));

const repeated = (characters: readonly string[], lengths: Arbitrary<number>): Arbitrary<string> =>
  fc.tuple(lengths, repeating(characters)).map(([length, fill]) => fill(length));

/** What fills a text up to any length with the characters of {@link plain}. */
export const fills = (): Arbitrary<(length: number) => string> => repeating(PLAIN);

/** Text of exactly `length` characters `[0-9A-Za-z /?:().,&'+-]`, without a blank at either end or two in a row. */
export const plain = (length: number): Arbitrary<string> => repeated(PLAIN, fc.constant(length));

/** Text like {@link plain} of 1 to `most` characters; both bounds occur often. */
export const plainUpTo = (most: number): Arbitrary<string> => repeated(PLAIN, fc.integer({ min: 1, max: most }));

/** Pieces of text that naive code damages, without control characters, by what is awkward about them. */
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

/** Pieces of text with control characters. */
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
 * Joins pieces while they fit into `most` bytes of UTF-8. There are never fewer bytes than UTF-16 units, nor fewer units
 * than code points, so the text keeps the limit however its characters are counted.
 */
function fitted(pieces: readonly string[], most: number): string {
  return pieces.reduce((text, piece) => (bytes(text) + bytes(piece) <= most ? text + piece : text), '') || 'a';
}

const assembled = (pieces: readonly string[], most: number): Arbitrary<string> =>
  fc.array(among(pieces), { minLength: 1, maxLength: 12 }).map((chosen) => fitted(chosen, most));

/** Text that naive code damages, at most `most` characters however they are counted; control characters included. */
export const awkward = (most: number): Arbitrary<string> =>
  assembled(['a', ...Object.values(awkwardPieces), ...Object.values(controlPieces)], most);
