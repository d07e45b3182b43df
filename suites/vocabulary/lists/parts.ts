import { facts } from '../../../src/contract/operations.ts';
import type { ListedItem, Probing } from '../../../src/engine/probing.ts';
import { halfWay, type Instant, shift, timestamp } from '../../../src/values/instant.ts';
import { idsFilter, knownItems, type Query, timeOf } from './listing.ts';
import { isNear } from './rules.ts';

/**
 * A part of a list that nothing written later belongs to, so that two reads of it can be compared while others write and while
 * we do: the query that leaves it, and the items that are known of it, in the order of the list.
 */
export interface Part {
  readonly query: Query;
  readonly items: readonly ListedItem[];
  /** False for an item that the query leaves out: the filter is not kept then, which is for its own row. */
  readonly admits: (item: ListedItem) => boolean;
  /** True for an item that the query leaves out whichever side of a bound equal times fall. */
  readonly excludes: (item: ListedItem) => boolean;
}

/** Instants are counted in parts of 10⁻¹⁸ seconds. */
const PER_MILLISECOND = 10n ** 15n;

/** Executions have an inclusive bound only, which services may read to the millisecond. */
const MILLISECOND = 1_000_000n;

/** What existed before an instant. */
function before(p: Probing, items: readonly ListedItem[], end: Instant): Part {
  const isInclusive = 'range.end' in facts(p.operation).query;
  const bound = isInclusive ? shift(end, -MILLISECOND) : end;
  const admits = (item: ListedItem): boolean => {
    const time = timeOf(item);
    return time === undefined || time < end;
  };
  return {
    query: isInclusive ? { 'range.end': timestamp(bound) } : { 'created_at.lt': timestamp(bound) },
    // What shows the bound itself may be kept with more digits, and be beyond it.
    items: items.filter((item) =>
      isInclusive ? (timeOf(item) ?? end) <= bound && !isNear(item.item, 'executed_at', bound) : admits(item),
    ),
    admits,
    excludes: (item) => !admits(item) && (timeOf(item) ?? end) > end && !isNear(item.item, 'created_at', end),
  };
}

/** The instants of items from the oldest on; none where an item does not show its own. */
function instants(items: readonly ListedItem[]): readonly Instant[] {
  const times = items.flatMap((item) => timeOf(item) ?? []);
  return times.length < items.length ? [] : [...new Set(times)].sort((a, b) => (a < b ? -1 : 1));
}

/** The list without a filter, which may go on growing. */
export const unfiltered = (items: readonly ListedItem[]): Part => ({
  query: {},
  items,
  admits: () => true,
  excludes: () => false,
});

/**
 * The list as it was known, but for its newest items, those of two instants where it has enough; the whole list where items do not
 * show when they were made.
 */
export async function wholePart(p: Probing): Promise<Part> {
  const items = await knownItems(p, 2);
  const parts = instants(items)
    .slice(-2)
    .map((end) => before(p, items, end));
  return parts.find((part) => part.items.length > 1) ?? unfiltered(items);
}

/** Instants of which one begins a window: the one that is longest after the instant before it. */
const BEGINNINGS = 5;

/**
 * The whole part without its oldest items, so that both ends of it are filtered for: more than so many items, and at most so many.
 * Undefined where there is no such part, or items show no times that lists are filtered by.
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

/** So many items are walked through in pages of one. */
const FEW = 2;

/** Whether an item shows a time of more digits than milliseconds have: a cursor of milliseconds leads back to it. */
const isFine = (item: ListedItem): boolean => (timeOf(item) ?? 0n) % PER_MILLISECOND !== 0n;

/** Items by their ids: two neighbours of one instant, where there are such, and others that are apart from them. */
function byIds(p: Probing, items: readonly ListedItem[]): Part | undefined {
  const pair = items.findIndex((item, index) => index > 0 && timeOf(item) === timeOf(items[index - 1] ?? item));
  const step = Math.max(1, Math.floor(items.length / FEW));
  const isPaired = (index: number): boolean => pair > 0 && (index === pair || index === pair - 1);
  // Apart from the pair, since a page that forgets the ids goes on with the next item.
  const fine = items.findIndex((item, index) => Math.abs(index - pair) > FEW && isFine(item));
  const apart = [...items.keys()].filter((index) => !isPaired(index) && (index === fine || index % step === 0));
  const spread = apart.sort((a, b) => Number(b === fine) - Number(a === fine));
  const places = [...items.keys()]
    .filter(isPaired)
    .concat(spread)
    .slice(0, p.run.loopback ? FEW + 2 : FEW + 1);
  const chosen = items.filter((_, index) => places.includes(index));
  const query = idsFilter(p, chosen);
  const admits = ({ id }: ListedItem): boolean => chosen.some((each) => each.id === id);
  return query && { query, items: chosen, admits, excludes: (item) => !admits(item) };
}

/** The oldest items, where they are few. */
function oldest(p: Probing, items: readonly ListedItem[]): Part | undefined {
  const ends = instants(items);
  const parts = ends.slice(1, FEW + 2).map((end) => before(p, items, end));
  return parts.find((part) => part.items.length >= FEW && part.items.length <= 2 * FEW) ?? parts.at(-1);
}

/** Executions apart from others in time: between them lies a bound that no resolution of a clock hides. */
const APART = 4n * PER_MILLISECOND;

/** What is executed from the middle between two instants on, of a part that ends later; undefined where they are too close. */
function after(part: Part, from: Instant, to: Instant): Part | undefined {
  if (to - from < APART) return undefined;
  const between = halfWay(from, to);
  const bound = (between - (between % PER_MILLISECOND)) as Instant;
  const isBefore = (item: ListedItem): boolean => (timeOf(item) ?? bound) < bound;
  const isNearBound = (item: ListedItem): boolean => isNear(item.item, 'executed_at', bound);
  return {
    query: { ...part.query, 'range.begin': timestamp(bound) },
    items: part.items.filter((item) => !isBefore(item) && !isNearBound(item)),
    admits: (item) => part.admits(item) && !isBefore(item),
    excludes: (item) => part.excludes(item) || (isBefore(item) && !isNearBound(item)),
  };
}

/** Instants of several executions that are tried for a part. */
const MOST_TIES = 5;

/** Executions of one instant and those of the next one: lists of others have filters that leave such. */
function tied(p: Probing, items: readonly ListedItem[]): Part | undefined {
  const times = 'range.end' in facts(p.operation).query ? instants(items) : [];
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

/** A few items of a list, which few pages of one reach the end of; undefined where no filter leaves few. */
export async function fewPart(p: Probing): Promise<Part | undefined> {
  const items = await knownItems(p, 2);
  return byIds(p, items) ?? tied(p, items) ?? oldest(p, items);
}
