import { turnedTo } from '../../../src/contract/lists.ts';
import { failure } from '../../../src/engine/failure.ts';
import { cursorOf, itemsOf } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import { ask, listOf, stockedList, widestPage } from '../../vocabulary/lists/listing.ts';
import { itemKey } from '../../vocabulary/lists/rules.ts';
import { orderly, queryOf, type Walk, walks } from '../../vocabulary/lists/walks.ts';

const keysOf = (page: Exchange): readonly string[] => itemsOf(page).flatMap((item) => itemKey(item) ?? []);

/** Returns the pages before one that starts the list again, which LIST-PAGING-ENDS judges. */
function beforeTurningBack({ pages }: Walk): readonly Exchange[] {
  const [first] = pages.map(keysOf);
  const again = pages.findIndex((page, index) => index > 1 && keysOf(page)[0] === first?.[0]);
  return again < 0 || first?.[0] === undefined ? pages : pages.slice(0, again);
}

/** An item that a walk shows on two pages. */
interface Repeat {
  readonly key: string;
  readonly failure: Failure;
}

function repeated(walk: Walk): Repeat | undefined {
  const met = new Map<string, Exchange>();
  const pages = beforeTurningBack(walk);
  for (const page of pages) {
    const again = keysOf(page).find((key) => met.has(key));
    const before = again === undefined ? undefined : met.get(again);
    if (again !== undefined && before) {
      const flaw = {
        where: '/items',
        expected: 'each item once across all pages',
        actual: `${again} on page ${pages.indexOf(before) + 1} and on page ${pages.indexOf(page) + 1} of limit=${walk.reading.limit}`,
      };
      return { key: again, failure: failure(page, flaw, [before]) };
    }
    for (const key of keysOf(page)) met.set(key, page);
  }
  return undefined;
}

/** Whether items that others added meanwhile come before a repeated item, so that they pushed it on to a later page. */
async function wasPushedOn(p: Probing, { pages, reading: { part, order } }: Walk, key: string): Promise<boolean> {
  const { items: before, complete } = await stockedList(p, listOf(p));
  if (!complete) return false;
  const found = new Set([...pages.flatMap(keysOf), ...before.flatMap(({ item }) => itemKey(item) ?? [])]);
  const query = { ...part.query, ...(order === undefined ? {} : { order }), ...(await widestPage(p, listOf(p))) };
  const now = (await p.list(listOf(p), query)).items.flatMap(({ item }) => itemKey(item) ?? []);
  return now.slice(0, Math.max(0, now.indexOf(key))).some((each) => !found.has(each));
}

/** Demands that no item is on two pages of one walk. */
export async function comesAgain(p: Probing): Promise<readonly Failure[]> {
  for (const walk of await orderly(p)) {
    const repeat = repeated(walk);
    if (repeat && !(await wasPushedOn(p, walk, repeat.key))) return [repeat.failure];
  }
  return [];
}

/**
 * Demands on loopback that the cursor of a first page leads to the same place after the first pages of further walks were
 * read. Holds if the cursor is refused then, since the document does not say how often it may be used, or if the first
 * page has changed: items that come late move the place of a cursor that counts items.
 */
export async function leadsOnFromItsPage(p: Probing): Promise<readonly Failure[]> {
  const isTurned = ({ pages, reading }: Walk): boolean => pages.length > 1 && reading.limit > 1;
  const made = await walks(p);
  const walk = p.run.spendsFreely ? made.slice(0, -1).find(isTurned) : undefined;
  const [first, second] = walk?.pages ?? [];
  const cursor = first && cursorOf(first);
  if (!walk || !first || !second || cursor === undefined) return [];
  const query = queryOf(walk.reading);
  const { isAccepted, exchange: again } = await p.answerTo(ask(p, turnedTo(cursor, query)));
  const [[due], [found]] = [keysOf(second), keysOf(again)];
  // An empty page that leads on may come before any other.
  const isEmpty = found === undefined && cursorOf(again) !== undefined;
  if (!isAccepted || due === undefined || found === due || isEmpty) return [];
  if (keysOf(await p.sendValid(ask(p, query))).join() !== keysOf(first).join()) return [];
  const expected = `${due} first, as when the cursor was followed before`;
  return [failure(again, { where: '/items', expected, actual: found ?? 'no item' }, [first, second])];
}
