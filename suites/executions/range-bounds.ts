import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange, Query } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { floorTo, type Instant, SECOND, shift, timestamp } from '../../src/values/instant.ts';
import { beforeEach, isFractional } from '../vocabulary/lists/instants.ts';
import { filteredPage, sharedPage, widestPage } from '../vocabulary/lists/listing.ts';
import { AFTER_ALL } from '../vocabulary/lists/rules.ts';
import type { TimedItem } from '../vocabulary/lists/timed-items.ts';
import { expectInPages, pagesFor } from './clamped-pages.ts';
import { beside, first, isFiner, last, middle, near, timedExecutions, within } from './timed-executions.ts';

interface RangeBound {
  readonly parameter: string;
  readonly side: 'later' | 'earlier';
  readonly words: string;
}
/** range.begin (4.12). */
export const BEGIN: RangeBound = { parameter: 'range.begin', side: 'later', words: 'after' };
/** range.end (4.12). */
export const END: RangeBound = { parameter: 'range.end', side: 'earlier', words: 'before' };

const DAY = 24n * 60n * 60n * SECOND;

/**
 * Returns the end of a day that begins at a time if the target takes ranges of a day, but none that is longer or open: how
 * long a range may be is not stated. Otherwise returns undefined.
 */
async function dayInstead(p: Probing, begin: Instant): Promise<Instant | undefined> {
  const size = await widestPage(p, 'listExecutions');
  const accepts = async (end: Query): Promise<boolean> =>
    (await p.answerTo(sharedPage(p, { 'range.begin': timestamp(begin), ...end, ...size }))).isAccepted;
  if ((await accepts({})) || (await accepts({ 'range.end': AFTER_ALL }))) return undefined;
  const end = shift(begin, DAY);
  return (await accepts({ 'range.end': timestamp(end) })) ? end : undefined;
}

/** Reads the first page with a bound, and returns until when it holds executions if it has an end as well. */
async function pageAt(p: Probing, { parameter, side }: RangeBound, time: Instant) {
  const until = side === 'later' ? await dayInstead(p, time) : undefined;
  const end = until === undefined ? {} : { 'range.end': timestamp(until) };
  return { page: await filteredPage(p, { [parameter]: timestamp(time), ...end }), until };
}

/**
 * Demands that a bound at the time of one execution keeps all executions on its inner side. Does not demand those at
 * exactly that time if the target compares more digits than it shows. A page of a range may be given in place of the
 * page with that bound only, with those of the executions that its other bound leaves in.
 */
export async function expectBound(
  p: Probing,
  bound: RangeBound,
  at: TimedItem,
  { items, page }: { readonly items?: readonly TimedItem[]; readonly page?: Exchange } = {},
): Promise<readonly Failure[]> {
  const { time } = at;
  const { side, words } = bound;
  const { page: first, until } = page ? { page, until: undefined } : await pageAt(p, bound, time);
  const isInside = (item: TimedItem): boolean => (side === 'later' ? item.time >= time : item.time <= time);
  const isBefore = (item: TimedItem): boolean => until === undefined || item.time <= until;
  const due = (items ?? (await timedExecutions(p))).filter((item) => isInside(item) && isBefore(item));
  const found = await pagesFor(p, first, due);
  const why = `executed at or ${words} ${timestamp(time)}`;
  const failures = await expectInPages(p, found, due, why);
  const isKeptOutside = failures.length > 0 && (await isFiner(p, at, side === 'later' ? 'earlier' : 'later'));
  const beyond = due.filter((item) => item.time !== time);
  return isKeptOutside ? expectInPages(p, found, beyond, why) : failures;
}

/** Begins just after one of the newest executions and ends at the time of the newest one. */
export async function ofTheNewest(p: Probing, items: readonly TimedItem[]) {
  const [begin, at] = [beside(items, near(items, 'newest'), 'after'), last(items)];
  return { at, items: items.filter(({ time }) => time > begin), page: await within(p, begin, at.time) };
}

/** Begins at the time of the oldest execution and ends just before one of the oldest. */
export async function ofTheOldest(p: Probing, items: readonly TimedItem[]) {
  const [at, end] = [first(items), beside(items, near(items, 'oldest'), 'before')];
  return { at, items: items.filter(({ time }) => time < end), page: await within(p, at.time, end) };
}

/**
 * Demands on loopback that a range which ends at a whole second includes an execution of that time, if the other bounds
 * that were tried have fractions. Times without a fraction may be read by other code.
 */
export async function endsAtAWholeSecond(p: Probing, items: readonly TimedItem[]): Promise<readonly Failure[]> {
  const whole = items.filter(({ time }) => !isFractional(time));
  const isTried = [near(items, 'oldest'), last(items)].some(({ time }) => !isFractional(time));
  return p.run.spendsFreely && whole.length > 0 && !isTried ? expectBound(p, END, first(whole)) : [];
}

/**
 * Demands on loopback that a range which begins and ends at the time of one execution selects those of that time, unless
 * the target compares more digits than it shows. The rules judge that it selects no others.
 */
export async function atOneTime(p: Probing, items: readonly TimedItem[]): Promise<readonly Failure[]> {
  if (!p.run.spendsFreely) return [];
  const at = middle(items);
  const time = timestamp(at.time);
  const page = await filteredPage(p, { 'range.begin': time, 'range.end': time });
  const due = items.filter((item) => item.time === at.time);
  const failures = await expectInPages(p, await pagesFor(p, page, due), due, `executed at ${time}`);
  const isKeptOutside = failures.length > 0 && ((await isFiner(p, at, 'later')) || (await isFiner(p, at, 'earlier')));
  return isKeptOutside ? [] : failures;
}

/**
 * Demands on loopback that a range which ends before all executions is accepted: a list without items is a valid answer.
 * The range ends at midnight, which may be taken for the whole day, unless the first execution is of that time.
 */
export async function acceptsNone(p: Probing, items: readonly TimedItem[]): Promise<readonly Failure[]> {
  if (!p.run.spendsFreely) return [];
  const before = beforeEach(items.map(({ time }) => time));
  await filteredPage(p, { 'range.end': timestamp(floorTo(before, DAY)) });
  return [];
}
