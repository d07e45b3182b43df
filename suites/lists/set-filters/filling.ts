import type { Ask } from '../../../src/engine/ask.ts';
import { failure } from '../../../src/engine/failure.ts';
import { Inconclusive } from '../../../src/engine/inconclusive.ts';
import { isFlaws, type Judgement, NOT_CONCERNED } from '../../../src/engine/judgement.ts';
import { itemsOf } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import { seedOf } from '../../../src/engine/seeds.ts';
import type { Exchange, Query } from '../../../src/model/exchange.ts';
import { type Failure, shown } from '../../../src/model/outcome.ts';
import { type Id, id, isUuid, sameId } from '../../../src/values/id.ts';
import { type Json, member } from '../../../src/values/json.ts';
import { string } from '../../vocabulary/answers.ts';
import { listOf, sharedPage, widestPage } from '../../vocabulary/lists/listing.ts';
import { pageItems } from '../../vocabulary/lists/rules.ts';
import { unknownId } from '../../vocabulary/requests.ts';

/** Number of digits that is enough for a hundred different values. */
const ENOUGH_DIGITS = 5;

/**
 * Returns a value that names nothing, in the form of a known one: a target may refuse values that cannot be its own
 * ids.
 */
function unknownValue(p: Probing, like: string, index: number): string {
  const digits = like.replace(/\D/g, '').length;
  if (isUuid(like) || digits < ENOUGH_DIGITS) return unknownId(p, `filter ${index}`);
  let drawn = BigInt(seedOf(p.run.id, p.operation, like)) * 1_000n + BigInt(index);
  return [...like]
    .reverse()
    .map((character) => {
      if (!/\d/.test(character)) return character;
      const digit = drawn % 10n;
      drawn /= 10n;
      return String(digit);
    })
    .reverse()
    .join('');
}

/** The values that a filter by a set is filled with. */
export interface Filling {
  /** Returns `count` values. The last one is known if any is, and the first one too if two are. */
  readonly values: (count: number) => readonly string[];
  /**
   * Returns the same values with the known one first instead of last. Undefined where the first one is known already.
   */
  readonly turned?: (count: number) => readonly string[];
  /** False when known values are repeated. */
  readonly distinct: boolean;
  /** Whether any of the values is one that items have or may have. */
  readonly isKnown: boolean;
  /** Whether items show the known values. */
  readonly isShown: boolean;
}

/** Whether this query is accepted. */
const takes = async (p: Probing, query: Query): Promise<boolean> => (await p.answerTo(sharedPage(p, query))).isAccepted;

/** Minimum number of values of which one is repeated, so that requests with few values have only different ones. */
const LEAST_TO_REPEAT = 4;

/** The number of values, the known values, and whether to use more than one or two of those. */
interface Fill {
  readonly limit: number;
  readonly known: readonly string[];
  readonly knownToo?: boolean;
}

/**
 * Fills a filter with unknown values and a known one, or with as many known ones as possible if that is wanted. If two
 * are known, the first value is also the second one, unless the target refuses that: an item must not be listed once for
 * each time that its value is given. Too many values are all different, since a target may count a repeated one once.
 * Repeats only known values where the target refuses unknown ones: the document does not say how it answers a filter by
 * values that are not its client's.
 */
export async function filling(
  p: Probing,
  parameter: string,
  { limit, known: shown, knownToo }: Fill,
): Promise<Filling> {
  const isShown = shown.length > 0;
  const known = isShown ? shown : namedByClient(p, parameter);
  const [value = unknownId(p, 'filter'), other] = known;
  // One value is unknown, so that a target that then finds nothing is noticed.
  const others = knownToo ? shown.slice(2, limit - 1) : [];
  const made = [...others, ...Array.from({ length: limit - others.length }, (_, i) => unknownValue(p, value, i))];
  const plainly = (count: number) =>
    [other ?? made[count - 2] ?? value, ...made.slice(0, count - 2), value].slice(-count);
  const repeating = (count: number) =>
    other === undefined || count > limit || count < LEAST_TO_REPEAT ? plainly(count) : plainly(count).with(1, other);
  const turned = (count: number) => [value, ...made.slice(0, count - 1)];
  const size = await widestPage(p, listOf(p));
  const isTaken = (values: readonly string[], all = size) => takes(p, { [parameter]: values, ...all });
  const isKnown = known.length > 0;
  const rest = { ...(other === undefined ? { turned } : {}), distinct: true, isKnown, isShown };
  if (!isKnown) return { values: plainly, ...rest };
  if (await isTaken(repeating(limit))) return { values: repeating, ...rest };
  if ((await isTaken(plainly(limit))) || (await isTaken([...made.slice(-1), value], {})))
    return { values: plainly, ...rest };
  const over = (count: number) =>
    Array.from({ length: count }, (_, i) => known[(count - 1 - i) % known.length] ?? value);
  return { values: over, distinct: known.length > limit, isKnown, isShown };
}

/** A filter by a set: its parameter, the member of items that it compares, and its maximum number of values. */
export interface LimitedFilter {
  readonly parameter: string;
  readonly name: string;
  readonly limit: number;
}

/**
 * Makes a judgement that finds items selected by values at both ends of too many values. A service keeps the limit if
 * it refuses the request, or if it ignores the surplus values at either end.
 */
export const countsBeyond =
  ({ parameter, name, limit }: LimitedFilter) =>
  (exchange: Exchange): Judgement => {
    const values = exchange.request.query[parameter] ?? [];
    const items = pageItems(exchange);
    if (values.length <= limit || !items) return NOT_CONCERNED;
    const ids = values.map((value) => id(value));
    const hasOneOf = (some: readonly (Id | undefined)[], others: readonly (Id | undefined)[]) => {
      const only = new Set(some.filter((each) => !others.includes(each)));
      return (item: Json): boolean => only.has(id(member(item, name)));
    };
    const isFirst = hasOneOf(ids.slice(0, -limit), ids.slice(-limit));
    const isBeyond = hasOneOf(ids.slice(limit), ids.slice(0, limit));
    if (!items.some(isFirst)) return [];
    return items.filter(isBeyond).map((item) => ({
      where: `/items/${items.indexOf(item)}/${name}`,
      expected: `a refusal of ${values.length} values, or only items with ${limit} of them`,
      actual: `items with the first value and with the last, ${shown(member(item, name))}`,
    }));
  };

/**
 * Whether a page shows an item with the known value of a filter whose other values name nothing. An item that does not
 * show the member counts.
 */
const showsOne = (page: Exchange, name: string, value: string | undefined): boolean =>
  itemsOf(page).some((item) => value !== undefined && sameId(member(item, name) ?? value, value));

/**
 * Returns a value that items may have although none shows it: the ref_id of a creation, or a party that the fixtures
 * name.
 */
function namedByClient(p: Probing, parameter: string): readonly string[] {
  const { profile_id, identity_id, account_id } = p.fixtures;
  const named: Readonly<Record<string, string | undefined>> = {
    profile_ids: profile_id,
    identity_ids: identity_id,
    account_ids: account_id,
    ref_ids: p.operation === 'listAddresses' ? refOf(p.created('createAddress')[0]) : undefined,
  };
  const value = named[parameter];
  return value === undefined ? [] : [value];
}

const refOf = (created: Exchange | undefined): string | undefined => string(created?.request.body, '/ref_id');

/**
 * Demands that too many values for a filter are refused, or that the surplus values do not count. Throws Inconclusive
 * where values are repeated, since those may count once each.
 */
export async function overfull(
  p: Probing,
  filter: LimitedFilter,
  { values, turned, distinct, isKnown, isShown }: Filling,
): Promise<readonly Failure[]> {
  const { parameter, limit } = filter;
  const size = await widestPage(p, listOf(p));
  const of = (count: number): Ask => sharedPage(p, { [parameter]: values(count), ...size });
  const twin = { key: `${limit} ${parameter}`, ask: of(limit) };
  const { isAccepted, exchange } = await p.answerTo(of(limit + 1));
  if (!isAccepted) return p.expectRefused(`${parameter} with ${limit + 1} values`, of(limit + 1), twin);
  if (!isKnown) throw noneIsKnown(filter);
  if (!distinct)
    throw new Inconclusive(
      'other',
      `unknown values of ${parameter} are refused, and repeated known values may count once each`,
    );
  if (turned) return countsWhereverItIs(p, filter, { values: turned(limit + 1), before: exchange, isShown });
  const flaws = countsBeyond(filter)(exchange);
  return isFlaws(flaws) ? flaws.slice(0, 1).map((flaw) => failure(exchange, flaw)) : [];
}

const noneIsKnown = ({ name }: LimitedFilter): Inconclusive =>
  new Inconclusive('other', `no item is known by its ${name}, so nothing shows whether all values count`);

/** The values of a filter with the known one first, and the page of the filter that had it last. */
interface ReversedFill {
  readonly values: readonly string[];
  readonly before: Exchange;
  readonly isShown: boolean;
}

/** Demands that a single known value does not count both in the last place, as `before` shows, and in the first. */
async function countsWhereverItIs(
  p: Probing,
  filter: LimitedFilter,
  { values, before, isShown }: ReversedFill,
): Promise<readonly Failure[]> {
  const { parameter, name, limit } = filter;
  const [value] = values;
  const isLast = showsOne(before, name, value);
  if (!isLast && isShown) return [];
  const { isAccepted, exchange } = await p.answerTo(
    sharedPage(p, { [parameter]: values, ...(await widestPage(p, listOf(p))) }),
  );
  const isFirst = isAccepted && showsOne(exchange, name, value);
  if (!isFirst && !isLast) throw noneIsKnown(filter);
  if (!isFirst || !isLast) return [];
  const expected = `a refusal of ${values.length} values, or only items with ${limit} of them`;
  return [
    failure(exchange, { where: '/items', expected, actual: `${value} counts as the first value and as the last` }, [
      before,
    ]),
  ];
}
