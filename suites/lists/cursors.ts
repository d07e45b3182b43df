import { facts, listOperations } from '../../src/contract/operations.ts';
import { evidence, failure, refusal } from '../../src/engine/evidence.ts';
import { blockedBy, Inconclusive } from '../../src/engine/inconclusive.ts';
import { cursorOf, itemsOf } from '../../src/engine/paging.ts';
import type { ListedItem, Probing } from '../../src/engine/probing.ts';
import { must, observe, probe, question, type Row, rule, suite } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { type Instant, instant, timestamp } from '../../src/values/instant.ts';
import { type Json, member } from '../../src/values/json.ts';
import { after, ask, BY_TIME, idsFilter, known, limits, listOf, type Query, timeOf, wide } from './listing.ts';
import { allFilters } from './rules.ts';
import { ORDER, PAGING } from './words.ts';

const outOfOrder = (a: Instant | undefined, b: Instant | undefined, order: 'ASC' | 'DESC'): boolean =>
  a !== undefined && b !== undefined && (order === 'ASC' ? b < a : b > a);

/** Whether the items of pages, one after the other, leave an order. */
function strays(pages: readonly Exchange[], order: 'ASC' | 'DESC'): boolean {
  const times = pages.flatMap(itemsOf).map((item) => instant(member(item, 'created_at')));
  return times.some((time, index) => outOfOrder(times[index - 1], time, order));
}

/** What most known items tell as a member, where any of them share it. */
function shared(items: readonly ListedItem[], name: string): string | undefined {
  const told = items.map(({ item }) => member(item, name));
  const counts = new Map<string, number>();
  for (const each of told) if (typeof each === 'string') counts.set(each, (counts.get(each) ?? 0) + 1);
  const [common] = [...counts].sort(([, a], [, b]) => b - a);
  return common && common[1] > 1 ? common[0] : undefined;
}

/** The filter for one value that a list has, by something that several items share. */
function sharedFilter(p: Probing, items: readonly ListedItem[]): Query | undefined {
  const name = p.operation === 'listExecutions' ? 'order_id' : 'identity_id';
  const value = name in facts(p.operation).query ? shared(items, name) : undefined;
  return value === undefined ? undefined : { [name]: value };
}

/** A filter by time that a walk comes past when it is forgotten; new items at the head of the list are out of its way. */
function timeQuery(p: Probing, items: readonly ListedItem[]): Query {
  if (p.operation === 'listExecutions')
    return { 'range.begin': told(p, items[Math.min(FEW, items.length) - 1]?.item, 'executed_at') };
  return { 'created_at.lte': told(p, items[Math.max(0, items.length - FEW)]?.item, 'created_at'), order: 'ASC' };
}

/** Filters that several known items pass, so that small pages have a second page: by what they are, and by time. */
function filteredQueries(p: Probing, items: readonly ListedItem[]): readonly Query[] {
  const some = items.filter((_, index) => index % Math.max(1, Math.floor(items.length / 3)) === 0).slice(0, 3);
  const what = idsFilter(p, some) ?? sharedFilter(p, items);
  const timed = items.filter((item) => timeOf(item) !== undefined);
  if (what && timed.length === 0) return [what];
  return [...(what ? [what] : []), timeQuery(p, timed.length > 0 ? timed : items)];
}

/** The time that an item tells, to filter by: spelt as filters are, since items may spell it as ISO 8601 allows. */
function told(p: Probing, item: Json | undefined, name: string): string {
  const found = instant(member(item, name));
  if (found !== undefined) return timestamp(found);
  throw new Inconclusive('fixture', `items of ${p.operation} have no ${name}`, {
    provide: `items with ${name} in ${p.operation}`,
  });
}

/** Items that a filter by time leaves, or a few more of the same instant. */
const FEW = 5;
/** Pages that are followed to see whether filters are kept. */
const FOLLOWED = 6;

/** Holds a page that was asked for by the cursor alone against the filters that the cursor came from. */
function keptUnsaid(page: Exchange, query: Query): readonly Failure[] {
  const said = Object.entries(query).map(([name, value]) => [name, [value].flat().map(String)] as const);
  const request = { ...page.request, query: { ...page.request.query, ...Object.fromEntries(said) } };
  const flaws = allFilters({ ...page, request });
  return Array.isArray(flaws) ? flaws.map((flaw) => failure(page, flaw)) : [];
}

/** The id of the requirement that a filter is kept to. */
function filterRow(parameter: string): string {
  const id = parameter.toUpperCase().replace(/[._]/g, '-');
  return parameter.includes('.') ? id : `FILTER-${id}`;
}

/** What the filter leaves on a page as long as can be; one that is not kept to there says nothing of cursors. */
async function unpaged(p: Probing, query: Query): Promise<Exchange> {
  const whole = await p.accepted(ask(p, { ...query, ...(await wide(p, listOf(p))) }));
  if (keptUnsaid(whole, { ...query, page_cursor: 'none' }).length === 0) return whole;
  throw blockedBy(
    Object.keys(query)
      .filter((name) => name !== 'order')
      .map(filterRow),
    'the filter is already ignored on the first page',
  );
}

/** A first page without a cursor, which must hold all that the filter leaves. */
function cutShort(first: Exchange, whole: Exchange): readonly Failure[] {
  const [few, all] = [itemsOf(first).length, itemsOf(whole).length];
  if (few >= all) throw new Inconclusive('other', `a filtered list of ${all} in pages of ${few} had no second page`);
  const expected = `a cursor: ${all} items pass the filter`;
  return [failure(first, { where: '/next_page_cursor', expected, actual: `none, after ${few} items` }, [whole])];
}

/** Follows a filtered list: the rules judge each page, but one that was asked for by the cursor alone. */
async function keepsTo(p: Probing, query: Query): Promise<readonly Failure[]> {
  const whole = await unpaged(p, query);
  const byTime = Object.keys(query).some((name) => name.includes('.'));
  // Small enough that a page as long would follow: what ends too early is for LIST-NO-GAP.
  const limit = byTime ? Math.max(1, Math.floor(Math.min(FEW, itemsOf(whole).length) / 2)) : 1;
  const first = await p.accepted(ask(p, { ...query, limit }));
  let cursor = cursorOf(first);
  if (cursor === undefined) return cutShort(first, whole);
  for (let turned = 1; turned < FOLLOWED && cursor !== undefined; turned += 1) {
    const page = await after(p, { ...query, limit }, cursor);
    if (!Object.keys(query).some((name) => name in page.request.query)) return keptUnsaid(page, query);
    cursor = cursorOf(page);
  }
  return [];
}

/** What a cursor leads to (4.15). */
export const cursors: readonly Row[] = suite('4.15', listOperations, {
  'LIST-CURSOR-KEEPS-FILTERS': must(
    'The pages that a cursor leads to keep to the filters of the request',
    { aspect: 'paging', cites: PAGING },
    rule(allFilters),
    probe(async (p) => {
      for (const query of filteredQueries(p, await known(p, 3))) {
        const failures = await keepsTo(p, query);
        if (failures.length > 0) return failures;
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
          throw new Inconclusive('other', `a list of ${items.length} in pages of ${limit} had no second page`);
        const second = await after(p, { order, limit }, cursor);
        if (strays([first], order)) throw blockedBy(`ORDER-${order}`, `the first page is not in ${order} order`);
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
      if (!last) throw new Inconclusive('other', 'no page was answered');
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
