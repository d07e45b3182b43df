import { takesParameter } from '../../../src/contract/lists.ts';
import type { ListedItem } from '../../../src/engine/listing.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Query } from '../../../src/model/exchange.ts';
import {
  floorTo,
  halfWay,
  type Instant,
  isWhole,
  MILLISECOND,
  nanosecondsBetween,
  shift,
  timestamp,
} from '../../../src/values/instant.ts';
import { isNear } from '../shown-times.ts';
import { idsFilter, knownItems } from './listing.ts';
import { isEarlier, timeOf } from './order-of-items.ts';

/**
 * A part of a list to which nothing that is written later belongs, so that two reads of it can be compared while others
 * and this run write. It has the query that selects it, and its known items in the order of the list.
 */
export interface Part {
  readonly query: Query;
  readonly items: readonly ListedItem[];
  /** False for an item that the query should leave out: then the filter is broken, which its own row reports. */
  readonly admits: (item: ListedItem) => boolean;
  /** True for an item that the query leaves out, whichever side of a bound equal times are on. */
  readonly excludes: (item: ListedItem) => boolean;
}

/** Makes the part of items from before a time. Services may read an inclusive bound to the millisecond. */
function before(p: Probing, items: readonly ListedItem[], end: Instant): Part {
  const isInclusive = takesParameter(p.operation, 'range.end');
  const bound = isInclusive ? shift(end, -MILLISECOND) : end;
  const admits = (item: ListedItem): boolean => {
    const time = timeOf(item);
    return time === undefined || time < end;
  };
  return {
    query: isInclusive ? { 'range.end': timestamp(bound) } : { 'created_at.lt': timestamp(bound) },
    // An item that shows the bound itself may be kept with more digits, and so be beyond it.
    items: items.filter((item) =>
      isInclusive ? (timeOf(item) ?? end) <= bound && !isNear(item.item, 'executed_at', bound) : admits(item),
    ),
    admits,
    excludes: (item) => !admits(item) && (timeOf(item) ?? end) > end && !isNear(item.item, 'created_at', end),
  };
}

/** Returns the times of items, the oldest first; none if any item does not show its time. */
function instants(items: readonly ListedItem[]): readonly Instant[] {
  const times = items.flatMap((item) => timeOf(item) ?? []);
  return times.length < items.length ? [] : [...new Set(times)].sort((a, b) => (a < b ? -1 : 1));
}

/** Makes the part of the whole list without a filter, which may still grow. */
export const unfiltered = (items: readonly ListedItem[]): Part => ({
  query: {},
  items,
  admits: () => true,
  excludes: () => false,
});

/**
 * Returns the known list without the items of its two newest times, or of the newest one if too few items are left.
 * Returns the whole list where items do not show their times.
 */
export async function wholePart(p: Probing): Promise<Part> {
  const items = await knownItems(p, 2);
  const parts = instants(items)
    .slice(-2)
    .map((end) => before(p, items, end));
  return parts.find((part) => part.items.length > 1) ?? unfiltered(items);
}

/** Number of times that are considered for the start of a window. The one with the longest gap before it is used. */
const BEGINNINGS = 5;

/**
 * Returns the whole part without its oldest items, so that both ends of it are filtered, with more than `over` and at
 * most `most` items. Returns undefined where there is no such part, or where the list is not filtered by created_at.
 */
export function windowOf(
  { query, items, admits, excludes }: Part,
  { over, most }: { readonly over: number; readonly most: number },
): Part | undefined {
  if (!('created_at.lt' in query)) return undefined;
  const since = (begin: Instant): readonly ListedItem[] => items.filter((item) => (timeOf(item) ?? begin) >= begin);
  const times = instants(items);
  const [begin] = times
    .map((time, index) => ({ time, count: since(time).length, after: time - (times[index - 1] ?? time) }))
    .slice(1)
    .filter(({ count }) => count > over && count <= most)
    .slice(0, BEGINNINGS)
    .sort((a, b) => (a.after < b.after ? 1 : -1))
    .map(({ time }) => time);
  if (begin === undefined) return undefined;
  const isBefore = (item: ListedItem): boolean => (timeOf(item) ?? begin) < begin;
  return {
    query: { ...query, 'created_at.gte': timestamp(begin) },
    items: since(begin),
    admits: (item) => admits(item) && !isBefore(item),
    excludes: (item) => excludes(item) || (isBefore(item) && !isNear(item.item, 'created_at', begin)),
  };
}

/** Number of items for a walk in pages of one. */
const FEW = 2;

/**
 * Whether an item shows a time with more digits than milliseconds: a cursor that keeps milliseconds leads back to it.
 */
function isFine(item: ListedItem): boolean {
  const time = timeOf(item);
  return time !== undefined && !isWhole(time, MILLISECOND);
}

/** Makes a part by ids: two neighbours with the same time, if there are any, and others apart from them. */
function byIds(p: Probing, items: readonly ListedItem[]): Part | undefined {
  const pair = items.findIndex((item, index) => index > 0 && timeOf(item) === timeOf(items[index - 1] ?? item));
  const step = Math.max(1, Math.floor(items.length / FEW));
  const isPaired = (index: number): boolean => pair > 0 && (index === pair || index === pair - 1);
  // Apart from the pair, since a page that forgets the ids continues with the next item.
  const fine = items.findIndex((item, index) => Math.abs(index - pair) > FEW && isFine(item));
  const apart = [...items.keys()].filter((index) => !isPaired(index) && (index === fine || index % step === 0));
  const spread = apart.sort((a, b) => Number(b === fine) - Number(a === fine));
  const places = [...items.keys()]
    .filter(isPaired)
    .concat(spread)
    .slice(0, p.run.spendsFreely ? FEW + 2 : FEW + 1);
  const chosen = items.filter((_, index) => places.includes(index));
  const query = idsFilter(p, chosen);
  const admits = ({ id }: ListedItem): boolean => chosen.some((each) => each.id === id);
  return query && { query, items: chosen, admits, excludes: (item) => !admits(item) };
}

/** Whether the times of a part show in which order it is, although some may have fewer digits than are kept. */
const isInCertainOrder = ({ items: [first, ...others] }: Part): boolean =>
  first !== undefined && others.some((other) => isEarlier(first, other) || isEarlier(other, first));

/** Makes a part of the oldest items, so that they are few, but enough for a second page of one. */
function oldest(p: Probing, items: readonly ListedItem[]): Part | undefined {
  const ends = instants(items);
  const parts = ends
    .slice(1, FEW + 2)
    .map((end) => before(p, items, end))
    .filter((part) => part.items.length >= FEW);
  const few = parts.filter((part) => part.items.length <= 2 * FEW);
  return few.find(isInCertainOrder) ?? few[0] ?? parts.at(-1);
}

/** Minimum distance between executions so that no clock resolution hides a bound between them. */
const APART = 4n * MILLISECOND;

/**
 * Restricts a part to what was executed after the middle between two times. Returns undefined where those are too
 * close.
 */
function after(part: Part, from: Instant, to: Instant): Part | undefined {
  if (nanosecondsBetween(from, to) < APART) return undefined;
  const bound = floorTo(halfWay(from, to), MILLISECOND);
  const isBefore = (item: ListedItem): boolean => (timeOf(item) ?? bound) < bound;
  const isNearBound = (item: ListedItem): boolean => isNear(item.item, 'executed_at', bound);
  return {
    query: { ...part.query, 'range.begin': timestamp(bound) },
    items: part.items.filter((item) => !isBefore(item) && !isNearBound(item)),
    admits: (item) => part.admits(item) && !isBefore(item),
    excludes: (item) => part.excludes(item) || (isBefore(item) && !isNearBound(item)),
  };
}

/** Number of times shared by several executions that are tried for a part. */
const MOST_TIES = 5;

/**
 * Makes a part of executions with one time and those with the next time. Other lists have filters that select such
 * items.
 */
function tied(p: Probing, items: readonly ListedItem[]): Part | undefined {
  const times = takesParameter(p.operation, 'range.end') ? instants(items) : [];
  const counts = new Map<Instant | undefined, number>();
  for (const item of items) counts.set(timeOf(item), (counts.get(timeOf(item)) ?? 0) + 1);
  const places = [...times.keys()].filter((place) => place > 0 && (counts.get(times[place]) ?? 0) > 1);
  const parts = places.slice(0, MOST_TIES).map((place) => {
    const [from, to, , end] = times.slice(place - 1, place + 3);
    return from === undefined || to === undefined || end === undefined
      ? undefined
      : after(before(p, items, end), from, to);
  });
  return parts.find((part) => part && part.items.length > FEW && part.items.length <= 2 * FEW);
}

/**
 * Returns a part with a few items, so that a walk in pages of one reaches its end. Returns undefined where no filter
 * selects few items.
 */
export async function fewPart(p: Probing): Promise<Part | undefined> {
  const items = await knownItems(p, 2);
  return byIds(p, items) ?? tied(p, items) ?? oldest(p, items);
}
