import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** The value of JSON text, or a clause that says where the text stops being JSON. */
export type ReadJson =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'wrong'; readonly problem: string };

const IN_QUOTES = 'names and texts are in double quotes';
const NO_COMMENTS = 'JSON has no comments';
const NOT_CLOSED = 'the text that begins here is not closed on its line';

/** Advice for each error of the parser. It never quotes the file, which may hold secrets. */
const FINDINGS: Readonly<Record<string, string>> = {
  InvalidSymbol: `a value or a name cannot begin so: ${IN_QUOTES}`,
  InvalidNumberFormat: 'a number cannot be written so',
  PropertyNameExpected: `a name is expected: ${IN_QUOTES}, and no comma before }`,
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected, or the end of what is open',
  CloseBraceExpected: '} is expected',
  CloseBracketExpected: '] is expected',
  EndOfFileExpected: 'nothing more is expected',
  InvalidCommentToken: NO_COMMENTS,
  UnexpectedEndOfComment: NO_COMMENTS,
  UnexpectedEndOfString: NOT_CLOSED,
  UnexpectedEndOfNumber: 'a number cannot end so',
  InvalidUnicode: 'after \\u four hexadecimal digits are expected; a backslash itself is written \\\\',
  InvalidEscapeCharacter: 'there is no such escape; a backslash itself is written \\\\',
  InvalidCharacter: 'a control character in a text is written as an escape such as \\n',
};

function firstFinding(text: string): ParseError | undefined {
  const found: ParseError[] = [];
  parse(text, found, { disallowComments: true });
  return found[0];
}

function problemOf(text: string): string {
  if (text.trim() === '') return 'it is empty';
  if (text.includes('\0')) return 'it is not JSON in UTF-8: save it in that encoding';
  const first = firstFinding(text);
  if (!first) return 'it is not JSON';
  const before = text.slice(0, first.offset).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  return `it is not JSON: ${place}: ${FINDINGS[printParseErrorCode(first.error)] ?? 'something else is expected'}`;
}

/** Parses JSON text, with or without a byte order mark. */
export function readJson(given: string): ReadJson {
  const text = given.replace(/^\uFEFF/, '');
  try {
    return { kind: 'read', value: JSON.parse(text) };
  } catch {
    return { kind: 'wrong', problem: problemOf(text) };
  }
}
