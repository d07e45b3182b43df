import { asked, type Call } from '../call.ts';
import { decision, only } from '../decision.ts';
import { type Fields, Problem } from '../problem.ts';
import { afterCursor, nextCursor, restored } from './cursors.ts';
import { demanding, forgetful } from './filters.ts';
import { limitOf, pageOf } from './limits.ts';
import { comparator, signOf } from './order.ts';
import { refuseEmpty, type SetName, setFilters } from './sets.ts';
import { timeFilters } from './times.ts';

/** The filters of a list, its order, and whether its page size is stated (8). */
export interface ListRules {
  readonly sets: readonly SetName[];
  /** Filters that take one value, as `parameter: member`. */
  readonly values?: Readonly<Record<string, string>>;
  readonly times: readonly string[];
  /** Whether the list takes order and order_by. */
  readonly ordered: boolean;
  /** The member that holds the instant by which the list is ordered. */
  readonly by: string;
  /** Whether the document states a default and maximum for limit. */
  readonly bounded: boolean;
}

type Filter = (item: Fields) => boolean;

const LISTS = ['listFiat', 'listInstructions', 'listAccounts', 'listAddresses', 'listExecutions'];
const HERE = { section: '4.15', on: LISTS };
/** Lists that can be filtered by ids. */
const SETS = ['listFiat', 'listInstructions', 'listAddresses'];

/** The filters that later pages ignore. */
const forgotten = decision<RegExp | undefined>(HERE, undefined, {
  faults: {
    ...forgetful((name) => new RegExp(`^${name}$`)),
    'LIST-CURSOR-KEEPS-FILTERS/forgets-ids-and-the-like': only(SETS, /ids$/),
    'LIST-CURSOR-KEEPS-FILTERS/forgets-times-of-addresses': only(['listAddresses'], /^created_at/),
    'LIST-CURSOR-KEEPS-FILTERS/forgets-times': only(['listAccounts'], /_at\./),
  },
});
/** The filters that pages ignore from the third one on. */
const forgottenLater = decision<RegExp | undefined>(HERE, undefined, {
  faults: {
    'LIST-CURSOR-KEEPS-FILTERS/forgets-times-from-the-third-page-on': only(['listAccounts'], /_at\./),
  },
});

const furtherPage = (cursor: unknown): string => `further page ${cursor}`;

/** Remembers the cursor on a later page: it leads to the third page or one after that. */
function withCursorNoted(call: Call, cursor: Fields): Fields {
  if (asked(call, 'page_cursor') !== undefined && call.choices.of(forgottenLater))
    call.store.notes.set(furtherPage(cursor['next_page_cursor']), true);
  return cursor;
}

/** A parameter without which a list is empty; after `no `, a parameter with which it is empty. */
const demanded = decision<string | undefined>(HERE, undefined, {
  faults: {
    ...demanding((name) => name),
    'ORDER-BY-CREATED-AT/empty': only(['listAddresses'], 'no order_by'),
  },
});
/** A filter that is ignored when no item matches it. */
const unmatched = decision<string | undefined>(HERE, undefined, {
  faults: {
    'FILTER-IDS/passed-over-where-nothing-has-them': only(['listFiat', 'listInstructions'], 'ids'),
    'FILTER-REF-IDS/passed-over-where-nothing-has-them': only(['listAddresses'], 'ref_ids'),
    'FILTER-PROFILE-IDS/passed-over-where-nothing-has-them': only(['listAddresses'], 'profile_ids'),
    'FILTER-IDENTITY-IDS/passed-over-where-nothing-has-them': only(['listAddresses'], 'identity_ids'),
    'FILTER-ACCOUNT-IDS/passed-over-where-nothing-has-them': only(['listAddresses'], 'account_ids'),
    'FILTER-ORDER-ID/ignored-where-nothing-has-it': only(['listExecutions'], 'order_id'),
  },
});
/** Filters with which a list without items is not found. */
const emptyRefused = decision<RegExp | undefined>(HERE, undefined, {
  faults: {
    'CREATED-AT-LT/not-found-where-nothing-is-left': only([...SETS, 'listAccounts'], /^created_at/),
    'RANGE-END/not-found-where-nothing-is-left': only(['listExecutions'], /^range/),
  },
});
/** How filters by values that each item has of its own are answered when one value finds nothing. */
interface Wholly {
  readonly filters: readonly string[];
  readonly isRefused: boolean;
}

const wholly = decision<Wholly>(
  HERE,
  { filters: [], isRefused: false },
  {
    faults: {
      'FILTER-IDS-AT-LIMIT/empty-where-one-is-unknown': only(SETS, { filters: ['ids'], isRefused: false }),
      'FILTER-REF-IDS-AT-LIMIT/empty-where-one-is-unknown': only(SETS, { filters: ['ref_ids'], isRefused: false }),
    },
    latitudes: { 'filters/unknown-items-refused': { filters: ['ids', 'ref_ids'], isRefused: true } },
    protects: ['FILTER-*', 'LIST-*', 'DA-LOOK-UP-*', 'AUTH-REFUSED-DOES-NOTHING'],
  },
);

/** Whether an item is missing for a value of such a filter. Throws Problem where that is refused. */
function missesOne({ choices, query }: Call, found: readonly Fields[]): boolean {
  const { filters, isRefused } = choices.of(wholly);
  const misses = filters.some((name) => {
    const values = query[name]?.flatMap((value) => value.split(',')) ?? [];
    return new Set(values).size > found.length;
  });
  if (misses && isRefused) throw new Problem(404, 'one of the values names nothing');
  return misses;
}
/** With the fault, every second of several equal requests for three IDs is answered with two items. */
const fleeting = decision({ section: '4.15', on: SETS }, false, {
  faults: { 'LIST-READ-TWICE/loses-one-at-every-other-reading': true },
});
/** What a text with an apostrophe in a filter does to a statement that it is put into. */
const quoted = decision<'nothing' | 'breaks' | 'widens'>(HERE, 'nothing', {
  faults: {
    'FILTER-QUOTED/meets-an-error': 'breaks',
    'FILTER-QUOTED/selects-everything': only(['listAccounts', 'listAddresses'], 'widens'),
  },
});

/** Whether an apostrophe in a filter lets all items pass. Throws Problem where it breaks the statement. */
function isWidened({ choices, query }: Call): boolean {
  const effect = choices.of(quoted);
  if (
    effect === 'nothing' ||
    !Object.values(query)
      .flat()
      .some((value) => value?.includes("'"))
  )
    return false;
  if (effect === 'breaks') throw new Problem(500, 'the statement has a syntax error');
  return true;
}

/** The document does not show how filters of different kinds combine. */
const together = decision<(filters: readonly (readonly Filter[])[]) => readonly Filter[]>(
  HERE,
  (kinds) => kinds.flat(),
  {
    latitudes: {
      'filters/only-first-kind': (kinds) => kinds.find((each) => each.length > 0) ?? [],
      'filters/only-last-kind': (kinds) => kinds.findLast((each) => each.length > 0) ?? [],
    },
    protects: ['FILTER-*', 'CREATED-AT-*', 'UPDATED-AT-*'],
  },
);
/**
 * A page that is cut before its items are filtered: by which filters, and whether items that they drop end the list.
 */
interface CutFirst {
  readonly by: RegExp;
  readonly ends: boolean;
  /** Maximum number of items that are examined for a page, whatever its limit. */
  readonly most?: number;
}

const cutFirst = decision<CutFirst | undefined>(HERE, undefined, {
  faults: {
    'FILTER-REF-IDS/limit-before-filter': only(['listInstructions'], { by: /^ref_ids$/, ends: true }),
    'CREATED-AT-LT/limit-before-filter': only(['listAddresses'], { by: /^created_at\.lt$/, ends: true }),
    'RANGE-END/limit-before-filter': only(['listExecutions'], { by: /^range\.end$/, ends: true }),
  },
  latitudes: {
    'page/sparse-when-filtered': { by: /^(?:ids|ref_ids|identity_id|created_at\..*)$/, ends: false },
    'page/looks-at-ten-when-filtered-by-ids': { by: /^ids$/, ends: false, most: 10 },
  },
  protects: [
    'FILTER-IDS',
    'FILTER-REF-IDS',
    'FILTER-IDENTITY-ID',
    'CREATED-AT-*',
    'LIST-PAGING-ENDS',
    'LIST-DELETED-*',
    'FA-*',
  ],
});
/**
 * The filters whose first page is empty and only names the next one, as of a store that examines so many items for a page
 * whether they match or not.
 */
const emptyFirst = decision<RegExp | undefined>(HERE, undefined, {
  latitudes: { 'page/empty-first-when-filtered': /^(?:ids|ref_ids|order_id|profile_ids?|account_ids?|identity_ids?)$/ },
  protects: ['DA-LOOK-UP-*', 'DA-LISTED-*', 'FILTER-*', 'FA-*', 'LIST-*'],
});
/** The cursor of a first page that is empty: it leads to the page that would have been the first. */
const BEGIN = 'begin';

/** Filters whose look-up returns an item once for each joined row. */
const joined = decision<RegExp | undefined>(HERE, undefined, {
  faults: {
    'LIST-PAGE-NO-REPEAT/one-item-twice-when-filtered-by-ids': only(SETS, /^ids$/),
    'LIST-PAGE-NO-REPEAT/one-account-twice-when-filtered-by-identity': only(['listAccounts'], /^identity_id/),
  },
});
const laterOrder = decision<'kept' | 'forgotten'>({ section: '4.15', on: LISTS.slice(0, 4) }, 'kept', {
  faults: { 'LIST-CURSOR-KEEPS-ORDER/newest-first-on-later-pages': 'forgotten' },
});

/** Whether a page is reversed, given the number of items before it and its size. */
const turned = decision<(before: number, limit: number) => boolean>(
  { section: '4.15', on: LISTS.slice(0, 4) },
  () => false,
  {
    faults: { 'LIST-CURSOR-KEEPS-ORDER/turned-from-the-third-page-on': (before, limit) => before >= 2 * limit },
  },
);

/** Returns the request as the list remembers it: on a later page, some filters may be forgotten. */
export function remembered(call: Call): Call {
  const cursor = asked(call, 'page_cursor');
  if (cursor === undefined) return call;
  const isFurther = call.store.notes.has(furtherPage(cursor));
  const lost = call.choices.of(forgotten) ?? (isFurther ? call.choices.of(forgottenLater) : undefined);
  if (!lost) return call;
  return { ...call, query: Object.fromEntries(Object.entries(call.query).filter(([name]) => !lost.test(name))) };
}

function filtersOf(call: Call, rules: ListRules): readonly Filter[] {
  const values = Object.entries(rules.values ?? {});
  return call.choices.of(together)([
    setFilters(call, rules.sets),
    values.flatMap(([name, member]) => valueFilter(call, name, member)),
    rules.times.flatMap((member) => timeFilters(call, member)),
  ]);
}

/** With the fault, an index by time holds one item for each time. */
const indexed = decision({ section: '4.15', on: ['listFiat', 'listAddresses'] }, false, {
  faults: { 'CREATED-AT-EQ/finds-one-of-several': true },
});

const ofOneTime = (call: Call, found: readonly Fields[]): readonly Fields[] =>
  asked(call, 'created_at.eq') !== undefined && call.choices.of(indexed) ? found.slice(0, 1) : found;

const ignored = decision<readonly string[]>({ section: '4', on: ['listAccounts', 'listExecutions'] }, [], {
  faults: {
    'FILTER-IDENTITY-ID/ignored': only(['listAccounts'], ['identity_id']),
    'FILTER-ORDER-ID/ignored': only(['listExecutions'], ['order_id']),
  },
});

/** With the fault, a filter for an identity without accounts is ignored. */
const passedForUnknownIds = decision({ section: '4', on: ['listAccounts'] }, false, {
  faults: { 'FILTER-IDENTITY-ID/all-for-whom-it-does-not-know': true },
});

const compared = decision<(found: unknown, given: string) => boolean>(
  { section: '4', on: ['listExecutions'] },
  (found, given) => found === given,
  {
    faults: {
      'FILTER-ORDER-ID/compared-in-upper-case': (found, given) => found === given.toUpperCase(),
      'FILTER-ORDER-ID/by-eight-characters': (found, given) => String(found).startsWith(given.slice(0, 8)),
      'FILTER-IDENTITY-ID/by-eight-characters': only(['listAccounts'], (found, given) =>
        String(found).startsWith(given.slice(0, 8)),
      ),
    },
  },
);

/** With the fault, a filter for an identity also selects the accounts of which it is a member. */
const anyMember = decision({ section: '4', on: ['listAccounts'] }, false, {
  faults: { 'FILTER-IDENTITY-ID/members-too': true },
});

const hasMember = (item: Fields, identity: string): boolean =>
  (item['members'] as readonly Fields[]).some((each) => each['identity_id'] === identity);

function valueFilter(call: Call, name: string, member: string): readonly Filter[] {
  const value = asked(call, name);
  const isUnknown = !call.store.people.some((each) => each['identity_id'] === value);
  const passed = call.choices.of(passedForUnknownIds) && name === 'identity_id' && isUnknown;
  return value === undefined || passed || call.choices.of(ignored).includes(name)
    ? []
    : [
        (item) =>
          call.choices.of(compared)(item[member], value) || (call.choices.of(anyMember) && hasMember(item, value)),
      ];
}

/** Returns how the page of this request is cut before filtering, or undefined. */
function early(call: Call): CutFirst | undefined {
  const found = call.choices.of(cutFirst);
  return found && Object.keys(call.query).some((name) => found.by.test(name)) ? found : undefined;
}

/** Returns the items that a filter finds; with the fault, the last one appears twice if the page has room. */
function yielded(call: Call, items: readonly Fields[], limit: number): readonly Fields[] {
  const found = call.choices.of(joined);
  const twice = found && items.length < limit && Object.keys(call.query).some((name) => found.test(name));
  return twice ? [...items, ...items.slice(-1)] : items;
}

/** Returns the items that are shown this time; with the fault, every other time one is missing. */
function atThisReading({ choices, store, query }: Call, items: readonly Fields[]): readonly Fields[] {
  const key = `read ${query['ids']?.join()}`;
  if (!choices.of(fleeting) || query['ids']?.length !== 3) return items;
  const readings = Number(store.notes.get(key) ?? 0);
  store.notes.set(key, readings + 1);
  return readings % 2 === 1 ? items.slice(1) : items;
}

/** Whether the request lacks a parameter without which the list is empty, or has one with which it is empty. */
function isEmptied(call: Call): boolean {
  const name = call.choices.of(demanded);
  if (name?.startsWith('no ')) return asked(call, name.slice('no '.length)) !== undefined;
  return name !== undefined && asked(call, name) === undefined;
}

/**
 * Returns the matching items. With a fault, returns all items when none matches, or none when a value finds none, or
 * throws Problem when none matches.
 */
function matching(call: Call, all: readonly Fields[], passes: Filter): readonly Fields[] {
  const found = all.filter(passes);
  if (found.length === 0 && Object.keys(call.query).some((each) => call.choices.of(emptyRefused)?.test(each)))
    throw new Problem(404, 'nothing was found');
  if (missesOne(call, found)) return [];
  const name = call.choices.of(unmatched);
  if (found.length === 0 && name !== undefined && call.query[name] !== undefined) return all;
  return call.query['ids'] !== undefined && asked(call, 'limit') === undefined
    ? found.slice(0, call.choices.of(mostByIds))
    : found;
}

/** Maximum number of items that a filter by ids finds if the request has no limit. */
const mostByIds = decision({ section: '4.15', on: SETS }, Number.POSITIVE_INFINITY, {
  faults: { 'FILTER-IDS-AT-LIMIT/twenty-items-without-a-limit': 20 },
});

/** Whether the first page of this request is empty and only names the next one. */
function isEmptyFirst({ choices, query }: Call): boolean {
  const found = choices.of(emptyFirst);
  return (
    found !== undefined && query['page_cursor'] === undefined && Object.keys(query).some((name) => found.test(name))
  );
}

/** Returns the request without the cursor of an empty first page. */
function begun(call: Call): Call {
  if (asked(call, 'page_cursor') !== BEGIN) return call;
  const { page_cursor: _, ...query } = call.query;
  return { ...call, query };
}

/** With the fault, a page has a cursor only if the request has a limit. */
const endsPlain = decision({ section: '4.15', on: ['listFiat'] }, false, {
  faults: { 'LIST-NO-GAP/no-cursor-without-a-limit': true },
});

/** Changes the bank account that deposits are sent to. */
function toAnotherAccount(item: Fields): Fields {
  const instructions = Object(item['fiat_network_instructions']);
  const wire = { ...Object(instructions['wire']), account_number: '000999888777' };
  return { ...item, fiat_network_instructions: { ...instructions, wire } };
}

/** After this many answers of lists, somebody else changes what items show. */
const ANSWERS_BEFORE = 60;

/** What somebody else changes in an item during a run. The document does not say that these members are fixed. */
const revised = decision<(item: Fields) => Fields>(HERE, (item) => item, {
  latitudes: {
    'others/revise-what-is-listed': (item) => ({
      ...('fiat_network_instructions' in item && 'memo_id' in item ? toAnotherAccount(item) : item),
      ...(item['user_disabled'] === false ? { type: 'REVISED', metadata: { by: 'another client' } } : {}),
    }),
  },
  protects: ['LIST-ITEM-STEADY'],
});

/** Returns what an item shows after a revision, if there was one. */
function afterRevision({ choices, store }: Call): (item: Fields) => Fields {
  const key = 'answers of lists';
  const answers = Number(store.notes.get(key) ?? 0) + 1;
  store.notes.set(key, answers);
  return answers > ANSWERS_BEFORE ? choices.of(revised) : (item) => item;
}

/** What an item shows, given the query: it should be the same with any. */
const told = decision<(item: Fields, query: Call['query']) => Fields>(HERE, (item) => item, {
  faults: {
    'LIST-ITEM-STEADY/another-account_id-on-later-pages': only(['listFiat'], (item, { page_cursor }) =>
      page_cursor === undefined ? item : { ...item, account_id: item['id'] },
    ),
    'LIST-ITEM-STEADY/the-memo-of-another-when-filtered-by-ref_ids': only(['listInstructions'], (item, { ref_ids }) =>
      ref_ids === undefined ? item : { ...item, memo_id: 'MEMOOTHER' },
    ),
    'LIST-ITEM-STEADY/the-bank-account-of-another-in-ascending-order': only(['listInstructions'], (item, { order }) =>
      order?.includes('ASC') ? toAnotherAccount(item) : item,
    ),
    'LIST-ITEM-STEADY/other-metadata-in-ascending-order': only(['listAccounts'], (item, { order }) =>
      order?.includes('ASC') && item['metadata'] !== undefined ? { ...item, metadata: { of: 'another' } } : item,
    ),
    'LIST-ITEM-STEADY/the-profile-of-another-in-ascending-order': only(['listAccounts'], (item, { order }) =>
      order?.includes('ASC') ? { ...item, profile_id: item['id'] } : item,
    ),
    'LIST-ITEM-STEADY/no-conversion-when-filtered-by-profile': only(['listAddresses'], (item, { profile_ids }) =>
      profile_ids === undefined ? item : { ...item, conversion_target_asset: 'NO_CONVERSION' },
    ),
    'LIST-ITEM-STEADY/the-price-of-the-order-when-filtered-by-it': only(['listExecutions'], (item, { order_id }) =>
      order_id === undefined ? item : { ...item, price: '60000.5' },
    ),
  },
});

/** Returns one page of a list. Applies the filters, the order, the cursor and the limit, in this sequence (4.15). */
export function page(given: Call, all: readonly Fields[], rules: ListRules, more: Filter = () => true): Fields {
  if (isEmptyFirst(given)) return { items: [], next_page_cursor: BEGIN };
  const call = restored(begun(given));
  const limit = limitOf(call, rules.bounded);
  const sign = signOf(call, rules.ordered);
  const filters = [...filtersOf(remembered(call), rules), more];
  const isWide = isWidened(call);
  const passes: Filter = (item) => isWide || filters.every((holds) => holds(item));
  const cut = early(call);
  const chosen = isEmptied(call) ? [] : cut ? all : ofOneTime(call, matching(call, all, passes));
  refuseEmpty(call, chosen);
  const later = asked(call, 'page_cursor') !== undefined && call.choices.of(laterOrder) === 'forgotten';
  const compare = comparator(call, rules.by, later ? -1 : sign);
  const rest = afterCursor(call, [...chosen].sort(compare), { by: rules.by, compare }, limit);
  const items = pageOf(call, rest, Math.min(limit, cut?.most ?? limit));
  const isTurned = call.choices.of(turned)(chosen.length - rest.length, limit);
  const inOrder = isTurned ? [...items].reverse() : items;
  const shown = cut ? inOrder.filter(passes) : inOrder;
  const isEnd =
    (cut?.ends && shown.length < limit) || (call.choices.of(endsPlain) && asked(call, 'limit') === undefined);
  const left = isEnd ? 0 : rest.length - items.length;
  const read = atThisReading(call, yielded(call, shown, limit));
  const revise = afterRevision(call);
  return {
    items: read.map((item) => call.choices.of(told)(revise(item), given.query)),
    ...withCursorNoted(call, nextCursor(call, items, left, rules.by)),
  };
}
