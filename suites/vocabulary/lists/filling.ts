import { failure } from '../../../src/engine/evidence.ts';
import { Inconclusive } from '../../../src/engine/inconclusive.ts';
import { itemsOf } from '../../../src/engine/paging.ts';
import type { Ask, Probing } from '../../../src/engine/probing.ts';
import { type Flaw, type Judgement, NOT_CONCERNED } from '../../../src/engine/row.ts';
import { seedOf } from '../../../src/engine/seeds.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { type Failure, shown } from '../../../src/model/outcome.ts';
import { type Id, id, sameId } from '../../../src/values/id.ts';
import { type Json, member } from '../../../src/values/json.ts';
import { string } from '../answers.ts';
import { unknownId } from '../requests.ts';
import { listOf, type Query, sharedPage, widestPage } from './listing.ts';
import { pageItems } from './rules.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** So many digits make a hundred values that differ. */
const ENOUGH_DIGITS = 5;

/** A value that names nothing, in the form of one that does: a target may refuse what cannot be an id of its own. */
function unknownValue(p: Probing, like: string, index: number): string {
  const digits = like.replace(/\D/g, '').length;
  if (UUID.test(like) || digits < ENOUGH_DIGITS) return unknownId(p, `filter ${index}`);
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

/** What a filter over a set is filled up with to a number of values. */
export interface Filling {
  /** So many values, of which the last is known where any is, and the first too where two are. */
  readonly values: (count: number) => readonly string[];
  /** The same with the known value of the last place in the first one; undefined where the first is known already. */
  readonly turned?: (count: number) => readonly string[];
  /** False when known values are in it more than once. */
  readonly distinct: boolean;
  /** Whether any of its values is one that items have, or may have. */
  readonly isKnown: boolean;
  /** Whether items show it. */
  readonly isShown: boolean;
}

/** Whether one of two queries is accepted: that of most values, or else that of the fewest. */
const takes = async (p: Probing, ...queries: readonly Query[]): Promise<boolean> => {
  for (const query of queries) if ((await p.answerTo(sharedPage(p, query))).isAccepted) return true;
  return false;
};

/** How many values there are, those that are known, and whether others among the values are known as well. */
interface Fill {
  readonly limit: number;
  readonly known: readonly string[];
  readonly knownToo?: boolean;
}

/**
 * Unknown values and a known one, or where it is wanted as many known ones as there are; known values repeated where a target refuses unknown ones, since nothing says how it
 * answers a filter for what is not its client's.
 */
export async function filling(
  p: Probing,
  parameter: string,
  { limit, known: shown, knownToo }: Fill,
): Promise<Filling> {
  const isShown = shown.length > 0;
  const known = isShown ? shown : namedByClient(p, parameter);
  const [value = unknownId(p, 'filter'), other] = known;
  const others = knownToo ? shown.slice(2, limit) : [];
  const made = [...others, ...Array.from({ length: limit - others.length }, (_, i) => unknownValue(p, value, i))];
  const unknown = (count: number) =>
    [other ?? made[count - 2] ?? value, ...made.slice(0, count - 2), value].slice(-count);
  const turned = (count: number) => [value, ...made.slice(0, count - 1)];
  const size = await widestPage(p, listOf(p));
  const isKnown = known.length > 0;
  if (
    !isKnown ||
    (await takes(p, { [parameter]: unknown(limit), ...size }, { [parameter]: [...made.slice(0, 1), value] }))
  )
    return { values: unknown, ...(other === undefined ? { turned } : {}), distinct: true, isKnown, isShown };
  const over = (count: number) =>
    Array.from({ length: count }, (_, i) => known[(count - 1 - i) % known.length] ?? value);
  return { values: over, distinct: known.length > limit, isKnown, isShown };
}

/** A filter over a set: its parameter, the member of items that it looks at, and how many values it takes. */
export interface SetFilter {
  readonly parameter: string;
  readonly name: string;
  readonly limit: number;
}

/**
 * Finds items that were answered for values at both ends of more than a filter takes. A limit is kept by refusing what is beyond
 * it, and by leaving it out of account, at either end.
 */
export const countsBeyond =
  ({ parameter, name, limit }: SetFilter) =>
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
      actual: `items with the first and with the last, ${shown(member(item, name))}`,
    }));
  };

/** Whether a page of a filter by one value that is known, and by others that name nothing, shows an item with it: items may not show it. */
const showsOne = (page: Exchange, name: string, value: string | undefined): boolean =>
  itemsOf(page).some((item) => value !== undefined && sameId(member(item, name) ?? value, value));

/** What items may have though none shows it: the references of those that were created, and the parties that the fixtures name. */
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
 * Demands that more values than a filter takes are refused or do not count, unless they may count once each; the last value
 * is one that items have.
 */
export async function overfull(
  p: Probing,
  filter: SetFilter,
  { values, turned, distinct, isKnown, isShown }: Filling,
): Promise<readonly Failure[]> {
  const { parameter, limit } = filter;
  const size = await widestPage(p, listOf(p));
  const of = (count: number): Ask => sharedPage(p, { [parameter]: values(count), ...size });
  const twin = { key: `${limit} ${parameter}`, ask: of(limit) };
  const { isAccepted, exchange } = await p.answerTo(of(limit + 1));
  if (!isAccepted) return p.refused(`${parameter} of ${limit + 1} values`, of(limit + 1), twin);
  if (!isKnown) throw noneIsKnown(filter);
  if (!distinct)
    throw new Inconclusive('other', `${parameter} that are unknown are refused, and known ones may count once each`);
  if (turned) return countsWhereverItIs(p, filter, { values: turned(limit + 1), before: exchange, isShown });
  const flaws = countsBeyond(filter)(exchange);
  return Array.isArray(flaws) ? flaws.slice(0, 1).map((flaw: Flaw) => failure(exchange, flaw)) : [];
}

const noneIsKnown = ({ name }: SetFilter): Inconclusive =>
  new Inconclusive('other', `no item is known by its ${name} that would show whether all count`);

/** A filter by one known value in the first place, and the page of the filter that has it in the last one. */
interface Turned {
  readonly values: readonly string[];
  readonly before: Exchange;
  readonly isShown: boolean;
}

/** The same where one value is known only: it counts in the last place, as a page showed before, and in the first as well. */
async function countsWhereverItIs(
  p: Probing,
  filter: SetFilter,
  { values, before, isShown }: Turned,
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
    failure(exchange, { where: '/items', expected, actual: `${value} counts as the first and as the last` }, [before]),
  ];
}
