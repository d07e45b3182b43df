import { type Spelling, spell } from '../../../generators/index.ts';
import { isLowerBound, isUpperBound, listFilterOf, takesParameter } from '../../../src/contract/lists.ts';
import type { Comparison } from '../../../src/contract/operations.ts';
import type { ListedItem } from '../../../src/engine/listing.ts';
import { cursorOf, idsOn } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Query } from '../../../src/model/exchange.ts';
import { type Instant, instant, timestamp } from '../../../src/values/instant.ts';
import { member } from '../../../src/values/json.ts';
import { ownersKnown } from '../known-owners.ts';
import { isNear } from '../shown-times.ts';
import { divided, isSelected } from './hidden-times.ts';
import { instantNear, sharedInstant } from './instants.ts';
import { knownItems, listOf, sharedPage, widestPage } from './listing.ts';
import { newestOf, timeOf } from './order-of-items.ts';
import { COMPARISONS } from './rules.ts';
import { isUpdatedHere, timedOf } from './timed-items.ts';
import { chosenValues, severalHave, valuesBySize, withOneOf } from './values-of-items.ts';

/** A filter by one parameter, and which of the known items pass it. */
export interface Filter {
  readonly query: Query;
  readonly passes: (item: ListedItem) => boolean;
  /** Which items pass even if times have more digits than they show. Where it is missing, `passes` applies. */
  readonly surelyPasses?: (item: ListedItem) => boolean;
  /** False where items do not show what the filter compares, so that rules cannot judge a page. */
  readonly shows: boolean;
}

/** Makes a filter of the known items. Undefined where they leave nothing to filter by. */
type MakeFilter = (p: Probing, items: readonly ListedItem[]) => Filter | undefined | Promise<Filter | undefined>;

/** The order that is not the default, where the list has an order: a filtered list must keep it too. */
export const ascending = ({ operation }: Probing): Query =>
  takesParameter(operation, 'order') ? { order: 'ASC' } : {};

/** Returns the values to filter by: several of a list or else one that several items have, if there is any. */
function selective(items: readonly ListedItem[], name: string, isList: boolean): readonly string[] {
  // If items have only two values, a filter by both would select all of them.
  if (isList && valuesBySize(items, name).length > 2) return chosenValues(items, name);
  const several = severalHave(items, name, isList ? undefined : 'single');
  return several === undefined ? [] : [several];
}

/**
 * Makes a filter by values that few items have, or by one value that several items have where the filter takes a single
 * value.
 */
function ofMember(parameter: string, name: string, isList: boolean): MakeFilter {
  return (p, items) => {
    const chosen = selective(items, name, isList);
    if (chosen.length === 0) return undefined;
    return {
      query: {
        [parameter]: isList ? chosen : (chosen[0] ?? ''),
        ...(isList && p.run.spendsFreely ? ascending(p) : {}),
      },
      passes: withOneOf(chosen, name),
      shows: true,
    };
  };
}

/**
 * How the bounds of some time filters are written; the others end in Z and have the digits that they need. Zeros up to
 * nanoseconds do not change the time, and common libraries misread or refuse more digits. Offsets have minutes as well
 * as hours. An upper bound is west of UTC and a lower bound east of it: whether the offset, its minutes or its sign is
 * ignored, the bound then moves inwards and loses the item at that time. Moved outwards, it would show only where other
 * items are near.
 */
const SPELLINGS: Readonly<Partial<Record<Comparison, Spelling>>> = {
  eq: { minutes: undefined, digits: 9 },
  lte: { minutes: -210, digits: 0 },
  gte: { minutes: 330, digits: 0 },
};

/** Returns the bound of a time filter as it is sent. */
export const boundOf = (comparison: Comparison, bound: Instant): string =>
  spell(bound, SPELLINGS[comparison] ?? { minutes: undefined, digits: 0 });

/** Makes a filter by a time bound that selects a few items, at the end of the list where a walk starts. */
function byTime(parameter: string, name: string, comparison: Comparison): MakeFilter {
  return (p, items) => {
    const times = timedOf(p, items, name).map(({ time }) => time);
    if (times.length === 0) return name === 'created_at' ? byHiddenTime(p, parameter, comparison) : undefined;
    const bound = (comparison === 'eq' ? sharedInstant(times) : undefined) ?? instantNear(times, comparison);
    if (bound === undefined) return undefined;
    const passes = ({ item }: ListedItem): boolean => {
      const time = instant(member(item, name));
      return time !== undefined && COMPARISONS[comparison](time, bound);
    };
    const surelyPasses = (item: ListedItem): boolean =>
      passes(item) && !isNear(item.item, name, bound) && !isUpdatedHere(p, name, item);
    const order = isUpperBound(comparison) ? ascending(p) : {};
    const query = { [parameter]: boundOf(comparison, bound), ...order };
    return within({ query, passes, surelyPasses, shows: true }, isGrowing(p, parameter) ? newestOf(items) : undefined);
  };
}

/** The filter by a time that items do not show (2.3 has none) that is followed on another host. */
const HIDDEN_ELSEWHERE = 'created_at.lt';

/** Makes a filter by the creation time of items that do not show it. */
async function byHiddenTime(p: Probing, parameter: string, comparison: Comparison): Promise<Filter | undefined> {
  if (comparison === 'eq' || !(p.run.spendsFreely || parameter === HIDDEN_ELSEWHERE)) return undefined;
  const parts = await divided(p);
  if (!parts) return undefined;
  const order = isUpperBound(comparison) ? ascending(p) : {};
  const query = { [parameter]: boundOf(comparison, parts.bound), ...order };
  return { query, passes: isSelected(parts, comparison), shows: false };
}

/**
 * Whether this run adds items that pass the filter. On another host, such a filter also gets an upper bound at the
 * newest known item.
 */
export function isGrowing(p: Probing, parameter: string): boolean {
  if (p.run.spendsFreely || p.operation !== 'listAddresses') return false;
  const filter = listFilterOf(p.operation, parameter);
  return filter?.by === 'time' && filter.member === 'created_at' && isLowerBound(filter.comparison);
}

/** Adds an upper bound of created_at to a filter. */
function within(filter: Filter, end: Instant | undefined): Filter {
  if (end === undefined) return filter;
  const isWithin = (item: ListedItem): boolean => (timeOf(item) ?? end) <= end;
  return {
    ...filter,
    query: { ...filter.query, 'created_at.lte': timestamp(end) },
    passes: (item) => filter.passes(item) && isWithin(item),
    surelyPasses: (item) => (filter.surelyPasses ?? filter.passes)(item) && isWithin(item),
  };
}

/**
 * Makes a filter by a value that items do not show. One page, as long as possible, shows which items pass it. Undefined
 * unless the page holds several of the items, not all, and is the only one.
 */
function asRead(parameter: string, values: (p: Probing) => Promise<readonly string[]>): MakeFilter {
  return async (p, items) => {
    const size = await widestPage(p, listOf(p));
    for (const value of (await values(p)).slice(0, 3)) {
      const query = { [parameter]: value };
      const { isAccepted, exchange: page } = await p.answerTo(sharedPage(p, { ...query, ...size }));
      const ids = idsOn(page);
      if (isAccepted && cursorOf(page) === undefined && ids.size > 1 && ids.size < items.length)
        return { query, passes: ({ id }) => ids.has(id), shows: false };
    }
    return undefined;
  };
}

/**
 * Returns the execution in the middle, which other checks use for since_execution_id too, and one near each end of the
 * list.
 */
async function nearAnEnd(p: Probing): Promise<readonly string[]> {
  const items = await knownItems(p);
  return [items[Math.floor(items.length / 2)], items.at(-SINCE), items[SINCE]].flatMap((item) => item?.text ?? []);
}

const SINCE = 20;

/** Returns how the filter of a parameter is made; undefined for a parameter that does not filter. */
export function filterOf(p: Probing, parameter: string): MakeFilter | undefined {
  const filter = listFilterOf(p.operation, parameter);
  switch (filter?.by) {
    case 'set':
      return ofMember(parameter, filter.member, true);
    case 'value':
      return ofMember(parameter, filter.member, false);
    case 'time':
      return byTime(parameter, filter.member, filter.comparison);
    case 'owner':
      return asRead(parameter, () => ownersKnown(p, filter.owner));
    case 'since':
      return asRead(parameter, nearAnEnd);
    default:
      return undefined;
  }
}

/** Filters by a value, in the order in which they are tried for one that a single item has. */
const ALONE = ['ids', 'identity_id', 'order_id'];

/** Makes a filter that selects a single one of the known items, by a member or by the time of executions. */
export async function ofOne(p: Probing, items: readonly ListedItem[]): Promise<Filter | undefined> {
  for (const parameter of ALONE) {
    const filter = listFilterOf(p.operation, parameter);
    if (filter?.by !== 'set' && filter?.by !== 'value') continue;
    const alone = valuesBySize(items, filter.member).find(({ count }) => count === 1);
    if (alone)
      return {
        query: { [parameter]: filter.by === 'set' ? [alone.value] : alone.value },
        passes: withOneOf([alone.value], filter.member),
        shows: true,
      };
  }
  const isDated = takesParameter(p.operation, 'range.begin');
  const dated = isDated ? await filterOf(p, 'range.begin')?.(p, items) : undefined;
  return dated && items.filter(dated.passes).length === 1 ? dated : undefined;
}
