import { idTextOf, itemsIn, nextCursorIn, turnedTo } from '../contract/lists.ts';
import { answered, type Exchange, isAccepted, type Query } from '../model/exchange.ts';
import { id } from '../values/id.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { onceEachItem } from '../values/once-each.ts';
import { Inconclusive } from './inconclusive.ts';
import type { ListedItem, Listing } from './listing.ts';
import { refusal } from './refusal.ts';

/**
 * Number of empty pages in a row that end a list. A single page may be empty, and the last cursor may lead to an empty
 * page.
 */
const EMPTY_PAGES = 3;

/** Returns the items of a page, or none if the response has no array of items. */
export const itemsOf = (exchange: Exchange): readonly Json[] => itemsIn(answered(exchange)) ?? [];

/**
 * Returns the cursor of the next page. Returns undefined if it is missing, null or empty, since 4.15 does not say how
 * paging ends, and if it is not a string: the row about its type judges that.
 */
export function readableCursor(exchange: Exchange): string | undefined {
  const cursor = nextCursorIn(answered(exchange));
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined;
}

/** The same for a walk. Throws Inconclusive if the cursor is not a string, since further pages cannot be read. */
export function cursorOf(exchange: Exchange): string | undefined {
  const cursor = nextCursorIn(answered(exchange));
  if (cursor === undefined || cursor === null || typeof cursor === 'string') return readableCursor(exchange);
  throw new Inconclusive(
    'unrecognised',
    'the cursor to the next page is not a string, so further pages cannot be read',
  );
}

/** Pairs an item with its id. */
export const listed = (item: Json): ListedItem => (isObject(item) ? listedObject(item) : newlyListed(item));

function newlyListed(item: Json): ListedItem {
  const text = idTextOf(item);
  return { item, id: id(text), text };
}

const listedObject = onceEachItem<JsonObject, ListedItem>(newlyListed);

/** Returns the items of a page with their ids. */
export const listedOn = (page: Exchange): readonly ListedItem[] => itemsOf(page).map(listed);

/** Returns the ids of the items on some pages. */
export const idsOn = (...pages: readonly Exchange[]): ReadonlySet<ListedItem['id']> =>
  new Set(pages.flatMap(listedOn).map(({ id }) => id));

/** Limits of a walk through a list. */
export interface WalkBounds {
  readonly maxPages: number;
  /**
   * The maximum number of items to hold. A page of large items counts one item for every {@link ITEM_TEXT} characters,
   * so fewer are held.
   */
  readonly maxItems: number;
}

/** The least number of characters that count as one item. */
const ITEM_TEXT = 1024;

/** Returns how many items a page counts for against `maxItems`. */
function held({ response: { body } }: Exchange, items: number): number {
  return body.kind === 'json' ? Math.max(items, Math.floor(body.text.length / ITEM_TEXT)) : items;
}

/** Returns whether a page starts the list again: it has the first item and at least one other known item. */
function leadsBack(items: readonly ListedItem[], page: readonly Json[]): boolean {
  const [first] = items;
  if (first?.id === undefined || !page.some((item) => listed(item).id === first.id)) return false;
  const known = new Set(items.map(({ id }) => id));
  return page.filter((item) => known.has(listed(item).id)).length > 1;
}

/**
 * Requests the first page or, given a cursor, the page that it leads to, with the same filters and order. If the target
 * refuses that, requests it by the cursor alone, since 4.15 asks for nothing else.
 */
export async function turned(
  send: (query: Query | undefined) => Promise<Exchange>,
  query: Query | undefined,
  cursor: string | undefined,
): Promise<Exchange> {
  if (cursor === undefined) return send(query);
  const page = await send(turnedTo(cursor, query));
  return isAccepted(page) ? page : send(turnedTo(cursor));
}

/** Follows cursors to the end of a list or to the bounds. Every page is requested with the same filters and order. */
export async function walk(
  send: (query: Query | undefined) => Promise<Exchange>,
  query: Query,
  bounds: WalkBounds,
): Promise<Listing> {
  const pages: Exchange[] = [];
  const items: ListedItem[] = [];
  const seen = new Set<string>();
  let [cursor, empty, weight]: [string | undefined, number, number] = [undefined, 0, 0];
  while (pages.length < bounds.maxPages && weight < bounds.maxItems) {
    const page = await turned(send, query, cursor);
    if (!isAccepted(page))
      throw new Inconclusive('refused', `the response to page ${pages.length + 1} of the list was ${refusal(page)}`);
    pages.push(page);
    const found = itemsOf(page);
    if (leadsBack(items, found)) break;
    for (const item of found) items.push(listed(item));
    weight += held(page, found.length);
    empty = found.length === 0 ? empty + 1 : 0;
    cursor = cursorOf(page);
    if (cursor === undefined || empty >= EMPTY_PAGES) return { items, pages, complete: true };
    // An empty page whose cursor leads to itself is also the end: following it would return the same page.
    if (seen.has(cursor)) return { items, pages, complete: found.length === 0 };
    seen.add(cursor);
  }
  return { items, pages, complete: false };
}
