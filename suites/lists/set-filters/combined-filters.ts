import { takesParameter } from '../../../src/contract/lists.ts';
import type { ListOperation, ParameterName } from '../../../src/contract/operations.ts';
import { Inconclusive, unlessInconclusive } from '../../../src/engine/inconclusive.ts';
import type { ListedItem } from '../../../src/engine/listing.ts';
import { cursorOf, itemsOf, listedOn } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import { isAccepted, type Query } from '../../../src/model/exchange.ts';
import { sameId } from '../../../src/values/id.ts';
import { type Json, member } from '../../../src/values/json.ts';
import { type Owner, ownersKnown } from '../../vocabulary/known-owners.ts';
import { ask, filteredPage, knownItems, listOf, widestPage } from '../../vocabulary/lists/listing.ts';
import { itemKey } from '../../vocabulary/lists/rules.ts';
import { precedes } from '../../vocabulary/shown-times.ts';

/** A filter with a value. `selects` says whether it selects an item, or undefined if the item does not show that. */
interface Selection {
  readonly query: Query;
  selects(item: ListedItem): boolean | undefined;
}

type Pair = readonly [one: Selection, other: Selection];

/** The parameter that selects by value, and the member of an item that has the value. */
const BY_VALUE: Readonly<Record<ListOperation, readonly [parameter: string, member: string]>> = {
  listFiat: ['ids', 'id'],
  listInstructions: ['ids', 'id'],
  listAccounts: ['identity_id', 'identity_id'],
  listAddresses: ['ids', 'id'],
  listExecutions: ['order_id', 'order_id'],
};

/** The lower bounds of times, and the member of an item that has the time. */
const BY_TIME: readonly (readonly [parameter: ParameterName, member: string])[] = [
  ['created_at.gte', 'created_at'],
  ['range.begin', 'executed_at'],
  ['updated_at.gte', 'updated_at'],
];

/** The filter by reference, and the member of an item that it compares. */
const BY_REFERENCE = ['ref_ids', 'ref_id'] as const;

/** Makes the filter by the value that an item shows, if it shows one. */
function byValue(
  p: Probing,
  { item }: ListedItem,
  [parameter, name]: readonly [parameter: string, member: string] = BY_VALUE[listOf(p)],
): Selection | undefined {
  const value = member(item, name);
  if (typeof value !== 'string' || value === '') return undefined;
  return {
    query: { [parameter]: parameter.endsWith('ids') ? [value] : value },
    selects: (each) => sameAs(value, member(each.item, name)),
  };
}

const sameAs = (value: string, found: Json | undefined): boolean | undefined =>
  typeof found === 'string' ? sameId(value, found) : undefined;

/** Makes the filter by the time that an item shows as a lower bound. */
function fromTimeOf({ item }: ListedItem, [parameter, name]: (typeof BY_TIME)[number]): Selection | undefined {
  const bound = member(item, name);
  if (typeof bound !== 'string') return undefined;
  const selects = ({ item: other }: ListedItem): boolean | undefined => {
    const time = member(other, name);
    return precedes(time, bound) ? false : time === bound || precedes(bound, time) ? true : undefined;
  };
  return { query: { [parameter]: bound }, selects };
}

/** Returns a filter by an owner, whose executions do not show it: they are listed first. Undefined if they are too many. */
async function byOwner(p: Probing, owner: Owner, value: string): Promise<Selection | undefined> {
  const page = await unlessInconclusive(undefined, () => filteredPage(p, { [owner]: value }));
  if (!page || cursorOf(page) !== undefined) return undefined;
  const found = itemsOf(page).map(itemKey);
  return { query: { [owner]: value }, selects: ({ item }) => found.includes(itemKey(item)) };
}

/** Whether each filter selects an item that the other does not. */
const areApart = ([one, other]: Pair, items: readonly ListedItem[]): boolean =>
  items.some((each) => one.selects(each) === true && other.selects(each) === false) &&
  items.some((each) => one.selects(each) === false && other.selects(each) === true);

/** Returns pairs of a filter by value and one by time, for each kind of time that the list filters by. */
function byValueAndTime(p: Probing, items: readonly ListedItem[]): readonly Pair[] {
  return BY_TIME.flatMap((time) => {
    if (!takesParameter(p.operation, time[0])) return [];
    const latest = items.reduce((a, b) => (precedes(member(a.item, time[1]), member(b.item, time[1])) ? b : a));
    const bound = fromTimeOf(latest, time);
    if (!bound) return [];
    const values = items.toReversed().map((each) => byValue(p, each));
    return firstApart(items, values, [bound]);
  });
}

/** Returns the first pair of one filter and another that select different items, if there is one. */
function firstApart(
  items: readonly ListedItem[],
  some: readonly (Selection | undefined)[],
  others: readonly Selection[],
): readonly Pair[] {
  for (const one of some) for (const other of others) if (one && areApart([one, other], items)) return [[one, other]];
  return [];
}

/** Number of items among which two with different references are sought. */
const MOST_COMPARED = 20;

/** Returns a pair of a filter by the id of one item and a filter by the reference of another. */
function byIdAndReference(p: Probing, items: readonly ListedItem[]): readonly Pair[] {
  if (!takesParameter(p.operation, BY_REFERENCE[0])) return [];
  const some = items.slice(0, MOST_COMPARED);
  const references = some.flatMap((each) => byValue(p, each, BY_REFERENCE) ?? []);
  return firstApart(
    items,
    some.map((each) => byValue(p, each)),
    references,
  );
}

/** Returns pairs with a filter of executions by an owner: with one by order, one by time, and one by the other owner. */
async function byOwners(p: Probing, items: readonly ListedItem[]): Promise<readonly Pair[]> {
  const [profiles = [], accounts = []] = await Promise.all(
    (['profile_id', 'account_id'] as const).map(async (owner) => {
      const all = await ownersKnown(p, owner);
      return (await Promise.all(all.map((each) => byOwner(p, owner, each)))).flatMap((each) => each ?? []);
    }),
  );
  const orders = items.flatMap((each) => byValue(p, each) ?? []);
  const times = items.slice(0, 1).flatMap((each) => BY_TIME.flatMap((time) => fromTimeOf(each, time) ?? []));
  return [
    ...firstApart(items, profiles, orders),
    ...firstApart(items, profiles, times),
    ...firstApart(items, accounts, profiles),
  ];
}

/**
 * Says which of two filters count in one query, from the items that only one of them selects: none if both count, some of
 * each if either is enough.
 */
async function counted([one, other]: Pair, p: Probing): Promise<string> {
  const pair = `${nameOf(one)} and ${nameOf(other)}`;
  const query = { ...one.query, ...other.query, ...(await widestPage(p, listOf(p))) };
  const { exchange, words } = await p.answerTo(ask(p, query));
  if (!isAccepted(exchange)) return `${pair}: ${words}`;
  const items = listedOn(exchange);
  const only = (a: Selection, b: Selection) =>
    items.some((each) => a.selects(each) === true && b.selects(each) === false);
  const [onlyOne, onlyOther] = [only(one, other), only(other, one)];
  if (onlyOne === onlyOther) return `${pair}: ${onlyOne ? 'one of them is enough' : 'both count'}`;
  return `${pair}: only ${nameOf(onlyOne ? one : other)} counts`;
}

const nameOf = ({ query }: Selection): string => Object.keys(query).join();

/**
 * Says how filters of different kinds count together: by value and by time, or by id and by reference if no item shows a
 * time, and on loopback also by owner.
 */
export async function combinations(p: Probing): Promise<string> {
  const items = await knownItems(p, 2);
  const timed = byValueAndTime(p, items);
  const pairs = timed.length > 0 ? timed : byIdAndReference(p, items);
  const owned = p.run.spendsFreely && p.operation === 'listExecutions' ? await byOwners(p, items) : [];
  const tried = [...pairs.slice(0, 1), ...owned];
  if (tried.length === 0) throw new Inconclusive('other', 'no two filters select different items of the list');
  return (await Promise.all(tried.map((pair) => counted(pair, p)))).join('; ');
}
