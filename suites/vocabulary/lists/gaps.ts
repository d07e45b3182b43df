import { facts } from '../../../src/contract/operations.ts';
import { failure } from '../../../src/engine/evidence.ts';
import { itemsOf, listed } from '../../../src/engine/paging.ts';
import type { ListedItem, Listing, Probing } from '../../../src/engine/probing.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import {
  comesBefore,
  known,
  knownItems,
  listOf,
  orderFor,
  type Query,
  timeOf,
  wasRemoved,
  widestPage,
} from './listing.ts';
import { BEFORE_ALL } from './rules.ts';
import { endOf, isWhole, type Walk, walked, walksWithout } from './walks.ts';

const holds = (items: readonly ListedItem[], { id }: ListedItem): boolean => items.some((item) => item.id === id);

/** The items that a walk must have met: all of its part at the end of it, before that those before its last item. */
async function dueOn(p: Probing, { items, reading: { part, order }, ...walk }: Walk): Promise<readonly ListedItem[]> {
  if (isWhole({ ...walk, items })) return part.items;
  return part.items.filter(comesBefore(p, items, await orderFor(p, order)));
}

/** The items that a filter leaves, in the longest pages. */
const inLongestPages = async (p: Probing, query: Query): Promise<readonly ListedItem[]> =>
  (await p.list(listOf(p), { ...query, ...(await widestPage(p, listOf(p))) })).items;

/** Whether a list that takes a range shows an item in one that holds all: without a range it may hold what is recent only. */
const isListedInRange = async (p: Probing, item: ListedItem): Promise<boolean> =>
  'range.begin' in facts(p.operation).query && holds(await inLongestPages(p, { 'range.begin': BEFORE_ALL }), item);

/**
 * Whether paging loses an item, and not the filter that leaves the part: the filter leaves it in the longest pages, or, where these
 * may be the ones that lose it, pages as long lose one without the filter.
 */
async function isLostByPaging(p: Probing, { reading, pages }: Walk, missing: ListedItem): Promise<boolean> {
  if (Object.keys(reading.part.query).length === 0) return true;
  if (holds(await inLongestPages(p, reading.part.query), missing)) return true;
  if ('ids' in reading.part.query || reading.limit <= 2) return false;
  const unbounded = await walked(p, { ...reading, part: { ...reading.part, query: {} }, pages: pages.length });
  return (await dueOn(p, unbounded)).some((item) => !holds(unbounded.items, item));
}

/** The pages in which a list is known, in words. */
function pagesOf({ pages }: Listing): string {
  const size = pages[0]?.request.query['limit']?.[0];
  return size === undefined ? 'the list without a limit' : `limit=${size}`;
}

/**
 * An item that a walk shows, older than one that is known, which the pages of the known list do not show, not even now. A list that
 * is longer than what is held of it may show it later.
 */
async function unlisted(p: Probing, walk: Walk): Promise<readonly Failure[]> {
  if (!(await known(p, listOf(p))).complete) return [];
  const items = await knownItems(p);
  const newest = items.map(timeOf).reduce((a, b) => (a === undefined || (b !== undefined && b > a) ? b : a));
  const more = walk.items.find((item) => {
    const time = timeOf(item);
    return !holds(items, item) && time !== undefined && newest !== undefined && time < newest;
  });
  if (!more || !(await wasRemoved(p, more))) return [];
  if (await isListedInRange(p, more)) return [];
  const expected = `${more.text} on a page of ${pagesOf(await known(p, listOf(p)))}: it is in pages of ${walk.reading.limit}`;
  return [failure(endOf(walk), { where: '/items', expected, actual: 'it is missing there' })];
}

/** Demands that a walk passes no item over that is known of its part and still there. */
export async function passesOver(p: Probing, walk: Walk): Promise<readonly Failure[]> {
  const missing = (await dueOn(p, walk)).find((item) => !holds(walk.items, item));
  if (!missing) return unlisted(p, walk);
  if (!(await isLostByPaging(p, walk, missing)) || (await wasRemoved(p, missing))) return [];
  return [passedOver(walk, missing, await known(p, listOf(p)))];
}

/** Whether the list loses items between its pages without these parameters as well. */
export async function losesWithout(p: Probing, parameters: readonly string[]): Promise<boolean> {
  for (const walk of await walksWithout(p, parameters)) if ((await passesOver(p, walk)).length > 0) return true;
  return false;
}

/** The page that holds an item, with its number from 1. */
function pageOf(
  pages: readonly Exchange[],
  { id }: ListedItem,
): { readonly page: Exchange; readonly number: number } | undefined {
  const index = pages.findIndex((page) => itemsOf(page).some((item) => listed(item).id === id));
  const page = pages[index];
  return page && { page, number: index + 1 };
}

/** The page of the walk where the item belongs: that of the item next to it, with this one. */
function pageBeside({ pages, reading }: Walk, missing: ListedItem) {
  const { items } = reading.part;
  const place = items.findIndex(({ id }) => id === missing.id);
  return [...items.slice(0, place).reverse(), ...items.slice(place + 1)]
    .map((neighbour) => ({ neighbour, found: pageOf(pages, neighbour) }))
    .flatMap(({ neighbour, found }) => (found ? [{ neighbour, ...found }] : []))[0];
}

/** What an item that was left out shares with its neighbour, where that may be why. */
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
      actual: `it is on none of them${beside ? `; its neighbour ${beside.neighbour.text}${sharedWith(missing, beside.neighbour)} is on page ${beside.number}` : ''}`,
      ...(missing.text === undefined ? {} : { item: missing.text }),
    },
    shown ? [shown.page] : [],
  );
}
