import { turnedTo } from '../../../src/contract/lists.ts';
import { unlessInconclusive } from '../../../src/engine/inconclusive.ts';
import { cursorOf, itemsOf } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Exchange, Query } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import { ask, sharedPage } from '../../vocabulary/lists/listing.ts';
import { walks } from '../../vocabulary/lists/walks.ts';

const ONE = { limit: 1 };

/** Whether the walks of the list went to a second page, stayed on one page, or met a page that was refused. */
async function wayOfWalks(p: Probing): Promise<'turned' | 'on one page' | 'refused'> {
  const made = await unlessInconclusive(undefined, () => walks(p));
  if (made === undefined) return 'refused';
  return made.some(({ pages }) => pages.length > 1) ? 'turned' : 'on one page';
}

/** A cursor that was refused, with the page that gave it. */
interface Stuck {
  readonly page: Exchange;
  readonly answer: Exchange;
}

/** Maximum number of pages to follow to a cursor that is refused. */
const MOST_PAGES = 12;

/** Follows new cursors, sent together with the query `beside`, until one is refused. Returns undefined if none is. */
async function stuckAt(p: Probing, begin: Query, beside: Query): Promise<Stuck | undefined> {
  let page = await p.sendValid(ask(p, begin));
  for (let count = 0; count < (begin === ONE ? 1 : MOST_PAGES); count += 1) {
    const cursor = cursorOf(page);
    if (cursor === undefined) return undefined;
    const { isAccepted, exchange: answer } = await p.answerTo(ask(p, turnedTo(cursor, beside)));
    if (!isAccepted) return { page, answer };
    page = answer;
  }
  return undefined;
}

/**
 * Returns a cursor that the list refuses, if it refuses cursors both with the original query and without. Uses new
 * cursors for each attempt, since a cursor may be valid only once.
 */
async function stuck(p: Probing, begin: Query): Promise<Stuck | undefined> {
  return (await stuckAt(p, begin, begin)) && stuckAt(p, begin, {});
}

/**
 * Demands that a list accepts the cursors that its pages have just given: the cursor of a page of one item, when other
 * items follow, and all cursors to the end if a walk met a refused page.
 */
export async function refusesItsCursor(p: Probing): Promise<readonly Failure[]> {
  const way = await wayOfWalks(p);
  if (way === 'turned') return [];
  const { length: all } = itemsOf(await p.sendValid(sharedPage(p, {})));
  const takesOne = all > 1 && (await p.answerTo(sharedPage(p, ONE))).isAccepted;
  const early = takesOne ? await stuck(p, ONE) : undefined;
  const found = early ?? (way === 'refused' ? await stuck(p, {}) : undefined);
  if (!found) return [];
  const claim = 'the page that next_page_cursor of the previous page leads to';
  return p.expectOutcome('accepted', claim, found.answer, {
    control: () => p.sendValid(ask(p, {})),
    before: [found.page],
  });
}
