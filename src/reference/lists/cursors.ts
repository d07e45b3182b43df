import { asked, type Call, type Query } from '../call.ts';
import { decision, only, shownOn } from '../decision.ts';
import { LISTS } from '../operation-groups.ts';
import { type Fields, Problem } from '../problem.ts';
import { nanoseconds } from '../values.ts';
import { idOf } from './order.ts';

const HERE = { section: '4.15', on: LISTS };
/** Lists with more than a hundred items; there are fewer identity accounts. */
const LONG = LISTS.filter((list) => list !== 'listAccounts');

/** A cursor that leads back to the first page. */
const FIRST_PAGE = 'Zmlyc3Q';

/** Suffix of a cursor that follows the last page and is refused. */
const LAST = '.end';

/** Returns what a page says about the next one, given how many items are left and the cursor that leads to them. */
type Ending = (left: number, cursor: string, page: readonly Fields[]) => Fields;

const given = (left: number, cursor: string): Fields => (left > 0 ? { next_page_cursor: cursor } : {});
const ending = decision<Ending>(HERE, given, {
  faults: {
    'LIST-PAGING-ENDS/leads-back-to-the-first-page': (left, cursor) => ({
      next_page_cursor: left > 0 ? cursor : FIRST_PAGE,
    }),
    'LIST-NO-GAP/refuses-the-cursor-of-the-last-page': (left, cursor) => ({
      next_page_cursor: left > 0 ? cursor : `${cursor}${LAST}`,
    }),
    'LIST-NO-GAP/leaves-out-a-last-page-that-is-not-full': (left, cursor, page) =>
      given(left >= page.length ? left : 0, cursor),
  },
  latitudes: {
    'end/empty-cursor': (left, cursor) => ({ next_page_cursor: left > 0 ? cursor : '' }),
    'end/null-cursor': (left, cursor) => ({ next_page_cursor: left > 0 ? cursor : null }),
    'end/empty-page': (_, cursor) => (cursor === '' ? {} : { next_page_cursor: cursor }),
    'end/empty-page-with-empty-cursor': (_, cursor, page) => ({ next_page_cursor: page.length > 0 ? cursor : '' }),
  },
  protects: ['LIST-PAGING-ENDS', 'LIST-NO-GAP', 'LIST-NEXT-PAGE-CURSOR-STRING'],
});

/** A filter with which a list ends after its first page. */
const onePage = decision<string | undefined>(HERE, undefined, {
  faults: {
    'LIST-CURSOR-KEEPS-FILTERS/no-cursor-with-identity_id': only(['listAccounts'], 'identity_id'),
    'LIST-CURSOR-KEEPS-FILTERS/no-cursor-with-profile_ids': only(['listAddresses'], 'profile_ids'),
    'LIST-CURSOR-KEEPS-FILTERS/no-cursor-with-order_id': only(['listExecutions'], 'order_id'),
    'LIST-CURSOR-KEEPS-FILTERS/no-cursor-with-created_at_gt': only(['listFiat', 'listInstructions'], 'created_at.gt'),
    'LIST-CURSOR-KEEPS-FILTERS/no-cursor-with-created_at_lt': only(['listFiat'], 'created_at.lt'),
    'LIST-CURSOR-KEEPS-FILTERS/no-cursor-with-created_at_gte': only(['listAddresses'], 'created_at.gte'),
    'LIST-CURSOR-KEEPS-FILTERS/no-cursor-with-created_at_lte': only(['listInstructions'], 'created_at.lte'),
    'LIST-CURSOR-KEEPS-FILTERS/no-cursor-with-range_begin': only(['listExecutions'], 'range.begin'),
  },
});

/** A filter with which a list ends after its second page. */
const twoPages = decision<string | undefined>(HERE, undefined, {
  faults: {
    'LIST-CURSOR-KEEPS-FILTERS/two-pages-with-created_at_lt': only(['listFiat', 'listAddresses'], 'created_at.lt'),
    'LIST-CURSOR-KEEPS-FILTERS/two-pages-with-range_end': only(['listExecutions'], 'range.end'),
  },
});

/** Returns the index at which the page after the cursor's item begins. */
type Resume = (position: number, limit: number) => number;

const resumed = decision<Resume>(HERE, (position) => position, {
  faults: {
    'LIST-PAGE-NO-REPEAT/repeats-one': (position) => Math.max(position - 1, 0),
    'LIST-NO-GAP/stays-on-the-second-page': (position, limit) => Math.min(position, limit),
    'LIST-PAGE-NO-REPEAT/repeats-one-on-the-second-hundred': shownOn(LONG, (position) =>
      position > 99 ? position - 1 : position,
    ),
    'LIST-PAGE-NO-REPEAT/repeats-one-execution': only(['listExecutions'], (position) => Math.max(position - 1, 0)),
    'LIST-PAGE-NO-REPEAT/stands-still-at-pages-of-one': (position, limit) =>
      limit === 1 ? Math.max(position - 1, 0) : position,
    'LIST-PAGE-NO-REPEAT/repeats-one-where-pages-are-small': (position, limit) =>
      limit < 3 ? Math.max(position - 1, 0) : position,
    'LIST-NO-GAP/skips-one': (position) => position + 1,
    'LIST-NO-GAP/skips-one-on-the-second-page-of-fifty': shownOn(LONG, (position) => (position === 50 ? 51 : position)),
    'LIST-NO-GAP/skips-one-from-the-fourth-page-on': (position, limit) =>
      position >= 3 * limit ? position + 1 : position,
    'LIST-NO-GAP/skips-one-account': only(['listAccounts'], (position) => position + 1),
  },
});
const SECOND = 1_000_000_000n;
/** Whether a page skips an item, given its time and that of the last item before: a cursor may hold only a time. */
const skips = decision<(time: bigint, before: bigint) => boolean>(HERE, () => false, {
  faults: {
    'LIST-NO-GAP/skips-items-that-share-an-instant': (time, before) => time === before,
    'DA-LOOK-UP-BY-ID/pages-skip-those-of-the-same-second': shownOn(
      ['createAddress'],
      only(['listAddresses'], (time, before) => time / SECOND === before / SECOND),
    ),
  },
});
const unknown = decision<'refuse' | 'first page' | 'empty page'>(HERE, 'refuse', {
  latitudes: { 'unknown-cursor/first-page': 'first page', 'unknown-cursor/empty-page': 'empty page' },
  protects: ['LIST-CURSOR-UNKNOWN', 'LIST-CURSOR-KEEPS-FILTERS'],
});
/** Whether the list accepts its own cursors. */
const recognised = decision(HERE, true, {
  faults: { 'LIST-NO-GAP/refuses-the-cursor-of-the-page-before': false },
});
interface Spelling {
  readonly write: (text: string) => string;
  readonly read: (cursor: string) => string;
}
const spelling = decision<Spelling>(
  HERE,
  {
    write: (text) => Buffer.from(text).toString('base64url'),
    read: (cursor) => Buffer.from(cursor, 'base64url').toString(),
  },
  {
    latitudes: {
      'cursor/in-clear-with-reserved-characters': {
        write: (text) => `${text}&=+/?#é`,
        read: (text) => text.replace(/&=\+\/\?#é$/, ''),
      },
      'cursor/of-a-thousand-characters': {
        write: (text) => `${text} ${'x'.repeat(1000)}`,
        read: (text) => text.replace(/ x{1000}$/, ''),
      },
    },
    protects: ['LIST-NEXT-PAGE-CURSOR-STRING', 'LIST-NO-GAP', 'LIST-PAGE-NO-REPEAT', 'LIST-CURSOR-KEEPS-FILTERS'],
  },
);

/**
 * What a cursor holds: the last item of a page, or the number of items before the next page. With the fault, that number is
 * kept in one place for all cursors of a list.
 */
const naming = decision<'item' | 'offset' | 'place'>(HERE, 'item', {
  faults: { 'LIST-PAGE-NO-REPEAT/one-place-for-all-cursors': 'place' },
  latitudes: { 'cursor/offset': 'offset' },
  protects: ['LIST-NO-GAP', 'LIST-PAGE-NO-REPEAT'],
});

/** Whether a cursor carries the whole query of its first page and must be sent without other parameters. */
const carried = decision(HERE, false, {
  latitudes: { 'cursor/carries-the-query-and-comes-by-itself': true },
  protects: ['LIST-CURSOR-KEEPS-FILTERS', 'LIST-CURSOR-KEEPS-ORDER', 'LIST-NO-GAP', 'LIST-PAGING-ENDS'],
});

const CARRIED = ' with ';

/** Returns the request that a cursor stands for, with the cursor, or the call itself when cursors carry no query. */
export function restored(call: Call): Call {
  const cursor = asked(call, 'page_cursor');
  if (cursor === undefined || !call.choices.of(carried)) return call;
  if (Object.keys(call.query).length > 1) throw new Problem(400, 'page_cursor comes without other parameters');
  const [, text = '{}'] = call.choices.of(spelling).read(cursor).split(CARRIED);
  const kept: Query = JSON.parse(decodeURIComponent(text));
  return { ...call, query: { ...kept, page_cursor: [cursor] } };
}

/** Returns the part of a cursor that carries the query, or an empty string. */
function carriedQuery({ choices, query: { page_cursor: _, ...query } }: Call): string {
  return choices.of(carried) ? `${CARRIED}${encodeURIComponent(JSON.stringify(query))}` : '';
}

/** Where the number is kept. */
const placeName = ({ choices }: Call): string => `place of all cursors of ${choices.operation}`;

/** Returns the number of items before the requested page, or undefined when the cursor holds no number. */
function offsetOf(call: Call): number | undefined {
  const cursor = asked(call, 'page_cursor');
  if (cursor === undefined || cursor === FIRST_PAGE) return 0;
  if (call.choices.of(naming) === 'place') return Number(call.store.notes.get(placeName(call)));
  const [, digits] = /^offset (\d+)/.exec(call.choices.of(spelling).read(cursor)) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function placeAfter(call: Call, page: readonly Fields[], by: string): string {
  const last = page.at(-1);
  if (!last) return '';
  const offset = (offsetOf(call) ?? 0) + page.length;
  if (call.choices.of(naming) === 'place') call.store.notes.set(placeName(call), offset);
  const place =
    call.choices.of(naming) === 'item'
      ? `${nanoseconds(last[by]) ?? 0n} ${encodeURIComponent(idOf(last))}`
      : `offset ${offset}`;
  return `${place}${carriedQuery(call)}`;
}

/** Returns the members that hold the cursor after a page, or that mark the end. */
export function nextCursor(call: Call, page: readonly Fields[], left: number, by: string): Fields {
  const text = placeAfter(call, page, by);
  const cursor = text === '' ? (asked(call, 'page_cursor') ?? '') : call.choices.of(spelling).write(text);
  const last = asked(call, 'page_cursor') === undefined ? onePage : twoPages;
  const ended = call.choices.of(last);
  if (ended !== undefined && asked(call, ended) !== undefined) return {};
  return call.choices.of(ending)(left, cursor, page);
}

/** The place in a list that a cursor by item stands for: after the item with this time and id. */
interface CursorPlace {
  readonly time: bigint;
  readonly id: string;
}

function placeOf(call: Call, cursor: string): CursorPlace | undefined {
  const [time = '', id = ''] = call.choices.of(spelling).read(cursor).split(/[ &]/);
  return /^\d+$/.test(time) ? { time: BigInt(time), id: decodeURIComponent(id) } : undefined;
}

/** Returns the items after the cursor's place: after an item, even if it is gone, or after a number of items. */
export function afterCursor(
  call: Call,
  sorted: readonly Fields[],
  { by, compare }: { readonly by: string; readonly compare: (a: Fields, b: Fields) => number },
  limit: number,
): readonly Fields[] {
  const cursor = asked(call, 'page_cursor');
  if (cursor === undefined || cursor === FIRST_PAGE) return sorted;
  if (!call.choices.of(recognised)) throw new Problem(400, 'page_cursor is not one of ours');
  if (cursor.endsWith(LAST)) throw new Problem(400, 'there is no page after the last one');
  if (call.choices.of(naming) !== 'item') {
    const offset = offsetOf(call);
    return offset === undefined ? lost(call, sorted) : sorted.slice(offset);
  }
  const place = placeOf(call, cursor);
  if (!place) return lost(call, sorted);
  const sought = { [by]: new Date(0).toISOString(), id: place.id };
  const position = sorted.findIndex((item) => {
    const time = nanoseconds(item[by]) ?? 0n;
    if (call.choices.of(skips)(time, place.time)) return false;
    if (time !== place.time) return compare(item, { ...sought, [by]: moment(place.time) }) > 0;
    return compare({ id: idOf(item) }, { id: place.id }) > 0;
  });
  return position < 0 ? [] : sorted.slice(call.choices.of(resumed)(position, limit));
}

/** Returns the timestamp of an instant in nanoseconds. */
const moment = (time: bigint): string => {
  const base = new Date(Number(time / 1_000_000n)).toISOString().slice(0, 19);
  return `${base}.${String(time % 1_000_000_000n).padStart(9, '0')}Z`;
};

function lost(call: Call, sorted: readonly Fields[]): readonly Fields[] {
  const policy = call.choices.of(unknown);
  if (policy === 'refuse') throw new Problem(400, 'page_cursor is not one of ours');
  return policy === 'first page' ? sorted : [];
}
