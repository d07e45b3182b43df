import fc from 'fast-check';
import { cases, probe, question, rule } from '../../src/engine/check.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import { listedOn } from '../../src/engine/paging.ts';
import { must, observe, type Row, should, suite } from '../../src/engine/row.ts';
import { decimal, equals, times } from '../../src/values/decimal.ts';
import { member } from '../../src/values/json.ts';
import { string } from '../vocabulary/answers.ts';
import { firstFailures } from '../vocabulary/body-variants.ts';
import { isSelectedInPages } from '../vocabulary/lists/filter-walks.ts';
import { expectListed, knownItems, selectsNothing, sharedPage, widestPage } from '../vocabulary/lists/listing.ts';
import { equalTo, inTime, memberNames, ofFirstPages } from '../vocabulary/lists/rules.ts';
import { nearlyOne, severalHave, valuesBySize } from '../vocabulary/lists/values-of-items.ts';
import { itemsAnswered } from '../vocabulary/questions.ts';
import { listBy, unknownId } from '../vocabulary/requests.ts';
import { surveyOf } from '../vocabulary/surveys.ts';
import { belongsToOne, filtersBy, listedFor } from './execution-owners.ts';
import {
  acceptsNone,
  atOneTime,
  BEGIN,
  END,
  endsAtAWholeSecond,
  expectBound,
  ofTheNewest,
  ofTheOldest,
} from './range-bounds.ts';
import { amongOthers, excludedInWords, expectSince } from './since-execution.ts';
import { ends, middle, near, ON, timedExecutions } from './timed-executions.ts';
import { areUndated, leavesAllOrNone, leavesSomeOut, leavesThoseOfAnOrder } from './undated-executions.ts';

/** A fifth of the run's cases; each case reads one page. */
const TIMES = { share: 1 / 5, requests: 1 };

/** Further executions to try since_execution_id with; each case reads one page. */
const SINCE = { share: 1 / 5, requests: 1 };

const FINER =
  'The service may keep more digits of a time than it shows, and compare all of them. If no execution shows its time, bounds before and after all executions are tried.';

const NOT_BEFORE = { name: 'executed_at', comparison: 'gte', words: 'not before' } as const;
const NOT_AFTER = { name: 'executed_at', comparison: 'lte', words: 'not after' } as const;

/** Executions (2.6, 4.12). */
export const executions: readonly Row[] = suite('4.12', ON, {
  'EXECUTION-MEMBERS': observe(
    'Which members executions have',
    { aspect: 'response shape', cites: ['2.6: | execution_id | string |', '2.6: | order_id | string |'] },
    surveyOf(memberNames),
  ),
  'RANGE-BEGIN': must(
    'range.begin is an inclusive lower bound of executed_at',
    {
      aspect: 'filters',
      cites: ['range.begin (date-time, inclusive lower bound)', '2.6: | executed_at | date-time |'],
      lenience: `${FINER} A service may refuse a range that is longer than it takes, or open, if it takes a day.`,
    },
    rule(ofFirstPages((exchange) => inTime(exchange, 'range.begin', NOT_BEFORE))),
    probe(async (p) => {
      if (await areUndated(p)) return leavesAllOrNone(p, 'range.begin');
      const items = await timedExecutions(p);
      const isSelected = await isSelectedInPages(p, 'range.begin');
      const failures = isSelected ? [] : await expectBound(p, BEGIN, near(items, 'newest'));
      if (failures.length > 0) return failures;
      await ofTheNewest(p, items);
      const range = await ofTheOldest(p, items);
      return expectBound(p, BEGIN, range.at, range);
    }),
    cases(TIMES, async (p) =>
      p.each(fc.constantFrom(...(await timedExecutions(p))), (each) => expectBound(p, BEGIN, each)),
    ),
  ),
  'RANGE-END': must(
    'range.end is an inclusive upper bound of executed_at',
    {
      aspect: 'filters',
      cites: ['range.end (date-time, inclusive upper bound)', '2.6: | executed_at | date-time |'],
      lenience: FINER,
    },
    rule(ofFirstPages((exchange) => inTime(exchange, 'range.end', NOT_AFTER))),
    probe(async (p) => {
      if (await areUndated(p)) return leavesAllOrNone(p, 'range.end');
      const items = await timedExecutions(p);
      const isSelected = await isSelectedInPages(p, 'range.end');
      const failures = isSelected ? [] : await expectBound(p, END, near(items, 'oldest'));
      if (failures.length > 0) return failures;
      await ofTheOldest(p, items);
      const range = await ofTheNewest(p, items);
      return firstFailures(
        () => expectBound(p, END, range.at, range),
        () => endsAtAWholeSecond(p, items),
        () => acceptsNone(p, items),
        () => atOneTime(p, items),
      );
    }),
    cases(TIMES, async (p) =>
      p.each(fc.constantFrom(...(await timedExecutions(p))), (each) => expectBound(p, END, each)),
    ),
  ),
  'FILTER-ORDER-ID': must(
    'order_id selects exactly the executions of that order',
    {
      aspect: 'filters',
      cites: ['profile_id, account_id, order_id (filters by associated profile, account, single order)'],
      lenience:
        'If no execution shows its order, an order that does not exist must select no execution, and the order in the fixtures file must select some.',
    },
    rule(ofFirstPages((exchange) => equalTo(exchange, 'order_id'))),
    probe(async (p) => {
      const items = await knownItems(p);
      const orders = valuesBySize(items, 'order_id', 'single').map(({ value }) => value);
      const order = severalHave(items, 'order_id', 'single') ?? orders[0];
      if (order === undefined) return leavesThoseOfAnOrder(p);
      const left = await selectsNothing(p, { order_id: nearlyOne(orders) ?? unknownId(p) }, 'no order has this ID');
      if (left.length > 0) return left;
      const finds = (each: string) => () =>
        expectListed(
          p,
          { order_id: each },
          items.filter(({ item }) => member(item, 'order_id') === each),
          'it belongs to that order',
        );
      const last = string(items.at(-1)?.item, '/order_id');
      const others = p.run.spendsFreely && last !== undefined && last !== order ? [last] : [];
      const isSelected = await isSelectedInPages(p, 'order_id');
      return firstFailures(...[...(isSelected ? [] : [order]), ...others].map(finds));
    }),
  ),
  'FILTER-PROFILE-ID': must(
    'profile_id filters by the associated profile',
    {
      aspect: 'filters',
      cites: ['profile_id, account_id, order_id (filters by associated profile, account, single order)'],
      lenience:
        'An execution does not show its profile, so this is tried with a profile that does not exist. The list with one of the existing profiles must be accepted, whether the profile has executions or not. The execution_owner in the fixtures file must have some.',
    },
    probe((p) => filtersBy(p, 'profile_id')),
  ),
  'EXECUTIONS-OF-ONE-PROFILE': should(
    'An execution is listed for only one profile',
    {
      aspect: 'filters',
      cites: ['profile_id, account_id, order_id (filters by associated profile, account, single order)'],
      lenience: 'The two sides of a trade are fills of two orders, which may belong to two profiles.',
    },
    probe((p) => belongsToOne(p, 'profile_id')),
  ),
  'FILTER-ACCOUNT-ID': must(
    'account_id filters by the associated account',
    {
      aspect: 'filters',
      cites: ['profile_id, account_id, order_id (filters by associated profile, account, single order)'],
      lenience:
        'An execution does not show its account, so this is tried with an account that does not exist. The list with one of the existing accounts must be accepted, whether the account has executions or not. The execution_owner in the fixtures file must have some.',
    },
    probe((p) => filtersBy(p, 'account_id')),
  ),
  'EXECUTIONS-OF-ONE-ACCOUNT': should(
    'An execution is listed for only one account',
    {
      aspect: 'filters',
      cites: ['profile_id, account_id, order_id (filters by associated profile, account, single order)'],
      lenience: 'The two sides of a trade are fills of two orders, which may belong to two accounts.',
    },
    probe((p) => belongsToOne(p, 'account_id')),
  ),
  'EXECUTIONS-OF-KNOWN-OWNERS': observe(
    'For how many known profiles and accounts executions are listed',
    {
      aspect: 'filters',
      cites: ['profile_id, account_id, order_id (filters by associated profile, account, single order)'],
    },
    question(async (p) => {
      const profiles = await listedFor(p, 'profile_id');
      return `${profiles}; ${await listedFor(p, 'account_id')}`;
    }),
  ),
  'SINCE-EXECUTION-ID': must(
    'since_execution_id excludes the executions after the given one',
    {
      aspect: 'filters',
      cites: ['since_execution_id (excludes executions after the given ID)'],
      lenience:
        'The document does not state whether the list contains the given execution and those of the same instant. It does not state what "after" means if times, IDs and the order of the list differ, so a list with the newest first may exclude the executions that follow the given one. If no execution shows its time, the ID of the first or of the last execution in the list must exclude others.',
    },
    probe(async (p) => {
      if (await areUndated(p)) return leavesSomeOut(p);
      const items = await timedExecutions(p);
      for (const given of [amongOthers(items), ...(p.run.spendsFreely ? ends(items) : ends(items).slice(0, 1))]) {
        const failures = await expectSince(p, given);
        if (failures.length > 0) return failures;
      }
      return [];
    }),
    cases(SINCE, async (p) => {
      const items = await timedExecutions(p);
      return p.each(fc.constantFrom(...items), (each) => expectSince(p, each), { examples: ends(items).slice(1) });
    }),
  ),
  'SINCE-INCLUDES-GIVEN': observe(
    'Whether the list with since_execution_id contains the given execution itself',
    { aspect: 'filters', cites: ['since_execution_id (excludes executions after the given ID)'] },
    question(async (p) => {
      const given = middle(await timedExecutions(p));
      const query = { since_execution_id: given.text ?? '', ...(await widestPage(p, 'listExecutions')) };
      const page = listedOn(await p.sendValid(sharedPage(p, query)));
      const items = page.some(({ id }) => id === given.id) ? page : (await p.list('listExecutions', query)).items;
      return items.some(({ id }) => id === given.id) ? 'it does' : 'it does not';
    }),
  ),
  'SINCE-AFTER': observe(
    'Which executions since_execution_id treats as after the given one',
    { aspect: 'filters', cites: ['since_execution_id (excludes executions after the given ID)'] },
    question(async (p) => await excludedInWords(p)),
  ),
  'SINCE-UNKNOWN': observe(
    'How an unknown since_execution_id is answered',
    { aspect: 'filters', cites: ['since_execution_id (excludes executions after the given ID)'] },
    question((p) => itemsAnswered(p, listBy('listExecutions', { since_execution_id: unknownId(p) }))),
  ),
  'EXECUTION-ORDER': observe(
    'In which order executions are listed',
    {
      aspect: 'filters',
      cites: ['4.15: order: DESC is the default.'],
      lenience: 'This list has no parameter order (4.12), so the stated default may not apply to it.',
    },
    question(async (p) => {
      const items = await timedExecutions(p);
      const [first, last] = [items[0], items.at(-1)];
      if (!first || !last || first.time === last.time)
        throw new Inconclusive('fixture', 'all executions have the same time');
      return first.time > last.time ? 'the newest first' : 'the oldest first';
    }),
  ),
  'EXECUTION-GROSS': observe(
    'Whether gross_trade_amount is amount × price',
    { aspect: 'semantics', cites: ['2.6: | gross_trade_amount | string |', '2.6: | price | string |'] },
    question(async (p) => {
      const { item } = middle(await timedExecutions(p));
      const [amount, price, gross] = ['amount', 'price', 'gross_trade_amount'].map((name) =>
        decimal(member(item, name)),
      );
      if (!amount || !price || !gross)
        throw new Inconclusive('other', 'an execution shows no amount, price or gross_trade_amount');
      return equals(times(amount, price), gross) ? 'it is, exactly' : 'it is not exactly';
    }),
  ),
});
