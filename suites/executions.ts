import { CannotTell } from '../engine/cannot-tell.ts';
import { evidence, failure, refusal } from '../engine/evidence.ts';
import { cursorOf, itemsOf, listed } from '../engine/paging.ts';
import type { ListedItem, Probing } from '../engine/probing.ts';
import { type Judgement, must, observe, probe, question, type Row, rule, should, suite } from '../engine/row.ts';
import { decimal, equals, times } from '../model/decimal.ts';
import type { Exchange, RequestInput } from '../model/exchange.ts';
import { type Instant, instant, timestamp } from '../model/instant.ts';
import { member } from '../model/json.ts';
import { type Failure, shown } from '../model/outcome.ts';
import { each } from './answers.ts';
import { asked, equalTo, isLaterPage, pageItems } from './lists-rules.ts';
import { unknownId } from './requests.ts';

const ON = ['listExecutions'] as const;

interface Timed extends ListedItem {
  readonly time: Instant;
}

/** Executions known before, with their times. */
async function known(p: Probing): Promise<readonly Timed[]> {
  const { items } = await p.known('listExecutions');
  const timed = items.flatMap((item) => {
    const time = instant(member(item.item, 'executed_at'));
    return time === undefined || item.id === undefined ? [] : [{ ...item, time }];
  });
  if (timed.length > 0) return timed;
  throw new CannotTell('no execution is listed', 'an order with executions (order_id)');
}

/** An execution so near to one end of time that what lies beyond it fits one page. */
function near(items: readonly Timed[], end: 'newest' | 'oldest'): Timed {
  const sorted = [...items].sort((a, b) => (a.time < b.time ? -1 : 1));
  const found = end === 'newest' ? sorted.at(-Math.min(30, sorted.length)) : sorted.at(Math.min(29, sorted.length - 1));
  return found ?? middle(items);
}

const middle = (items: readonly Timed[]): Timed => {
  const found = items[Math.floor(items.length / 2)];
  if (!found) throw new CannotTell('no execution is listed');
  return found;
};

/** Demands what is due on the first page of a filtered list; further pages are left to the rows about paging. */
async function holds(
  p: Probing,
  query: NonNullable<RequestInput['query']>,
  due: readonly Timed[],
  why: string,
): Promise<readonly Failure[]> {
  const page = await p.accepted({ operation: 'listExecutions', input: () => ({ query: { ...query, limit: 100 } }) });
  const found = new Set(itemsOf(page).map((item) => listed(item).id));
  const order = new Map((await known(p)).map(({ id }, index): [string | undefined, number] => [id, index]).reverse());
  const last =
    cursorOf(page) === undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(-1, ...[...found].map((id) => order.get(id) ?? -1));
  const missing = due.find(({ id }) => !found.has(id) && (order.get(id) ?? 0) < last);
  if (!missing) return [];
  return [
    failure(page, { where: '/items', expected: `${missing.id} among the items: ${why}`, actual: 'it is missing' }),
  ];
}

/** Every item of a page is on the right side of a bound. */
const inRange =
  (parameter: string, inside: (time: Instant, bound: Instant) => boolean, side: string) =>
  (exchange: Exchange): Judgement => {
    const bound = instant(asked(exchange, parameter));
    const items = pageItems(exchange);
    if (bound === undefined || !items) return undefined;
    return items.flatMap((item, index) => {
      const time = instant(member(item, 'executed_at'));
      return time === undefined || inside(time, bound)
        ? []
        : [
            {
              where: `/items/${index}/executed_at`,
              expected: `${side} ${asked(exchange, parameter)}`,
              actual: shown(member(item, 'executed_at')),
            },
          ];
    });
  };

/** A filter for something that does not exist leaves nothing, or is refused; it is never passed over. */
async function filtersOut(p: Probing, name: 'profile_id' | 'account_id'): Promise<readonly Failure[]> {
  await known(p);
  const answer = await p.send('listExecutions', { query: { [name]: unknownId(p, name) } });
  if (evidence(answer) !== 'accepted' || itemsOf(answer).length === 0) return [];
  return [
    failure(answer, {
      where: '/items',
      expected: `no items: no execution belongs to an unknown ${name}`,
      actual: `${itemsOf(answer).length} items`,
    }),
  ];
}

/** Section 4.12. */
export const executions: readonly Row[] = suite('4.12', ON, {
  'EXECUTION-IDENTIFIED': should(
    'An execution has execution_id and order_id',
    { aspect: 'semantics', cites: ['2.6: | execution_id | string |', '2.6: | order_id | string |'] },
    rule(
      each((item, root) =>
        ['execution_id', 'order_id']
          .filter((name) => member(item, name) === undefined)
          .map((name) => ({ where: `${root}/${name}`, expected: 'present', actual: 'absent' })),
      ),
    ),
  ),
  'RANGE-BEGIN': must(
    'range.begin is an inclusive lower bound of executed_at',
    { aspect: 'filters', cites: ['range.begin (date-time, inclusive lower bound)'] },
    rule(inRange('range.begin', (time, bound) => time >= bound, 'not before')),
    probe(async (p) => {
      const items = await known(p);
      const { time } = near(items, 'newest');
      return holds(
        p,
        { 'range.begin': timestamp(time) },
        items.filter((item) => item.time >= time),
        `executed at or after ${timestamp(time)}`,
      );
    }),
  ),
  'RANGE-END': must(
    'range.end is an inclusive upper bound of executed_at',
    { aspect: 'filters', cites: ['range.end (date-time, inclusive upper bound)'] },
    rule(inRange('range.end', (time, bound) => time <= bound, 'not after')),
    probe(async (p) => {
      const items = await known(p);
      const { time } = near(items, 'oldest');
      return holds(
        p,
        { 'range.end': timestamp(time) },
        items.filter((item) => item.time <= time),
        `executed at or before ${timestamp(time)}`,
      );
    }),
  ),
  'FILTER-ORDER-ID': must(
    'order_id leaves exactly the executions of that order',
    {
      aspect: 'filters',
      cites: ['profile_id, account_id, order_id (filters by associated profile, account, single order)'],
    },
    rule((exchange) => (isLaterPage(exchange) ? undefined : equalTo(exchange, 'order_id'))),
    probe(async (p) => {
      const items = await known(p);
      const order = member(middle(items).item, 'order_id');
      if (typeof order !== 'string') throw new CannotTell('executions have no order_id');
      return holds(
        p,
        { order_id: order },
        items.filter(({ item }) => member(item, 'order_id') === order),
        'it is of that order',
      );
    }),
  ),
  'FILTER-PROFILE-ID': must(
    'profile_id filters by the associated profile',
    {
      aspect: 'filters',
      cites: ['profile_id, account_id, order_id (filters by associated profile, account, single order)'],
      lenience: 'an execution does not tell its profile: tried with one that does not exist',
    },
    probe((p) => filtersOut(p, 'profile_id')),
  ),
  'FILTER-ACCOUNT-ID': must(
    'account_id filters by the associated account',
    {
      aspect: 'filters',
      cites: ['profile_id, account_id, order_id (filters by associated profile, account, single order)'],
      lenience: 'an execution does not tell its account: tried with one that does not exist',
    },
    probe((p) => filtersOut(p, 'account_id')),
  ),
  'SINCE-EXECUTION-ID': must(
    'since_execution_id leaves out the executions after the given one',
    {
      aspect: 'filters',
      cites: ['since_execution_id (excludes executions after the given ID)'],
      lenience: 'whether the given one and those of the same instant are there is not stated',
    },
    probe(async (p) => {
      const items = await known(p);
      const given = middle(items);
      const walk = await p.list('listExecutions', { since_execution_id: given.id ?? '', limit: 100 });
      const later = walk.items.find(({ item }) => (instant(member(item, 'executed_at')) ?? given.time) > given.time);
      const page = walk.pages.at(-1);
      if (later && page)
        return [
          failure(page, {
            where: '/items',
            expected: `nothing executed after ${given.id}`,
            actual: `${later.id}, executed at ${shown(member(later.item, 'executed_at'))}`,
          }),
        ];
      return holds(
        p,
        { since_execution_id: given.id ?? '' },
        items.filter(({ time }) => time < given.time),
        `executed before ${given.id}`,
      );
    }),
  ),
  'SINCE-INCLUDES-GIVEN': observe(
    'Whether since_execution_id leaves the given execution itself',
    { aspect: 'filters', cites: ['since_execution_id (excludes executions after the given ID)'] },
    question(async (p) => {
      const given = middle(await known(p));
      const walk = await p.list('listExecutions', { since_execution_id: given.id ?? '', limit: 100 });
      return walk.items.some(({ id }) => id === given.id) ? 'it does' : 'it does not';
    }),
  ),
  'SINCE-UNKNOWN': observe(
    'How an unknown since_execution_id is answered',
    { aspect: 'filters', cites: ['since_execution_id (excludes executions after the given ID)'] },
    question(async (p) => {
      const answer = await p.send('listExecutions', { query: { since_execution_id: unknownId(p) } });
      return evidence(answer) === 'accepted'
        ? `accepted, with ${itemsOf(answer).length} items`
        : `refused with ${refusal(answer)}`;
    }),
  ),
  'EXECUTION-ORDER': observe(
    'In which order executions are listed',
    { aspect: 'filters', cites: ['4.15: order: DESC is the default.'] },
    question(async (p) => {
      const items = await known(p);
      const [first, last] = [items[0], items.at(-1)];
      if (!first || !last || first.time === last.time) return 'it cannot be told: all have one time';
      return first.time > last.time ? 'the newest first' : 'the oldest first';
    }),
  ),
  'EXECUTION-GROSS': observe(
    'Whether gross_trade_amount is amount × price',
    { aspect: 'semantics', cites: ['2.6: | gross_trade_amount | string |', '2.6: | price | string |'] },
    question(async (p) => {
      const { item } = middle(await known(p));
      const [amount, price, gross] = ['amount', 'price', 'gross_trade_amount'].map((name) =>
        decimal(member(item, name)),
      );
      if (!amount || !price || !gross) return 'it cannot be told: a member is absent';
      return equals(times(amount, price), gross) ? 'it is, exactly' : 'it is not exactly';
    }),
  ),
});
