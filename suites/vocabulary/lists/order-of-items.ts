import { takesParameter } from '../../../src/contract/lists.ts';
import type { ListedItem } from '../../../src/engine/listing.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import { type Instant, instant } from '../../../src/values/instant.ts';
import { type Json, member } from '../../../src/values/json.ts';
import { onceEach } from '../../../src/values/once-each.ts';
import { precedes } from '../shown-times.ts';

/** Returns the time that the list is ordered by as the item shows it, or undefined if it does not. */
const shownTimeOf = ({ item }: Pick<ListedItem, 'item'>): Json | undefined =>
  member(item, 'created_at') ?? member(item, 'executed_at');

/** Returns the same time as an instant, or undefined if it cannot be read. */
export const timeOf = (item: Pick<ListedItem, 'item'>): Instant | undefined => instant(shownTimeOf(item));

/** Returns the latest time of some items, or undefined if none shows its time. */
export const newestOf = (items: readonly ListedItem[]): Instant | undefined =>
  items.map(timeOf).reduce((a, b) => (a === undefined || (b !== undefined && b > a) ? b : a), undefined);

/** Whether an item is certainly earlier than another one, although its time may be shown with fewer digits than kept. */
export const isEarlier = (one: Pick<ListedItem, 'item'>, other: Pick<ListedItem, 'item'>): boolean =>
  precedes(shownTimeOf(one), shownTimeOf(other));

/** Whether a list is ordered by time. A list that takes an order is; another one is as far as its known items are. */
const isInTime = (p: Probing, all: readonly ListedItem[]): boolean =>
  takesParameter(p.operation, 'order') || goesOneWay(all);

/** Whether the times of items, as shown, only increase or only decrease. */
const goesOneWay = onceEach((all: readonly ListedItem[]): boolean => {
  const timed = all.filter((item) => timeOf(item) !== undefined);
  const later = timed.slice(1);
  return (
    later.every((item, index) => !isEarlier(item, timed[index] ?? item)) ||
    later.every((item, index) => !isEarlier(timed[index] ?? item, item))
  );
});

/**
 * Makes a predicate: whether an item certainly comes before the last item of some pages, by its time or, in a list that
 * is not ordered by time, by the known order.
 */
export function comesBefore(
  p: Probing,
  page: readonly ListedItem[],
  all: readonly ListedItem[],
): (item: ListedItem) => boolean {
  const [first, last] = [page[0], page.at(-1)];
  const isTimed =
    first !== undefined && last !== undefined && [first, last].every((each) => timeOf(each) !== undefined);
  if (isTimed && isInTime(p, all)) return (item) => isPassed(first, item, last);
  const place = new Map(all.map(({ id }, index) => [id, index]));
  const most = Math.max(-1, ...page.map(({ id }) => place.get(id) ?? -1));
  // Items that arrive late can disturb the known order of a list that is ordered by time.
  const isPageInTime = isTimed && page.length >= LEAST_IN_TIME && goesOneWay(page);
  return (item) => (place.get(item.id) ?? most) < most && !(isPageInTime && !isPassed(first, item, last));
}

/** Items whose times only increase or only decrease by chance in one of twelve lists. */
const LEAST_IN_TIME = 4;

/** Whether a page that goes from `first` to `last` must have passed an item, by the times that they show. */
function isPassed(first: ListedItem, item: ListedItem, last: ListedItem): boolean {
  return (isEarlier(first, last) && isEarlier(item, last)) || (isEarlier(last, first) && isEarlier(last, item));
}
