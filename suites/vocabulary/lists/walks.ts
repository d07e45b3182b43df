import { takesParameter } from '../../../src/contract/lists.ts';
import { definitionOf } from '../../../src/contract/operations.ts';
import { blockedBy, Inconclusive, unlessInconclusive } from '../../../src/engine/inconclusive.ts';
import type { ListedItem, Listing } from '../../../src/engine/listing.ts';
import { cursorOf, itemsOf, listedOn } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Exchange, Query } from '../../../src/model/exchange.ts';
import type { Id } from '../../../src/values/id.ts';
import { filterRow } from '../constraints/sources.ts';
import { knownItems, listOf, stockedList, widestPage } from './listing.ts';
import { isEarlier, timeOf } from './order-of-items.ts';
import { fewPart, type Part, unfiltered, wholePart, windowOf } from './parts.ts';

export type Order = 'ASC' | 'DESC';

/** One way to read a part of a list, up to a number of pages. */
export interface Reading {
  readonly part: Part;
  readonly limit: number;
  readonly order?: Order | undefined;
  /** The order_by to send although it is the default. */
  readonly orderBy?: 'CREATED_AT' | undefined;
  readonly pages: number;
}

/** The pages of one reading. */
export interface Walk extends Listing {
  readonly reading: Reading;
}

/**
 * Number of pages: of a walk through the list on loopback, of walks through a long and a short list on another host, and
 * of a walk to the end.
 */
const PAGES = 6;
const PAGES_OF_LONG_ELSEWHERE = 3;
const PAGES_ELSEWHERE = 2;
const PAGES_TO_THE_END = 9;

/**
 * The page size of the longest walk. Every second page ends at a place where no page of 100, in which the list is
 * known, ends.
 */
const WALK_PAGE = 50;

export const queryOf = ({ part, limit, order, orderBy }: Reading): Query => ({
  ...part.query,
  limit,
  ...(order ? { order } : {}),
  ...(orderBy ? { order_by: orderBy } : {}),
});

export async function walked(p: Probing, reading: Reading): Promise<Walk> {
  return { reading, ...(await p.list(listOf(p), queryOf(reading), { maxPages: reading.pages })) };
}

/**
 * Returns the largest page size that a list certainly serves: its stated maximum, or else as many items as it served
 * before.
 */
export async function mostOf(p: Probing): Promise<number> {
  const { limit } = definitionOf(p.operation).query;
  if (limit?.kind === 'integer' && limit.most !== undefined) return limit.most;
  const { pages } = await stockedList(p, listOf(p));
  return (
    (await widestPage(p, listOf(p))).limit ?? Math.max(1, ...pages.slice(0, 1).map((page) => itemsOf(page).length))
  );
}

/** Minimum number of items by which a window on another host is smaller than the longest walk. */
const ROOM = 10;

/**
 * Returns the ways in which every list is walked: the whole list in either order, and a few items in the smallest
 * pages. On another host the first walk has bounds at both ends, since no other walk shows whether later pages keep a
 * lower bound.
 */
async function readings(p: Probing): Promise<readonly Reading[]> {
  const [whole, few, longest] = [await wholePart(p), await fewPart(p), await mostOf(p)];
  const count = whole.items.length;
  const [up, down] = takesParameter(p.operation, 'order') ? (['ASC', 'DESC'] as const) : [];
  const orderBy = takesParameter(p.operation, 'order_by') ? ('CREATED_AT' as const) : undefined;
  // A page needs two items to show an order. A page of more than half of the items leaves the second page not full.
  const pair = Math.max(1, Math.min(2, count));
  const half = Math.max(pair, Math.floor(count / 2) + 1);
  const size = p.run.spendsFreely ? Math.max(pair, Math.ceil(count / PAGES)) : half;
  const isLong = half > WALK_PAGE;
  const elsewhere = isLong ? PAGES_OF_LONG_ELSEWHERE : PAGES_ELSEWHERE;
  const pages = p.run.spendsFreely ? PAGES : elsewhere;
  const most = isLong ? PAGES_OF_LONG_ELSEWHERE * WALK_PAGE - ROOM : count;
  const window = p.run.spendsFreely ? undefined : windowOf(whole, { over: isLong ? WALK_PAGE : half, most });
  return [
    { part: window ?? whole, limit: Math.min(longest, isLong ? WALK_PAGE : size), order: down, pages },
    up
      ? { part: whole, limit: Math.min(longest, half), order: up, pages: PAGES_TO_THE_END }
      : { part: few ?? whole, limit: 2, pages: PAGES_TO_THE_END },
    { part: few ?? whole, limit: 1, order: up, orderBy, pages: PAGES_TO_THE_END },
  ];
}

/**
 * The walks that were made, whether or not their pages kept the filters, the readings that were refused, and why the
 * first of these was.
 */
interface AllWalks {
  readonly made: readonly Walk[];
  readonly refused: readonly Reading[];
  readonly reason: Inconclusive | undefined;
}

/** Walks the list in each of these ways, once per attempt for all rows about walks. */
function allWalks(p: Probing): Promise<AllWalks> {
  return p.oncePerAttempt(`walks ${p.operation}`, async () => {
    const made: Walk[] = [];
    const refused: Reading[] = [];
    let reason: Inconclusive | undefined;
    for (const reading of await readings(p)) {
      try {
        made.push(await walked(p, reading));
      } catch (error) {
        if (!(error instanceof Inconclusive)) throw error;
        refused.push(reading);
        reason ??= error;
      }
    }
    return { made: made.length > 0 ? made : await inLargerPages(p), refused, reason };
  });
}

/** Page sizes to try where smaller ones are refused: no minimum is stated. */
const LARGER = [5, 10];

/** Walks the whole list in the smallest of these sizes that the list serves, if it is longer than that. */
async function inLargerPages(p: Probing): Promise<readonly Walk[]> {
  const part = await wholePart(p);
  const order = takesParameter(p.operation, 'order') ? 'ASC' : undefined;
  for (const limit of LARGER.filter((each) => each < part.items.length)) {
    const walk = await unlessInconclusive(undefined, () => walked(p, { part, limit, order, pages: PAGES_TO_THE_END }));
    if (walk) return [walk];
  }
  return [];
}

/**
 * Returns the walks of a list. They are made once, and again when a row about walks confirms a failure. Leaves out
 * walks with refused pages or broken filters. Throws Inconclusive when none is left.
 */
export async function walks(p: Probing): Promise<readonly Walk[]> {
  const { made, reason } = await allWalks(p);
  const kept = made.filter(({ items, reading }) => !items.some(reading.part.excludes));
  if (kept.length > 0) return kept;
  throw reason ?? blockedBy(filterRows(made), 'the filter is already ignored on the first page');
}

/** Returns the reading with order_by, if it was refused. */
export const refusedWithOrderBy = async (p: Probing): Promise<Reading | undefined> =>
  (await allWalks(p)).refused.find(({ orderBy }) => orderBy !== undefined);

/**
 * Whether a walk would meet items that its filter leaves out if a later page forgot the filter: between the selected
 * items, or at the end.
 */
function wouldMeetOthers({ reading: { part, order, limit }, ...walk }: Walk, parameter: string): boolean {
  if (walk.pages.length < 2) return false;
  if (parameter === 'created_at.gte') return order === 'DESC' && walk.pages.length * limit > part.items.length;
  return parameter === 'ids' || (order === 'ASC' && parameter === 'created_at.lt' && isWhole(walk));
}

/** Returns the walks under a filter by this parameter, which may have another bound too. */
export const walksUnder = async (p: Probing, parameter: string): Promise<readonly Walk[]> =>
  (await allWalks(p)).made.filter((walk) => parameter in walk.reading.part.query);

/**
 * Returns the walks under none of these parameters. If there is none, makes one without a filter, in a few pages of one
 * item.
 */
export async function walksWithout(p: Probing, parameters: readonly string[]): Promise<readonly Walk[]> {
  const { made } = await allWalks(p);
  const others = made.filter(({ reading }) => parameters.every((each) => !(each in reading.part.query)));
  if (others.length > 0) return others;
  return [await walked(p, { part: unfiltered(await knownItems(p)), limit: 1, pages: PAGES_TO_THE_END })];
}

/** Returns a walk that shows whether later pages keep a filter by this parameter, or undefined. */
export const walkUnder = async (p: Probing, parameter: string): Promise<Walk | undefined> =>
  (await walksUnder(p, parameter)).find((walk) => wouldMeetOthers(walk, parameter));

/**
 * Whether a walk in this order reached the end of its part, met all known items of it, and began with a page of several
 * items.
 */
export async function meetsAll(p: Probing, order: Order): Promise<boolean> {
  return (await unlessInconclusive([], () => walks(p))).some(({ reading, ...walk }) => {
    const seen = new Set(walk.items.map(({ id }) => id));
    const [first] = walk.pages;
    const isOrdered = first !== undefined && itemsOf(first).length > 1;
    return isOrdered && reading.order === order && isWhole(walk) && reading.part.items.every(({ id }) => seen.has(id));
  });
}

/** Whether a walk in pages of one item was made. */
export async function isReadByOne(p: Probing): Promise<boolean> {
  return (await unlessInconclusive([], () => walks(p))).some(({ reading }) => reading.limit === 1);
}

/** Returns the ids of the requirements on the filters of these walks. */
const filterRows = (made: readonly Walk[]): readonly string[] => [
  ...new Set(made.flatMap(({ reading }) => Object.keys(reading.part.query)).map(filterRow)),
];

/** Returns the last page of a walk. Throws Inconclusive when there is none. */
export function endOf({ pages }: Listing): Exchange {
  const page = pages.at(-1);
  if (!page) throw new Inconclusive('other', 'no page was returned');
  return page;
}

/** Whether a walk reached the end: its last page has no cursor, or is empty and has the cursor that led to it. */
export function isWhole(walk: Listing): boolean {
  const page = endOf(walk);
  const cursor = cursorOf(page);
  return cursor === undefined || (itemsOf(page).length === 0 && page.request.query['page_cursor']?.[0] === cursor);
}

/** Whether the time that an item shows is out of order after that of another item. */
const isBack = (item: ListedItem, after: ListedItem, order: Order): boolean =>
  order === 'ASC' ? isEarlier(item, after) : isEarlier(after, item);

/** An item with its page and index. */
interface PlacedItem {
  readonly page: Exchange;
  readonly index: number;
  readonly item: ListedItem;
}

/** An item whose time is out of order with that of an item before it. */
export interface MisplacedItem extends PlacedItem {
  readonly before: ListedItem;
}

/** Whether the times of a page are out of order. */
export function isDisordered(page: Exchange, order: Order): boolean {
  const items = listedOn(page).filter((item) => timeOf(item) !== undefined);
  return items.slice(1).some((item, index) => isBack(item, items[index] ?? item, order));
}

/**
 * Returns the first item that is out of order: within its page or, if it is not a repeated item, after the pages
 * before.
 */
export function misplacedItemOf({ pages, reading: { order } }: Walk): MisplacedItem | undefined {
  if (order === undefined) return undefined;
  const seen = new Set<Id | undefined>();
  let furthest: ListedItem | undefined;
  let last: PlacedItem | undefined;
  for (const placed of pages.flatMap(placedOn)) {
    const { page, item } = placed;
    const isRepeated = seen.has(item.id);
    seen.add(item.id);
    if (timeOf(item) === undefined) continue;
    const onPage = last?.page === page ? last.item : undefined;
    const before = [onPage, isRepeated ? undefined : furthest].find((each) => each && isBack(item, each, order));
    if (before) return { ...placed, before };
    if (!isRepeated) furthest = item;
    last = placed;
  }
  return undefined;
}

const placedOn = (page: Exchange): readonly PlacedItem[] =>
  listedOn(page).map((item, index) => ({ page, index, item }));

/** Returns the id of the requirement that a walk out of order breaks. */
function orderRow({ pages: [first], reading: { order } }: Walk): readonly string[] {
  if (order === undefined) return [];
  return [first && isDisordered(first, order) ? `ORDER-${order}` : 'LIST-CURSOR-KEEPS-ORDER'];
}

/**
 * Returns the walks in orders that are kept, those with the smallest pages first. LIST-CURSOR-KEEPS-ORDER judges the
 * others.
 */
export async function orderly(p: Probing): Promise<readonly Walk[]> {
  const all = await walks(p);
  const lost = new Set(all.filter(misplacedItemOf).map(({ reading }) => reading.order));
  const kept = all.filter(({ reading }) => reading.order === undefined || !lost.has(reading.order));
  if (kept.length > 0) return kept.sort((a, b) => a.reading.limit - b.reading.limit);
  throw blockedBy([...new Set(all.flatMap(orderRow))], 'the list keeps no order');
}
