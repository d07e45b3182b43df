import { spell } from '../../generators/index.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import type { ListedItem } from '../../src/engine/listing.ts';
import { idsOn } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Id } from '../../src/values/id.ts';
import { type Instant, MILLISECOND, shift, timestamp } from '../../src/values/instant.ts';
import { member } from '../../src/values/json.ts';
import { onceEach } from '../../src/values/once-each.ts';
import { instantNear } from '../vocabulary/lists/instants.ts';
import { filteredPage, listOf, sharedPage, widestPage } from '../vocabulary/lists/listing.ts';
import { type TimedItem, timedItems } from '../vocabulary/lists/timed-items.ts';
import { nanosecondsOfStep } from '../vocabulary/shown-times.ts';

export const ON = ['listExecutions'] as const;

/** Returns the known executions that show executed_at. Throws Inconclusive when there are none. */
export async function timedExecutions(p: Probing): Promise<readonly TimedItem[]> {
  const timed = await timedItems(p, 'executed_at');
  if (timed.length > 0) return timed;
  throw new Inconclusive('fixture', 'no execution shows executed_at', {
    need: { words: 'an order with executions (order_id)' },
  });
}

/** Returns an execution to filter at, so near to one end in time that the executions beyond it fit on one page. */
export function near(items: readonly TimedItem[], end: 'newest' | 'oldest'): TimedItem {
  const times = items.map(({ time }) => time);
  const bound = instantNear(times, end === 'newest' ? 'gte' : 'lte');
  return items.find(({ time }) => time === bound) ?? middle(items);
}

const byTime = (items: readonly TimedItem[]): readonly TimedItem[] =>
  [...items].sort((a, b) => Number(a.time > b.time) - Number(a.time < b.time));

/** The oldest and the newest of some executions. */
export const first = (items: readonly TimedItem[]): TimedItem => byTime(items)[0] ?? middle(items);
export const last = (items: readonly TimedItem[]): TimedItem => byTime(items).at(-1) ?? middle(items);

/** Returns the executions at both ends of the list, the older one first. */
export function ends(items: readonly TimedItem[]): readonly TimedItem[] {
  const found = [...items.slice(0, 1), ...items.slice(-1)];
  return (found[0]?.time ?? 0n) > (found.at(-1)?.time ?? 0n) ? found.reverse() : found;
}

/** Eleven hours on either side of UTC: if a service ignores the offset, the bound is outside of the requested range. */
const WEST = { minutes: -11 * 60, digits: 0 };
const EAST = { minutes: 11 * 60, digits: 0 };

/** Requests executions within a range for the rules of both bounds to judge. Writes both bounds with offsets. */
export const within = (p: Probing, begin: Instant, end: Instant): Promise<Exchange> =>
  filteredPage(p, { 'range.begin': spell(begin, WEST), 'range.end': spell(end, EAST) });

/**
 * Returns the time just after or just before an execution, so that a bound there excludes it. The step is the last
 * digit that it shows, but at least a millisecond, to which services may read bounds. Returns the time of the execution itself if no other one lies
 * beyond.
 */
export function beside(items: readonly TimedItem[], { item, time }: TimedItem, side: 'after' | 'before'): Instant {
  const digit = nanosecondsOfStep(member(item, 'executed_at'));
  const step = digit < MILLISECOND ? MILLISECOND : digit;
  const found = shift(time, side === 'after' ? step : -step);
  const isBeyond = (each: TimedItem): boolean => (side === 'after' ? each.time >= found : each.time <= found);
  return items.some(isBeyond) ? found : time;
}

/**
 * Whether a range from the time that an execution shows to that time plus `nanoseconds`, which may be negative, selects
 * it.
 */
async function isWithin(p: Probing, { id, time }: TimedItem, nanoseconds: bigint): Promise<boolean> {
  const other = shift(time, nanoseconds);
  const [begin, end] = nanoseconds < 0n ? [other, time] : [time, other];
  const query = { 'range.begin': timestamp(begin), 'range.end': timestamp(end), ...(await widestPage(p, listOf(p))) };
  return idsOn(await p.sendValid(sharedPage(p, query))).has(id);
}

/**
 * Whether the target keeps more digits of the time of an execution than it shows, which make it later or earlier. Then
 * a range of a thousandth of the last shown digit does not select it, but the rest of that digit does.
 */
export async function isFiner(p: Probing, found: TimedItem, side: 'later' | 'earlier'): Promise<boolean> {
  const digit = nanosecondsOfStep(member(found.item, 'executed_at'));
  const part = digit / 1000n;
  const sign = side === 'later' ? 1n : -1n;
  return part > 0n && !(await isWithin(p, found, sign * part)) && isWithin(p, found, sign * (digit - part));
}

/** The index of each execution in a list, by its ID. */
const placesIn = onceEach(
  (items: readonly TimedItem[]): ReadonlyMap<Id | undefined, number> =>
    new Map(items.map(({ id }, place) => [id, place])),
);

const LONGEST_ID = 100;

/** Splits an ID into its numbers and the rest. */
const numbered = (text = ''): { readonly numbers: readonly bigint[]; readonly rest: string } => ({
  numbers: (text.length > LONGEST_ID ? [] : (text.match(/\d+/g) ?? [])).map(BigInt),
  rest: text.replaceAll(/\d+/g, '#'),
});

/** Whether two IDs that differ only in numbers are in the opposite order to the times. */
function isOtherwiseNumbered(earlier: ListedItem, later: ListedItem): boolean {
  const [one, other] = [numbered(earlier.text), numbered(later.text)];
  const place = one.numbers.findIndex((number, index) => number !== other.numbers[index]);
  return one.rest === other.rest && place >= 0 && (one.numbers[place] ?? 0n) > (other.numbers[place] ?? 0n);
}

/** Compares two IDs: as numbers if both are whole numbers, otherwise as lower-case text. Returns -1, 0 or 1. */
export function compareIds({ text: one = '' }: ListedItem, { text: other = '' }: ListedItem): number {
  const isNumber = (text: string): boolean => text.length <= LONGEST_ID && /^\d+$/.test(text);
  const [a, b] =
    isNumber(one) && isNumber(other) ? [BigInt(one), BigInt(other)] : [one.toLowerCase(), other.toLowerCase()];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether the known list of executions begins with the newest. */
export const isNewestFirst = (items: readonly TimedItem[]): boolean =>
  (items[0]?.time ?? 0n) > (items.at(-1)?.time ?? 0n);

/**
 * Whether one execution comes before another in every possible meaning, since none is stated: by time, by place in the
 * known list, and by the number in its ID.
 */
export function comesBefore(items: readonly TimedItem[], earlier: TimedItem, later: TimedItem): boolean {
  if (earlier.time >= later.time) return false;
  const [a, b] = [placesIn(items).get(earlier.id), placesIn(items).get(later.id)];
  const isPlaced = a === undefined || b === undefined || (isNewestFirst(items) ? a > b : a < b);
  return isPlaced && !isOtherwiseNumbered(earlier, later);
}

export const middle = (items: readonly TimedItem[]): TimedItem => {
  const found = items[Math.floor(items.length / 2)];
  if (!found) throw new Inconclusive('fixture', 'no execution is listed');
  return found;
};
