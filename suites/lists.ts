import { CannotTell } from '../engine/cannot-tell.ts';
import { evidence, failure, refusal } from '../engine/evidence.ts';
import { cursorOf, itemsOf, listed } from '../engine/paging.ts';
import type { ListedItem, Listing, Probing } from '../engine/probing.ts';
import { must, observe, probe, question, type Row, rule, should, suite, survey } from '../engine/row.ts';
import type { Exchange, QueryValue } from '../model/exchange.ts';
import { type Instant, instant, shift, timestamp } from '../model/instant.ts';
import { member } from '../model/json.ts';
import { facts, type ListOperation, listOperations } from '../model/operations.ts';
import { type Failure, shown } from '../model/outcome.ts';
import { tallied } from './conventions.ts';
import {
  allFilters,
  asked,
  COMPARISONS,
  type Comparison,
  inSet,
  inTime,
  isLaterPage,
  ordered,
  pageItems,
  repeatedOnPage,
  SETS,
  withinLimit,
} from './lists-rules.ts';
import { unknownId } from './requests.ts';

const PAGED = ['listFiat', 'listInstructions', 'listAddresses'] as const;
const BY_TIME = ['listFiat', 'listInstructions', 'listAccounts', 'listAddresses'] as const;

function listOf(p: Probing): ListOperation {
  const found = listOperations.find((each) => each === p.operation);
  if (!found) throw new Error(`${p.operation} is no list`);
  return found;
}

type Query = Readonly<Record<string, QueryValue>>;

const ask = (p: Probing, query: Query) => ({ operation: listOf(p), input: () => ({ query }) });
const plainList = (p: Probing) => ({ key: 'plain', ask: ask(p, {}) });

/** Items known before, which have an id; without them nothing about a list can be told. */
async function known(p: Probing, least = 1): Promise<readonly ListedItem[]> {
  const { items } = await p.known(listOf(p));
  const named = items.filter(({ id }) => id !== undefined);
  if (named.length >= least) return named;
  throw new CannotTell(`the list holds ${named.length} items and ${least} are needed`, `items in ${p.operation}`);
}

const idsOf = ({ items }: Pick<Listing, 'items'>): readonly string[] =>
  items.flatMap(({ id }) => (id === undefined ? [] : [id]));

/** The answer that a failure about a whole walk is shown by. */
const lastPage = ({ pages }: Listing): Exchange => {
  const page = pages.at(-1);
  if (!page) throw new CannotTell('no page was answered');
  return page;
};

/** Whether an item is still in the list as it was: what others changed meanwhile must not count against the target. */
async function gone(p: Probing, item: ListedItem): Promise<boolean> {
  const { items } = await p.list(listOf(p), { limit: 100 });
  return !items.some(({ id }) => id === item.id);
}

/** Demands that none of the known items that should be there is missing from a walk. */
async function nothingMissing(
  p: Probing,
  due: readonly ListedItem[],
  walk: Listing,
  why: string,
): Promise<readonly Failure[]> {
  const found = new Set(idsOf(walk));
  const missing = due.find(({ id }) => id !== undefined && !found.has(id));
  if (!missing || !walk.complete || (await gone(p, missing))) return [];
  return [
    failure(lastPage(walk), {
      where: '/items',
      expected: `${missing.id} among the items: ${why}`,
      actual: 'it is missing',
    }),
  ];
}

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

const limits = (p: Probing): number => ('most' in (facts(p.operation).query['limit'] ?? {}) ? 37 : 7);

const PAGING = ['Paging: the response carries next_page_cursor; pass it as page_cursor to get the next page.'] as const;
const PAGE_SIZE = [
  '8: | Page size | default 100, maximum 1000 | List Fiat Accounts, List Fiat Deposit Instructions, List Deposit Addresses |',
  '4.3: limit (integer, default 100, maximum 1000)',
  '4.6: limit (default 100, maximum 1000)',
  '4.10: limit (default 100, maximum 1000)',
] as const;
const ORDER = [
  'order: DESC is the default.',
  '4.3: order (DESC default, or ASC)',
  '4.6: order (DESC default, ASC)',
  '4.8: order (DESC default, ASC)',
  '4.10: order (DESC default, ASC)',
] as const;

const paging = suite('4.15', listOperations, {
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
    { aspect: 'paging', cites: PAGING },
    rule(repeatedOnPage),
    probe(async (p) => {
      await known(p, 2);
      return repeats(await p.list(listOf(p), { limit: limits(p) }));
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
  'LIST-CURSOR-KEEPS-FILTERS': must(
    'The pages that a cursor leads to keep to the filters of the request',
    { aspect: 'paging', cites: PAGING },
    rule(allFilters),
    probe(async (p) => {
      const items = await known(p, 3);
      const query = filteredQuery(p, items);
      const first = await p.accepted(ask(p, { ...query, limit: 1 }));
      const cursor = cursorOf(first);
      if (cursor === undefined) throw new CannotTell('a filtered list in pages of one had no second page');
      await p.accepted(ask(p, { ...query, limit: 1, page_cursor: cursor }));
      return [];
    }),
  ),
  'LIST-CURSOR-KEEPS-ORDER': must(
    'The pages that a cursor leads to keep to the order',
    { aspect: 'paging', on: BY_TIME, cites: [...PAGING, ...ORDER] },
    probe(async (p) => {
      const items = await known(p, 3);
      for (const order of ['ASC', 'DESC'] as const) {
        const first = await p.accepted(ask(p, { order, limit: 2 }));
        const cursor = cursorOf(first);
        if (cursor === undefined) throw new CannotTell(`a list of ${items.length} in pages of two had no second page`);
        const second = await p.accepted(ask(p, { order, limit: 2, page_cursor: cursor }));
        const times = [...itemsOf(first), ...itemsOf(second)].map((item) => instant(member(item, 'created_at')));
        const wrong = times.some((time, index) => outOfOrder(times[index - 1], time, order));
        if (wrong)
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
      const { pages } = await p.list(listOf(p), { limit: 100 });
      const last = pages.at(-1);
      if (!last) throw new CannotTell('no page was answered');
      const cursor = member(last.response.body.kind === 'json' ? last.response.body.value : null, 'next_page_cursor');
      return `${itemsOf(last).length === 0 ? 'an empty page' : 'a page with items'}, next_page_cursor ${cursor === undefined ? 'absent' : shown(cursor, 20)}`;
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
  'LIST-FILTERS-COMBINED': observe(
    'Whether two filters of different kinds narrow a list together',
    { aspect: 'filters', on: PAGED, cites: ['created_at.* and updated_at.* filters are RFC 3339 timestamps'] },
    question(async (p) => {
      const [item] = await known(p);
      const answer = await p.accepted(ask(p, { ids: [item?.id ?? ''], 'created_at.lt': '1990-01-01T00:00:00Z' }));
      return itemsOf(answer).length === 0 ? 'they narrow it together' : 'one of them alone counts';
    }),
  ),
  'LIST-PAGE-SIZES-UNSTATED': observe(
    'How many items a page without limit holds where no default is stated',
    {
      aspect: 'limits',
      on: ['listAccounts', 'listExecutions'],
      cites: ['8: Default and maximum limit of List Accounts and List Executions: not shown.'],
    },
    survey(
      tallied((exchange) =>
        asked(exchange, 'limit') === undefined ? `${pageItems(exchange)?.length ?? 'no'} items` : undefined,
      ),
    ),
  ),
});

const outOfOrder = (a: Instant | undefined, b: Instant | undefined, order: 'ASC' | 'DESC'): boolean =>
  a !== undefined && b !== undefined && (order === 'ASC' ? b < a : b > a);

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

/**
 * Demands what is due on the first page of a filtered list: the known items that pass the filter and stand before the last
 * one of the page. Further pages are left to the rows about paging.
 */
async function filtered(
  p: Probing,
  query: Query,
  due: readonly ListedItem[],
  why: string,
): Promise<readonly Failure[]> {
  const page = await p.accepted(ask(p, { ...query, limit: 100 }));
  const found = new Set(itemsOf(page).map((item) => listed(item).id));
  const order = new Map((await known(p)).map(({ id }, index): [string | undefined, number] => [id, index]).reverse());
  const last =
    cursorOf(page) === undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(-1, ...[...found].map((id) => order.get(id) ?? -1));
  const missing = due.find(({ id }) => !found.has(id) && (order.get(id) ?? 0) < last);
  if (!missing || (await gone(p, missing))) return [];
  return [
    failure(page, { where: '/items', expected: `${missing.id} among the items: ${why}`, actual: 'it is missing' }),
  ];
}

/** A filter by ids, where the list has one. */
const idsFilter = (p: Probing, items: readonly ListedItem[]): Query | undefined =>
  'ids' in facts(p.operation).query ? { ids: items.flatMap(({ id }) => id ?? []) } : undefined;

/** A filter that at least three known items pass, so that pages of one have a second page. */
function filteredQuery(p: Probing, items: readonly ListedItem[]): Query {
  const middle = items[Math.floor(items.length / 2)] ?? items[0];
  const ids = idsFilter(
    p,
    items.filter((_, index) => index % Math.max(1, Math.floor(items.length / 3)) === 0).slice(0, 3),
  );
  if (ids) return ids;
  if (p.operation === 'listExecutions') return { order_id: String(member(middle?.item, 'order_id')) };
  return { 'created_at.lte': String(member(middle?.item, 'created_at')) };
}

const pageLimits = suite('8', PAGED, {
  'LIST-DEFAULT-LIMIT': must(
    'Without limit a page holds at most 100 items',
    { aspect: 'limits', cites: PAGE_SIZE },
    rule((exchange) =>
      asked(exchange, 'limit') === undefined ? withinLimit(exchange, 100, 'the default') : undefined,
    ),
  ),
  'LIST-MAXIMUM-LIMIT': must(
    'A page never holds more than 1000 items',
    { aspect: 'limits', cites: PAGE_SIZE, lenience: 'a limit over the maximum may be refused or clamped' },
    rule((exchange) => withinLimit(exchange, 1000, 'the maximum')),
    probe(async (p) => {
      await p.send(listOf(p), { query: { limit: 1001 } });
      await p.send(listOf(p), { query: { limit: 5000 } });
      return [];
    }),
  ),
  'LIST-LIMIT-AT-MAXIMUM': must(
    'limit 1000 is accepted',
    { aspect: 'limits', cites: PAGE_SIZE },
    probe((p) => p.admitted('limit 1000', ask(p, { limit: 1000 }), plainList(p))),
  ),
  'LIST-LIMIT-AT-MINIMUM': must(
    'limit 1 is accepted',
    { aspect: 'limits', on: listOperations, cites: [...PAGE_SIZE, '4.8: limit (integer)', '4.12: limit (integer).'] },
    probe((p) => p.admitted('limit 1', ask(p, { limit: 1 }), plainList(p))),
  ),
  'LIST-LIMIT-OVER-MAXIMUM': observe(
    'How a limit over the maximum is answered',
    { aspect: 'limits', cites: PAGE_SIZE },
    question(async (p) => {
      const answer = await p.send(listOf(p), { query: { limit: 1001 } });
      return evidence(answer) === 'accepted'
        ? `clamped: ${itemsOf(answer).length} items`
        : `refused with ${refusal(answer)}`;
    }),
  ),
});

const order = suite('4.15', BY_TIME, {
  'ORDER-DEFAULT-DESC': must(
    'Without order a list goes from the newest to the oldest',
    { aspect: 'filters', cites: ORDER },
    rule((exchange) =>
      isLaterPage(exchange) || asked(exchange, 'order') !== undefined ? undefined : ordered(exchange, 'DESC'),
    ),
  ),
  'ORDER-DESC': must(
    'order=DESC goes from the newest to the oldest',
    { aspect: 'filters', cites: ORDER },
    rule((exchange) =>
      isLaterPage(exchange) || asked(exchange, 'order') !== 'DESC' ? undefined : ordered(exchange, 'DESC'),
    ),
    probe((p) => p.admitted('order=DESC', ask(p, { order: 'DESC' }), plainList(p))),
  ),
  'ORDER-ASC': must(
    'order=ASC goes from the oldest to the newest',
    { aspect: 'filters', cites: ORDER },
    rule((exchange) =>
      isLaterPage(exchange) || asked(exchange, 'order') !== 'ASC' ? undefined : ordered(exchange, 'ASC'),
    ),
    probe((p) => p.admitted('order=ASC', ask(p, { order: 'ASC' }), plainList(p))),
  ),
  'ORDER-OUTSIDE': should(
    'An order other than ASC and DESC is refused',
    { aspect: 'filters', cites: ORDER },
    probe((p) => p.refused('order=SIDEWAYS', ask(p, { order: 'SIDEWAYS' }), plainList(p))),
  ),
  'ORDER-BY-CREATED-AT': must(
    'order_by=CREATED_AT is accepted',
    {
      aspect: 'filters',
      on: ['listFiat', 'listAccounts', 'listAddresses'],
      cites: [
        '4.3: order_by (CREATED_AT, default CREATED_AT)',
        '4.8: order_by (CREATED_AT)',
        '4.10: order_by (CREATED_AT)',
      ],
    },
    probe((p) => p.admitted('order_by=CREATED_AT', ask(p, { order_by: 'CREATED_AT' }), plainList(p))),
  ),
});

/** Which words of 4.3 to 4.10 name a filter over a set. */
const SET_CITES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  ids: ['4.3: ids (string[], limit 100)', '4.6: ids (string[], limit 100)', '4.10: (each string[], limit 100)'],
  ref_ids: [
    '4.3: ref_ids (string[], limit 100)',
    '4.6: ref_ids (string[], limit 100)',
    '4.10: (each string[], limit 100)',
  ],
  profile_ids: ['4.10: profile_ids, identity_ids, ids, ref_ids, account_ids (each string[], limit 100)'],
  identity_ids: ['4.10: profile_ids, identity_ids, ids, ref_ids, account_ids (each string[], limit 100)'],
  account_ids: ['4.10: profile_ids, identity_ids, ids, ref_ids, account_ids (each string[], limit 100)'],
};

const SIZE_CITES = [
  '8: | Filter list size | 100 values | ids, ref_ids, profile_ids, identity_ids, account_ids |',
] as const;

/** Values of a member that known items have, the rarest first so that a filter leaves most items out. */
async function valuesOf(p: Probing, name: string): Promise<readonly string[]> {
  const items = await known(p);
  const counts = new Map<string, number>();
  for (const { item } of items) {
    const value = member(item, name);
    if (typeof value === 'string' && value !== '' && !value.includes(','))
      counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => a - b).map(([value]) => value);
  if (sorted.length > 0) return sorted;
  throw new CannotTell(`no item of ${p.operation} has ${name}`, `an item with ${name} in ${p.operation}`);
}

/** `count` values of which the last alone is known to the target. */
const padded = (p: Probing, value: string, count: number): readonly string[] => [
  ...Array.from({ length: count - 1 }, (_, i) => unknownId(p, `filter ${i}`)),
  value,
];

function setRows(parameter: string, name: string): readonly Row[] {
  const on = listOperations.filter((operation) => parameter in facts(operation).query);
  const [id, [cite, ...cites]] = [parameter.replaceAll('_', '-').toUpperCase(), SET_CITES[parameter] ?? ['4.3: ids']];
  return suite('4.15', on, {
    [`FILTER-${id}`]: must(
      `${parameter} leaves exactly the items with those values`,
      {
        aspect: 'filters',
        cites: [cite, ...cites],
        lenience: 'items that others remove while it is read do not count',
      },
      rule((exchange) => (isLaterPage(exchange) ? undefined : inSet(exchange, parameter, name))),
      probe(async (p) => {
        const values = await valuesOf(p, name);
        for (const chosen of [values.slice(0, 1), values.slice(0, 2)]) {
          const due = (await known(p)).filter(({ item }) => chosen.includes(String(member(item, name))));
          const failures = await filtered(p, { [parameter]: chosen }, due, `its ${name} is one of ${parameter}`);
          if (failures.length > 0) return failures;
        }
        return [];
      }),
    ),
    [`FILTER-${id}-AT-LIMIT`]: must(
      `${parameter} takes 100 values, the hundredth too`,
      { aspect: 'limits', cites: [...SIZE_CITES, cite] },
      probe(async (p) => {
        const [value = ''] = await valuesOf(p, name);
        const query = { [parameter]: padded(p, value, 100) };
        const failures = await p.admitted(`${parameter} of 100 values`, ask(p, query), {
          key: `one ${parameter}`,
          ask: ask(p, { [parameter]: [value] }),
        });
        if (failures.length > 0) return failures;
        const due = (await known(p)).filter(({ item }) => member(item, name) === value).slice(0, 1);
        return filtered(p, query, due, `its ${name} is the hundredth of ${parameter}`);
      }),
    ),
    [`FILTER-${id}-OVER-LIMIT`]: must(
      `${parameter} of 101 values is refused`,
      { aspect: 'limits', cites: [...SIZE_CITES, cite] },
      probe(async (p) => {
        const [value = ''] = await valuesOf(p, name);
        return p.refused(`${parameter} of 101 values`, ask(p, { [parameter]: padded(p, value, 101) }), {
          key: `100 ${parameter}`,
          ask: ask(p, { [parameter]: padded(p, value, 100) }),
        });
      }),
    ),
  });
}

const MEANING: Readonly<Record<Comparison, string>> = {
  lt: 'strictly less',
  lte: 'less or equal',
  eq: 'equal',
  gte: 'greater or equal',
  gt: 'strictly greater',
};
const WORDS: Readonly<Record<Comparison, string>> = {
  lt: 'lt strictly less',
  lte: 'lte less or equal',
  eq: 'eq equal',
  gte: 'gte greater or equal',
  gt: 'gt strictly greater',
};

/**
 * Instants to filter at: those of items, with and without fractions, and just beside them; so near to the end of the list
 * that what is due fits one page.
 */
function bounds(times: readonly Instant[], comparison: Comparison): readonly Instant[] {
  const all = [...new Set(times)].sort((a, b) => (a < b ? -1 : 1));
  const near = comparison.startsWith('g') ? all.slice(-14, -1) : comparison.startsWith('l') ? all.slice(1, 14) : all;
  const distinct = near.length > 0 ? near : all;
  const fractional = distinct.filter((time) => time % 10n ** 18n !== 0n);
  const whole = distinct.filter((time) => time % 10n ** 18n === 0n);
  const middle = (some: readonly Instant[]): readonly Instant[] =>
    some.slice(Math.floor(some.length / 2), Math.floor(some.length / 2) + 1);
  return [...middle(fractional), ...middle(whole), ...middle(distinct).map((time) => shift(time, 1_000_000n))];
}

async function timeFilter(p: Probing, name: string, comparison: Comparison): Promise<readonly Failure[]> {
  const items = await known(p);
  const timed = items.flatMap((each) => {
    const time = instant(member(each.item, name));
    return time === undefined ? [] : [{ ...each, time }];
  });
  if (timed.length === 0) throw new CannotTell(`no item of ${p.operation} has ${name}`);
  for (const bound of bounds(
    timed.map(({ time }) => time),
    comparison,
  )) {
    const due = timed.filter(({ time }) => COMPARISONS[comparison](time, bound));
    const why = `its ${name} is ${MEANING[comparison]}, compared with ${timestamp(bound)}`;
    const failures = await filtered(p, { [`${name}.${comparison}`]: timestamp(bound) }, due, why);
    if (failures.length > 0) return failures;
  }
  return [];
}

function timeRows(name: 'created_at' | 'updated_at'): readonly Row[] {
  const on = listOperations.filter((operation) => `${name}.lt` in facts(operation).query);
  return (Object.keys(COMPARISONS) as Comparison[]).flatMap((comparison) =>
    suite('4.15', on, {
      [`${name.replace('_', '-').toUpperCase()}-${comparison.toUpperCase()}`]: must(
        `${name}.${comparison} leaves exactly the items whose ${name} is ${MEANING[comparison]}`,
        {
          aspect: 'filters',
          cites: [WORDS[comparison], `4.8: ${name}.lt/.lte/.eq/.gte/.gt`],
          lenience: 'compared as instants, whatever their spelling; items that others remove meanwhile do not count',
        },
        rule((exchange) =>
          isLaterPage(exchange) ? undefined : inTime(exchange, `${name}.${comparison}`, name, comparison),
        ),
        probe((p) => timeFilter(p, name, comparison)),
      ),
    }),
  );
}

/** Section 4.15 and the limits of lists in 8. */
export const lists: readonly Row[] = [
  ...paging,
  ...pageLimits,
  ...order,
  ...Object.entries(SETS).flatMap(([parameter, name]) => setRows(parameter, name)),
  ...timeRows('created_at'),
  ...timeRows('updated_at'),
];
