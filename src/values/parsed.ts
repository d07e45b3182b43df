import { isObject, type Json, type JsonObject } from './json.ts';
import { Memory } from './memory.ts';

/** The JSON is nested deeper than the reader allows. */
export class TooDeep extends Error {}

/** Items of lists that are remembered, and the longest text of one. */
const [MOST_ITEMS, LONGEST_ITEM] = [4_000, 4_096];

/** An item of a list that was met. */
interface Met {
  readonly text: string;
  readonly value: JsonObject;
  /** Levels of objects and lists, the item itself included. */
  readonly depth: number;
}

/** Items of lists by their texts, and the last one that begins alike by how it begins: its end need not be looked for again. */
const known = new Memory<string, Met>(MOST_ITEMS);
const begun = new Memory<string, Met>(MOST_ITEMS);
/** Characters of a beginning: those of a name and an id. */
const BEGINNING = 64;
const shared = new WeakSet<object>();

/** True for an item that is the same object wherever its text is met: what is found out about it is worth remembering. */
export const isShared = (item: object): boolean => shared.has(item);

/** Says of another form of such an item that it is the same object wherever that is met. */
export const share = (item: object): unknown => shared.add(item);

/** Items that are looked up before it is asked whether it is worth it. */
const LOOK_UPS = 4_000;
/** Texts that are read otherwise when it is not: twice as many each time in a row, up to the most. */
const [OTHERWISE, MOST_OTHERWISE] = [400, 6_400];
/** The least share of items that are met again. */
const WORTHWHILE = 0.1;

/** Whether items come again: in the traffic of a run nine of ten do, in a recording of a large service hardly any. */
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
 * The value of a JSON text. An item of a list (an object in an array of the outermost object) whose text was met before is
 * the same object again, where many are: what was found out about it need not be found out twice. Throws TooDeep, found before anything is
 * parsed, because depth is what exhausts a stack, and SyntaxError.
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

/** Remembers an item that was not met before. */
function met(text: string, depth: number): Met {
  const value: JsonObject = JSON.parse(text);
  shared.add(value);
  // A copy: a part of a text holds the whole of it in memory.
  const item = { text: JSON.parse(JSON.stringify(text)), value, depth };
  known.set(item.text, item);
  return item;
}

/** Puts each item where its number is. */
function fill(list: Json[], values: readonly Json[]): void {
  for (const [i, each] of list.entries()) if (isObject(each)) list[i] = values[Number(each[''])] ?? null;
}

/** An item of a text: one that was met before, or its own text. */
type Item = Met | Omit<Met, 'value'>;

/** A text apart from the items of its lists: in the place of each, `{"":n}` with its number. */
interface Taken {
  readonly frame: string;
  readonly items: readonly Item[];
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** `[` and `{`, `]` and `}` differ only in this bit. */
const BRACE = 0x20;
const [OPENING, CLOSING] = [0x5b | BRACE, 0x5d | BRACE];
const [LIST, OBJECT] = [0x5b, 0x7b];
/** An item is inside the outermost object and a list. */
const ITEM_DEPTH = 3;

/** One pass finds the depth and the items. Of a text that is no JSON, the frame or an item is none. */
function taken(text: string, mostDepth: number): Taken {
  const items: Item[] = [];
  const isWhole = isWorthwhile() && text.trimStart().charCodeAt(0) === OBJECT;
  let [frame, from, depth, deepest, isList, start] = ['', 0, 0, 0, false, -1];
  const take = (item: Item): void => {
    frame += `${text.slice(from, start)}{"":${items.length}}`;
    items.push(item);
    [from, depth, start] = [start + item.text.length, ITEM_DEPTH - 1, -1];
  };
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if ((code | BRACE) === OPENING) {
      depth += 1;
      if (depth > mostDepth) throw new TooDeep();
      if (depth > deepest) deepest = depth;
      if (depth === ITEM_DEPTH - 1) isList = isWhole && code === LIST;
      if (depth !== ITEM_DEPTH || !isList || code !== OBJECT) continue;
      [start, deepest] = [i, ITEM_DEPTH];
      const item = metAt(text, i);
      if (!item) continue;
      if (ITEM_DEPTH - 1 + item.depth > mostDepth) throw new TooDeep();
      take(item);
      i = from - 1;
    } else if ((code | BRACE) === CLOSING) {
      depth -= 1;
      if (depth === ITEM_DEPTH - 1 && start >= 0)
        take({ text: text.slice(start, i + 1), depth: deepest - ITEM_DEPTH + 1 });
    }
  }
  return { frame: frame + text.slice(from), items };
}

/** The item of a list that begins at a place, where the last one that begins like it is the same. */
function metAt(text: string, start: number): Met | undefined {
  const item = begun.get(text.slice(start, start + BEGINNING));
  return item && text.slice(start, start + item.text.length) === item.text ? item : undefined;
}

/** The place of the quote that ends a string; the end of a text that has none. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** Whether an odd number of backslashes is before a place. */
function isEscaped(text: string, place: number): boolean {
  let from = place;
  while (text.charCodeAt(from - 1) === BACKSLASH) from -= 1;
  return (place - from) % 2 === 1;
}
