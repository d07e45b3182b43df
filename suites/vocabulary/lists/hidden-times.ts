import { failure } from '../../../src/engine/evidence.ts';
import { unlessInconclusive } from '../../../src/engine/inconclusive.ts';
import { cursorOf, itemsOf, listed } from '../../../src/engine/paging.ts';
import type { ListedItem, Probing } from '../../../src/engine/probing.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import type { Id } from '../../../src/values/id.ts';
import { halfWay, type Instant, instant, shift, timestamp } from '../../../src/values/instant.ts';
import { BY_TIME, knownItems, listOf, type Query, sharedPage, timeOf, wasRemoved, widestPage } from './listing.ts';
import { AFTER_ALL, BEFORE_ALL } from './rules.ts';
import type { Order } from './walks.ts';

/** Number of times that the interval of all times is halved: down to about a minute, if no other list shows times. */
const HALVINGS = 24;

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
  readonly bound: string;
}

/**
 * Returns the ids of known items that the list shows before a bound. Returns undefined where that is refused or fills
 * more than a page.
 */
async function before(p: Probing, all: ReadonlySet<Id>, bound: string): Promise<ReadonlySet<Id> | undefined> {
  const query = { 'created_at.lt': bound, ...(await widestPage(p, listOf(p))) };
  const { isAccepted, exchange } = await p.answerTo(sharedPage(p, query));
  if (!isAccepted || cursorOf(exchange) !== undefined) return undefined;
  return new Set(
    itemsOf(exchange)
      .flatMap((item) => listed(item).id ?? [])
      .filter((id) => all.has(id)),
  );
}

/** Returns the times that the items of another list show; none if it is refused. */
async function instantsOf(p: Probing, operation: (typeof BY_TIME)[number]): Promise<readonly Instant[]> {
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

/** Returns the time to try next: the middle one of the given times between two, or else halfway between those. */
function between(low: Instant, high: Instant, some: readonly Instant[]): Instant {
  const inside = some.filter((each) => low < each && each < high);
  return inside[Math.floor(inside.length / 2)] ?? halfWay(low, high);
}

/**
 * Divides a list by time if its items do not show their times, which are optional in 2.3. Returns undefined if no
 * dividing time is found.
 */
const split = (p: Probing): Promise<Split | undefined> =>
  p.once(`older part of ${p.operation} ${p.attempt}`, async () => {
    const items = await knownItems(p, 2);
    const all = new Set(items.flatMap(({ id }) => id ?? []));
    let [low, high] = [instant(BEFORE_ALL), instant(AFTER_ALL)];
    if (items.some((item) => timeOf(item) !== undefined)) return undefined;
    const likely = await instantsElsewhere(p);
    for (let halved = 0; halved < HALVINGS && low !== undefined && high !== undefined; halved += 1) {
      const middle = between(low, high, likely);
      const bound = timestamp(middle);
      const older = await before(p, all, bound);
      if (older?.size === 0) low = middle;
      else if (older === undefined || older.size === all.size) high = middle;
      else return { items, older, bound };
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
  const known = itemsOf(page)
    .map(listed)
    .filter(({ id }) => parts.items.some((item) => item.id === id));
  const turn = known.findIndex((item) => !isFirst(item));
  const ahead = new Set(known.slice(0, Math.max(turn, 0)).map(({ id }) => id));
  const stray = turn < 0 ? undefined : parts.items.find((item) => isFirst(item) && !ahead.has(item.id));
  if (!stray || (await wasRemoved(p, stray))) return [];
  const side = order === 'ASC' ? 'before' : 'after';
  const expected = `items created ${side} ${parts.bound} first: ${stray.text} before ${known[turn]?.text}`;
  return [failure(page, { where: '/items', expected, actual: 'another order' })];
}
