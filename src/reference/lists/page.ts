import { asked, type Call } from '../call.ts';
import { decision, only } from '../decision.ts';
import { LISTS_BY_ID, TIMED_LISTS } from '../operation-groups.ts';
import type { Fields } from '../problem.ts';
import { afterCursor, nextCursor, restored } from './cursors.ts';
import { remembered, withCursorNoted } from './later-pages.ts';
import { limitOf, pageOf } from './limits.ts';
import { type Filter, HERE, type ListRules } from './list-rules.ts';
import { filtersOf, isEmptied, isWidened, matching, ofOneTime } from './matching.ts';
import { comparator, signOf } from './order.ts';
import { refuseEmpty } from './sets.ts';
import { shownItems } from './shown-items.ts';

/** With the fault, every second of several equal requests for three IDs is answered with two items. */
const fleeting = decision({ section: '4.15', on: LISTS_BY_ID }, false, {
  faults: { 'LIST-READ-TWICE/loses-one-at-every-other-reading': true },
});

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
  latitudes: {
    'page/empty-first-when-filtered':
      /^(?:ids|ref_ids|order_id|profile_ids?|account_ids?|identity_ids?|since_execution_id)$/,
  },
  protects: ['DA-LOOK-UP-*', 'DA-LISTED-*', 'FILTER-*', 'FA-*', 'LIST-*'],
});

/** The cursor of a first page that is empty: it leads to the page that would have been the first. */
const BEGIN = 'begin';

const isRepeated = (values: readonly string[] = []): boolean => new Set(values).size < values.length;

/** Whether the look-up for a query returns an item once for each joined row. */
const isJoined = decision<(query: Call['query']) => boolean>(HERE, () => false, {
  faults: {
    'LIST-PAGE-NO-REPEAT/one-item-twice-when-filtered-by-ids': only(LISTS_BY_ID, ({ ids }) => ids !== undefined),
    'LIST-PAGE-NO-REPEAT/one-item-twice-when-its-id-is': only(LISTS_BY_ID, ({ ids }) => isRepeated(ids)),
    'LIST-PAGE-NO-REPEAT/one-account-twice-when-filtered-by-identity': only(
      ['listAccounts'],
      ({ identity_id }) => identity_id !== undefined,
    ),
  },
});

const laterOrder = decision<'kept' | 'forgotten'>({ section: '4.15', on: TIMED_LISTS }, 'kept', {
  faults: { 'LIST-CURSOR-KEEPS-ORDER/newest-first-on-later-pages': 'forgotten' },
});

/** Whether a page is reversed, given the number of items before it and its size. */
const turned = decision<(before: number, limit: number) => boolean>({ section: '4.15', on: TIMED_LISTS }, () => false, {
  faults: { 'LIST-CURSOR-KEEPS-ORDER/turned-from-the-third-page-on': (before, limit) => before >= 2 * limit },
});

/** Returns how the page of this request is cut before filtering, or undefined. */
function early(call: Call): CutFirst | undefined {
  const found = call.choices.of(cutFirst);
  return found && Object.keys(call.query).some((name) => found.by.test(name)) ? found : undefined;
}

/** Returns the items that a filter finds; with the fault, the last one appears twice if the page has room. */
function yielded(call: Call, items: readonly Fields[], limit: number): readonly Fields[] {
  const isTwice = items.length < limit && call.choices.of(isJoined)(call.query);
  return isTwice ? [...items, ...items.slice(-1)] : items;
}

/** Returns the items that are shown this time; with the fault, every other time one is missing. */
function atThisReading({ choices, store, query }: Call, items: readonly Fields[]): readonly Fields[] {
  const key = `read ${query['ids']?.join()}`;
  if (!choices.of(fleeting) || query['ids']?.length !== 3) return items;
  const readings = Number(store.notes.get(key) ?? 0);
  store.notes.set(key, readings + 1);
  return readings % 2 === 1 ? items.slice(1) : items;
}

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
  return {
    items: shownItems(call, read, given.query),
    ...withCursorNoted(call, nextCursor(call, items, left, rules.by)),
  };
}
