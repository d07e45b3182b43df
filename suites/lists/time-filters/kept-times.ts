import { isLowerBound } from '../../../src/contract/lists.ts';
import { type Comparison, definitionOf } from '../../../src/contract/operations.ts';
import { failure } from '../../../src/engine/evidence.ts';
import { cursorOf, itemsOf, listed } from '../../../src/engine/paging.ts';
import type { ListedItem, Probing } from '../../../src/engine/probing.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import { type Instant, instant, shift, timestamp } from '../../../src/values/instant.ts';
import { member } from '../../../src/values/json.ts';
import { ask, listOf, type Query, widestPage } from '../../vocabulary/lists/listing.ts';
import { COMPARISONS } from '../../vocabulary/lists/rules.ts';
import { isNear, nanosecondsOfStep } from '../../vocabulary/shown-times.ts';

/**
 * Maximum number of pages to search for an item among those that show the same time. If there are more, the item counts
 * as selected.
 */
const MOST_PAGES = 5;

/** A comparison of a time member with a bound. */
export interface Bounded {
  readonly name: string;
  readonly comparison: Comparison;
  readonly bound: Instant;
}

/**
 * Whether a comparison with the time that an item shows selects the item. Searches the start of that list, among items
 * that show the same time.
 */
async function selects(
  p: Probing,
  { id, item }: ListedItem,
  { name, comparison: by, bound: time }: Bounded,
): Promise<boolean> {
  const order: Query = 'order' in definitionOf(p.operation).query ? { order: isLowerBound(by) ? 'ASC' : 'DESC' } : {};
  const query = { [`${name}.${by}`]: timestamp(time), ...order, ...(await widestPage(p, listOf(p))) };
  const page = await p.sendValid(ask(p, query));
  const has = (items: readonly ListedItem[]): boolean => items.some((each) => each.id === id);
  if (has(itemsOf(page).map(listed))) return true;
  const last = itemsOf(page).at(-1);
  // Pages may be empty before the last one.
  const mayFollow = last === undefined || instant(member(last, name)) === instant(member(item, name));
  if (!mayFollow || cursorOf(page) === undefined) return false;
  const { items, complete } = await p.list(listOf(p), query, { maxPages: MOST_PAGES });
  return has(items) || !complete;
}

/**
 * Whether the target keeps more digits of an item's time than it shows. Then the item is not equal to the shown time,
 * and all comparisons place it on the same side of that, less than the last shown digit away.
 */
async function isFiner(p: Probing, name: string, item: ListedItem): Promise<boolean> {
  const time = instant(member(item.item, name));
  if (time === undefined || (await selects(p, item, { name, comparison: 'eq', bound: time }))) return false;
  const by = (comparison: Comparison): Promise<boolean> => selects(p, item, { name, comparison, bound: time });
  const [lt, lte, gte, gt] = [await by('lt'), await by('lte'), await by('gte'), await by('gt')];
  if (lt !== lte || gte !== gt || lt === gt) return false;
  const digit = nanosecondsOfStep(member(item.item, name));
  return selects(p, item, { name, comparison: lt ? 'gte' : 'lte', bound: shift(time, lt ? -digit : digit) });
}

/** Leaves out the items near a bound, if the target keeps more digits of their times than it shows. */
export async function exactly(
  p: Probing,
  name: string,
  bound: Instant,
  items: readonly ListedItem[],
): Promise<readonly ListedItem[]> {
  const near = items.find(({ item }) => isNear(item, name, bound));
  if (!near || !(await isFiner(p, name, near))) return items;
  return items.filter(({ item }) => !isNear(item, name, bound));
}

/** Demands that a page holds no item that shows the bound, or a time next to it, and that the comparison leaves out. */
export async function expectExcluded(
  p: Probing,
  page: Exchange,
  { name, comparison, bound }: Bounded,
): Promise<readonly Failure[]> {
  const undue = itemsOf(page)
    .map(listed)
    .filter(({ item }) => {
      const time = instant(member(item, name));
      return time !== undefined && isNear(item, name, bound) && !COMPARISONS[comparison](time, bound);
    });
  const [found] = undue.length === 0 ? [] : await exactly(p, name, bound, undue);
  if (!found) return [];
  const where = `/items/${itemsOf(page).findIndex((item) => listed(item).id === found.id)}/${name}`;
  const actual = `${found.text}, whose ${name} is ${String(member(found.item, name))}`;
  return [failure(page, { where, expected: `only items with ${name} ${comparison} ${timestamp(bound)}`, actual })];
}
