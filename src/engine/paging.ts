import { idTextOf, itemsIn, nextCursorIn, turnedTo } from '../contract/lists.ts';
import { answered, type Exchange, isAccepted, type RequestInput } from '../model/exchange.ts';
import { id } from '../values/id.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { onceEachItem } from '../values/once-each.ts';
import { refusal } from './evidence.ts';
import { Inconclusive } from './inconclusive.ts';
import type { ListedItem, Listing } from './probing.ts';

/** Empty pages in a row after which a list counts as ended: a page may be empty, and the last cursor may lead to such a one. */
const EMPTY_PAGES = 3;

/** The items of a page; none when the answer has no array of that name. */
export const itemsOf = (exchange: Exchange): readonly Json[] => itemsIn(answered(exchange)) ?? [];

/**
 * The cursor to the next page; undefined when there is none (absent, null or empty: 4.15 does not say how paging ends). Throws
 * Inconclusive for one that is no string: the row of its shape judges it.
 */
export function cursorOf(exchange: Exchange): string | undefined {
  const cursor = nextCursorIn(answered(exchange));
  if (cursor === undefined || cursor === null || cursor === '') return undefined;
  if (typeof cursor === 'string') return cursor;
  throw new Inconclusive(
    'unrecognised',
    'the cursor to the next page is not a string, so that further pages cannot be read',
  );
}

/** The item with its id. */
export const listed = (item: Json): ListedItem => (isObject(item) ? listedObject(item) : newlyListed(item));

function newlyListed(item: Json): ListedItem {
  const text = idTextOf(item);
  return { item, id: id(text), text };
}

const listedObject = onceEachItem<JsonObject, ListedItem>(newlyListed);

/** Bounds of a walk through a list. */
export interface WalkBounds {
  readonly maxPages: number;
  /** Items that are held; each of {@link ITEM_TEXT} characters of a page counts as one, so that large ones are fewer. */
  readonly maxItems: number;
}

/** Characters of a page that count as an item at least. */
const ITEM_TEXT = 1024;

/** What a page takes of the items that a walk may hold. */
function held({ response: { body } }: Exchange, items: number): number {
  return body.kind === 'json' ? Math.max(items, Math.floor(body.text.length / ITEM_TEXT)) : items;
}

/** Whether a page is one from the beginning again: it has the first item and others that were there. */
function leadsBack(items: readonly ListedItem[], page: readonly Json[]): boolean {
  const [first] = items;
  if (first?.id === undefined || !page.some((item) => listed(item).id === first.id)) return false;
  const known = new Set(items.map(({ id }) => id));
  return page.filter((item) => known.has(listed(item).id)).length > 1;
}

/**
 * The page that a cursor leads to: with the same filters and order beside it, or only by the cursor where a target refuses
 * these, since 4.15 asks for the cursor and for nothing else.
 */
export async function turned(
  send: (query: RequestInput['query']) => Promise<Exchange>,
  query: RequestInput['query'],
  cursor: string,
): Promise<Exchange> {
  const page = await send(turnedTo(cursor, query));
  return isAccepted(page) ? page : send(turnedTo(cursor));
}

/** Follows cursors to the end of a list, or to the bounds; the same filters and order go with every page. */
export async function walk(
  send: (query: RequestInput['query']) => Promise<Exchange>,
  query: NonNullable<RequestInput['query']>,
  bounds: WalkBounds,
): Promise<Listing> {
  const pages: Exchange[] = [];
  const items: ListedItem[] = [];
  const seen = new Set<string>();
  let [cursor, empty, weight]: [string | undefined, number, number] = [undefined, 0, 0];
  while (pages.length < bounds.maxPages && weight < bounds.maxItems) {
    const page = cursor === undefined ? await send(query) : await turned(send, query, cursor);
    if (!isAccepted(page))
      throw new Inconclusive('refused', `page ${pages.length + 1} of the list was answered ${refusal(page)}`);
    pages.push(page);
    const found = itemsOf(page);
    if (leadsBack(items, found)) break;
    for (const item of found) items.push(listed(item));
    weight += held(page, found.length);
    empty = found.length === 0 ? empty + 1 : 0;
    cursor = cursorOf(page);
    if (cursor === undefined || empty >= EMPTY_PAGES) return { items, pages, complete: true };
    // An empty page that names the cursor which led to it is the end as well: nothing else would be answered.
    if (seen.has(cursor)) return { items, pages, complete: found.length === 0 };
    seen.add(cursor);
  }
  return { items, pages, complete: false };
}
