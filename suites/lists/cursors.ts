import { CannotTell } from '../../engine/cannot-tell.ts';
import { evidence, failure, refusal } from '../../engine/evidence.ts';
import { cursorOf, itemsOf } from '../../engine/paging.ts';
import type { ListedItem, Probing } from '../../engine/probing.ts';
import { must, observe, probe, question, type Row, rule, suite } from '../../engine/row.ts';
import type { Exchange } from '../../model/exchange.ts';
import { type Instant, instant, timestamp } from '../../model/instant.ts';
import { type Json, member } from '../../model/json.ts';
import { listOperations } from '../../model/operations.ts';
import { type Failure, shown } from '../../model/outcome.ts';
import { after, ask, BY_TIME, idsFilter, known, limits, listOf, type Query, wide } from './listing.ts';
import { allFilters } from './rules.ts';
import { ORDER, PAGING } from './words.ts';

const outOfOrder = (a: Instant | undefined, b: Instant | undefined, order: 'ASC' | 'DESC'): boolean =>
  a !== undefined && b !== undefined && (order === 'ASC' ? b < a : b > a);

/** Whether the items of pages, one after the other, leave an order. */
function strays(pages: readonly Exchange[], order: 'ASC' | 'DESC'): boolean {
  const times = pages.flatMap(itemsOf).map((item) => instant(member(item, 'created_at')));
  return times.some((time, index) => outOfOrder(times[index - 1], time, order));
}

/** The order that most known executions are of, where any order has several. */
function commonOrder(items: readonly ListedItem[]): string | undefined {
  const orders = items.map(({ item }) => member(item, 'order_id'));
  const counts = new Map<string, number>();
  for (const order of orders) if (typeof order === 'string') counts.set(order, (counts.get(order) ?? 0) + 1);
  const [common] = [...counts].sort(([, a], [, b]) => b - a);
  return common && common[1] > 1 ? common[0] : undefined;
}

/** A filter that several known items pass, so that small pages have a second page. */
function filteredQuery(p: Probing, items: readonly ListedItem[]): Query {
  const ids = idsFilter(
    p,
    items.filter((_, index) => index % Math.max(1, Math.floor(items.length / 3)) === 0).slice(0, 3),
  );
  if (ids) return ids;
  const newest = items[Math.min(NEWEST, items.length) - 1]?.item;
  if (p.operation !== 'listExecutions') return { 'created_at.gte': told(p, newest, 'created_at') };
  const order_id = commonOrder(items);
  return order_id === undefined ? { 'range.begin': told(p, newest, 'executed_at') } : { order_id };
}

/** The time that an item tells, to filter by: spelt as filters are, since items may spell it as ISO 8601 allows. */
function told(p: Probing, item: Json | undefined, name: string): string {
  const found = instant(member(item, name));
  if (found !== undefined) return timestamp(found);
  throw new CannotTell(`items of ${p.operation} do not tell ${name}`, `items with ${name} in ${p.operation}`);
}

/** Items that a filter by time leaves, or a few more of the same instant: the newest, so that what is older shows when it is forgotten. */
const NEWEST = 5;
/** Pages that are followed to see whether filters are kept. */
const FOLLOWED = 6;

/** Holds a page that was asked for by the cursor alone against the filters that the cursor came from. */
function keptUnsaid(page: Exchange, query: Query): readonly Failure[] {
  const said = Object.entries(query).map(([name, value]) => [name, [value].flat().map(String)] as const);
  const request = { ...page.request, query: { ...page.request.query, ...Object.fromEntries(said) } };
  const flaws = allFilters({ ...page, request });
  return Array.isArray(flaws) ? flaws.map((flaw) => failure(page, flaw)) : [];
}

/** What a cursor leads to (4.15). */
export const cursors: readonly Row[] = suite('4.15', listOperations, {
  'LIST-CURSOR-KEEPS-FILTERS': must(
    'The pages that a cursor leads to keep to the filters of the request',
    { aspect: 'paging', cites: PAGING },
    rule(allFilters),
    probe(async (p) => {
      const items = await known(p, 3);
      const query = filteredQuery(p, items);
      const limit = 'ids' in query || 'order_id' in query ? 1 : Math.ceil(Math.min(NEWEST, items.length) / 2);
      let cursor = cursorOf(await p.accepted(ask(p, { ...query, limit })));
      if (cursor === undefined) throw new CannotTell(`a filtered list in pages of ${limit} had no second page`);
      for (let turned = 1; turned < FOLLOWED && cursor !== undefined; turned += 1) {
        const page = await after(p, { ...query, limit }, cursor);
        if (!Object.keys(query).some((name) => name in page.request.query)) return keptUnsaid(page, query);
        cursor = cursorOf(page);
      }
      return [];
    }),
  ),
  'LIST-CURSOR-KEEPS-ORDER': must(
    'The pages that a cursor leads to keep to the order',
    { aspect: 'paging', on: BY_TIME, cites: [...PAGING, ...ORDER] },
    probe(async (p) => {
      const items = await known(p, 3);
      const limit = Math.min(limits(p), Math.ceil(items.length / 3));
      for (const order of ['ASC', 'DESC'] as const) {
        const first = await p.accepted(ask(p, { order, limit }));
        const cursor = cursorOf(first);
        if (cursor === undefined)
          throw new CannotTell(`a list of ${items.length} in pages of ${limit} had no second page`);
        const second = await after(p, { order, limit }, cursor);
        if (strays([first], order)) throw new CannotTell(`the first page is not in ${order} order: see ORDER-${order}`);
        if (strays([first, second], order))
          return [
            failure(
              second,
              { where: '/items', expected: `created_at to go on in ${order} order`, actual: 'another order' },
              [first],
            ),
          ];
      }
      return [];
    }),
  ),
  'LIST-END': observe(
    'How the last page of a list is marked',
    { aspect: 'paging', cites: PAGING },
    question(async (p) => {
      const { pages } = await p.list(listOf(p), await wide(p, listOf(p)));
      const last = pages.at(-1);
      if (!last) throw new CannotTell('no page was answered');
      const cursor = member(last.response.body.kind === 'json' ? last.response.body.value : null, 'next_page_cursor');
      return `${itemsOf(last).length === 0 ? 'an empty page' : 'a page with items'}, next_page_cursor ${cursor === undefined ? 'absent' : shown(cursor, 20)}`;
    }),
  ),
  'LIST-CURSOR-UNKNOWN': observe(
    'How a cursor that was never given is answered',
    { aspect: 'paging', cites: PAGING },
    question(async (p) => {
      const answer = await p.send(listOf(p), { query: { page_cursor: 'bm90IGEgY3Vyc29y' } });
      return evidence(answer) === 'accepted'
        ? `accepted, with ${itemsOf(answer).length} items`
        : `refused with ${refusal(answer)}`;
    }),
  ),
});
