import { turnedTo } from '../../../src/contract/lists.ts';
import { definitionOf } from '../../../src/contract/operations.ts';
import { failure } from '../../../src/engine/evidence.ts';
import { cursorOf, itemsOf } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Exchange, Query } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import { ask, knownItems, listOf, stockedList, widestPage } from '../../vocabulary/lists/listing.ts';
import { itemKey } from '../../vocabulary/lists/rules.ts';
import { orderly, type Walk } from '../../vocabulary/lists/walks.ts';

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

/** Two pages of one walk, and the items that belong on the second one. */
interface Turn {
  readonly first: Exchange;
  readonly second: Exchange;
  readonly due: readonly string[];
}

/** Number of items on each of the two pages. */
const FEW = 2;

/**
 * Reads two small pages of a walk in which new items come last, with another request between them. Returns undefined if the
 * list has no such pages.
 */
async function turn(p: Probing, between: (query: Query) => Promise<unknown>): Promise<Turn | undefined> {
  const order = 'order' in definitionOf(p.operation).query ? { order: 'ASC' } : {};
  const query = { ...order, limit: FEW };
  const both = keysOf((await p.answerTo(ask(p, { ...order, limit: 2 * FEW }))).exchange);
  const { isAccepted, exchange: first } = await p.answerTo(ask(p, query));
  const cursor = isAccepted ? cursorOf(first) : undefined;
  if (cursor === undefined || keysOf(first).join() !== both.slice(0, FEW).join()) return undefined;
  await between(query);
  const second = await p.answerTo(ask(p, turnedTo(cursor, query)));
  return second.isAccepted ? { first, second: second.exchange, due: both.slice(FEW) } : undefined;
}

/** Whether the second page begins with another item than the one that is due. An empty page may lead on to it. */
function isElsewhere({ second, due }: Turn): boolean {
  const [key] = keysOf(second);
  return due.length > 0 && key !== due[0] && (key !== undefined || cursorOf(second) === undefined);
}

/**
 * Demands on loopback that a cursor leads on from its own page, also if another first page was read since. A repetition,
 * which no other check disturbs, shows that it does so otherwise.
 */
export async function leadsOnFromItsPage(p: Probing): Promise<readonly Failure[]> {
  await knownItems(p);
  if (!p.run.spendsFreely) return [];
  const beside = await turn(p, (query) => p.answerTo(ask(p, { ...query, limit: 1 })));
  if (!beside || !isElsewhere(beside)) return [];
  const alone = p.attempt === 0 ? undefined : await turn(p, async () => undefined);
  if (alone && isElsewhere(alone)) return [];
  const expected = `${beside.due[0]} first: the item after those of its page`;
  const actual = keysOf(beside.second)[0] ?? 'no item';
  return [failure(beside.second, { where: '/items', expected, actual }, [beside.first])];
}
