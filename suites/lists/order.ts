import { type Active, type Check, probe, question, rule } from '../../src/engine/check.ts';
import { unlessInconclusive } from '../../src/engine/inconclusive.ts';
import { NOT_CONCERNED } from '../../src/engine/judgement.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, observe, type Row, should, suite } from '../../src/engine/row.ts';
import type { Query } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { firstFailures } from '../vocabulary/body-variants.ts';
import { acceptsBeyond } from '../vocabulary/constraints/judging.ts';
import { stated } from '../vocabulary/constraints/sources.ts';
import { keepsHiddenOrder } from '../vocabulary/lists/hidden-times.ts';
import { ask, BY_TIME, expectListed, knownItems, plainList } from '../vocabulary/lists/listing.ts';
import { asked, ofFirstPages, ordered } from '../vocabulary/lists/rules.ts';
import { meetsAll, type Order, queryOf, refusedWithOrderBy } from '../vocabulary/lists/walks.ts';
import { ORDER } from './citations.ts';

const LISTED = stated('listed', ({ of, member }) => of === 'query' && member === 'order');

const BY_LISTED = stated('listed', ({ of, member }) => of === 'query' && member === 'order_by');

const ORDER_BY = [
  '4.3: order_by (CREATED_AT, default CREATED_AT)',
  '4.8: order_by (CREATED_AT)',
  '4.10: order_by (CREATED_AT)',
] as const;

/** Demands that a list with this query is accepted and has the same items as without it. */
const leavesNothingOut = async (p: Probing, query: Query): Promise<readonly Failure[]> =>
  expectListed(p, query, await knownItems(p), 'an order excludes no item');

/**
 * Makes a check of the same for an order in which the list is walked anyway. Where the walk met every known item, it
 * needs no request of its own.
 */
const walksNothingOut = (order: Order): Active =>
  probe(async (p) => ((await meetsAll(p, order)) ? [] : leavesNothingOut(p, { order })));

/** Makes a check of the order of items that do not show their times: 2.3 has none, and those of 2.5 are not required. */
const keepsOrder = (query: Query, order: Order): Active => probe((p) => keepsHiddenOrder(p, query, order));

/**
 * Demands that a list which is read in ascending order is also read so with order_by. This costs requests only if the
 * walk with order_by was refused.
 */
async function takesOrderByInOrder(p: Probing): Promise<readonly Failure[]> {
  const reading = await refusedWithOrderBy(p);
  if (!reading) return [];
  const { order_by: _, ...query } = queryOf(reading);
  const twin = { key: 'the walk without order_by', ask: ask(p, query) };
  return p.expectAccepted('order_by beside order', ask(p, queryOf(reading)), twin);
}

/** Makes a rule that first pages which are requested with this `order`, or without one, are in a direction. */
const isInOrder = (given: Order | undefined, direction: Order): Check =>
  rule(ofFirstPages((exchange) => (asked(exchange, 'order') === given ? ordered(exchange, direction) : NOT_CONCERNED)));

/** Order of lists (4.15). */
export const order: readonly Row[] = suite('4.15', BY_TIME, {
  'ORDER-DEFAULT-DESC': must(
    'Without order, a list goes from the newest to the oldest item',
    { aspect: 'filters', cites: ORDER },
    isInOrder(undefined, 'DESC'),
    keepsOrder({}, 'DESC'),
  ),
  'ORDER-DESC': must(
    'With order=DESC, a list goes from the newest to the oldest item',
    { aspect: 'filters', cites: ORDER },
    isInOrder('DESC', 'DESC'),
    walksNothingOut('DESC'),
    keepsOrder({ order: 'DESC' }, 'DESC'),
  ),
  'ORDER-ASC': must(
    'With order=ASC, a list goes from the oldest to the newest item',
    { aspect: 'filters', cites: ORDER },
    isInOrder('ASC', 'ASC'),
    walksNothingOut('ASC'),
    keepsOrder({ order: 'ASC' }, 'ASC'),
  ),
  'ORDER-OUTSIDE': should(
    'An order other than ASC and DESC is refused',
    { aspect: 'filters', cites: ORDER, from: LISTED[0].from, traffic: [acceptsBeyond(LISTED)] },
    probe(async (p) => {
      const [order] = LISTED[0].outside;
      return p.expectRefused(`order=${order}`, ask(p, { order }), plainList(p));
    }),
  ),
  'ORDER-BY-OUTSIDE': observe(
    'How an order_by other than CREATED_AT is answered',
    {
      aspect: 'filters',
      on: BY_LISTED.map(({ operation }) => operation),
      cites: ORDER_BY,
      from: BY_LISTED[0].from,
      lenience: 'A list that has only one order keeps it for every order_by, so it may ignore the parameter.',
    },
    question(async (p) => (await p.answerTo(ask(p, { order_by: BY_LISTED[0].outside[0] }))).words),
  ),
  'ORDER-BY-CREATED-AT': must(
    'order_by=CREATED_AT is accepted',
    {
      aspect: 'filters',
      on: ['listFiat', 'listAccounts', 'listAddresses'],
      cites: ORDER_BY,
    },
    probe((p) =>
      firstFailures(
        () => leavesNothingOut(p, { order_by: 'CREATED_AT' }),
        () => unlessInconclusive([], () => takesOrderByInOrder(p)),
      ),
    ),
  ),
});
