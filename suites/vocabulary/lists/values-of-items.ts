import type { ListedItem } from '../../../src/engine/probing.ts';
import { type Id, id, sameId } from '../../../src/values/id.ts';
import { member } from '../../../src/values/json.ts';

/** A value that a filter can name, and how many of the known items have it. */
export interface Value {
  readonly value: string;
  readonly count: number;
}

/**
 * The values of a member, the rarest first, each as it is spelled first. A comma would make two of one in a filter that takes
 * several, unless it takes a `single` one.
 */
export function valuesBySize(items: readonly ListedItem[], name: string, single?: 'single'): readonly Value[] {
  const counts = new Map<Id, Value>();
  for (const { item } of items) {
    const value = member(item, name);
    const key = id(value);
    if (typeof value !== 'string' || key === undefined || value === '') continue;
    if (single === undefined && value.includes(',')) continue;
    const known = counts.get(key);
    counts.set(key, { value: known?.value ?? value, count: (known?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => a.count - b.count);
}

/** The items of which a member has one of the values. */
export const withOneOf =
  (chosen: readonly string[], name: string) =>
  ({ item }: ListedItem): boolean =>
    chosen.some((value) => sameId(member(item, name), value));

/** A value of a member that two items have or more, as few as can be; undefined where each item has its own. */
export const severalHave = (items: readonly ListedItem[], name: string, single?: 'single'): string | undefined =>
  valuesBySize(items, name, single).find(({ count }) => count > 1)?.value;

/**
 * Values of a member to filter by at once: two that few items have, or one where there are only three, and one that several have,
 * or that is apart from them.
 */
export function chosenValues(items: readonly ListedItem[], name: string): readonly string[] {
  const values = valuesBySize(items, name);
  const rare = values.length === 3 ? 1 : 2;
  const other = values.slice(rare).find(({ count }) => count > 1) ?? values.slice(rare).at(-1);
  return [...values.slice(0, rare), ...(other ? [other] : [])].map(({ value }) => value);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A UUID that no item has and that differs from one that an item has in the last digit: a filter which compares them in part takes it
 * for that one. Undefined where values are no UUIDs: what is almost another value may then be the value of an item that is not known.
 */
export function nearlyOne([value = '', ...others]: readonly string[]): string | undefined {
  if (!UUID.test(value)) return undefined;
  const near = [...'0123456789abcdef'].map((digit) => value.slice(0, -1) + digit);
  return near.find((each) => ![value, ...others].some((known) => sameId(known, each)));
}

/** Characters of a value that others are not likely to begin with. */
const LEAST_OF_PATTERN = 8;

/** What a value begins with, by itself and with what stands for any letter in patterns; nothing where each value is short. */
export function patternsOf(values: readonly string[]): readonly string[] {
  const beginning = values.find((value) => value.length >= LEAST_OF_PATTERN)?.slice(0, -1);
  return beginning === undefined ? [] : [beginning, `${beginning}_`, `${beginning}%`, `${beginning}*`];
}
