import { cut } from '../../src/values/escape.ts';
import { at, isObject, type Json, pointerStep, stepsOf } from '../../src/values/json.ts';

/** One line of a body as shown in reports. */
export type Line =
  | { readonly kind: 'text'; readonly text: string; readonly marked: boolean }
  /** Takes the place of a missing member. */
  | { readonly kind: 'absent'; readonly text: string }
  /** Takes the place of lines that are left out. */
  | { readonly kind: 'gap'; readonly lines: number };

interface Placed {
  readonly text: string;
  readonly pointer: string;
  /** Whether this is the closing bracket of the value at `pointer`. */
  readonly closes: boolean;
}

const DEEPEST = 40;
const LONGEST = 400;

function membersOf(value: Json): readonly (readonly [name: string, label: string, value: Json])[] | undefined {
  if (Array.isArray(value)) return value.map((item: Json, i) => [String(i), '', item]);
  if (!isObject(value)) return undefined;
  return Object.entries(value).map(([name, item]) => [name, `${JSON.stringify(cut(name, LONGEST))}: `, item ?? null]);
}

const scalar = (value: Json): string => JSON.stringify(typeof value === 'string' ? cut(value, LONGEST) : value);

/** Where a value is in its body, and what its lines have around it. */
interface Place {
  readonly pointer: string;
  readonly label: string;
  readonly comma: '' | ',';
  readonly depth: number;
}

function place(value: Json, { pointer, label, comma, depth }: Place): readonly Placed[] {
  const pad = '  '.repeat(depth);
  const line = (text: string, closes = false): Placed => ({ text: `${pad}${text}`, pointer, closes });
  const members = membersOf(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (!members) return [line(`${label}${scalar(value)}${comma}`)];
  if (members.length === 0) return [line(`${label}${open}${close}${comma}`)];
  if (depth >= DEEPEST) return [line(`${label}${open} … ${close}${comma}`)];
  const inner = members.flatMap(([name, own, item], i) =>
    place(item, {
      pointer: `${pointer}/${pointerStep(name)}`,
      label: own,
      comma: i < members.length - 1 ? ',' : '',
      depth: depth + 1,
    }),
  );
  return [line(`${label}${open}`), ...inner, line(`${close}${comma}`, true)];
}

/** Returns the longest prefix of a pointer at which there is a value. */
function nearest(body: Json, where: string): string {
  let pointer = where;
  while (pointer !== '' && at(body, pointer) === undefined) pointer = pointer.slice(0, pointer.lastIndexOf('/'));
  return pointer;
}

const missingName = (where: string, anchor: string): string => stepsOf(where.slice(anchor.length))[0] ?? '';

/**
 * Returns a body as indented lines, with the one at the JSON Pointer `where` marked. When there is no value at `where`,
 * a line of kind `absent` says so inside the nearest existing value. With `whole: false` the body was cut, so this
 * cannot be concluded.
 */
export function listing(body: Json, where: string | null, whole = true): readonly Line[] {
  const placed = place(body, { pointer: '', label: '', comma: '', depth: 0 });
  if (where === null) return placed.map(({ text }) => ({ kind: 'text', text, marked: false }));
  const anchor = nearest(body, where);
  const exact = anchor === where || !whole;
  const inside = !exact && placed.some(({ pointer, closes }) => closes && pointer === anchor);
  return placed.flatMap(({ text, pointer, closes }): readonly Line[] => {
    const here = pointer === anchor;
    const line: Line = { kind: 'text', text, marked: here && !closes && !inside && (whole || anchor === where) };
    const absent: Line = {
      kind: 'absent',
      text: `${/^ */.exec(text)}  ${JSON.stringify(missingName(where, anchor))} is missing`,
    };
    return inside && here && closes ? [absent, line] : [line];
  });
}

/** Returns text that is not JSON as lines. */
const plainListing = (text: string): readonly Line[] =>
  text.split('\n').map((each) => ({ kind: 'text', text: cut(each, LONGEST), marked: false }));

/** A listing is long when it has more than this many times the number of lines shown around a marked one. */
const LONG = 4;

/** Number of lines at the beginning that are kept before a marked line. */
const BEGINNING = 3;

/** Shortens a long listing to its beginning and `around` lines on both sides of each marked line; leaves gaps. */
export function excerpt(lines: readonly Line[], around: number): readonly Line[] {
  if (lines.length <= LONG * around) return lines;
  const wanted = lines.flatMap((line, i) =>
    line.kind === 'absent' || (line.kind === 'text' && line.marked) ? [i] : [],
  );
  const first = wanted.length > 0 ? BEGINNING : LONG * around;
  const isNear = (i: number): boolean =>
    i < first || i >= lines.length - 1 || wanted.some((each) => Math.abs(each - i) <= around);
  // One line is as short as the words that would stand in its place.
  const keep = lines.map((_, i) => isNear(i) || (isNear(i - 1) && isNear(i + 1)));
  const shown: Line[] = [];
  lines.forEach((line, i) => {
    const last = shown.at(-1);
    if (keep[i]) shown.push(line);
    else if (last?.kind === 'gap') shown[shown.length - 1] = { kind: 'gap', lines: last.lines + 1 };
    else shown.push({ kind: 'gap', lines: 1 });
  });
  return shown;
}

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly cut?: boolean;
  readonly first_item?: number;
}

/** Converts a pointer into a list to one into the shown part of it. Returns undefined for other pointers. */
function inPart(where: string | null, first: number | undefined): string | undefined {
  const [, index, rest = ''] = /^\/items\/(\d+)(.*)$/s.exec(where ?? '') ?? [];
  return index === undefined || first === undefined ? undefined : `/items/${Number(index) - first}${rest}`;
}

const isJson = ({ headers }: Message): boolean =>
  Object.entries(headers).some(([name, value]) => name.toLowerCase() === 'content-type' && /json/i.test(value));

/** Returns the body of a request or response as lines, or none when it is empty. */
export function bodyListing(message: Message, where: string | null): readonly Line[] {
  const { body, cut: partial = false, first_item } = message;
  if (body === undefined) return [];
  if (typeof body === 'string' && (partial || !isJson(message))) return plainListing(body);
  const shown = inPart(where, first_item);
  return shown === undefined ? listing(body, where, !partial) : listing(body, shown);
}
