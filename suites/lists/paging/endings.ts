import { failure } from '../../../src/engine/failure.ts';
import { Inconclusive } from '../../../src/engine/inconclusive.ts';
import { cursorOf, itemsOf, listedOn } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import { pagesAfter, wasRemoved } from '../../vocabulary/lists/listing.ts';
import { endOf, isWhole, queryOf, type Walk, walks } from '../../vocabulary/lists/walks.ts';

/** Number of consecutive pages without a new item after which paging counts as endless. */
const STALE_PAGES = 10;

/** Continues a walk that led back to pages it had read. Returns a failure unless it ends or shows new items. */
async function continues(p: Probing, walk: Walk): Promise<readonly Failure[]> {
  const met = new Set(walk.items.map(({ id }) => id));
  const end = endOf(walk);
  const stale: Exchange[] = [];
  for await (const page of pagesAfter(p, end, queryOf(walk.reading), { maxPages: STALE_PAGES })) {
    const items = listedOn(page);
    if (items.length === 0 || items.some(({ id }) => !met.has(id))) return [];
    stale.push(page);
  }
  const last = stale[STALE_PAGES - 1];
  if (!last) return [];
  const actual = `${STALE_PAGES} consecutive pages without a new item`;
  return [failure(last, { where: '/next_page_cursor', expected: 'the end of the list, or new items', actual }, [end])];
}

/** Whether a walk stopped before its end because it led back to pages that it had read. */
function ledBack(walk: Walk): boolean {
  const last = endOf(walk);
  if (isWhole(walk) || itemsOf(last).length === 0) return false;
  return walk.pages.length < walk.reading.pages || last.request.query['page_cursor']?.[0] === cursorOf(last);
}

/** Demands that walks which lead back to read pages have shown all items that other pages show. */
export async function leavesItemsBehind(p: Probing): Promise<readonly Failure[]> {
  for (const walk of (await walks(p)).filter((each) => isJudged(each) && ledBack(each))) {
    const met = new Set(walk.items.map(({ id }) => id));
    const missing = walk.reading.part.items.find(({ id }) => !met.has(id));
    const [stale] = missing ? await continues(p, walk) : [];
    if (!missing || !stale || (await wasRemoved(p, missing))) continue;
    return [{ ...stale, expected: `a page with ${missing.text}, which another page of the list shows` }];
  }
  return [];
}

/** LIST-PAGE-NO-REPEAT judges walks in pages of one item that do not move on. */
const isJudged = ({ reading }: Walk): boolean => reading.limit > 1;

/**
 * Demands that walks end, without a cursor or with an empty page. Pages may be short, so only new items count as
 * progress.
 */
export async function endless(p: Probing): Promise<readonly Failure[]> {
  const all = (await walks(p)).filter(isJudged);
  for (const walk of all) {
    const failures = ledBack(walk) ? await continues(p, walk) : [];
    if (failures.length > 0) return failures;
  }
  if (all.some((walk) => walk.pages.length < walk.reading.pages || isWhole(walk))) return [];
  throw new Inconclusive('other', 'no part of the list was read to its end in a few pages');
}
