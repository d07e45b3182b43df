import fc, { type Arbitrary } from 'fast-check';
import { pageSizes } from '../../../generators/index.ts';
import { takesParameter } from '../../../src/contract/lists.ts';
import { listOperations } from '../../../src/contract/operations.ts';
import { cases, probe, rule, sequence } from '../../../src/engine/check.ts';
import { failure } from '../../../src/engine/failure.ts';
import { flawUnless, NOT_CONCERNED } from '../../../src/engine/judgement.ts';
import { cursorOf, itemsOf } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import { must, type Row, should, suite } from '../../../src/engine/row.ts';
import { answered, isAccepted } from '../../../src/model/exchange.ts';
import { absent, type Failure } from '../../../src/model/outcome.ts';
import { isObject, member } from '../../../src/values/json.ts';
import { endsTooEarly, passesOver } from '../../vocabulary/lists/gaps.ts';
import { ask, knownItems, listOf, PAGED, sharedPage, TOGETHER, widestPage } from '../../vocabulary/lists/listing.ts';
import { wholePart } from '../../vocabulary/lists/parts.ts';
import { asked, repeatedOnPage, withinLimit } from '../../vocabulary/lists/rules.ts';
import { chosenValues } from '../../vocabulary/lists/values-of-items.ts';
import { misplacedItemOf, mostOf, orderly, type Reading, walked, walks } from '../../vocabulary/lists/walks.ts';
import { inWords, REPLICATED_MS } from '../../vocabulary/tolerances.ts';
import { PAGING } from '../citations.ts';
import { endless, leavesItemsBehind } from './endings.ts';
import { pagesOfWalks } from './recorded-walks.ts';
import { comesAgain, leadsOnFromItsPage } from './repeats.ts';
import { refusesItsCursor } from './turning.ts';

/** Parses a limit that is a positive integer; undefined for others, which a list may interpret in any way. */
const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

/** Generates ways to read a list: any page size, and either order if the list takes one. */
async function readings(p: Probing): Promise<Arbitrary<Reading>> {
  const part = fc.constant(await wholePart(p));
  const pages = fc.constant(GENERATED_PAGES);
  const limit = pageSizes(await mostOf(p));
  const order = fc.constantFrom('DESC' as const, 'ASC' as const);
  return takesParameter(p.operation, 'order')
    ? fc.record({ part, limit, order, pages }, { requiredKeys: ['part', 'limit', 'pages'] })
    : fc.record({ part, limit, pages });
}

/** Maximum number of pages of a generated walk: problems of paging show in the first few pages. */
const GENERATED_PAGES = 3;
const READINGS = { share: 1 / 10, requests: GENERATED_PAGES };

/**
 * Demands that no page of a generated walk skips an item. Walks that break the order or the filter are left to the rows
 * about those.
 */
async function generated(p: Probing, reading: Reading): Promise<readonly Failure[]> {
  const walk = await walked(p, reading);
  return misplacedItemOf(walk) || !walk.items.every(reading.part.admits) ? [] : passesOver(p, walk);
}

/** Paging (4.15). */
export const paging: readonly Row[] = suite('4.15', listOperations, {
  'LIST-ITEMS-PRESENT': should(
    'A list has the member items, even if it is empty',
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
    rule((exchange) => {
      const body = answered(exchange);
      if (!isAccepted(exchange) || !isObject(body)) return NOT_CONCERNED;
      return flawUnless(member(body, 'items') !== undefined, () => absent('/items', 'an array'));
    }),
  ),
  'LIST-LIMIT': must(
    'A page never has more items than limit',
    {
      aspect: 'paging',
      cites: ['4.3: limit (integer, default 100, maximum 1000)', '4.8: limit (integer)', '4.12: limit (integer).'],
    },
    rule((exchange) => withinLimit(exchange, wholeNumber(asked(exchange, 'limit')), 'limit')),
    probe(async (p) => {
      await walks(p);
      return [];
    }),
  ),
  'LIST-PAGE-NO-REPEAT': must(
    'No item occurs twice on a page, or on two pages of one walk',
    {
      aspect: 'paging',
      cites: PAGING,
      lenience:
        'A walk covers only items that existed before it, so new items move nothing to a later page. A fill may belong to two orders.',
      traffic: [sequence(pagesOfWalks)],
    },
    rule(repeatedOnPage),
    probe(comesAgain),
    probe(leadsOnFromItsPage),
  ),
  'LIST-NO-GAP': must(
    'Pages of any size, in either order, contain every item of the list',
    {
      aspect: 'paging',
      cites: PAGING,
      lenience: `Items that others remove during the read do not count. A failure is confirmed ${inWords(REPLICATED_MS)} after the latest creation, since replicas may not have new items yet.`,
    },
    probe(async (p) => {
      if (p.attempt > 0 && listOf(p) === 'listAddresses') await p.pauseSinceLatest('createAddress', REPLICATED_MS);
      const refused = await refusesItsCursor(p);
      if (refused.length > 0) return refused;
      const early = await endsTooEarly(p);
      if (early.length > 0) return early;
      for (const walk of await orderly(p)) {
        const failures = await passesOver(p, walk);
        if (failures.length > 0) return failures;
      }
      return leavesItemsBehind(p);
    }),
    cases(READINGS, async (p) => p.each(await readings(p), (reading) => generated(p, reading), { together: TOGETHER })),
  ),
  'LIST-PAGING-ENDS': should(
    'Paging ends',
    {
      aspect: 'paging',
      cites: PAGING,
      lenience:
        'The document does not state how paging ends: the last cursor may be absent or empty, or lead to an empty page.',
    },
    probe(endless),
  ),
  'LIST-READ-TWICE': should(
    'Reading a list does not change it',
    {
      aspect: 'state across',
      on: PAGED,
      cites: [
        '4.3: ids (string[], limit 100)',
        '4.6: ids (string[], limit 100)',
        '4.10: profile_ids, identity_ids, ids, ref_ids, account_ids (each string[], limit 100)',
      ],
      lenience: 'A page with a cursor may be shorter the next time: the document does not state that pages are full.',
    },
    probe(async (p) => {
      const ids = chosenValues(await knownItems(p), 'id');
      const values = { ...(ids.length > 0 ? { ids } : {}), ...(await widestPage(p, listOf(p))) };
      const [first, second] = [await p.sendValid(sharedPage(p, values)), await p.sendValid(ask(p, values))];
      const [a, b] = [itemsOf(first).length, itemsOf(second).length];
      const [shorter] = a < b ? [first] : [second];
      return a === b || cursorOf(shorter) !== undefined
        ? []
        : [
            failure(second, { where: '/items', expected: `${a} items, as a moment before`, actual: `${b} items` }, [
              first,
            ]),
          ];
    }),
  ),
});
