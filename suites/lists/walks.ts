import { failure } from '../../src/engine/evidence.ts';
import { blockedBy, Inconclusive } from '../../src/engine/inconclusive.ts';
import { cursorOf, itemsOf, listed } from '../../src/engine/paging.ts';
import type { ListedItem, Listing, Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { after, ask, BY_TIME, gone, known, lastPage, listOf, nothingMissing, someOf, timeOf } from './listing.ts';

/** The window of a list that small pages are walked through: its newest items, so that a walk stays short. */
const WINDOW = 60;

/** Pages in a row without a new item after which paging is taken to be endless. */
const STALE_PAGES = 10;

/** One way to read a list. */
export interface Reading {
  readonly limit: number;
  readonly order?: 'ASC' | 'DESC';
}

/** Demands that pages of that size hold every item that is known. */
async function pagesAgree(p: Probing, reading: Reading): Promise<readonly Failure[]> {
  const items = await known(p, 2);
  const walk = await p.list(listOf(p), { ...reading });
  const missing = await nothingMissing(p, items, walk, `it is in the list when it is read in pages of 100`);
  return missing.length > 0 ? missing : unlisted(p, items, walk, reading);
}

/** The other way round: an item that pages of that size hold, older than one that is known, and pages of 100 do not. */
async function unlisted(
  p: Probing,
  items: readonly ListedItem[],
  walk: Listing,
  { limit }: Reading,
): Promise<readonly Failure[]> {
  const known = new Set(items.map(({ id }) => id));
  const newest = items.map(timeOf).reduce((a, b) => (a === undefined || (b !== undefined && b > a) ? b : a));
  const more = walk.items.find((item) => {
    const time = timeOf(item);
    return !known.has(item.id) && time !== undefined && newest !== undefined && time < newest;
  });
  if (!more || !(await gone(p, more))) return [];
  const expected = `${more.id} in pages of 100: it is in pages of ${limit}`;
  return [failure(lastPage(walk), { where: '/items', expected, actual: 'it is missing there' })];
}

/** The items that a reading comes to first, and those that it comes to later for certain. */
interface Window {
  readonly first: readonly ListedItem[];
  readonly beyond: ReadonlySet<string | undefined>;
}

/** The first items; cut where the instant changes, since items of one instant stand in no stated order. */
async function window(p: Probing, { order = 'DESC' }: Reading): Promise<Window> {
  const newest = await known(p, 2);
  const items = order === 'DESC' ? newest : [...newest].reverse();
  const [edge] = items.slice(WINDOW);
  const cut = (item: ListedItem): boolean => edge === undefined || timeOf(item) !== timeOf(edge);
  const later = items.slice(WINDOW).filter((item) => timeOf(item) !== undefined);
  const first = items.slice(0, WINDOW);
  return {
    first: first.filter((item) => timeOf(item) === undefined || cut(item)),
    beyond: new Set(later.map(({ id }) => id)),
  };
}

/** Why a list that stands in another order than was asked for cannot be read in small pages. */
function outOfOrder({ operation }: Probing, { order }: Reading): Inconclusive {
  const reason = 'the list is in another order than was asked for';
  if (!BY_TIME.some((each) => each === operation)) return new Inconclusive('other', reason);
  return blockedBy(['ORDER-DEFAULT-DESC', ...(order ? [`ORDER-${order}`] : [])], reason);
}

/** Walks a list in small pages until it is past the window; every item of the window must have been met by then. */
async function smallPages(p: Probing, reading: Reading): Promise<readonly Failure[]> {
  const { first: items, beyond } = await window(p, reading);
  const met = new Set<string | undefined>();
  let page = await p.accepted(ask(p, { ...reading }));
  if (itemsOf(page).length > 0 && itemsOf(page).every((item) => beyond.has(listed(item).id)))
    throw outOfOrder(p, reading);
  for (let [turned, stale] = [0, 0]; turned < p.run.maxPages; turned += 1) {
    const ids = itemsOf(page).map((item) => listed(item).id);
    stale = ids.length > 0 && ids.every((id) => met.has(id)) ? stale + 1 : 0;
    if (stale >= STALE_PAGES) throw blockedBy('LIST-PAGE-NO-REPEAT', 'the same items come again and again');
    for (const id of ids) met.add(id);
    const missing = items.find(({ id }) => !met.has(id));
    if (!missing) return [];
    const cursor = cursorOf(page);
    if (cursor === undefined || ids.some((id) => beyond.has(id))) return passedOver(p, missing, page, reading.limit);
    page = await after(p, { ...reading }, cursor);
  }
  return [];
}

/** Follows cursors until there is none, or an empty page; pages may be short, so what counts is whether new items come. */
export async function endless(p: Probing): Promise<readonly Failure[]> {
  await known(p);
  const limit = await someOf(p);
  let page = await p.accepted(ask(p, { limit }));
  const met = new Set<string | undefined>();
  for (let [turned, stale] = [0, 0]; turned < p.run.maxPages && met.size < p.run.maxItems; turned += 1) {
    const cursor = cursorOf(page);
    const ids = itemsOf(page).map((item) => listed(item).id);
    if (cursor === undefined || ids.length === 0) return [];
    stale = ids.every((id) => met.has(id)) ? stale + 1 : 0;
    for (const id of ids) met.add(id);
    if (stale >= STALE_PAGES)
      return [
        failure(page, {
          where: '/next_page_cursor',
          expected: 'an end, or new items',
          actual: `${STALE_PAGES} pages in a row with items that were there before`,
        }),
      ];
    page = await after(p, { limit }, cursor);
  }
  throw new Inconclusive('budget', 'the list is longer than this run may follow', { provide: '--max-pages' });
}

async function passedOver(p: Probing, missing: ListedItem, page: Exchange, limit: number): Promise<readonly Failure[]> {
  if (await gone(p, missing)) return [];
  const expected = `${missing.id} in a page of ${limit} before this one: it is listed when pages are larger`;
  return [failure(page, { where: '/items', expected, actual: 'it was passed over' })];
}

/** Below so many items a page, only the window is walked, so that a walk stays short. */
const SMALL_PAGE = 25;

/** Demands that a list is the same however it is read: in pages of that size, in that order. */
export const readsTheSame = (p: Probing, reading: Reading): Promise<readonly Failure[]> =>
  reading.limit < SMALL_PAGE ? smallPages(p, reading) : pagesAgree(p, reading);
