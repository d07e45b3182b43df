import { filtersIn, listFilterOf } from '../../../src/contract/lists.ts';
import { type Comparison, definitionOf, type Operation } from '../../../src/contract/operations.ts';
import { type Flaw, isFlaws, type Judgement, NOT_CONCERNED } from '../../../src/engine/judgement.ts';
import { itemsOf, listed } from '../../../src/engine/paging.ts';
import { answered, type Exchange, isAccepted } from '../../../src/model/exchange.ts';
import { shown } from '../../../src/model/outcome.ts';
import { counted } from '../../../src/values/counted.ts';
import { id, sameId } from '../../../src/values/id.ts';
import { type Instant, instant } from '../../../src/values/instant.ts';
import { at, isArray, isObject, type Json, member } from '../../../src/values/json.ts';
import { isBareList } from '../recognition.ts';
import { isNear, precedes } from '../shown-times.ts';

/** Returns the first value of a query parameter. */
export const asked = ({ request }: Exchange, name: string): string | undefined => request.query[name]?.[0];

/** True for pages that a cursor led to. */
const isLaterPage = (exchange: Exchange): boolean => asked(exchange, 'page_cursor') !== undefined;

/** Makes a judgement of pages that no cursor led to: LIST-CURSOR-KEEPS-FILTERS and others judge the later ones. */
export const ofFirstPages =
  (judge: (exchange: Exchange) => Judgement) =>
  (exchange: Exchange): Judgement =>
    isLaterPage(exchange) ? NOT_CONCERNED : judge(exchange);

/** Returns the items of an accepted page, or undefined when it has no list of items. */
export function pageItems(exchange: Exchange): readonly Json[] | undefined {
  const items = member(answered(exchange), 'items');
  return isAccepted(exchange) && (isArray(items) || isBareList(exchange)) ? itemsOf(exchange) : undefined;
}

/**
 * Returns the items of a page whose request has at most one kind of filter: how several kinds work together is not
 * stated (4.15).
 */
function filteredItems(exchange: Exchange): readonly Json[] | undefined {
  const kinds = new Set(filtersIn(exchange.request.query).map((name) => kindOf(exchange.operation, name)));
  return kinds.size > 1 ? undefined : pageItems(exchange);
}

/** Returns what filters of one kind have in common: bounds of one time are one kind, every other parameter is its own. */
function kindOf(operation: Operation, parameter: string): string {
  const filter = listFilterOf(operation, parameter);
  return filter?.by === 'time' ? filter.member : parameter;
}

/**
 * Times before and after all items of a list: the first is more than the time zero in any time zone, and the second is
 * more than signed 32-bit clocks can show.
 */
export const BEFORE_ALL = '1971-01-01T00:00:00Z';
export const AFTER_ALL = '2039-12-31T00:00:00Z';

/** Whether a comparison selects an item with the time `a` for the bound `b`. */
export const COMPARISONS: Readonly<Record<Comparison, (a: Instant, b: Instant) => boolean>> = {
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
  eq: (a, b) => a === b,
  gte: (a, b) => a >= b,
  gt: (a, b) => a > b,
};

/** What a comparison demands of a time, as words before the bound. */
export const MEANING: Readonly<Record<Comparison, string>> = {
  lt: 'strictly less than',
  lte: 'less than or equal to',
  eq: 'equal to',
  gte: 'greater than or equal to',
  gt: 'strictly greater than',
};

/** Returns the comparison that accepts equal times as well. */
export const inclusive = (comparison: Comparison): Comparison =>
  comparison === 'lt' ? 'lte' : comparison === 'gt' ? 'gte' : comparison;

/** Whether two texts differ at most in case. */
const isSpeltAlike = (one: string, other: string): boolean =>
  one.length === other.length && one.toLowerCase() === other.toLowerCase();

/**
 * Judges that every item of a page that shows the member has one of the requested values. Tolerates an item whose value
 * differs only in case, as some databases find it too: the client sees which item it asked for.
 */
export function inSet(exchange: Exchange, parameter: string, name: string): Judgement {
  const values = exchange.request.query[parameter];
  const items = filteredItems(exchange);
  if (!values?.length || !items) return NOT_CONCERNED;
  return items.flatMap((item, index): Flaw[] => {
    const found = member(item, name);
    if (typeof found !== 'string' || values.some((value) => isSpeltAlike(value, found))) return [];
    return [
      {
        where: `/items/${index}/${name}`,
        expected: `one of the ${values.length} values of ${parameter}`,
        actual: shown(found),
      },
    ];
  });
}

/** How a filter compares a time of items. */
interface TimeComparison {
  readonly name: string;
  readonly comparison: Comparison;
  /** Says what is expected, before the bound. */
  readonly words?: string;
}

/** Judges that the comparison selects the time of every item on a page. Allows for digits that items do not show. */
export function inTime(
  exchange: Exchange,
  parameter: string,
  { name, comparison, words = comparison }: TimeComparison,
): Judgement {
  const bound = instant(asked(exchange, parameter));
  const items = filteredItems(exchange);
  if (bound === undefined || !items) return NOT_CONCERNED;
  return items.flatMap((item, index): Flaw[] => {
    const found = instant(member(item, name));
    if (found === undefined || COMPARISONS[comparison](found, bound) || isNear(item, name, bound)) return [];
    return [
      {
        where: `/items/${index}/${name}`,
        expected: `${words} ${asked(exchange, parameter)}`,
        actual: shown(member(item, name)),
      },
    ];
  });
}

/** Judges pages that a cursor led to by all filters of their requests. */
export const filtersOfLaterPages = (exchange: Exchange): Judgement =>
  isLaterPage(exchange) ? allFilters(exchange) : NOT_CONCERNED;

/** Judges a page by all filters of its request. */
export function allFilters(exchange: Exchange): Judgement {
  if (!filteredItems(exchange)) return NOT_CONCERNED;
  const parameters = Object.keys(definitionOf(exchange.operation).query);
  const judged = parameters.map((parameter) => judgedBy(exchange, parameter));
  const found = judged.filter(isFlaws);
  return found.length > 0 ? found.flat() : NOT_CONCERNED;
}

/** Judges a page by one filter. Times at the bound pass, since the rows of the filters judge those items. */
function judgedBy(exchange: Exchange, parameter: string): Judgement {
  const filter = listFilterOf(exchange.operation, parameter);
  switch (filter?.by) {
    case 'set':
      return inSet(exchange, parameter, filter.member);
    case 'time':
      return inTime(exchange, parameter, { name: filter.member, comparison: inclusive(filter.comparison) });
    case 'value':
      return equalTo(exchange, parameter);
    default:
      return NOT_CONCERNED;
  }
}

/** Judges that every item of a page that shows the member has the requested value. */
export function equalTo(exchange: Exchange, parameter: string): Judgement {
  const value = asked(exchange, parameter);
  const items = filteredItems(exchange);
  if (value === undefined || !items) return NOT_CONCERNED;
  return items.flatMap((item, index): Flaw[] => {
    const found = member(item, parameter);
    return typeof found !== 'string' || sameId(found, value)
      ? []
      : [{ where: `/items/${index}/${parameter}`, expected: shown(value), actual: shown(found) }];
  });
}

/** Judges that the items of a page are in order of created_at. Items with the same time may be in any order. */
export function ordered(exchange: Exchange, direction: 'ASC' | 'DESC'): Judgement {
  const items = pageItems(exchange);
  if (!items || items.length < 2) return NOT_CONCERNED;
  const times = items.map((item) => member(item, 'created_at'));
  const wrong = times.findIndex(
    (time, index) =>
      index > 0 && (direction === 'ASC' ? precedes(time, times[index - 1]) : precedes(times[index - 1], time)),
  );
  if (wrong < 0) return [];
  const actual = `${shown(at(items[wrong], '/created_at'))} after ${shown(at(items[wrong - 1], '/created_at'))}`;
  return [{ where: `/items/${wrong}/created_at`, expected: `created_at in ${direction} order`, actual }];
}

/** Judges that a page holds at most `limit` items. */
export function withinLimit(exchange: Exchange, limit: number | undefined, why: string): Judgement {
  const items = pageItems(exchange);
  if (limit === undefined || !items || items.length === 0) return NOT_CONCERNED;
  return items.length <= limit
    ? []
    : [
        {
          where: '/items',
          expected: `at most ${counted(limit, 'item')} (${why})`,
          actual: counted(items.length, 'item'),
        },
      ];
}

/**
 * Returns a key that identifies an item of a list. A fill is listed under each of its orders, so the key of an
 * execution includes its order.
 */
export function itemKey(item: Json): string | undefined {
  const { id: known } = listed(item);
  if (known === undefined) return undefined;
  return member(item, 'execution_id') === undefined ? `${known}` : `${known} of order ${id(member(item, 'order_id'))}`;
}

/** Judges that no item is twice on a page. */
export function repeatedOnPage(exchange: Exchange): Judgement {
  const items = pageItems(exchange);
  if (!items) return NOT_CONCERNED;
  // Fast path: on most pages, each item has an id of its own.
  if (new Set(items.map((item) => listed(item).id)).size === items.length) return [];
  const seen = new Set<string>();
  const flaws: Flaw[] = [];
  for (const [index, item] of items.entries()) {
    const key = itemKey(item);
    if (key !== undefined && seen.size === seen.add(key).size)
      flaws.push({ where: `/items/${index}`, expected: 'each item once', actual: `${key} again` });
  }
  return flaws;
}

/** Returns the different values of one member on a page, in words. */
export function distinct(exchange: Exchange, name: string): string | undefined {
  if (!isAccepted(exchange)) return undefined;
  const values = itemsOf(exchange).map((item) => member(item, name));
  return [...new Set(values.filter((value) => typeof value === 'string'))].sort().slice(0, 20).join(' + ') || undefined;
}

/** Returns the names of all members of the items on a page, in words. */
export function memberNames(exchange: Exchange): string | undefined {
  if (!isAccepted(exchange)) return undefined;
  const names = new Set<string>();
  for (const item of itemsOf(exchange)) if (isObject(item)) for (const name of Object.keys(item)) names.add(name);
  return [...names].sort().slice(0, 40).join(' + ') || undefined;
}
