import { takesParameter } from '../../../src/contract/lists.ts';
import { failure } from '../../../src/engine/failure.ts';
import type { ListedItem, Listing } from '../../../src/engine/listing.ts';
import { cursorOf, idsOn, listedOn } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import { type Exchange, isAccepted, type Query } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import { ask, knownItems, listOf, orderFor, sharedPage, stockedList, wasRemoved, widestPage } from './listing.ts';
import { comesBefore, newestOf, timeOf } from './order-of-items.ts';
import { BEFORE_ALL } from './rules.ts';
import { endOf, isWhole, type Walk, walked, walksWithout } from './walks.ts';

const holds = (items: readonly ListedItem[], { id }: ListedItem): boolean => items.some((item) => item.id === id);

/**
 * Returns the items that a walk must have met: all items of its part if it reached the end, otherwise those before its
 * last item.
 */
async function dueOn(p: Probing, { items, reading: { part, order }, ...walk }: Walk): Promise<readonly ListedItem[]> {
  if (isWhole({ ...walk, items })) return part.items;
  return part.items.filter(comesBefore(p, items, await orderFor(p, order)));
}

/** Lists the items that a filter selects, in the longest pages. */
const inLongestPages = async (p: Probing, query: Query): Promise<readonly ListedItem[]> =>
  (await p.list(listOf(p), { ...query, ...(await widestPage(p, listOf(p))) })).items;

/**
 * Whether a list with range filters shows an item in a range that holds everything. Without a range, the list may show
 * only recent items.
 */
const isListedInRange = async (p: Probing, item: ListedItem): Promise<boolean> =>
  takesParameter(p.operation, 'range.begin') && holds(await inLongestPages(p, { 'range.begin': BEFORE_ALL }), item);

/**
 * Whether an item is lost by paging, and not by the filter of the part. It is if the longest pages under the filter
 * hold it, or if pages of the same size lose an item without the filter too.
 */
async function isLostByPaging(p: Probing, { reading, pages }: Walk, missing: ListedItem): Promise<boolean> {
  if (Object.keys(reading.part.query).length === 0) return true;
  if (holds(await inLongestPages(p, reading.part.query), missing)) return true;
  if ('ids' in reading.part.query || reading.limit <= 2) return false;
  const unbounded = await walked(p, { ...reading, part: { ...reading.part, query: {} }, pages: pages.length });
  return (await dueOn(p, unbounded)).some((item) => !holds(unbounded.items, item));
}

/** Describes the pages in which a list is known. */
function pagesOf({ pages }: Listing): string {
  const size = pages[0]?.request.query['limit']?.[0];
  return size === undefined ? 'the list without a limit' : `limit=${size}`;
}

/**
 * Returns a failure if a walk shows an item older than the newest known one that the pages of the known list do not
 * show, even now. Says nothing if the known list was not read to its end.
 */
async function unlisted(p: Probing, walk: Walk): Promise<readonly Failure[]> {
  if (!(await stockedList(p, listOf(p))).complete) return [];
  const items = await knownItems(p);
  const newest = newestOf(items);
  const more = walk.items.find((item) => {
    const time = timeOf(item);
    return !holds(items, item) && time !== undefined && newest !== undefined && time < newest;
  });
  if (!more || !(await wasRemoved(p, more))) return [];
  if (await isListedInRange(p, more)) return [];
  const expected = `${more.text} on a page of ${pagesOf(await stockedList(p, listOf(p)))}: it is on a page of limit=${walk.reading.limit}`;
  return [failure(endOf(walk), { where: '/items', expected, actual: 'no such item' })];
}

/** Demands that a walk skips no known item of its part that is still there. */
export async function passesOver(p: Probing, walk: Walk): Promise<readonly Failure[]> {
  const missing = (await dueOn(p, walk)).find((item) => !holds(walk.items, item));
  if (!missing) return unlisted(p, walk);
  if (!(await isLostByPaging(p, walk, missing)) || (await wasRemoved(p, missing))) return [];
  return [passedOver(walk, missing, await stockedList(p, listOf(p)))];
}

/**
 * Demands that the plain list, without parameters, has a cursor if it lacks items that longer pages show: they cannot be
 * reached without one.
 */
export async function endsTooEarly(p: Probing): Promise<readonly Failure[]> {
  const { items } = await p.known(listOf(p));
  const missingOn = (page: Exchange): ListedItem | undefined =>
    isAccepted(page) && cursorOf(page) === undefined ? items.find((item) => !holds(listedOn(page), item)) : undefined;
  if (!missingOn(await p.page(sharedPage(p, {})))) return [];
  // Repeats the page, since replicas may lag behind.
  return p.eventually(async () => {
    const { exchange: page } = await p.answerTo(ask(p, {}));
    const missing = missingOn(page);
    if (!missing || (await wasRemoved(p, missing))) return [];
    const expected = `a cursor: the page does not have ${missing.text}, which another page of the list shows`;
    return [failure(page, { where: '/next_page_cursor', expected, actual: 'no cursor' })];
  });
}

/** Whether the list also loses items between its pages without these parameters. */
export async function losesWithout(p: Probing, parameters: readonly string[]): Promise<boolean> {
  for (const walk of await walksWithout(p, parameters)) if ((await passesOver(p, walk)).length > 0) return true;
  return false;
}

/** Returns the page that holds an item, with its number from 1. */
function pageOf(
  pages: readonly Exchange[],
  { id }: ListedItem,
): { readonly page: Exchange; readonly number: number } | undefined {
  const index = pages.findIndex((page) => idsOn(page).has(id));
  const page = pages[index];
  return page && { page, number: index + 1 };
}

/** Returns the page of the walk where a missing item belongs: that of its nearest neighbour which the walk shows. */
function pageBeside({ pages, reading }: Walk, missing: ListedItem) {
  const { items } = reading.part;
  const place = items.findIndex(({ id }) => id === missing.id);
  return [...items.slice(0, place).reverse(), ...items.slice(place + 1)]
    .map((neighbour) => ({ neighbour, found: pageOf(pages, neighbour) }))
    .flatMap(({ neighbour, found }) => (found ? [{ neighbour, ...found }] : []))[0];
}

/** Says if a missing item has the same creation time as its neighbour, which may be the cause. */
function sharedWith(missing: ListedItem, neighbour: ListedItem): string {
  const time = timeOf(missing);
  return time !== undefined && time === timeOf(neighbour) ? ', which was created at the same instant,' : '';
}

function passedOver(walk: Walk, missing: ListedItem, known: Listing): Failure {
  const { limit } = walk.reading;
  const shown = pageOf(known.pages, missing);
  const beside = pageBeside(walk, missing);
  const where = `page ${shown?.number ?? 1} of ${pagesOf(known)}`;
  return failure(
    beside?.page ?? endOf(walk),
    {
      where: '/items',
      expected: `${missing.text} on a page of limit=${limit}: it is on ${where}`,
      actual: `no page shows it${beside ? `; its neighbour ${beside.neighbour.text}${sharedWith(missing, beside.neighbour)} is on page ${beside.number}` : ''}`,
      ...(missing.text === undefined ? {} : { item: missing.text }),
    },
    shown ? [shown.page] : [],
  );
}
