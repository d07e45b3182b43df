/** JSON text that was read, or one clause on where it stops being JSON. */
export type ReadJson =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'wrong'; readonly problem: string };

/** What the grammar allows at one place. */
type Place = 'value' | 'first-item' | 'first-name' | 'name' | 'colon' | 'more-members' | 'more-items' | 'end';

const EXPECTED: Readonly<Record<Place, string>> = {
  value: 'a value',
  'first-item': 'a value or ]',
  'first-name': 'a name in double quotes or }',
  name: 'a name in double quotes',
  colon: 'a colon',
  'more-members': 'a comma or }',
  'more-items': 'a comma or ]',
  end: 'nothing more',
};

const BLANK = /[ \t\r\n]*/y;
const TOKEN =
  /[{}[\],:]|"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

/** The text that a sticky expression finds at a position. */
function found(expression: RegExp, text: string, position: number): string {
  expression.lastIndex = position;
  return expression.exec(text)?.[0] ?? '';
}

const isName = (place: Place): boolean => place === 'name' || place === 'first-name';
const takesValue = (place: Place): boolean => place === 'value' || place === 'first-item';

/** The place after a value, by the brackets that are open. */
function afterValue(open: readonly string[]): Place {
  const innermost = open.at(-1);
  if (innermost === undefined) return 'end';
  return innermost === '{' ? 'more-members' : 'more-items';
}

function closes(token: string, place: Place): boolean {
  if (token === '}') return place === 'first-name' || place === 'more-members';
  return token === ']' && (place === 'first-item' || place === 'more-items');
}

/** Where the grammar goes on after a token; undefined when it does not allow the token. Keeps `open` up to date. */
function next(token: string, place: Place, open: string[]): Place | undefined {
  if (closes(token, place)) {
    open.pop();
    return afterValue(open);
  }
  if (token === ',' && place === 'more-members') return 'name';
  if (token === ',' && place === 'more-items') return 'value';
  if (token === ':' && place === 'colon') return 'value';
  if (token.startsWith('"') && isName(place)) return 'colon';
  if (!takesValue(place) || token === '' || /[}\],:]/.test(token[0] ?? '')) return undefined;
  if (token !== '{' && token !== '[') return afterValue(open);
  open.push(token);
  return token === '{' ? 'first-name' : 'first-item';
}

/** The first position that is not JSON, and what was expected there. */
function mistake(text: string): { readonly position: number; readonly expected: string } {
  const open: string[] = [];
  let place: Place = 'value';
  let position = found(BLANK, text, 0).length;
  for (;;) {
    const token = found(TOKEN, text, position);
    const then = next(token, place, open);
    if (then === undefined) return { position, expected: EXPECTED[place] };
    place = then;
    position += token.length;
    position += found(BLANK, text, position).length;
  }
}

/** What stands at a position: one character and no more, since what was given in place of JSON may hold secrets. */
function shown(text: string, position: number): string {
  const char = String.fromCodePoint(text.codePointAt(position) ?? 0);
  if (position >= text.length) return 'the end';
  if (char !== '"') return /\p{C}/u.test(char) ? `U+${char.charCodeAt(0).toString(16).padStart(4, '0')}` : char;
  const isWhole = found(TOKEN, text, position) !== '';
  return isWhole ? 'a string' : 'a string that is not closed, or has a line break or an unknown escape in it';
}

function problemOf(text: string): string {
  if (text.trim() === '') return 'it is empty';
  if (text.includes('\0')) return 'it is not JSON in UTF-8: save it in that encoding';
  const { position, expected } = mistake(text);
  const before = text.slice(0, position).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  return `it is not JSON: ${place}: expected ${expected}, got ${shown(text, position)}`;
}

/** Reads JSON text, with or without a byte order mark. */
export function readJson(given: string): ReadJson {
  const text = given.replace(/^\uFEFF/, '');
  try {
    return { kind: 'read', value: JSON.parse(text) };
  } catch {
    return { kind: 'wrong', problem: problemOf(text) };
  }
}
