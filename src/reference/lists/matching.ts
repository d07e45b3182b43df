import { asked, type Call } from '../call.ts';
import { decision, only } from '../decision.ts';
import { LISTS_BY_ID } from '../operation-groups.ts';
import { type Fields, Problem } from '../problem.ts';
import { demanding } from './filters.ts';
import { type Filter, HERE, type ListRules } from './list-rules.ts';
import { setFilters } from './sets.ts';
import { timeFilters } from './times.ts';
import { valueFilter } from './value-filters.ts';

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
    'CREATED-AT-LT/not-found-where-nothing-is-left': only([...LISTS_BY_ID, 'listAccounts'], /^created_at/),
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
      'FILTER-IDS-AT-LIMIT/empty-where-one-is-unknown': only(LISTS_BY_ID, { filters: ['ids'], isRefused: false }),
      'FILTER-REF-IDS-AT-LIMIT/empty-where-one-is-unknown': only(LISTS_BY_ID, {
        filters: ['ref_ids'],
        isRefused: false,
      }),
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

/** What a text with an apostrophe in a filter does to a statement that it is put into. */
const quoted = decision<'nothing' | 'breaks' | 'widens'>(HERE, 'nothing', {
  faults: {
    'FILTER-QUOTED/meets-an-error': 'breaks',
    'FILTER-QUOTED/selects-everything': only(['listAccounts', 'listAddresses'], 'widens'),
  },
});

/** Whether an apostrophe in a filter lets all items pass. Throws Problem where it breaks the statement. */
export function isWidened({ choices, query }: Call): boolean {
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

/** Returns the filters of a request, as they combine. */
export function filtersOf(call: Call, rules: ListRules): readonly Filter[] {
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

/** Returns the items that a filter for one instant finds. */
export const ofOneTime = (call: Call, found: readonly Fields[]): readonly Fields[] =>
  asked(call, 'created_at.eq') !== undefined && call.choices.of(indexed) ? found.slice(0, 1) : found;

/** Whether the request lacks a parameter without which the list is empty, or has one with which it is empty. */
export function isEmptied(call: Call): boolean {
  const name = call.choices.of(demanded);
  if (name?.startsWith('no ')) return asked(call, name.slice('no '.length)) !== undefined;
  return name !== undefined && asked(call, name) === undefined;
}

/** Maximum number of items that a filter by ids finds if the request has no limit. */
const mostByIds = decision({ section: '4.15', on: LISTS_BY_ID }, Number.POSITIVE_INFINITY, {
  faults: { 'FILTER-IDS-AT-LIMIT/twenty-items-without-a-limit': 20 },
});

/**
 * Returns the matching items. With a fault, returns all items when none matches, or none when a value finds none, or
 * throws Problem when none matches.
 */
export function matching(call: Call, all: readonly Fields[], passes: Filter): readonly Fields[] {
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
