import { type ParseError, parse, printParseErrorCode, visit } from 'jsonc-parser';

/** The value of JSON text, or a clause that says where the text stops being JSON. */
export type ReadJson =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'wrong'; readonly problem: string };

const IN_QUOTES = 'names and strings need double quotes';
const NO_COMMENTS = 'JSON has no comments';
const NOT_CLOSED = 'the string that begins here does not end on its line';

/** Advice for each error of the parser. It never quotes the file, which may hold secrets. */
const FINDINGS: Readonly<Record<string, string>> = {
  InvalidSymbol: `unexpected character at the start of a value or name: ${IN_QUOTES}`,
  InvalidNumberFormat: 'this is not a valid number',
  PropertyNameExpected: `a name is expected: ${IN_QUOTES}, and } must not follow a comma`,
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma or a closing bracket is expected',
  CloseBraceExpected: '} is expected',
  CloseBracketExpected: '] is expected',
  EndOfFileExpected: 'the document should end here',
  InvalidCommentToken: NO_COMMENTS,
  UnexpectedEndOfComment: NO_COMMENTS,
  UnexpectedEndOfString: NOT_CLOSED,
  UnexpectedEndOfNumber: 'the number is incomplete',
  InvalidUnicode: '\\u must be followed by four hexadecimal digits; write a backslash as \\\\',
  InvalidEscapeCharacter: 'unknown escape sequence; write a backslash as \\\\',
  InvalidCharacter: 'a control character in a string must be an escape sequence such as \\n',
};

function firstFinding(text: string): ParseError | undefined {
  const found: ParseError[] = [];
  parse(text, found, { disallowComments: true });
  return found[0];
}

/** Names a place for people, who count from one. */
const placeOf = (line: number, column: number): string => `line ${line + 1}, column ${column + 1}`;

function problemOf(text: string): string {
  if (text.trim() === '') return 'it is empty';
  if (text.includes('\0')) return 'it is not JSON in UTF-8: save it in that encoding';
  const first = firstFinding(text);
  if (!first) return 'it is not JSON';
  const before = text.slice(0, first.offset).split('\n');
  const place = placeOf(before.length - 1, (before.at(-1) ?? '').length);
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

/** Parses JSON text that a person wrote: an object must not repeat a name, of which JSON.parse keeps the last value. */
export function readHandwritten(text: string): ReadJson {
  const read = readJson(text);
  const place = read.kind === 'read' ? repeatedName(text) : undefined;
  return place === undefined ? read : { kind: 'wrong', problem: `${place}: this name is already used in its object` };
}

/** Returns the place of the first name that its object has twice, or undefined. */
function repeatedName(text: string): string | undefined {
  const names: Set<string>[] = [];
  let place: string | undefined;
  visit(text, {
    onObjectBegin: () => {
      names.push(new Set());
    },
    onObjectEnd: () => {
      names.pop();
    },
    // biome-ignore lint/complexity/useMaxParams: the library calls it with all of these.
    onObjectProperty: (name, _offset, _length, line, column) => {
      if (names.at(-1)?.has(name)) place ??= placeOf(line, column);
      names.at(-1)?.add(name);
    },
  });
  return place;
}
