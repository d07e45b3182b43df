import { type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../../src/engine/judgement.ts';
import { itemsOf, readableCursor } from '../../../src/engine/paging.ts';
import { type Exchange, isAccepted } from '../../../src/model/exchange.ts';
import { shown } from '../../../src/model/outcome.ts';
import { Memory } from '../../../src/values/memory.ts';
import { itemKey } from '../../vocabulary/lists/rules.ts';

const MOST_WALKS = 2_000;
const MOST_IDS = 5_000;

/** The items on the pages that led to a cursor; unknown where different pages gave the same cursor. */
type Way = readonly string[] | 'unknown';

/** Returns a key for a cursor with all that it may depend on, except for the client, which is not known. */
const cursorKey = ({ operation, request }: Exchange, cursor: string): string => {
  const { page_cursor: _, ...query } = request.query;
  return JSON.stringify([operation, cursor, Object.entries(query).sort()]);
};

/**
 * Makes the state of a sequence: no item is on two pages of one walk. Items that are added during a walk push others on
 * to the next page, which then begins with the end of the page before. That is allowed, unless new items come last.
 */
export function pagesOfWalks() {
  const ways = new Memory<string, Way>(MOST_WALKS);
  return (exchange: Exchange): Judgement => {
    if (!isAccepted(exchange)) return NOT_CONCERNED;
    const asked = exchange.request.query['page_cursor']?.[0];
    const before = asked === undefined ? [] : ways.get(cursorKey(exchange, asked));
    const next = readableCursor(exchange);
    if (before === undefined || before === 'unknown') return NOT_CONCERNED;
    if (asked === undefined && next === undefined) return NOT_CONCERNED;
    const ids = itemsOf(exchange)
      .map(itemKey)
      .filter((key) => key !== undefined);
    if (next !== undefined) remember(ways, cursorKey(exchange, next), [...before, ...ids]);
    if (asked === undefined || next === asked) return NOT_CONCERNED;
    return repeated(exchange, before, ids);
  };
}

function repeated(page: Exchange, before: readonly string[], ids: readonly string[]): Judgement {
  const former = new Set(before);
  const again = ids.filter((id) => former.has(id));
  const [first] = again;
  if (first === undefined) return [];
  const pushed = before.slice(-again.length).every((id, index) => ids[index] === id);
  if (pushed && page.request.query['order']?.[0] !== 'ASC') return NOTHING_TO_JUDGE;
  const where = `/items/${itemsOf(page).findIndex((item) => itemKey(item) === first)}`;
  return [{ where, expected: 'each item once across all pages', actual: `${shown(first)} again` }];
}

function remember(ways: Memory<string, Way>, key: string, ids: readonly string[]): void {
  const kept = ids.slice(-MOST_IDS);
  const known = ways.first(key, kept);
  const same = known !== 'unknown' && known.length === kept.length && known.every((id, index) => id === kept[index]);
  if (!same) ways.set(key, 'unknown');
}
