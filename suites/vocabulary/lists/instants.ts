import { halfWay, type Instant } from '../../../src/values/instant.ts';
import type { Comparison } from './rules.ts';

const SECOND = 10n ** 18n;

/** The one in the middle of some instants. */
const middle = (some: readonly Instant[]): Instant | undefined => some[Math.floor(some.length / 2)];

/** The first instant that several items share. */
const shared = (times: readonly Instant[], distinct: readonly Instant[]): readonly Instant[] =>
  distinct.filter((time) => times.indexOf(time) !== times.lastIndexOf(time)).slice(0, 1);

/** An instant that several items share, if there is one. */
export const sharedInstant = (times: readonly Instant[]): Instant | undefined => shared(times, [...new Set(times)])[0];

/** On which side of a bound an item of the same second is wrongly taken or left by a filter that compares whole seconds. */
const MISTAKEN: Readonly<Record<Comparison, (time: Instant, bound: Instant) => boolean>> = {
  lt: (time, bound) => time < bound,
  lte: (time, bound) => time > bound,
  eq: (time, bound) => time !== bound,
  gte: (time, bound) => time < bound,
  gt: (time, bound) => time > bound,
};

/** Some instants, and whether one is beside another of its second that a filter would mistake. */
function besideOf(all: readonly Instant[], comparison: Comparison): (bound: Instant) => boolean {
  const seconds = all.map((time) => time / SECOND);
  return (bound) => all.some((time, i) => seconds[i] === bound / SECOND && MISTAKEN[comparison](time, bound));
}

const isFractional = (time: Instant): boolean => time % SECOND !== 0n;

const sorted = (times: readonly Instant[]): readonly Instant[] => [...new Set(times)].sort((a, b) => (a < b ? -1 : 1));

/** Those so near to the end of the list that what is due fits one page. */
const nearEnd = (all: readonly Instant[], comparison: Comparison): readonly Instant[] =>
  comparison.startsWith('g') ? all.slice(-14, -1) : comparison.startsWith('l') ? all.slice(1, 14) : all;

/** The least distance of two items between which no resolution of a clock hides a bound, and what the bound has beyond whole seconds. */
const [GAP, FINE] = [4n * SECOND, 123_456_789n * 10n ** 9n];

/** An instant of nine digits in the widest gap between items near the end of the list; undefined where they are too close. */
export function instantBetween(times: readonly Instant[], comparison: Comparison): Instant | undefined {
  const near = nearEnd(sorted(times), comparison);
  const gaps = near.flatMap((time, i) => {
    const next = near[i + 1];
    return next === undefined ? [] : [{ from: time, to: next, width: next - time }];
  });
  const widest = gaps.reduce<(typeof gaps)[number] | undefined>((a, b) => (a && a.width >= b.width ? a : b), undefined);
  if (!widest || widest.width < GAP) return undefined;
  const between = halfWay(widest.from, widest.to);
  return (between - (between % SECOND) + FINE) as Instant;
}

/** Between two items that are further apart no resolution of a clock hides a bound of milliseconds. */
const MILLISECOND = SECOND / 1000n;

/**
 * The other end of a window that begins or ends at a bound, between the last two items on that side of it: the outermost one is left
 * out, and another one is not. Undefined where they are too few, or too close.
 */
export function innerEnd(times: readonly Instant[], comparison: Comparison, bound: Instant): Instant | undefined {
  const isUp = comparison.startsWith('g');
  const inside = sorted(times).filter((time) => (isUp ? time > bound : time < bound));
  const [from, to] = isUp ? inside.slice(-2) : inside.slice(0, 2);
  if (from === undefined || to === undefined || to - from < 4n * MILLISECOND) return undefined;
  const between = halfWay(from, to);
  return (between - (between % MILLISECOND)) as Instant;
}

/**
 * The instant of an item to filter at: with a fraction where there is such a one, beside another one of its second, and so near
 * to the end of the list that what is due fits one page. To be equal to, one that several items share comes first.
 */
export function instantNear(times: readonly Instant[], comparison: Comparison): Instant | undefined {
  const all = sorted(times);
  const near = nearEnd(all, comparison);
  const distinct = near.length > 0 ? near : all;
  const fractional = distinct.filter(isFractional);
  const preferred = fractional.length > 0 ? fractional : distinct;
  const [several] = comparison === 'eq' ? shared(times, preferred) : [];
  const beside = preferred.filter(besideOf(all, comparison));
  return several ?? middle(beside) ?? middle(preferred);
}

/** Whether a filter at an instant shows as much as at the one that is chosen to filter at. */
export function tellsAsMuch(times: readonly Instant[], comparison: Comparison, bound: Instant): boolean {
  const chosen = instantNear(times, comparison);
  const isBeside = besideOf([...new Set(times)], comparison);
  return chosen !== undefined && [isFractional, isBeside].every((tells) => tells(bound) || !tells(chosen));
}
