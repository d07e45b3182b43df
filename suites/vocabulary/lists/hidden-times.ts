import { isUpperBound } from '../../../src/contract/lists.ts';
import type { Comparison, ListOperation } from '../../../src/contract/operations.ts';
import { failure } from '../../../src/engine/failure.ts';
import { unlessInconclusive } from '../../../src/engine/inconclusive.ts';
import type { ListedItem } from '../../../src/engine/listing.ts';
import { cursorOf, idsOn, listedOn } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Exchange, Query } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import type { Id } from '../../../src/values/id.ts';
import {
  floorTo,
  halfWay,
  type Instant,
  instant,
  MILLISECOND,
  SECOND,
  shift,
  timestamp,
} from '../../../src/values/instant.ts';
import {
  BY_TIME,
  expectOn,
  filteredPageWith,
  knownItems,
  listOf,
  sharedPage,
  wasRemoved,
  widestPage,
} from './listing.ts';
import { timeOf } from './order-of-items.ts';
import { AFTER_ALL, BEFORE_ALL } from './rules.ts';
import type { Order } from './walks.ts';

/** Number of times that the interval of all times is halved: down to about a minute, if no other list shows times. */
const HALVINGS = 25;

const HOUR = 3_600_000_000_000n;
/**
 * Distances before and after the times in other lists that are tried first: an hour, a day, a month, a year and ten
 * years.
 */
const AROUND = [1n, 24n, 720n, 8_766n, 87_660n].map((hours) => hours * HOUR);

/**
 * Known items that do not show their times, and those of them that were created before a bound while others were
 * created after it.
 */
interface Split {
  readonly items: readonly ListedItem[];
  readonly older: ReadonlySet<Id>;
  readonly bound: Instant;
  /** The page that shows the older ones. */
  readonly page: Exchange;
}

/**
 * Returns the known items that the list shows before a bound. Returns undefined where that is refused or fills more
 * than a page.
 */
async function before(p: Probing, items: readonly ListedItem[], bound: Instant): Promise<Split | undefined> {
  const query = { 'created_at.lt': timestamp(bound), ...(await widestPage(p, listOf(p))) };
  const { isAccepted, exchange: page } = await p.answerTo(sharedPage(p, query));
  if (!isAccepted || cursorOf(page) !== undefined) return undefined;
  const all = new Set(items.flatMap(({ id }) => id ?? []));
  const ids = listedOn(page).flatMap(({ id }) => id ?? []);
  return { items, older: new Set(ids.filter((id) => all.has(id))), bound, page };
}

/** Returns the times that the items of another list show; none if it is refused. */
async function instantsOf(p: Probing, operation: ListOperation): Promise<readonly Instant[]> {
  const items = await unlessInconclusive([], async () => (await p.known(operation)).items);
  return items.flatMap((item) => timeOf(item) ?? []);
}

/**
 * Returns the creation times in other lists, and some times around them: items of one service are often created at
 * about the same time.
 */
async function instantsElsewhere(p: Probing): Promise<readonly Instant[]> {
  const shown: Instant[] = [];
  for (const each of BY_TIME) if (each !== p.operation) shown.push(...(await instantsOf(p, each)));
  const all = [...new Set(shown)].sort((a, b) => (a < b ? -1 : 1));
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [...AROUND.map((time) => shift(first, -time)).reverse(), ...all, ...AROUND.map((time) => shift(last, time))];
}

/**
 * Returns the time to try next: the middle one of the given times between two, or else halfway between those. That is a
 * whole second, or at least a whole millisecond, if one lies between: a service may refuse the many digits of an exact
 * half, and then no bound would be found.
 */
function between(low: Instant, high: Instant, some: readonly Instant[]): Instant {
  const inside = some.filter((each) => low < each && each < high);
  const half = halfWay(low, high);
  const whole = [SECOND, MILLISECOND].map((unit) => floorTo(half, unit)).find((each) => each > low);
  return inside[Math.floor(inside.length / 2)] ?? whole ?? half;
}

/**
 * Divides a list by time if its items do not show their times, which 2.3 does not have. Returns undefined if no
 * dividing time is found.
 */
const split = (p: Probing): Promise<Split | undefined> =>
  p.oncePerAttempt(`older part of ${p.operation}`, async () => {
    const items = await knownItems(p, 2);
    const count = new Set(items.flatMap(({ id }) => id ?? [])).size;
    let [low, high] = [instant(BEFORE_ALL), instant(AFTER_ALL)];
    if (items.some((item) => timeOf(item) !== undefined)) return undefined;
    const likely = await instantsElsewhere(p);
    for (let halved = 0; halved < HALVINGS && low !== undefined && high !== undefined; halved += 1) {
      const middle = between(low, high, likely);
      const parts = await before(p, items, middle);
      if (parts?.older.size === 0) low = middle;
      else if (parts === undefined || parts.older.size === count) high = middle;
      else return parts;
    }
    return undefined;
  });

/** Distance from the nearest item at which no clock resolution hides on which side of a bound it is, and its double. */
const [CLEAR, TWICE] = [1_000_000_000n, 2_000_000_000n];

/**
 * Divides such a list at a bound that is at least a second from any item, so that every comparison agrees on which items
 * are older. Returns undefined if no such bound is found.
 */
export const divided = (p: Probing): Promise<Split | undefined> =>
  p.oncePerAttempt(`divided ${p.operation}`, async () => {
    const parts = await split(p);
    if (!parts) return undefined;
    for (const side of [-1n, 1n]) {
      const further = await before(p, parts.items, shift(parts.bound, side * TWICE));
      if (further?.older.size === parts.older.size) return { ...parts, bound: shift(parts.bound, side * CLEAR) };
    }
    return undefined;
  });

/** Demands the order of items that do not show their times, as far as the filter by time distinguishes them. */
export async function keepsHiddenOrder(p: Probing, query: Query, order: Order): Promise<readonly Failure[]> {
  const parts = await split(p);
  if (!parts) return [];
  const { isAccepted, exchange: page } = await p.answerTo(
    sharedPage(p, { ...query, ...(await widestPage(p, listOf(p))) }),
  );
  if (!isAccepted) return [];
  const isFirst = ({ id }: ListedItem): boolean => id !== undefined && parts.older.has(id) === (order === 'ASC');
  const known = listedOn(page).filter(({ id }) => parts.items.some((item) => item.id === id));
  const turn = known.findIndex((item) => !isFirst(item));
  const ahead = new Set(known.slice(0, Math.max(turn, 0)).map(({ id }) => id));
  const misplaced = turn < 0 ? undefined : parts.items.find((item) => isFirst(item) && !ahead.has(item.id));
  if (!misplaced || (await wasRemoved(p, misplaced))) return [];
  const side = order === 'ASC' ? 'before' : 'after';
  const expected = `items created ${side} ${timestamp(parts.bound)} first: ${misplaced.text} before ${known[turn]?.text}`;
  return [failure(page, { where: '/items', expected, actual: 'another order' })];
}

/** Whether a comparison with the bound selects an item of a divided list. */
export const isSelected =
  ({ older }: Split, comparison: Comparison) =>
  ({ id }: ListedItem): boolean =>
    id !== undefined && older.has(id) === isUpperBound(comparison);

/**
 * Demands that a page holds the expected items. Items from before all bounds do not count, such as those without a time that
 * were given the time zero, unless all items are.
 */
async function expectRecent(
  p: Probing,
  { items }: Split,
  page: Exchange,
  { expected, why }: { readonly expected: readonly ListedItem[]; readonly why: string },
): Promise<readonly Failure[]> {
  const failures = await expectOn(p, page, expected, why);
  const [earliest] = failures.length > 0 ? [instant(BEFORE_ALL)] : [];
  const ancient = earliest === undefined ? undefined : (await before(p, items, earliest))?.older;
  if (!ancient || ancient.size === 0 || ancient.size >= items.length) return failures;
  return expectOn(
    p,
    page,
    expected.filter(({ id }) => id === undefined || !ancient.has(id)),
    why,
  );
}

/** Demands that a page under a time filter holds exactly the items that another bound showed to be on that side. */
export async function expectOneSide(
  p: Probing,
  parts: Split,
  comparison: Comparison,
  { query, implied = {} }: { readonly query: Query; readonly implied?: Query | undefined },
): Promise<readonly Failure[]> {
  const page = await filteredPageWith(p, implied, query);
  const selects = isSelected(parts, comparison);
  const ids = idsOn(page);
  const unexpected = parts.items.find((item) => ids.has(item.id) && !selects(item));
  const side = isUpperBound(comparison) ? 'before' : 'after';
  const why = `it was created ${side} ${timestamp(parts.bound)}, as created_at.lt shows`;
  if (!unexpected) return expectRecent(p, parts, page, { expected: parts.items.filter(selects), why });
  const expected = `only items created ${side} ${timestamp(parts.bound)}`;
  const actual = `${unexpected.text}, which created_at.lt shows to be on the other side`;
  return [failure(page, { where: '/items', expected, actual }, [parts.page])];
}
