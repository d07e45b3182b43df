import { asked, type Call } from '../call.ts';
import { type Decision, decision, inId, only, shownOn, type Ways } from '../decision.ts';
import { TIMED_LISTS } from '../operation-groups.ts';
import { type Fields, Problem } from '../problem.ts';
import { nanoseconds } from '../values.ts';

/** Whether an item's instant matches a bound; both are in nanoseconds. */
export type Compare = (at: bigint, bound: bigint) => boolean;

const SECOND = 1_000_000_000n;
const MILLISECOND = 1_000_000n;
const whole = (at: bigint): bigint => at / SECOND;
const fractional = (at: bigint): boolean => at % SECOND !== 0n;

const comparisons = {
  lt: (at, bound) => at < bound,
  lte: (at, bound) => at <= bound,
  eq: (at, bound) => at === bound,
  gte: (at, bound) => at >= bound,
  gt: (at, bound) => at > bound,
} as const satisfies Record<string, Compare>;

type Name = keyof typeof comparisons;

/** Wrong comparisons, which are the same for each time that lists can be filtered by. */
const WRONG: Readonly<Record<Name, Readonly<Record<string, Compare>>>> = {
  lt: {
    'includes-equal': comparisons.lte,
    'includes-equal-with-fractions': (at, bound) => at < bound || (at === bound && fractional(at)),
    ignored: () => true,
  },
  lte: {
    'excludes-equal': comparisons.lt,
    'excludes-equal-with-fractions': (at, bound) => at < bound || (at === bound && !fractional(at)),
    'a-millisecond-early': (at, bound) => at <= bound - MILLISECOND,
    'rounds-up-to-seconds': (at, bound) => whole(at) <= whole(bound),
    ignored: () => true,
  },
  eq: {
    'compares-whole-seconds': (at, bound) => whole(at) === whole(bound),
    'compares-whole-milliseconds': (at, bound) => at / MILLISECOND === bound / MILLISECOND,
    'never-with-fractions': (at, bound) => at === bound && !fractional(at),
    ignored: () => true,
  },
  gte: {
    'excludes-equal': comparisons.gt,
    'rounds-down-to-seconds': (at, bound) => whole(at) >= whole(bound),
    'a-millisecond-late': (at, bound) => at >= bound + MILLISECOND,
    ignored: () => true,
  },
  gt: {
    'includes-equal': comparisons.gte,
    'loses-the-rest-of-the-second': (at, bound) => whole(at) > whole(bound),
    ignored: () => true,
  },
};

/** Faults that show only between items less than a second apart, which fiat accounts are not. */
const WITHIN_SECONDS: ReadonlySet<string> = new Set([
  'compares-whole-seconds',
  'rounds-down-to-seconds',
  'rounds-up-to-seconds',
]);

function compared(member: string, on: readonly string[], name: Name): Decision<Compare> {
  const shows = on.filter((list) => list !== 'listFiat');
  const faults: Ways<Compare> = Object.fromEntries(
    Object.entries(WRONG[name]).map(([what, wrong]) => [
      `${inId(member)}-${inId(name)}/${what}`,
      WITHIN_SECONDS.has(what) ? shownOn(shows, wrong) : wrong,
    ]),
  );
  return decision<Compare>({ section: '4.15', on }, comparisons[name], { faults });
}

const NAMES = Object.keys(comparisons) as Name[];
const on = (member: string, operations: readonly string[]) =>
  new Map(NAMES.map((name) => [name, compared(member, operations, name)]));
const decisions: Readonly<Record<string, ReadonlyMap<Name, Decision<Compare>>>> = {
  created_at: on('created_at', TIMED_LISTS),
  updated_at: on('updated_at', ['listAccounts']),
};

type Chosen = (names: readonly Name[]) => readonly Name[];

const without =
  (lost: Name, beside: Name): Chosen =>
  (names) =>
    names.includes(beside) ? names.filter((name) => name !== lost) : names;

const DIRECTIONS: readonly (readonly Name[])[] = [
  ['lt', 'lte'],
  ['gt', 'gte'],
];

/** Refuses two bounds of one direction, and bounds beside the only time that is asked for. */
const oneEach: Chosen = (names) => {
  const isTwice = DIRECTIONS.some((direction) => direction.every((name) => names.includes(name)));
  if (isTwice || (names.includes('eq') && names.length > 1)) throw new Problem(400, 'one bound of a direction');
  return names;
};

/** The bounds that count; both ends of a window must. */
const counted = decision<Chosen>({ section: '4.15', on: TIMED_LISTS }, (names) => names, {
  faults: {
    'CREATED-AT-LT/forgotten-beside-gte': without('lt', 'gte'),
    'CREATED-AT-GT/forgotten-beside-lt': without('gt', 'lt'),
    'CREATED-AT-LT/forgotten-beside-lte': without('lt', 'lte'),
    'CREATED-AT-GT/forgotten-beside-gte': without('gt', 'gte'),
    'CREATED-AT-EQ/forgotten-beside-gte': without('eq', 'gte'),
  },
  latitudes: { 'filters/one-bound-of-a-direction': oneEach },
  protects: ['CREATED-AT-*', 'LIST-*'],
});

/** The comparison that a bound stands for. */
const meant = decision<(name: Name, names: readonly Name[]) => Name>(
  { section: '4.15', on: TIMED_LISTS },
  (name) => name,
  {
    faults: {
      'CREATED-AT-GT/inclusive-beside-lt': (name, names) => (name === 'gt' && names.includes('lt') ? 'gte' : name),
      'CREATED-AT-GTE/exclusive-beside-lte': (name, names) => (name === 'gte' && names.includes('lte') ? 'gt' : name),
    },
  },
);

/** The bounds that count in an ascending list, and what they stand for. */
const ascending = decision<(name: Name) => Name | undefined>({ section: '4.15', on: TIMED_LISTS }, (name) => name, {
  faults: {
    'CREATED-AT-GT/ignored-in-ascending-lists': (name) => (name === 'gt' ? undefined : name),
    'CREATED-AT-GT/ignored-in-ascending-lists-of-instructions': only(['listInstructions'], (name) =>
      name === 'gt' ? undefined : name,
    ),
    'CREATED-AT-GTE/exclusive-in-ascending-lists': (name) => (name === 'gte' ? 'gt' : name),
    'UPDATED-AT-GTE/exclusive-in-ascending-lists': only(['listAccounts'], (name) => (name === 'gte' ? 'gt' : name)),
  },
});

/** With the fault, a list of deleted accounts too ignores the filters by time. */
const besideDeleted = decision({ section: '4.15', on: ['listFiat'] }, true, {
  faults: { 'CREATED-AT-GT/ignored-beside-include_deleted': false },
});

/** How the bounds on one time combine. */
const joined = decision<(bounds: readonly boolean[]) => boolean>(
  { section: '4.15', on: TIMED_LISTS },
  (bounds) => bounds.every(Boolean),
  {
    faults: {
      'CREATED-AT-LT/joined-by-or': (bounds) => bounds.some(Boolean),
    },
  },
);
/** The instant that a filter compares, given the one that an item shows. */
const lookedAt = decision<(time: bigint) => bigint>({ section: '4.15', on: TIMED_LISTS }, (time) => time, {
  faults: { 'CREATED-AT-EQ/looks-at-whole-seconds': only(['listFiat'], (time) => whole(time) * SECOND) },
  latitudes: { 'timestamps/rounded-up-from-what-is-kept': (time) => (time % 1000n === 0n ? time - 400n : time) },
  protects: ['CREATED-AT-*', 'UPDATED-AT-*', 'LIST-*'],
});

/** Returns the instant of a bound in nanoseconds, or undefined. */
type Read = (text: string | undefined) => bigint | undefined;

const DIGITS = /\.(\d+)/;
/** Reads a fraction of more than six digits as a number of microseconds. */
const scaled: Read = (text) => {
  const [found = '', digits = ''] = DIGITS.exec(text ?? '') ?? [];
  const start = digits.length > 6 ? nanoseconds(text?.replace(found, '')) : undefined;
  return start === undefined ? nanoseconds(text) : start + BigInt(digits) * 1000n;
};
/** Reads a bound finer than microseconds as later than everything. */
const endless: Read = (text) => {
  const read = nanoseconds(text);
  return read !== undefined && read % 1000n !== 0n ? read * 2n : read;
};
/** Reads a bound without a fraction as the end of its second, as comparisons of text do. */
const ofSeconds: Read = (text) => {
  const read = nanoseconds(text);
  return read === undefined || DIGITS.test(text ?? '') ? read : read + SECOND - 1n;
};
/** Reads a bound with another offset than the given one. */
const moved =
  (other: (offset: string) => string): Read =>
  (text) =>
    nanoseconds(text?.replace(/[+-]\d\d:\d\d$/, other));
/** Adds the minutes of an offset to its hours, also west of UTC, where both are to be subtracted. */
function addedMinutes(offset: string): string {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  const sum = (offset.startsWith('-') ? -60 : 60) * hours + minutes;
  const [whole, rest] = [Math.floor(Math.abs(sum) / 60), Math.abs(sum) % 60].map((part) => `${part}`.padStart(2, '0'));
  return `${sum < 0 ? '-' : '+'}${whole}:${rest}`;
}
/** Reads no bound on this day of a month. */
const exceptOn =
  (day: string): Read =>
  (text) =>
    text?.slice(4, 10) === `-${day}` ? undefined : nanoseconds(text);
/** Reads no bound with a fraction of one digit. */
const exceptTenths: Read = (text) => (DIGITS.exec(text ?? '')?.[1]?.length === 1 ? undefined : nanoseconds(text));
const bounds = decision<Read>({ section: '4.15', on: TIMED_LISTS }, nanoseconds, {
  faults: {
    'CREATED-AT-EQ/knows-no-29th-of-february': only(['listFiat'], exceptOn('02-29')),
    'CREATED-AT-EQ/reads-no-tenths-of-a-second': only(['listFiat', 'listAddresses'], exceptTenths),
    'UPDATED-AT-EQ/knows-no-31st-of-may': exceptOn('05-31'),
    'CREATED-AT-EQ/reads-any-digits-as-microseconds': scaled,
    'CREATED-AT-LTE/reads-the-hours-of-an-offset': moved((offset) => `${offset.slice(0, 3)}:00`),
    'CREATED-AT-LTE/adds-the-minutes-of-an-offset-west-of-utc': moved(addedMinutes),
    'CREATED-AT-GTE/reads-all-offsets-as-of-utc': moved(() => 'Z'),
    'CREATED-AT-GT/nothing-is-later-than-nanoseconds': endless,
    'CREATED-AT-LT/everything-is-earlier-than-nanoseconds': endless,
    'CREATED-AT-LT/compares-texts': shownOn(['listFiat'], ofSeconds),
  },
  latitudes: {
    'bounds/of-nine-digits-at-most': (text) =>
      (DIGITS.exec(text ?? '')?.[1]?.length ?? 0) > 9 ? undefined : nanoseconds(text),
  },
  protects: ['CREATED-AT-*'],
});

/** Returns the instant of a query parameter, or undefined when it is not given. Throws Problem for other text. */
export function bound(call: Call, name: string): bigint | undefined {
  const given = asked(call, name);
  const found = call.choices.of(bounds)(given);
  if (given !== undefined && found === undefined) throw new Problem(400, `${name} is an RFC 3339 timestamp`);
  return found;
}

/** Whether an item has a time that matches: an item without one matches no filter. */
function isTimed(item: Fields, member: string, holds: (time: bigint) => boolean): boolean {
  const time = nanoseconds(item[member]);
  return time !== undefined && holds(time);
}

/** Returns the filters of a request for one time of the items (4.15). */
export function timeFilters(call: Call, member: string): readonly ((item: Fields) => boolean)[] {
  if (!call.choices.of(besideDeleted) && asked(call, 'include_deleted') === 'true') return [];
  const given = NAMES.filter((name) => asked(call, `${member}.${name}`) !== undefined);
  const counting = member === 'created_at' ? call.choices.of(counted)(given) : given;
  const filters = counting.flatMap((name) => {
    const limit = bound(call, `${member}.${name}`);
    const stands = call.choices.of(meant)(name, counting);
    const inOrder = asked(call, 'order') === 'ASC' ? call.choices.of(ascending)(stands) : stands;
    const compare = inOrder && decisions[member]?.get(inOrder);
    if (limit === undefined || !compare) return [];
    const holds = call.choices.of(compare);
    const seen = call.choices.of(lookedAt);
    return [(item: Fields) => isTimed(item, member, (time) => holds(seen(time), limit))];
  });
  const join = call.choices.of(joined);
  return filters.length > 1 ? [(item: Fields) => join(filters.map((passes) => passes(item)))] : filters;
}
