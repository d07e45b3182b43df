import {
  isLowerBound,
  listFilterOf,
  listsTaking,
  sized,
  statesMaximum,
  takesParameter,
} from '../../../src/contract/lists.ts';
import { isList, type ListOperation, listOperations } from '../../../src/contract/operations.ts';
import type { Ask } from '../../../src/engine/ask.ts';
import { failure } from '../../../src/engine/failure.ts';
import { Inconclusive, unlessInconclusive } from '../../../src/engine/inconclusive.ts';
import type { ListedItem, Listing, ListOptions } from '../../../src/engine/listing.ts';
import { cursorOf, idsOn, itemsOf, listedOn, turned } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import { refusal } from '../../../src/engine/refusal.ts';
import { type Exchange, isAccepted, type Query } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import { counted } from '../../../src/values/counted.ts';
import { instant } from '../../../src/values/instant.ts';
import { member } from '../../../src/values/json.ts';
import { onceEach } from '../../../src/values/once-each.ts';
import { itemWith } from '../comparisons.ts';
import { asking, bodies, endUserKnown, listBy } from '../requests.ts';
import { CACHED_MS } from '../tolerances.ts';
import { comesBefore, timeOf } from './order-of-items.ts';

/** Lists whose default and maximum page size the document states (8). */
export const PAGED = listOperations.filter(statesMaximum);

/** Lists that are ordered and filtered by time of creation (4.15). */
export const BY_TIME = listsTaking('created_at.lt');

export function listOf(p: Probing): ListOperation {
  if (!isList(p.operation)) throw new Error(`${p.operation} is no list`);
  return p.operation;
}

export const ask = (p: Probing, query: Query) => listBy(listOf(p), query);

/** Like `ask`, but all rows share the answer: for pages where a second answer would show nothing new. */
export const sharedPage = (p: Probing, query: Query) => ({ ...ask(p, query), isShared: true as const });

export const plainList = (p: Probing) => ({ key: 'plain', ask: sharedPage(p, {}) });

/**
 * Follows the cursors from a page of a list. `query` is that of the first page. A page is requested only when it is
 * asked for, so whoever has found enough sends nothing more.
 */
export async function* pagesAfter(
  p: Probing,
  page: Exchange,
  query: Query,
  { maxPages = Number.POSITIVE_INFINITY, isShared = false }: ListOptions = {},
): AsyncGenerator<Exchange> {
  const { operation } = page;
  const send = (asked: Query = {}) => p.page({ operation, input: () => ({ query: asked }), isShared });
  let last = page;
  for (let count = 0; count < maxPages; count += 1) {
    const cursor = cursorOf(last);
    if (cursor === undefined) return;
    last = await turned(send, query, cursor);
    if (!isAccepted(last))
      throw new Inconclusive('refused', `the page that a cursor leads to was answered ${refusal(last)}`);
    yield last;
  }
}

/** Maximum number of pages to follow in search of a few items. */
export const MOST_TURNED = 15;

/**
 * Returns the first page for which `isFound` holds, from the page `first` on, or `first` if there is none. What is looked
 * for need not be on the first page, which may even be empty: the document does not say that pages are full.
 */
export async function turnedUntil(
  p: Probing,
  first: Exchange,
  isFound: (page: Exchange) => boolean,
): Promise<Exchange> {
  if (isFound(first)) return first;
  for await (const page of pagesAfter(p, first, first.request.query, { maxPages: MOST_TURNED }))
    if (isFound(page)) return page;
  return first;
}

/** Returns the page that holds an item, from the page `first` on, or `first` if none does. */
export const pageHolding = (p: Probing, first: Exchange, id: string): Promise<Exchange> =>
  turnedUntil(p, first, (page) => itemWith(page, id) !== undefined);

/** Looks up an item, by its id or another query: returns the page that holds it, or the first page if none does. */
export const lookUpPage = async (
  p: Probing,
  operation: ListOperation,
  id: string,
  query: Query = { ids: [id] },
): Promise<Exchange> => pageHolding(p, await p.sendValid(listBy(operation, query)), id);

/** Number of items that a list needs to have pages, neighbours, and items that a filter leaves out. */
const STOCK = 5;

/**
 * Returns a list as it was first read (`Probing.known`). Of all things in lists, only deposit addresses can be created:
 * if there are few, creates some first, so that the list of an empty service can be tested.
 */
export const stockedList = (p: Probing, operation: ListOperation): Promise<Listing> =>
  operation === 'listAddresses'
    ? p.oncePerAttempt(`stock of ${operation}`, async () => withStock(p, await p.known(operation)))
    : p.known(operation);

/**
 * Creates the addresses that the list lacks, and lists them again. Returns the list as it was where addresses cannot be
 * created.
 */
async function withStock(p: Probing, found: Listing): Promise<Listing> {
  if (found.items.length >= STOCK) return found;
  return unlessInconclusive(found, async () => {
    await p.adapt('createAddress');
    const body = bodies.createAddress(p);
    for (let count = found.items.length; count < STOCK; count += 1) await p.sendValid(asking(p, 'createAddress', body));
    await p.answerTo(asking(p, 'createAddress', { ...body, ...endUserKnown(p) }));
    return p.until(
      () => p.list('listAddresses', sized()),
      ({ items, pages }) => pages.length === 0 || items.length >= STOCK,
    );
  });
}

/** Returns the items of a listing that have an id, each id once. */
const namedIn = onceEach(({ items }: Listing): readonly ListedItem[] => [
  ...new Map(items.flatMap((item) => (item.id === undefined ? [] : [[item.id, item]]))).values(),
]);

/** Returns the items of the stocked list that have an id. Throws Inconclusive when there are fewer than `least`. */
export async function knownItems(p: Probing, least = 1): Promise<readonly ListedItem[]> {
  const listing = await stockedList(p, listOf(p));
  const { items } = listing;
  const named = namedIn(listing);
  if (named.length >= least) return named;
  if (items.length >= least)
    throw new Inconclusive('unrecognised', `the list shows too few ids: ${named.length} of at least ${least}`);
  throw new Inconclusive('fixture', `the list is too short: ${named.length} of at least ${least} items`, {
    need: { words: `items in ${p.operation}` },
  });
}

/**
 * Returns the query for the largest page that a list certainly serves: 100 items, or no limit where the list states no
 * maximum and refused that.
 */
export async function widestPage(p: Probing, operation: ListOperation): Promise<{ readonly limit?: number }> {
  const { pages } = await stockedList(p, operation);
  return pages[0]?.request.query['limit'] === undefined ? {} : sized();
}

/** Returns the ids of items as the target spells them. */
const idsOf = ({ items }: Pick<Listing, 'items'>): readonly string[] => items.flatMap(({ text }) => text ?? []);

/** Members that an update does not change: filters by them select an item for as long as it is listed. */
const LASTING: readonly string[] = ['id', 'created_at', 'executed_at'];

/** Whether an update may move an item out of the list under a query. Updates make times later, never earlier. */
const mayLeaveWhenUpdated = ({ operation }: Probing, query: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(query).some((parameter) => {
    const filter = listFilterOf(operation, parameter);
    if (filter === undefined || (filter.by === 'time' && isLowerBound(filter.comparison))) return false;
    return !('member' in filter && LASTING.includes(filter.member));
  });

/**
 * Whether an item was removed since it was read, or updated where that may move it out of the list under `query`:
 * changes by others must not count against the target. An update alone excuses nothing elsewhere, since this run updates
 * items too. The list is read once more after a pause, since its answer may come from a cache.
 */
export async function wasRemoved(
  p: Probing,
  item: ListedItem,
  query: Readonly<Record<string, unknown>> = {},
): Promise<boolean> {
  const isUnchanged = mayLeaveWhenUpdated(p, query) ? hasSameUpdate : () => true;
  const isListed = async (): Promise<boolean> => {
    const { items } = await p.list(listOf(p), await widestPage(p, listOf(p)));
    return items.some((now) => now.id === item.id && isUnchanged(now, item));
  };
  if (!(await isListed())) return true;
  await p.pause(CACHED_MS);
  return !(await isListed());
}

function hasSameUpdate(one: ListedItem, other: ListedItem): boolean {
  const [now, before] = [one, other].map(({ item }) => instant(member(item, 'updated_at')));
  return now === before;
}

/** Returns a filter by the ids of these items, if the list has one. */
export const idsFilter = (p: Probing, items: readonly ListedItem[]): Query | undefined =>
  takesParameter(p.operation, 'ids') ? { ids: idsOf({ items }) } : undefined;

/**
 * Demands that the first page of a filtered list holds the expected items: the known items that pass the filter and come
 * before the last item of the page. Items with the same time have no stated order, so they may be on a later page. The
 * rows about paging cover further pages.
 */
export async function expectListed(
  p: Probing,
  query: Query,
  expected: readonly ListedItem[],
  why: string,
): Promise<readonly Failure[]> {
  return expectOn(p, await filteredPage(p, query), expected, why);
}

/** Reads the unfiltered list again, as a control. */
export const knownAgain = async (p: Probing): Promise<Exchange> => p.sendValid(ask(p, await widestPage(p, listOf(p))));

/**
 * Reads the first page of a filtered list, as long as the list certainly serves. Throws Refuted where only the filter
 * is refused.
 */
export async function filteredPage(p: Probing, query: Query): Promise<Exchange> {
  const size = await widestPage(p, listOf(p));
  return p.sendVariant(
    `the list with ${Object.keys(query).join(' and ')}`,
    sharedPage(p, { ...query, ...size }),
    ask(p, size),
  );
}

/** Reads such a page with parameters that the query implies as well, unless those are refused: that is not stated. */
export async function filteredPageWith(p: Probing, implied: Query, query: Query): Promise<Exchange> {
  if (Object.keys(implied).length === 0) return filteredPage(p, query);
  const size = await widestPage(p, listOf(p));
  const { evidence, exchange } = await p.answerTo(sharedPage(p, { ...query, ...implied, ...size }));
  return evidence === 'accepted' ? exchange : filteredPage(p, query);
}

/** Demands that a page holds the expected items. */
export async function expectOn(
  p: Probing,
  page: Exchange,
  expected: readonly ListedItem[],
  why: string,
): Promise<readonly Failure[]> {
  const missing = await missingOn(p, page, expected);
  if (!missing || (await isOnLaterPage(p, page, missing))) return [];
  if (await wasRemoved(p, missing, page.request.query)) return [];
  return [
    failure(page, { where: '/items', expected: `${missing.text} among the items: ${why}`, actual: 'no such item' }),
  ];
}

/**
 * Whether a later page holds an item that does not show its time. Items of the same time may be in any order, which need
 * not be that of the known list.
 */
async function isOnLaterPage(p: Probing, page: Exchange, item: ListedItem): Promise<boolean> {
  const isOn = (each: Exchange): boolean => idsOn(each).has(item.id);
  return timeOf(item) === undefined && isOn(await turnedUntil(p, page, isOn));
}

/** Returns the first expected item that is missing on a page. */
export async function missingOn(
  p: Probing,
  page: Exchange,
  expected: readonly ListedItem[],
): Promise<ListedItem | undefined> {
  const found = listedOn(page);
  const all = await orderFor(p, page.request.query['order']?.[0]);
  const isOnPage = cursorOf(page) === undefined ? () => true : comesBefore(p, found, all);
  return expected.find((item) => !found.some(({ id }) => id === item.id) && isOnPage(item));
}

/** Demands that a filter by a made-up value is refused or selects nothing, not even items without the member. */
export async function selectsNothing(p: Probing, query: Query, why: string): Promise<readonly Failure[]> {
  const { isAccepted, exchange } = await p.answerTo(ask(p, query));
  return isAccepted ? expectEmpty(exchange, why) : [];
}

/**
 * Looks up values that may not exist. Returns undefined if that is refused, as a look-up that finds nothing may be,
 * while another one that finds something is accepted.
 */
export async function answerUnlessRefused(p: Probing, lookUp: Ask, another: Ask): Promise<Exchange | undefined> {
  const { evidence, exchange } = await p.answerTo(lookUp);
  if (evidence === 'accepted') return exchange;
  if (evidence !== 'refused') return p.sendValid(lookUp);
  await p.sendValid(another);
  return undefined;
}

/** Demands that a page has no items, because none passes its filter. */
export function expectEmpty(page: Exchange, why: string): readonly Failure[] {
  const count = itemsOf(page).length;
  return count === 0
    ? []
    : [failure(page, { where: '/items', expected: `no items: ${why}`, actual: counted(count, 'item') })];
}

/**
 * Returns the known order of items for pages in this order. The known items are newest first, which says nothing about
 * ascending pages.
 */
export const orderFor = async (p: Probing, order: string | undefined): Promise<readonly ListedItem[]> =>
  order === 'ASC' ? [] : await knownItems(p);

/** Number of reads of one property in flight at once: reads change nothing. */
export const TOGETHER = 4;
