import fc, { type Arbitrary } from 'fast-check';
import { pageSizes } from '../../generators/index.ts';
import { facts, listOperations } from '../../src/contract/operations.ts';
import { failure } from '../../src/engine/evidence.ts';
import { itemsOf } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, probe, type Row, rule, sequence, should, suite } from '../../src/engine/row.ts';
import { answered } from '../../src/model/exchange.ts';
import { isObject, member } from '../../src/values/json.ts';
import { ask, few, idsOf, known, listOf, PAGED, someOf, TOGETHER, wide } from './listing.ts';
import { pagesOfWalks } from './recorded-walks.ts';
import { comesAgain } from './repeats.ts';
import { asked, repeatedOnPage, withinLimit } from './rules.ts';
import { endless, type Reading, readsTheSame } from './walks.ts';
import { PAGING } from './words.ts';

/** A limit that says how many; what another one is taken for is not stated. */
const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

/** The most items of a page that a list surely serves: its maximum, or where none is stated as many as it served before. */
async function mostOf(p: Probing): Promise<number> {
  const { limit } = facts(p.operation).query;
  if (limit?.kind === 'integer' && limit.most !== undefined) return limit.most;
  const { pages } = await p.known(listOf(p));
  return (await wide(p, listOf(p))).limit ?? Math.max(1, ...pages.slice(0, 1).map((page) => itemsOf(page).length));
}

/** Ways to read a list: any page size, and either order where the list takes one. */
async function readings(p: Probing): Promise<Arbitrary<Reading>> {
  const limit = pageSizes(await mostOf(p));
  const order = fc.constantFrom('DESC' as const, 'ASC' as const);
  return 'order' in facts(p.operation).query
    ? fc.record({ limit, order }, { requiredKeys: ['limit'] })
    : fc.record({ limit });
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
      exchange.response.status !== 200 || !isObject(answered(exchange))
        ? undefined
        : member(answered(exchange), 'items') === undefined
          ? [{ where: '/items', expected: 'an array', actual: 'absent' }]
          : [],
    ),
  ),
  'LIST-LIMIT': must(
    'A page never holds more items than limit',
    {
      aspect: 'paging',
      cites: ['4.3: limit (integer, default 100, maximum 1000)', '4.8: limit (integer)', '4.12: limit (integer).'],
    },
    rule((exchange) => withinLimit(exchange, wholeNumber(asked(exchange, 'limit')), 'limit')),
    probe(async (p) => {
      for (const limit of [1, 2, 3, 7]) await p.accepted(ask(p, { limit }));
      return [];
    }),
  ),
  'LIST-PAGE-NO-REPEAT': must(
    'No item stands twice in a page, nor in two pages of one walk',
    {
      aspect: 'paging',
      cites: PAGING,
      lenience: 'walks during which items were added are repeated',
      traffic: [sequence(pagesOfWalks)],
    },
    rule(repeatedOnPage),
    probe(async (p) => {
      await known(p, 2);
      return comesAgain(p);
    }),
  ),
  'LIST-NO-GAP': must(
    'Pages of any size, in either order, hold every item of the list',
    { aspect: 'paging', cites: PAGING, lenience: 'items that others remove while it is read do not count' },
    probe(async (p) =>
      p.each(await readings(p), (reading) => readsTheSame(p, reading), {
        runs: few(p) + 3,
        together: TOGETHER,
        examples: [{ limit: await someOf(p) }, { limit: 3 }, { limit: 2 }],
      }),
    ),
  ),
  'LIST-PAGING-ENDS': must(
    'Paging ends',
    { aspect: 'paging', cites: PAGING, lenience: 'the last cursor may be absent or empty, or lead to an empty page' },
    probe(endless),
  ),
  'LIST-READ-TWICE': should(
    'Reading a list twice changes nothing',
    { aspect: 'state across', on: PAGED, cites: ['4: Common list conventions apply to list operations (4.15).'] },
    probe(async (p) => {
      const items = (await known(p)).slice(0, 5);
      const values = { ids: idsOf({ items }) };
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
