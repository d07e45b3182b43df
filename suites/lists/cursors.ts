import { filtersIn } from '../../src/contract/lists.ts';
import { definitionOf, listOperations } from '../../src/contract/operations.ts';
import { probe, question, rule } from '../../src/engine/check.ts';
import { failure } from '../../src/engine/failure.ts';
import { blockedBy, Inconclusive } from '../../src/engine/inconclusive.ts';
import type { ListedItem } from '../../src/engine/listing.ts';
import { itemsOf } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, observe, type Row, suite } from '../../src/engine/row.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { member } from '../../src/values/json.ts';
import { forgetsFilter } from '../vocabulary/lists/filter-walks.ts';
import { ask, BY_TIME, listOf, widestPage } from '../vocabulary/lists/listing.ts';
import { filtersOfLaterPages } from '../vocabulary/lists/rules.ts';
import {
  endOf,
  isDisordered,
  isWhole,
  type MisplacedItem,
  misplacedItemOf,
  type Order,
  type Walk,
  walks,
} from '../vocabulary/lists/walks.ts';
import { itemsAnswered } from '../vocabulary/questions.ts';
import { ORDER, PAGING } from './citations.ts';

const createdAt = ({ item }: ListedItem): string => shown(member(item, 'created_at'));

/** Makes the failure for an item whose time is out of order, with the page before. */
function outOfOrder({ pages }: Walk, { page, index, item, before }: MisplacedItem, order: Order): Failure {
  const number = pages.indexOf(page);
  return failure(
    page,
    {
      where: `/items/${index}/created_at`,
      expected: `created_at in ${order} order across pages`,
      actual: `${createdAt(item)} on page ${number + 1} after ${createdAt(before)}`,
    },
    pages.slice(0, number).slice(-1),
  );
}

/**
 * Demands that later pages continue the order of the first page. Throws Inconclusive when the first page is out of
 * order itself.
 */
async function losesOrder(p: Probing): Promise<readonly Failure[]> {
  const all = await walks(p);
  for (const order of ['ASC', 'DESC'] as const) {
    const some = all.filter(({ reading }) => reading.order === order);
    if (some.some(({ pages: [first] }) => first && isDisordered(first, order)))
      throw blockedBy(`ORDER-${order}`, `the first page is not in ${order} order`);
    for (const walk of some) {
      const misplaced = misplacedItemOf(walk);
      if (misplaced) return [outOfOrder(walk, misplaced, order)];
    }
  }
  if (all.some(({ pages }) => pages.length > 1)) return [];
  throw new Inconclusive('fixture', 'no page of the list led to a second page', {
    need: { words: `items in ${p.operation}` },
  });
}

const FILTERS = Object.fromEntries(listOperations.map((list) => [list, filtersIn(definitionOf(list).query)]));

/** The pages that a cursor leads to, and the end of a list (4.15). */
export const cursors: readonly Row[] = suite('4.15', listOperations, {
  'LIST-CURSOR-KEEPS-FILTERS': must(
    'Pages reached with a cursor keep the filters of the request',
    {
      aspect: 'paging',
      cites: PAGING,
      parameters: FILTERS,
      lenience:
        'Where no filter selects several items but not all, one that selects a single item is followed: it has no later page, or a later page that keeps the filter.',
      traffic: [rule(filtersOfLaterPages)],
    },
    probe(forgetsFilter),
  ),
  'LIST-CURSOR-KEEPS-ORDER': must(
    'Pages reached with a cursor keep the order of the request',
    { aspect: 'paging', on: BY_TIME, cites: [...PAGING, ...ORDER] },
    probe(losesOrder),
  ),
  'LIST-END': observe(
    'How the last page of a list is marked',
    { aspect: 'paging', cites: PAGING },
    question(async (p) => {
      const last = endOf((await walks(p)).find(isWhole) ?? (await p.list(listOf(p), await widestPage(p, listOf(p)))));
      const cursor = member(last.response.body.kind === 'json' ? last.response.body.value : null, 'next_page_cursor');
      return `${itemsOf(last).length === 0 ? 'an empty page' : 'a page with items'}, next_page_cursor ${cursor === undefined ? 'absent' : shown(cursor, 20)}`;
    }),
  ),
  'LIST-CURSOR-UNKNOWN': observe(
    'How a cursor that was never issued is answered',
    { aspect: 'paging', on: ['listFiat'], cites: PAGING },
    question((p) => itemsAnswered(p, ask(p, { page_cursor: 'bm90IGEgY3Vyc29y' }))),
  ),
});
