import { failure } from '../../src/engine/failure.ts';
import { blockedBy } from '../../src/engine/inconclusive.ts';
import type { ListedItem } from '../../src/engine/listing.ts';
import { cursorOf, idsOn, itemsOf } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import type { NonEmpty } from '../../src/values/non-empty.ts';
import { losesWithout } from '../vocabulary/lists/gaps.ts';
import { expectOn, MOST_TURNED, missingOn, pagesAfter, wasRemoved } from '../vocabulary/lists/listing.ts';

// The document states no maximum limit of List Executions (8), so its pages may be shorter than requested.

/** Pages under a filter: the first one, and those that follow it if it is shorter than requested. */
export interface FilteredPages {
  readonly pages: NonEmpty<Exchange>;
  /** Whether the last of several pages has no cursor. */
  readonly isWhole: boolean;
}

function isClamped(page: Exchange): boolean {
  const limit = page.request.query['limit']?.[0];
  return cursorOf(page) !== undefined && (limit === undefined || itemsOf(page).length < Number(limit));
}

/** Returns the first page by itself. */
export const onlyFirst = (first: Exchange): FilteredPages => ({ pages: [first], isWhole: false });

/**
 * Reads the pages after the first one, if it is shorter than requested and does not hold all that is due. All rows share
 * them.
 */
export function pagesFor(p: Probing, first: Exchange, due: readonly ListedItem[]): Promise<FilteredPages> {
  const found = idsOn(first);
  return due.every(({ id }) => found.has(id)) ? Promise.resolve(onlyFirst(first)) : withFurtherPages(p, first);
}

/** Reads the pages after the first one, if it is shorter than requested. */
export async function withFurtherPages(p: Probing, first: Exchange): Promise<FilteredPages> {
  if (!isClamped(first)) return onlyFirst(first);
  const pages: [Exchange, ...Exchange[]] = [first];
  const bounds = { maxPages: MOST_TURNED - 1, isShared: true };
  for await (const page of pagesAfter(p, first, first.request.query, bounds)) pages.push(page);
  return { pages, isWhole: cursorOf(pages.at(-1) ?? first) === undefined };
}

/** Returns the first item that is due and certainly missing on these pages. */
export async function missingIn(
  p: Probing,
  { pages, isWhole }: FilteredPages,
  due: readonly ListedItem[],
): Promise<ListedItem | undefined> {
  if (!isWhole) return missingOn(p, pages[0], due);
  const found = idsOn(...pages);
  return due.find(({ id }) => !found.has(id));
}

/** Demands that the pages under a filter hold the items that are due. */
export async function expectInPages(
  p: Probing,
  { pages, isWhole }: FilteredPages,
  due: readonly ListedItem[],
  why: string,
): Promise<readonly Failure[]> {
  const [first, ...later] = pages;
  const last = later.at(-1);
  if (!isWhole || last === undefined) return expectOn(p, first, due, why);
  const missing = await missingIn(p, { pages, isWhole }, due);
  if (!missing || (await wasRemoved(p, missing))) return [];
  if (await losesWithout(p, Object.keys(first.request.query)))
    throw blockedBy('LIST-NO-GAP', 'pages also lose items without the filter');
  const expected = `${missing.text} on one of ${pages.length} pages: ${why}`;
  return [failure(last, { where: '/items', expected, actual: 'no such item' }, pages.slice(0, -1))];
}
