import fc from 'fast-check';
import { failure } from '../../src/engine/evidence.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import { itemsOf, listed } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import {
  cases,
  must,
  NOT_CONCERNED,
  observe,
  probe,
  question,
  type Row,
  rule,
  should,
  suite,
  survey,
} from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { shown } from '../../src/model/outcome.ts';
import { decimal, equals, times } from '../../src/values/decimal.ts';
import { instant, timestamp } from '../../src/values/instant.ts';
import { member } from '../../src/values/json.ts';
import { firstFailures } from '../vocabulary/body-variants.ts';
import { isLeftInPages } from '../vocabulary/lists/filter-walks.ts';
import { beforeEach, isFractional } from '../vocabulary/lists/instants.ts';
import {
  expectListed,
  expectOn,
  filteredPage,
  knownItems,
  missingOn,
  selectsNothing,
  sharedPage,
  widestPage,
} from '../vocabulary/lists/listing.ts';
import { equalTo, isLaterPage, memberNames } from '../vocabulary/lists/rules.ts';
import { nearlyOne, severalHave, valuesBySize } from '../vocabulary/lists/values-of-items.ts';
import { itemsAnswered } from '../vocabulary/questions.ts';
import { unknownId } from '../vocabulary/requests.ts';
import { tallied } from '../vocabulary/surveys.ts';
import { belongsToOne, filtersBy, listedFor } from './execution-owners.ts';
import type { Timed } from './timed-executions.ts';
import {
  beside,
  comesBefore,
  compareIds,
  ends,
  first,
  inRange,
  isFiner,
  isNewestFirst,
  known,
  last,
  middle,
  near,
  ON,
  within,
} from './timed-executions.ts';
import { areUndated, leavesAllOrNone, leavesSomeOut, leavesThoseOfAnOrder } from './undated-executions.ts';

/** A fifth of the run's cases; each case reads one page. */
const TIMES = { share: 1 / 5, requests: 1 };

interface Bound {
  readonly parameter: string;
  readonly side: 'later' | 'earlier';
  readonly words: string;
}
const BEGIN: Bound = { parameter: 'range.begin', side: 'later', words: 'after' };
const END: Bound = { parameter: 'range.end', side: 'earlier', words: 'before' };

/**
 * Demands that a bound at the time of one execution keeps all executions on its inner side. Does not demand those at
 * exactly that time if the target compares more digits than it shows. A page of a range may be given in place of the
 * page with that bound only, with those of the executions that its other bound leaves in.
 */
async function leaves(
  p: Probing,
  { parameter, side, words }: Bound,
  at: Timed,
  { items, page }: { readonly items?: readonly Timed[]; readonly page?: Exchange } = {},
): Promise<readonly Failure[]> {
  const { time } = at;
  const isInside = (item: Timed): boolean => (side === 'later' ? item.time >= time : item.time <= time);
  const due = (items ?? (await known(p))).filter(isInside);
  const found = page ?? (await filteredPage(p, { [parameter]: timestamp(time) }));
  const why = `executed at or ${words} ${timestamp(time)}`;
  const failures = await expectOn(p, found, due, why);
  const isKeptOutside = failures.length > 0 && (await isFiner(p, at, side === 'later' ? 'earlier' : 'later'));
  const beyond = due.filter((item) => item.time !== time);
  return isKeptOutside ? expectOn(p, found, beyond, why) : failures;
}

/** Begins just after one of the newest executions and ends at the time of the newest one. */
async function ofTheNewest(p: Probing, items: readonly Timed[]) {
  const [begin, at] = [beside(items, near(items, 'newest'), 'after'), last(items)];
  return { at, items: items.filter(({ time }) => time > begin), page: await within(p, begin, at.time) };
}

/** Begins at the time of the oldest execution and ends just before one of the oldest. */
async function ofTheOldest(p: Probing, items: readonly Timed[]) {
  const [at, end] = [first(items), beside(items, near(items, 'oldest'), 'before')];
  return { at, items: items.filter(({ time }) => time < end), page: await within(p, at.time, end) };
}

/**
 * Demands on loopback that a range which ends at a whole second includes an execution of that time, if the other bounds
 * that were tried have fractions. Times without a fraction may be read by other code.
 */
async function endsAtAWholeSecond(p: Probing, items: readonly Timed[]): Promise<readonly Failure[]> {
  const whole = items.filter(({ time }) => !isFractional(time));
  const isTried = [near(items, 'oldest'), last(items)].some(({ time }) => !isFractional(time));
  return p.run.loopback && whole.length > 0 && !isTried ? leaves(p, END, first(whole)) : [];
}

/** Demands that a range which ends before all executions is accepted: a list without items is a valid answer. */
async function acceptsNone(p: Probing, items: readonly Timed[]): Promise<readonly Failure[]> {
  if (p.run.loopback) await filteredPage(p, { 'range.end': timestamp(beforeEach(items.map(({ time }) => time))) });
  return [];
}

/** Further executions to try since_execution_id with; each case reads one page. */
const SINCE = { share: 1 / 5, requests: 1 };

/**
 * The possible meanings of "after the given ID": executed later, further on in the list, which may be newest first, or
 * of a greater ID.
 */
type After = 'later' | 'further on' | 'of greater ID';

const since = (p: Probing, { text }: Timed): Promise<Exchange> => filteredPage(p, { since_execution_id: text ?? '' });

const executionsOn = (page: Exchange, { time }: Timed): readonly Timed[] =>
  itemsOf(page).map((item) => ({ ...listed(item), time: instant(member(item, 'executed_at')) ?? time }));

/**
 * How many executions are tried to find one with others on both sides. A list may hold thousands with the same time.
 */
const MOST_TRIED = 20;

/**
 * Returns an execution that has others before and after it, as near to the start of the list as possible, so that one
 * page shows both.
 */
function amongOthers(items: readonly Timed[]): Timed {
  const isAmong = (each: Timed): boolean =>
    items.some((item) => comesBefore(items, each, item)) && items.some((item) => comesBefore(items, item, each));
  return items.slice(0, MOST_TRIED).find(isAmong) ?? middle(items);
}

/** Returns the comparison for one meaning of "after". */
const isAfterIn = (after: After, items: readonly Timed[]): ((one: Timed, other: Timed) => boolean) =>
  ({
    later: (one: Timed, other: Timed) => comesBefore(items, other, one),
    'further on': (one: Timed, other: Timed) => comesBefore(items, one, other),
    'of greater ID': (one: Timed, other: Timed) => compareIds(one, other) > 0,
  })[after];

/**
 * Whether since_execution_id with the middle ID returns only executions whose IDs are not greater, and enough of them.
 */
async function isByIds(p: Probing, items: readonly Timed[]): Promise<boolean> {
  const given = middle([...items].sort(compareIds));
  const left = executionsOn(await since(p, given), given);
  return left.length >= FEW_LEFT && left.every((item) => compareIds(item, given) <= 0);
}

/** The least number of executions of lower IDs that cannot be a coincidence. */
const FEW_LEFT = 5;

/**
 * Finds out which meaning of "after" the target uses. Assumes `later`, unless an answer contradicts it and agrees with
 * another meaning.
 */
const afterFor = (p: Probing): Promise<After> =>
  p.oncePerAttempt('what is after an execution', async () => {
    const items = await known(p);
    const given = amongOthers(items);
    const page = await since(p, given);
    const left = executionsOn(page, given);
    const isLater = isAfterIn('later', items);
    const isDue = (item: Timed): boolean => isLater(given, item);
    if (!left.some((item) => isLater(item, given)) && !(await missingOn(p, page, items.filter(isDue)))) return 'later';
    const isEarlierLeft = left.some((item) => comesBefore(items, item, given));
    if (isNewestFirst(items) && !isEarlierLeft && left.some((item) => comesBefore(items, given, item)))
      return 'further on';
    return (await isByIds(p, items)) ? 'of greater ID' : 'later';
  });

/** Demands that since_execution_id leaves out all executions after the given one and keeps all before it. */
async function leavesSince(p: Probing, given: Timed): Promise<readonly Failure[]> {
  const [items, after] = [await known(p), await afterFor(p)];
  const page = await since(p, given);
  const isAfter = isAfterIn(after, items);
  const [afterwards, before] = SINCE_WORDS[after];
  const stray = executionsOn(page, given).find((item) => isAfter(item, given));
  if (stray !== undefined) {
    const actual = `${stray.text}, executed at ${shown(member(stray.item, 'executed_at'))}`;
    return [failure(page, { where: '/items', expected: `no execution ${afterwards} ${given.text}`, actual })];
  }
  const due = items.filter((item) => isAfter(given, item));
  return expectOn(p, page, due, `${before} ${given.text}`);
}

/** Each meaning of "after", for the observation. */
const SINCE_MEANT: Readonly<Record<After, string>> = {
  later: 'the executions that were executed later',
  'further on': 'the executions that follow it in the list, which were executed earlier',
  'of greater ID': 'the executions with greater IDs',
};

/** The words for after and before an execution in each meaning. */
const SINCE_WORDS: Readonly<Record<After, readonly [string, string]>> = {
  later: ['executed after', 'executed before'],
  'further on': ['listed after', 'listed before'],
  'of greater ID': ['with an ID greater than', 'with an ID lower than'],
};

const FINER =
  'The service may keep more digits of a time than it shows, and compare all of them. If no execution shows its time, bounds before and after all executions are tried.';

/** Executions (2.6, 4.12). */
export const executions: readonly Row[] = suite('4.12', ON, {
  'EXECUTION-MEMBERS': observe(
    'Which members executions have',
    { aspect: 'response shape', cites: ['2.6: | execution_id | string |', '2.6: | order_id | string |'] },
    survey(tallied(memberNames)),
  ),
  'RANGE-BEGIN': must(
    'range.begin is an inclusive lower bound of executed_at',
    {
      aspect: 'filters',
      cites: ['range.begin (date-time, inclusive lower bound)', '2.6: | executed_at | date-time |'],
      lenience: FINER,
    },
    rule(inRange('range.begin', (time, bound) => time >= bound, 'not before')),
    probe(async (p) => {
      if (await areUndated(p)) return leavesAllOrNone(p, 'range.begin');
      const items = await known(p);
      const isLeft = await isLeftInPages(p, 'range.begin');
      const failures = isLeft ? [] : await leaves(p, BEGIN, near(items, 'newest'));
      if (failures.length > 0) return failures;
      await ofTheNewest(p, items);
      const range = await ofTheOldest(p, items);
      return leaves(p, BEGIN, range.at, range);
    }),
    cases(TIMES, async (p) => p.each(fc.constantFrom(...(await known(p))), (each) => leaves(p, BEGIN, each))),
  ),
  'RANGE-END': must(
    'range.end is an inclusive upper bound of executed_at',
    {
      aspect: 'filters',
      cites: ['range.end (date-time, inclusive upper bound)', '2.6: | executed_at | date-time |'],
      lenience: FINER,
    },
    rule(inRange('range.end', (time, bound) => time <= bound, 'not after')),
    probe(async (p) => {
      if (await areUndated(p)) return leavesAllOrNone(p, 'range.end');
      const items = await known(p);
      const isLeft = await isLeftInPages(p, 'range.end');
      const failures = isLeft ? [] : await leaves(p, END, near(items, 'oldest'));
      if (failures.length > 0) return failures;
      await ofTheOldest(p, items);
      const range = await ofTheNewest(p, items);
      return firstFailures(
        () => leaves(p, END, range.at, range),
        () => endsAtAWholeSecond(p, items),
        () => acceptsNone(p, items),
      );
    }),
    cases(TIMES, async (p) => p.each(fc.constantFrom(...(await known(p))), (each) => leaves(p, END, each))),
  ),
  'FILTER-ORDER-ID': must(
    'order_id selects exactly the executions of that order',
    {
      aspect: 'filters',
      cites: ['profile_id, account_id, order_id (filters by associated profile, account, single order)'],
      lenience:
        'If no execution shows its order, an order that does not exist must select no execution, and the order in the fixtures file must select some.',
    },
    rule((exchange) => (isLaterPage(exchange) ? NOT_CONCERNED : equalTo(exchange, 'order_id'))),
    probe(async (p) => {
      const items = await knownItems(p);
      const orders = valuesBySize(items, 'order_id', 'single').map(({ value }) => value);
      const order = severalHave(items, 'order_id', 'single') ?? orders[0];
      if (order === undefined) return leavesThoseOfAnOrder(p);
      const left = await selectsNothing(p, { order_id: nearlyOne(orders) ?? unknownId(p) }, 'no order has this ID');
      if (left.length > 0) return left;
      if (await isLeftInPages(p, 'order_id')) return [];
      return expectListed(
        p,
        { order_id: order },
        items.filter(({ item }) => member(item, 'order_id') === order),
        'it belongs to that order',
      );
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
      const items = await known(p);
      for (const given of [amongOthers(items), ...ends(items).slice(0, 1)]) {
        const failures = await leavesSince(p, given);
        if (failures.length > 0) return failures;
      }
      return [];
    }),
    cases(SINCE, async (p) => {
      const items = await known(p);
      return p.each(fc.constantFrom(...items), (each) => leavesSince(p, each), { examples: ends(items).slice(1) });
    }),
  ),
  'SINCE-INCLUDES-GIVEN': observe(
    'Whether the list with since_execution_id contains the given execution itself',
    { aspect: 'filters', cites: ['since_execution_id (excludes executions after the given ID)'] },
    question(async (p) => {
      const given = middle(await known(p));
      const query = { since_execution_id: given.text ?? '', ...(await widestPage(p, 'listExecutions')) };
      const page = itemsOf(await p.sendValid(sharedPage(p, query))).map(listed);
      const items = page.some(({ id }) => id === given.id) ? page : (await p.list('listExecutions', query)).items;
      return items.some(({ id }) => id === given.id) ? 'it does' : 'it does not';
    }),
  ),
  'SINCE-AFTER': observe(
    'Which executions since_execution_id treats as after the given one',
    { aspect: 'filters', cites: ['since_execution_id (excludes executions after the given ID)'] },
    question(async (p) => SINCE_MEANT[await afterFor(p)]),
  ),
  'SINCE-UNKNOWN': observe(
    'How an unknown since_execution_id is answered',
    { aspect: 'filters', cites: ['since_execution_id (excludes executions after the given ID)'] },
    question((p) =>
      itemsAnswered(p, { operation: 'listExecutions', input: () => ({ query: { since_execution_id: unknownId(p) } }) }),
    ),
  ),
  'EXECUTION-ORDER': observe(
    'In which order executions are listed',
    {
      aspect: 'filters',
      cites: ['4.15: order: DESC is the default.'],
      lenience: 'This list has no parameter order (4.12), so the stated default may not apply to it.',
    },
    question(async (p) => {
      const items = await known(p);
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
      const { item } = middle(await known(p));
      const [amount, price, gross] = ['amount', 'price', 'gross_trade_amount'].map((name) =>
        decimal(member(item, name)),
      );
      if (!amount || !price || !gross)
        throw new Inconclusive('other', 'an execution shows no amount, price or gross_trade_amount');
      return equals(times(amount, price), gross) ? 'it is, exactly' : 'it is not exactly';
    }),
  ),
});
