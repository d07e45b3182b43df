import { type Choices, decision } from './decision.ts';
import { type Fields, Problem } from './problem.ts';
import { nanoseconds } from './values.ts';

/** Query parameters as they came, each with all its values. */
export type Query = Readonly<Record<string, readonly string[]>>;

type Compare = (a: bigint, b: bigint) => boolean;

const comparisons = {
  lt: decision<Compare>((a, b) => a < b, { faults: { 'CREATED-AT-LT/includes-equal': (a, b) => a <= b } }),
  lte: decision<Compare>((a, b) => a <= b, {
    faults: {
      'CREATED-AT-LTE/excludes-equal': (a, b) => a < b,
      'CREATED-AT-LTE/excludes-equal-with-fractions': (a, b) => a < b || (a === b && a % 1_000_000_000n === 0n),
    },
  }),
  eq: decision<Compare>((a, b) => a === b, {
    faults: { 'CREATED-AT-EQ/compares-whole-seconds': (a, b) => a / 1_000_000_000n === b / 1_000_000_000n },
  }),
  gte: decision<Compare>((a, b) => a >= b, { faults: { 'CREATED-AT-GTE/excludes-equal': (a, b) => a > b } }),
  gt: decision<Compare>((a, b) => a > b, { faults: { 'CREATED-AT-GT/includes-equal': (a, b) => a >= b } }),
};

/** What a list can be filtered by, and how long a page may be. */
export interface ListRules {
  /** `parameter: member` of filters over sets. */
  readonly sets: Readonly<Record<string, string>>;
  /** `parameter: member` of filters for one value. */
  readonly values?: Readonly<Record<string, string>>;
  /** `prefix: member` of filters over time. */
  readonly times: readonly string[];
  readonly ordered: boolean;
  /** The member whose instant orders the list. */
  readonly by: string;
}

const listMost = decision(100, {
  faults: { 'FILTER-IDS-OVER-LIMIT/accepts-101': 101, 'FILTER-IDS-AT-LIMIT/accepts-99-at-most': 99 },
});
const counted = decision((values: readonly string[]) => values, {
  faults: { 'FILTER-IDS-AT-LIMIT/ignores-the-hundredth': (values) => values.slice(0, 99) },
});
const standardLimit = decision(100, { faults: { 'LIST-DEFAULT-LIMIT/is-200': 200 } });
const overMaximum = decision<'refuse' | 'clamp' | 'serve'>('refuse', {
  faults: { 'LIST-MAXIMUM-LIMIT/serves-more': 'serve' },
  latitudes: { 'limit/clamped': 'clamp' },
});
const cut = decision((items: readonly Fields[], limit: number) => items.slice(0, limit), {
  faults: { 'LIST-LIMIT/one-more': (items, limit) => items.slice(0, limit < 100 ? limit + 1 : limit) },
  latitudes: { 'page/shorter-than-limit': (items, limit) => items.slice(0, Math.max(1, Math.ceil(limit / 2))) },
});
const direction = decision((order: string | undefined) => (order === 'ASC' ? 1 : -1), {
  faults: { 'ORDER-DEFAULT-DESC/is-ascending': (order) => (order === 'DESC' ? -1 : 1), 'ORDER-ASC/ignored': () => -1 },
});
/** A cursor that leads back to the first page. */
const FIRST_PAGE = 'Zmlyc3Q';

const ending = decision((more: boolean, cursor: string): Fields => (more ? { next_page_cursor: cursor } : {}), {
  faults: { 'LIST-PAGING-ENDS/never': (more, cursor) => ({ next_page_cursor: more ? cursor : FIRST_PAGE }) },
  latitudes: {
    'end/empty-cursor': (more, cursor) => ({ next_page_cursor: more ? cursor : '' }),
    'end/empty-page': (_, cursor) => (cursor === '' ? {} : { next_page_cursor: cursor }),
  },
});
const setOnLaterPages = decision(true, { faults: { 'LIST-CURSOR-KEEPS-FILTERS/forgets-sets': false } });
const resumed = decision((position: number) => position, {
  faults: {
    'LIST-PAGE-NO-REPEAT/repeats-one': (position) => Math.max(position - 1, 0),
    'LIST-NO-GAP/skips-one': (position) => position + 1,
  },
});
const tied = decision(false, { faults: { 'LIST-NO-GAP/skips-ties': true } });

function whole(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) throw new Problem(400, 'limit is a whole number of at least 1');
  return Number(text);
}

function limitOf(choices: Choices, query: Query, bounded: boolean): number {
  const given = whole(query['limit']?.[0]);
  if (given === undefined) return choices.of(standardLimit);
  if (given <= 1000) return given;
  const policy = choices.of(overMaximum);
  if (policy === 'refuse' || (!bounded && policy === 'serve')) throw new Problem(400, 'limit is at most 1000');
  return policy === 'clamp' ? 1000 : given;
}

function setFilter(
  choices: Choices,
  query: Query,
  parameter: string,
  member: string,
): ((item: Fields) => boolean) | undefined {
  const given = query[parameter]?.flatMap((value) => value.split(','));
  if (!given) return undefined;
  if (given.length > (parameter === 'ids' ? choices.of(listMost) : 100))
    throw new Problem(400, `${parameter} takes at most 100 values`);
  const set = new Set(parameter === 'ids' ? choices.of(counted)(given) : given);
  return (item) => set.has(String(item[member]));
}

function timeFilters(choices: Choices, query: Query, member: string): ((item: Fields) => boolean)[] {
  return (Object.keys(comparisons) as (keyof typeof comparisons)[]).flatMap((name) => {
    const given = query[`${member}.${name}`]?.[0];
    if (given === undefined) return [];
    const bound = nanoseconds(given);
    if (bound === undefined) throw new Problem(400, `${member}.${name} is an RFC 3339 timestamp`);
    const holds = member === 'created_at' ? choices.of(comparisons[name]) : comparisons[name].lawful;
    return [(item: Fields) => holds(nanoseconds(item[member]) ?? 0n, bound)];
  });
}

const key = (item: Fields, by: string): string =>
  `${nanoseconds(item[by]) ?? 0n} ${String(item['id'] ?? item['execution_id'])}`;

/** One page of a list: filters, then order, then the place of the cursor, then the limit (4.15). */
export function page(choices: Choices, all: readonly Fields[], query: Query, rules: ListRules, bounded = true): Fields {
  const limit = limitOf(choices, query, bounded);
  const order = query['order']?.[0];
  if (order !== undefined && !['ASC', 'DESC'].includes(order)) throw new Problem(400, 'order is ASC or DESC');
  const by = query['order_by']?.[0];
  if (by !== undefined && by !== 'CREATED_AT') throw new Problem(400, 'order_by is CREATED_AT');
  const cursor = query['page_cursor']?.[0];
  const forget = cursor !== undefined && !choices.of(setOnLaterPages);
  const sets = Object.entries(rules.sets).flatMap(
    ([parameter, member]) => setFilter(choices, query, parameter, member) ?? [],
  );
  const values = Object.entries(rules.values ?? {}).flatMap(([parameter, member]) =>
    query[parameter] ? [(item: Fields) => item[member] === query[parameter]?.[0]] : [],
  );
  const filters = [
    ...(forget ? [] : sets),
    ...values,
    ...rules.times.flatMap((member) => timeFilters(choices, query, member)),
  ];
  const sign = choices.of(direction)(rules.ordered ? order : 'DESC');
  const sorted = all
    .filter((item) => filters.every((holds) => holds(item)))
    .sort((a, b) => sign * compareItems(a, b, rules.by));
  const rest = after(choices, sorted, cursor, rules.by, sign);
  const items = choices.of(cut)(rest, limit);
  const last = items.at(-1);
  const next = last ? Buffer.from(key(last, rules.by)).toString('base64url') : '';
  return { items, ...choices.of(ending)(rest.length > items.length, next || (cursor ?? '')) };
}

function compareItems(a: Fields, b: Fields, by: string): number {
  const [at, bt] = [nanoseconds(a[by]) ?? 0n, nanoseconds(b[by]) ?? 0n];
  if (at !== bt) return at < bt ? -1 : 1;
  return String(a['id'] ?? a['execution_id']) < String(b['id'] ?? b['execution_id']) ? -1 : 1;
}

/** What follows the item that the cursor names, even when that item is gone or new ones have come. */
function after(
  choices: Choices,
  sorted: readonly Fields[],
  cursor: string | undefined,
  by: string,
  sign: number,
): readonly Fields[] {
  if (cursor === undefined || cursor === FIRST_PAGE) return sorted;
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!/^\d+$/.test(time)) throw new Problem(400, 'page_cursor is not one of ours');
  const at = { [by]: undefined, id };
  const position = sorted.findIndex((item) => {
    const moment = nanoseconds(item[by]) ?? 0n;
    if (moment !== BigInt(time)) return sign * (moment < BigInt(time) ? -1 : 1) > 0;
    return (
      !choices.of(tied) &&
      sign * (String(item['id'] ?? item['execution_id']) < at.id ? -1 : 1) > 0 &&
      String(item['id'] ?? item['execution_id']) !== at.id
    );
  });
  return position < 0 ? [] : sorted.slice(choices.of(resumed)(position));
}
