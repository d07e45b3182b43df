import type { ListedItem } from '../../../src/engine/listing.ts';
import { type Id, id, isUuid, namesNothing, sameId } from '../../../src/values/id.ts';
import { member } from '../../../src/values/json.ts';

/** A value that a filter can name, and how many of the known items have it. */
export interface Value {
  readonly value: string;
  readonly count: number;
}

/**
 * Returns the values of a member, the rarest first, each in its first spelling. Leaves out values that name nothing, and
 * values with a comma, which a filter by several values would split, unless the filter takes a `single` value.
 */
export function valuesBySize(items: readonly ListedItem[], name: string, single?: 'single'): readonly Value[] {
  const counts = new Map<Id, Value>();
  for (const { item } of items) {
    const value = member(item, name);
    const key = id(value);
    if (typeof value !== 'string' || key === undefined || namesNothing(value)) continue;
    if (single === undefined && value.includes(',')) continue;
    const known = counts.get(key);
    counts.set(key, { value: known?.value ?? value, count: (known?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => a.count - b.count);
}

/** Makes a predicate: whether a member of an item has one of the values. */
export const withOneOf =
  (chosen: readonly string[], name: string) =>
  ({ item }: ListedItem): boolean =>
    chosen.some((value) => sameId(member(item, name), value));

/** Returns the rarest value of a member that at least two items have, or undefined. */
export const severalHave = (items: readonly ListedItem[], name: string, single?: 'single'): string | undefined =>
  valuesBySize(items, name, single).find(({ count }) => count > 1)?.value;

/**
 * Returns values of a member to filter by at once: the two rarest, or one if there are only three values, and another
 * one that several items have, or else the last one, and one that is a part of another value, if there is any.
 */
export function chosenValues(items: readonly ListedItem[], name: string): readonly string[] {
  const values = valuesBySize(items, name);
  const rare = values.length === 3 ? 1 : 2;
  const other = values.slice(rare).find(({ count }) => count > 1) ?? values.slice(rare).at(-1);
  const inner = values.length > MANY ? innerOne(values.slice(0, MOST_COMPARED)) : undefined;
  const chosen = [...values.slice(0, rare), ...(other ? [other] : []), ...(inner ? [inner] : [])];
  return [...new Set(chosen.map(({ value }) => value))];
}

/** Number of values from which on a fourth one is chosen, and maximum number of values that are compared for that. */
const [MANY, MOST_COMPARED] = [4, 200];

/** Returns a value that is a part of another one: a filter that looks for parts finds the other one too. */
const innerOne = <V extends { readonly value: string }>(values: readonly V[]): V | undefined =>
  values.find(({ value }) => values.some((other) => other.value !== value && other.value.includes(value)));

/**
 * Returns a UUID that no item has and that differs from the first value only in the last digit: a filter which compares
 * only a part takes it for that value. Returns undefined if the value is not a UUID, since a similar value may belong
 * to an item that is not known.
 */
export function nearlyOne([value = '', ...others]: readonly string[]): string | undefined {
  if (!isUuid(value)) return undefined;
  const near = [...'0123456789abcdef'].map((digit) => value.slice(0, -1) + digit);
  return near.find((each) => ![value, ...others].some((known) => sameId(known, each)));
}

/** Minimum length of a value, so that others are unlikely to have the same beginning. */
const LEAST_OF_PATTERN = 8;

/** Returns the beginning of a value, by itself and with wildcard characters; none if each value is short. */
export function patternsOf(values: readonly string[]): readonly string[] {
  const beginning = values.find((value) => value.length >= LEAST_OF_PATTERN)?.slice(0, -1);
  return beginning === undefined ? [] : [beginning, `${beginning}_`, `${beginning}%`, `${beginning}*`];
}
