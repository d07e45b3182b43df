import { turnedTo } from '../../../src/contract/lists.ts';
import { Inconclusive } from '../../../src/engine/inconclusive.ts';
import { cursorOf, itemsOf } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import { ask, sharedPage } from './listing.ts';
import { walks } from './walks.ts';

const ONE = { limit: 1 };

/** Whether a cursor was answered in a walk. */
async function isTurned(p: Probing): Promise<boolean> {
  try {
    return (await walks(p)).some(({ pages }) => pages.length > 1);
  } catch (error) {
    if (error instanceof Inconclusive) return false;
    throw error;
  }
}

/**
 * Demands that a list which holds more items than its first page answers the cursor that this page has just given: with the same query
 * beside it, or only by the cursor, each one fresh since a cursor may be good once.
 */
export async function refusesItsCursor(p: Probing): Promise<readonly Failure[]> {
  if (await isTurned(p)) return [];
  const { length: all } = itemsOf(await p.accepted(sharedPage(p, {})));
  let refused: readonly [answer: Exchange, first: Exchange] | undefined;
  for (const beside of [ONE, {}]) {
    const first = await p.accepted(ask(p, ONE));
    const cursor = cursorOf(first);
    if (cursor === undefined || itemsOf(first).length >= all) return [];
    const { isAccepted, exchange } = await p.answerTo(ask(p, turnedTo(cursor, beside)));
    if (isAccepted) return [];
    refused = [exchange, first];
  }
  if (!refused) return [];
  const [answer, first] = refused;
  const claim = 'the page that next_page_cursor of the page before leads to';
  return p.judged('admitted', claim, answer, () => p.accepted(ask(p, ONE)), [first]);
}
