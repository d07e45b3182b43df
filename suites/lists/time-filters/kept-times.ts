import { isLowerBound } from '../../../src/contract/lists.ts';
import type { Comparison } from '../../../src/contract/operations.ts';
import { failure } from '../../../src/engine/failure.ts';
import type { ListedItem } from '../../../src/engine/listing.ts';
import { listedOn } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Exchange, Query } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import { type Instant, instant, shift, timestamp } from '../../../src/values/instant.ts';
import { member } from '../../../src/values/json.ts';
import { listOf, widestPage } from '../../vocabulary/lists/listing.ts';
import { COMPARISONS } from '../../vocabulary/lists/rules.ts';
import { isNear, nanosecondsOfStep } from '../../vocabulary/shown-times.ts';

/** Maximum number of pages to search for an item. If there are more, the item counts as selected. */
const MOST_PAGES = 3;

/** A comparison of a time member with a bound. */
export interface Bounded {
  readonly name: string;
  readonly comparison: Comparison;
  readonly bound: Instant;
}

/**
 * Whether a comparison selects an item. Searches only among items near the bound: an opposite bound, two units of the
 * last shown digit away, leaves out the others.
 */
async function selects(
  p: Probing,
  { id }: ListedItem,
  { name, comparison, bound }: Bounded,
  digit: bigint,
): Promise<boolean> {
  const isLower = isLowerBound(comparison);
  const end = { [`${name}.${isLower ? 'lte' : 'gte'}`]: timestamp(shift(bound, isLower ? 2n * digit : -2n * digit)) };
  const query: Query = { [`${name}.${comparison}`]: timestamp(bound), ...(comparison === 'eq' ? {} : end) };
  const near = { ...query, ...(await widestPage(p, listOf(p))) };
  const { items, complete } = await p.list(listOf(p), near, { maxPages: MOST_PAGES });
  return items.some((each) => each.id === id) || !complete;
}

/**
 * Whether the target keeps more digits of an item's time than it shows. Then the item is not equal to the shown time,
 * and all comparisons place it on the same side of that, less than the last shown digit away.
 */
async function isFiner(p: Probing, name: string, item: ListedItem): Promise<boolean> {
  const time = instant(member(item.item, name));
  if (time === undefined) return false;
  const digit = nanosecondsOfStep(member(item.item, name));
  const by = (comparison: Comparison, bound = time) => selects(p, item, { name, comparison, bound }, digit);
  if (await by('eq')) return false;
  const [lt, lte, gte, gt] = [await by('lt'), await by('lte'), await by('gte'), await by('gt')];
  if (lt !== lte || gte !== gt || lt === gt) return false;
  return by(lt ? 'gte' : 'lte', shift(time, lt ? -digit : digit));
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
  const undue = listedOn(page).filter(({ item }) => {
    const time = instant(member(item, name));
    return time !== undefined && isNear(item, name, bound) && !COMPARISONS[comparison](time, bound);
  });
  const [found] = undue.length === 0 ? [] : await exactly(p, name, bound, undue);
  if (!found) return [];
  const where = `/items/${listedOn(page).findIndex(({ id }) => id === found.id)}/${name}`;
  const actual = `${found.text}, whose ${name} is ${String(member(found.item, name))}`;
  return [failure(page, { where, expected: `only items with ${name} ${comparison} ${timestamp(bound)}`, actual })];
}
