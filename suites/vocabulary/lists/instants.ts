import { isLowerBound, isUpperBound } from '../../../src/contract/lists.ts';
import type { Comparison } from '../../../src/contract/operations.ts';
import type { Query } from '../../../src/model/exchange.ts';
import {
  floorTo,
  halfWay,
  type Instant,
  isWhole,
  MILLISECOND,
  nanosecondsBetween,
  SECOND,
  shift,
  timestamp,
} from '../../../src/values/instant.ts';
import type { Json } from '../../../src/values/json.ts';
import { moment } from '../answers.ts';
import { COARSEST_CLOCK_MS } from '../tolerances.ts';

/**
 * Returns a filter for the minutes around the creation of an item, which a service may keep more precisely than it shows.
 * Returns an empty query if the item does not show when it was created.
 */
export function createdAround(item: Json): Query {
  const created = moment(item, '/created_at');
  if (created === undefined) return {};
  const [step, from] = [BigInt(COARSEST_CLOCK_MS) * MILLISECOND, floorTo(created, SECOND)];
  return { 'created_at.gte': timestamp(shift(from, -step)), 'created_at.lt': timestamp(shift(from, step + SECOND)) };
}

/** Returns the middle one of some instants. */
const middle = (some: readonly Instant[]): Instant | undefined => some[Math.floor(some.length / 2)];

/** Returns a time a second before the first of some instants, which differs from it at any resolution of a clock. */
export const beforeEach = (times: readonly Instant[]): Instant =>
  shift(
    times.reduce((first, time) => (time < first ? time : first)),
    -SECOND,
  );

const secondOf = (time: Instant): Instant => floorTo(time, SECOND);

/** Returns a time half a unit away from an instant, but of the same unit: a second or a part of it. */
export function inSame(unit: bigint, time: Instant): Instant {
  const later = shift(time, unit / 2n);
  return floorTo(later, unit) === floorTo(time, unit) ? later : shift(time, -unit / 2n);
}

/** The first instant that several items share. */
const shared = (times: readonly Instant[], distinct: readonly Instant[]): readonly Instant[] =>
  distinct.filter((time) => times.indexOf(time) !== times.lastIndexOf(time)).slice(0, 1);

/** An instant that several items share, if there is one. */
export const sharedInstant = (times: readonly Instant[]): Instant | undefined => shared(times, [...new Set(times)])[0];

/**
 * Whether a filter that compares whole seconds would wrongly select or leave out an item of the same second as the
 * bound.
 */
const MISTAKEN: Readonly<Record<Comparison, (time: Instant, bound: Instant) => boolean>> = {
  lt: (time, bound) => time < bound,
  lte: (time, bound) => time > bound,
  eq: (time, bound) => time !== bound,
  gte: (time, bound) => time < bound,
  gt: (time, bound) => time > bound,
};

/** Makes a predicate: whether an item of the same second as a bound would be selected or left out wrongly. */
function besideOf(all: readonly Instant[], comparison: Comparison): (bound: Instant) => boolean {
  const seconds = all.map(secondOf);
  return (bound) => all.some((time, i) => seconds[i] === secondOf(bound) && MISTAKEN[comparison](time, bound));
}

/** Whether a time has a fraction of a second. */
export const isFractional = (time: Instant): boolean => !isWhole(time, SECOND);

const sorted = (times: readonly Instant[]): readonly Instant[] => [...new Set(times)].sort((a, b) => (a < b ? -1 : 1));

/** Returns the times so near to the end of the list that the selected items fit on one page. */
const nearEnd = (all: readonly Instant[], comparison: Comparison): readonly Instant[] =>
  isLowerBound(comparison) ? all.slice(-14, -1) : isUpperBound(comparison) ? all.slice(1, 14) : all;

/**
 * Minimum distance between two items so that no clock resolution hides a bound between them, and the fraction of a
 * second of such a bound.
 */
const [GAP, FINE] = [4n * SECOND, 123_456_789n];

/** Returns a time with nine digits in the widest gap between times in order, or undefined where no gap is wide enough. */
function inWidestGap(times: readonly Instant[]): Instant | undefined {
  const gaps = times.flatMap((from, i) => {
    const to = times[i + 1];
    return to === undefined || nanosecondsBetween(from, to) < GAP ? [] : [{ from, to }];
  });
  const widest = gaps.reduce<(typeof gaps)[number] | undefined>(
    (a, b) => (a && a.to - a.from >= b.to - b.from ? a : b),
    undefined,
  );
  return widest && fineBetween(widest.from, widest.to);
}

/** Returns a time with nine digits between two times that are at least GAP apart. */
function fineBetween(from: Instant, to: Instant): Instant {
  return shift(secondOf(halfWay(from, to)), FINE);
}

/** Returns a time with nine digits between items near the end of the list, if they are far enough apart. */
export const instantBetween = (times: readonly Instant[], comparison: Comparison): Instant | undefined =>
  inWidestGap(nearEnd(sorted(times), comparison));

/** Returns such a time that selects whatever `bound` does, between items that `bound` leaves out, or `bound` itself. */
export function looserBound(times: readonly Instant[], comparison: Comparison, bound: Instant): Instant {
  const isUp = isLowerBound(comparison);
  return inWidestGap(sorted(times).filter((time) => (isUp ? time <= bound : time >= bound))) ?? bound;
}

/**
 * Returns the unit of these times, from a second to a millisecond: the target may keep more digits than it shows. Between
 * two items that are at least four of these apart, no clock resolution hides a bound.
 */
function unitOf(times: readonly Instant[]): bigint {
  const units = [SECOND, SECOND / 10n, SECOND / 100n];
  return units.find((unit) => times.every((time) => isWhole(time, unit))) ?? MILLISECOND;
}

/**
 * Returns the opposite bound of a window that begins or ends at `bound`, between the last two items on that side, so that
 * it excludes the outermost item and no other. An upper bound is the beginning of that item's second if it can be: it
 * is written without a fraction, where comparisons of text go wrong. Otherwise the bound has nine digits where the items
 * are far apart. Returns undefined where there are too few items, or where they are too close.
 */
export function innerEnd(times: readonly Instant[], comparison: Comparison, bound: Instant): Instant | undefined {
  const isUp = isLowerBound(comparison);
  const inside = sorted(times).filter((time) => (isUp ? time > bound : time < bound));
  const [from, to] = isUp ? inside.slice(-2) : inside.slice(0, 2);
  if (from === undefined || to === undefined || nanosecondsBetween(from, to) < 4n * unitOf(times)) return undefined;
  const second = secondOf(to);
  if (isUp && second > from && nanosecondsBetween(second, to) >= MILLISECOND) return second;
  return nanosecondsBetween(from, to) >= GAP ? fineBetween(from, to) : floorTo(halfWay(from, to), MILLISECOND);
}

/**
 * Returns the opposite bound of a window that includes all items on that side, two seconds beyond them: a service may
 * refuse bounds that are far from its data.
 */
export function outerEnd(times: readonly Instant[], comparison: Comparison): Instant | undefined {
  const all = sorted(times);
  const isUp = isLowerBound(comparison);
  const outermost = isUp ? all.at(-1) : all[0];
  return outermost === undefined ? undefined : shift(outermost, (isUp ? 2n : -2n) * SECOND);
}

/**
 * Returns the time of an item to filter at: with a fraction of a second where there is one, next to another item of the
 * same second, and so near to the end of the list that the selected items fit on one page. For eq, prefers a time that
 * several items share.
 */
export function instantNear(times: readonly Instant[], comparison: Comparison): Instant | undefined {
  const all = sorted(times);
  const near = nearEnd(all, comparison);
  const distinct = near.length > 0 ? near : all;
  const fractional = distinct.filter(isFractional);
  const preferred = fractional.length > 0 ? fractional : distinct;
  const [several] = comparison === 'eq' ? [preferred, distinct, all].flatMap((some) => shared(times, some)) : [];
  const beside = preferred.filter(besideOf(all, comparison));
  return several ?? middle(beside) ?? middle(preferred);
}

/** Whether a filter at this time shows as much as one at the time that `instantNear` chooses. */
export function showsAsMuch(times: readonly Instant[], comparison: Comparison, bound: Instant): boolean {
  const chosen = instantNear(times, comparison);
  const isBesideOthers = besideOf([...new Set(times)], comparison);
  return chosen !== undefined && [isFractional, isBesideOthers].every((is) => is(bound) || !is(chosen));
}
