import type { ListedItem } from '../../../src/engine/probing.ts';
import { member } from '../../../src/values/json.ts';

/** A value that a filter can name, and how many of the known items have it. */
export interface Value {
  readonly value: string;
  readonly count: number;
}

/** The values of a member, the rarest first; a comma would make two of one. */
export function valuesBySize(items: readonly ListedItem[], name: string): readonly Value[] {
  const counts = new Map<string, number>();
  for (const { item } of items) {
    const value = member(item, name);
    if (typeof value === 'string' && value !== '' && !value.includes(','))
      counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => a.count - b.count);
}

/** A value of a member that two items have or more, as few as can be; undefined where each item has its own. */
export const severalHave = (items: readonly ListedItem[], name: string): string | undefined =>
  valuesBySize(items, name).find(({ count }) => count > 1)?.value;

/** Values of a member to filter by at once: two that few items have, and one that several have, or that stands apart from them. */
export function chosenValues(items: readonly ListedItem[], name: string): readonly string[] {
  const values = valuesBySize(items, name).map(({ value }) => value);
  const third = severalHave(items, name) ?? values.at(-1);
  return [...new Set([...values.slice(0, 2), ...(third === undefined ? [] : [third])])];
}
