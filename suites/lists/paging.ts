import { CannotTell } from '../../engine/cannot-tell.ts';
import { failure } from '../../engine/evidence.ts';
import { cursorOf, itemsOf, listed } from '../../engine/paging.ts';
import type { ListedItem, Listing, Probing } from '../../engine/probing.ts';
import { must, probe, type Row, rule, should, suite } from '../../engine/row.ts';
import type { Exchange } from '../../model/exchange.ts';
import { listOperations } from '../../model/operations.ts';
import { type Failure, shown } from '../../model/outcome.ts';
import { ask, gone, idsFilter, idsOf, known, lastPage, limits, listOf, nothingMissing } from './listing.ts';
import { asked, pageItems, repeatedOnPage, withinLimit } from './rules.ts';
import { PAGING } from './words.ts';

/** The window of a list that small pages are walked through: its newest items, so that a walk stays short. */
const WINDOW = 60;

async function pagesAgree(p: Probing, limit: number): Promise<readonly Failure[]> {
  const items = await known(p, 2);
  const walk = await p.list(listOf(p), { limit });
  return nothingMissing(p, items, walk, `it is in the list when it is read in pages of 100`);
}

function repeats(walk: Listing): readonly Failure[] {
  const ids = idsOf(walk);
  const again = ids.find((id, index) => ids.indexOf(id) !== index);
  return again === undefined
    ? []
    : [
        failure(lastPage(walk), {
          where: '/items',
          expected: 'each item once over all pages',
          actual: `${again} twice`,
        }),
      ];
}

/** Whether the list got new items at its head since the walk began, which may push others on to the next page. */
async function grew(p: Probing, { items: [head] }: Listing): Promise<boolean> {
  const now = itemsOf(await p.accepted(ask(p, { limit: 1 })))[0];
  return now !== undefined && listed(now).id !== head?.id;
}

/** Walks until nothing new comes in meanwhile: nothing says that pages hold still while items are added. */
async function repeatedWhileStill(p: Probing): Promise<readonly Failure[]> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const walk = await p.list(listOf(p), { limit: limits(p) });
    const failures = repeats(walk);
    if (failures.length === 0 || !(await grew(p, walk))) return failures;
    await p.pause(300);
  }
  throw new CannotTell('items were added to the list whenever it was read');
}

/** Walks a list in small pages until it is past the window; every item of the window must have been met by then. */
async function smallPages(p: Probing, items: readonly ListedItem[], limit: number): Promise<readonly Failure[]> {
  const beyond = new Set((await known(p)).slice(items.length).map(({ id }) => id));
  const met = new Set<string | undefined>();
  let page = await p.accepted(ask(p, { limit }));
  for (let turned = 0; turned < p.run.maxPages; turned += 1) {
    const ids = itemsOf(page).map((item) => listed(item).id);
    for (const id of ids) met.add(id);
    const missing = items.find(({ id }) => !met.has(id));
    if (!missing) return [];
    const cursor = cursorOf(page);
    if (cursor === undefined || ids.some((id) => beyond.has(id))) return passedOver(p, missing, page, limit);
    page = await p.accepted(ask(p, { limit, page_cursor: cursor }));
  }
  throw new CannotTell(
    `the newest ${items.length} items were not reached within ${p.run.maxPages} pages`,
    '--max-pages',
  );
}

async function passedOver(p: Probing, missing: ListedItem, page: Exchange, limit: number): Promise<readonly Failure[]> {
  if (await gone(p, missing)) return [];
  const expected = `${missing.id} in a page of ${limit} before this one: it is listed when pages are larger`;
  return [failure(page, { where: '/items', expected, actual: 'it was passed over' })];
}

/** Paging (4.15). */
export const paging: readonly Row[] = suite('4.15', listOperations, {
  'LIST-ITEMS-PRESENT': should(
    'A list has items, even when there are none',
    {
      aspect: 'paging',
      cites: [
        '4.3: Response: items (FiatAccount[]), next_page_cursor (string).',
        '4.6: Response: items (FiatDepositInstruction[]), next_page_cursor (string).',
        '4.8: Response: items (Account[]), next_page_cursor (string).',
        '4.10: Response: items (DepositAddress[]), next_page_cursor.',
        '4.12: Response: items (Execution[]), next_page_cursor (string).',
      ],
    },
    rule((exchange) =>
      exchange.response.status !== 200
        ? undefined
        : pageItems(exchange)
          ? []
          : [{ where: '/items', expected: 'an array', actual: 'absent' }],
    ),
  ),
  'LIST-LIMIT': must(
    'A page never holds more items than limit',
    {
      aspect: 'paging',
      cites: ['4.3: limit (integer, default 100, maximum 1000)', '4.8: limit (integer)', '4.12: limit (integer).'],
    },
    rule((exchange) => withinLimit(exchange, Number(asked(exchange, 'limit')) || undefined, 'limit')),
    probe(async (p) => {
      for (const limit of [1, 2, 3, 7]) await p.accepted(ask(p, { limit }));
      return [];
    }),
  ),
  'LIST-PAGE-NO-REPEAT': must(
    'No item stands twice in a page, nor in two pages of one walk',
    { aspect: 'paging', cites: PAGING, lenience: 'walks during which items were added are repeated' },
    rule(repeatedOnPage),
    probe(async (p) => {
      await known(p, 2);
      return repeatedWhileStill(p);
    }),
  ),
  'LIST-NO-GAP': must(
    'Pages of any size hold every item of the list',
    { aspect: 'paging', cites: PAGING, lenience: 'items that others remove while it is read do not count' },
    probe(async (p) => {
      for (const limit of [limits(p), 50]) {
        const failures = await pagesAgree(p, limit);
        if (failures.length > 0) return failures;
      }
      const newest = (await known(p)).slice(0, WINDOW);
      for (const limit of newest.length < 4 ? [] : [3, 2]) {
        const failures = await smallPages(p, newest, limit);
        if (failures.length > 0) return failures;
      }
      return [];
    }),
  ),
  'LIST-PAGING-ENDS': must(
    'Paging ends',
    { aspect: 'paging', cites: PAGING, lenience: 'the last cursor may be absent or empty, or lead to an empty page' },
    probe(async (p) => {
      const items = await known(p);
      const pages = Math.ceil(items.length / limits(p)) * 3 + 10;
      let [cursor, page] = [undefined as string | undefined, await p.accepted(ask(p, { limit: limits(p) }))];
      const seen = new Set<string>();
      for (let turned = 0; turned < Math.min(pages, p.run.maxPages); turned += 1) {
        cursor = cursorOf(page);
        if (cursor === undefined || itemsOf(page).length === 0) return [];
        if (seen.has(cursor))
          return [
            failure(page, {
              where: '/next_page_cursor',
              expected: 'a cursor that leads on',
              actual: `${shown(cursor)}, which was given before`,
            }),
          ];
        seen.add(cursor);
        page = await p.accepted(ask(p, { limit: limits(p), page_cursor: cursor }));
      }
      if (items.length >= p.run.maxItems || pages > p.run.maxPages)
        throw new CannotTell('the list is longer than this run may follow', '--max-pages');
      return [
        failure(page, {
          where: '/next_page_cursor',
          expected: `an end within ${pages} pages`,
          actual: 'still another page',
        }),
      ];
    }),
  ),
  'LIST-READ-TWICE': should(
    'Reading a list twice changes nothing',
    { aspect: 'state across', cites: ['4: Common list conventions apply to list operations (4.15).'] },
    probe(async (p) => {
      const items = (await known(p)).slice(0, 5);
      const values = idsFilter(p, items);
      if (!values) return [];
      const [first, second] = [await p.accepted(ask(p, values)), await p.accepted(ask(p, values))];
      const [a, b] = [itemsOf(first).length, itemsOf(second).length];
      return a === b
        ? []
        : [
            failure(second, { where: '/items', expected: `${a} items, as a moment before`, actual: `${b} items` }, [
              first,
            ]),
          ];
    }),
  ),
});
