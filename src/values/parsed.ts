import { isObject, type Json, type JsonObject } from './json.ts';
import { Memory } from './memory.ts';

/** Thrown for JSON that is nested deeper than allowed. */
export class TooDeep extends Error {}

/** Maximum number of list items that are cached, and the longest text of a cached item. */
const [MOST_ITEMS, LONGEST_ITEM] = [4_000, 4_096];

/** A cached list item. */
interface Met {
  readonly text: string;
  readonly value: JsonObject;
  /** Nesting depth, including the item itself. */
  readonly depth: number;
}

/**
 * List items by their text, and the latest item by the beginning of its text. The latter saves searching for the end of
 * a repeated item.
 *
 * This cache, like the habit below, belongs to the process and not to a run: it decides only whether equal items are one
 * object, never what is parsed. Runs in one process share it safely.
 */
const known = new Memory<string, Met>(MOST_ITEMS);
const begun = new Memory<string, Met>(MOST_ITEMS);
/** Number of characters of a beginning, enough for a name and an id. */
const BEGINNING = 64;
const shared = new WeakSet<object>();

/** Returns whether the item is the same object wherever its text occurs, so that results about it are worth caching. */
export const isShared = (item: object): boolean => shared.has(item);

/** Marks an object as shared: it is reused wherever its item occurs. */
export const share = (item: object): unknown => shared.add(item);

/** Number of lookups before deciding whether the cache is worthwhile. */
const LOOK_UPS = 4_000;
/**
 * Number of texts that are parsed without the cache if it is not worthwhile. The number doubles each time in a row, up
 * to a limit.
 */
const [OTHERWISE, MOST_OTHERWISE] = [400, 6_400];
/** The least share of repeated items for which the cache is worthwhile. */
const WORTHWHILE = 0.1;

/** Counts how often items repeat. In a run about nine of ten do; in a recording of a large service hardly any. */
const habit = { lookedUp: 0, metAgain: 0, otherwise: 0, pause: OTHERWISE };

function isWorthwhile(): boolean {
  if (habit.otherwise > 0) {
    habit.otherwise -= 1;
    return false;
  }
  if (habit.lookedUp < LOOK_UPS) return true;
  const isRare = habit.metAgain < habit.lookedUp * WORTHWHILE;
  if (isRare) habit.otherwise = habit.pause;
  habit.pause = isRare ? Math.min(habit.pause * 2, MOST_OTHERWISE) : OTHERWISE;
  [habit.lookedUp, habit.metAgain] = [0, 0];
  return habit.otherwise === 0;
}

/**
 * Parses JSON. If items repeat often, a list item (an object in an array of the outermost object) whose text occurred
 * before is returned as the same object, so that results about it can be cached. Throws SyntaxError. Throws TooDeep
 * before parsing, because deep nesting would exhaust the stack.
 */
export function parsed(text: string, mostDepth = Number.POSITIVE_INFINITY): Json {
  const { frame, items } = taken(text, mostDepth);
  if (items.length === 0) return JSON.parse(text);
  const values = items.map(itemOf);
  const whole: Record<string, Json> = JSON.parse(frame);
  for (const list of Object.values(whole)) if (Array.isArray(list)) fill(list, values);
  return whole;
}

function itemOf(item: Item): Json {
  habit.lookedUp += 1;
  if ('value' in item) {
    habit.metAgain += 1;
    return item.value;
  }
  const { text, depth } = item;
  if (text.length > LONGEST_ITEM) return JSON.parse(text);
  const before = known.get(text);
  if (before) habit.metAgain += 1;
  const found = before ?? met(text, depth);
  begun.set(found.text.slice(0, BEGINNING), found);
  return found.value;
}

/** Parses an item and adds it to the cache. */
function met(text: string, depth: number): Met {
  const value: JsonObject = JSON.parse(text);
  shared.add(value);
  // This is a copy, since a substring would keep the whole text in memory.
  const item = { text: JSON.parse(JSON.stringify(text)), value, depth };
  known.set(item.text, item);
  return item;
}

/** Replaces each placeholder with its item. */
function fill(list: Json[], values: readonly Json[]): void {
  for (const [i, each] of list.entries()) if (isObject(each)) list[i] = values[Number(each[''])] ?? null;
}

/** An item of a text: a cached one, or its text. */
type Item = Met | Omit<Met, 'value'>;

/** A text with each list item replaced by the placeholder `{"":n}`, and the items. */
interface Taken {
  readonly frame: string;
  readonly items: readonly Item[];
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** `[` and `{` differ only in this bit, and so do `]` and `}`. */
const BRACE = 0x20;
const [OPENING, CLOSING] = [0x5b | BRACE, 0x5d | BRACE];
const [LIST, OBJECT] = [0x5b, 0x7b];
/** The nesting depth of an item, which is inside a list inside the outermost object. */
const ITEM_DEPTH = 3;

/** Checks the depth and finds the items. If the text is not JSON, neither is the frame or one of the items. */
function taken(text: string, mostDepth: number): Taken {
  const items: Item[] = [];
  const isWhole = isWorthwhile() && text.trimStart().charCodeAt(0) === OBJECT;
  let [frame, from, depth, isList] = ['', 0, 0, false];
  for (let i = bracketFrom(text, 0); i < text.length; i = bracketFrom(text, i + 1)) {
    const code = text.charCodeAt(i);
    depth += stepOf(code);
    if (depth > mostDepth) throw new TooDeep();
    if (depth === ITEM_DEPTH - 1 && stepOf(code) > 0) isList = isWhole && code === LIST;
    if (depth !== ITEM_DEPTH || !isList || code !== OBJECT) continue;
    const item = itemAt(text, i, mostDepth - ITEM_DEPTH + 1);
    if (!item) continue;
    frame += `${text.slice(from, i)}{"":${items.length}}`;
    items.push(item);
    [from, depth] = [i + item.text.length, ITEM_DEPTH - 1];
    i = from - 1;
  }
  return { frame: frame + text.slice(from), items };
}

/** Returns the item that begins at `start`, or undefined if it has no end. Throws TooDeep. */
function itemAt(text: string, start: number, mostDepth: number): Item | undefined {
  const item = metAt(text, start) ?? readAt(text, start);
  if (item && item.depth > mostDepth) throw new TooDeep();
  return item;
}

function readAt(text: string, start: number): Item | undefined {
  let [depth, deepest] = [0, 0];
  for (let i = start; i < text.length; i = bracketFrom(text, i + 1)) {
    depth += stepOf(text.charCodeAt(i));
    if (depth > deepest) deepest = depth;
    if (depth === 0) return { text: text.slice(start, i + 1), depth: deepest };
  }
  return undefined;
}

/** Returns the index of the first bracket or brace outside strings, or the end of the text if there is none. */
function bracketFrom(text: string, start: number): number {
  for (let i = start; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (stepOf(code) !== 0) return i;
  }
  return text.length;
}

/** Returns by how much a character changes the depth. */
function stepOf(code: number): number {
  if ((code | BRACE) === OPENING) return 1;
  return (code | BRACE) === CLOSING ? -1 : 0;
}

/** Returns the cached item that begins at `start`, if it equals the latest item with the same beginning. */
function metAt(text: string, start: number): Met | undefined {
  const item = begun.get(text.slice(start, start + BEGINNING));
  return item && text.slice(start, start + item.text.length) === item.text ? item : undefined;
}

/** Returns the index of the quote that ends a string, or the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** Returns whether an odd number of backslashes precedes a position. */
function isEscaped(text: string, place: number): boolean {
  let from = place;
  while (text.charCodeAt(from - 1) === BACKSLASH) from -= 1;
  return (place - from) % 2 === 1;
}
