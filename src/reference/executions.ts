import { asked, type Call, type Handler } from './call.ts';
import { decision, shownOn } from './decision.ts';
import { restored } from './lists/cursors.ts';
import { remembered } from './lists/later-pages.ts';
import type { ListRules } from './lists/list-rules.ts';
import { page } from './lists/page.ts';
import { bound, type Compare } from './lists/times.ts';
import { type Fields, Problem } from './problem.ts';
import { nanoseconds } from './values.ts';

const HERE = { section: '4.12', on: ['listExecutions'] };
const SECOND = 1_000_000_000n;
const MINUTE = 60n * SECOND;
const DAY = 24n * 60n * MINUTE;
/** One in this many executions is followed by one that is booked late, at each request. */
const STRIDE = 50;

const begin = decision<Compare>(HERE, (at, bound) => at >= bound, {
  faults: {
    'RANGE-BEGIN/excludes-equal': (at, bound) => at > bound,
    'RANGE-BEGIN/a-minute-early': (at, bound) => at >= bound - MINUTE,
    'RANGE-BEGIN/from-the-beginning-of-the-second': (at, bound) => at >= (bound / SECOND) * SECOND,
    'RANGE-BEGIN/ignored': () => true,
  },
});
const end = decision<Compare>(HERE, (at, bound) => at <= bound, {
  faults: {
    'RANGE-END/excludes-equal': (at, bound) => at < bound,
    'RANGE-END/excludes-equal-at-whole-seconds': (at, bound) => (bound % SECOND === 0n ? at < bound : at <= bound),
    'RANGE-END/cuts-fractions': (at, bound) => at <= (bound / SECOND) * SECOND,
    'RANGE-END/until-the-end-of-the-second': (at, bound) => at < (bound / SECOND + 1n) * SECOND,
    'RANGE-END/takes-midnight-for-a-day': (at, bound) => at <= (bound % DAY === 0n ? bound + DAY : bound),
    'RANGE-END/ignored': () => true,
  },
});
/** The bounds that count when both are given. */
const both = decision<readonly string[]>(HERE, ['range.begin', 'range.end'], {
  faults: {
    'RANGE-END/forgotten-when-a-begin-is-given': ['range.begin'],
    'RANGE-BEGIN/forgotten-when-an-end-is-given': ['range.end'],
  },
});
const owners = decision<readonly string[]>(HERE, ['profile_id', 'account_id'], {
  faults: {
    'FILTER-PROFILE-ID/ignored': ['account_id'],
    'FILTER-ACCOUNT-ID/ignored': ['profile_id'],
  },
});
/** An owner filter that takes its value for the ID of an owner of the other kind. */
const mistaken = decision<string | undefined>(HERE, undefined, {
  faults: { 'FILTER-PROFILE-ID/by-account': 'profile_id', 'FILTER-ACCOUNT-ID/by-profile': 'account_id' },
});
/** Owner filters that match nothing, as if the join found no rows. */
const unjoined = decision<readonly string[]>(HERE, [], {
  faults: {
    'FILTER-PROFILE-ID/leaves-nothing': ['profile_id'],
    'FILTER-ACCOUNT-ID/leaves-nothing': ['account_id'],
  },
});
/** Returns the executions that remain. `all` is sorted from oldest to newest; `place` is the index of the given one. */
type Since = (all: readonly Fields[], place: number) => readonly Fields[];

const since = decision<Since>(HERE, (all, place) => all.slice(0, place + 1), {
  faults: {
    'SINCE-EXECUTION-ID/leaves-those-before-out': (all, place) => all.slice(Math.max(0, place - 2), place + 1),
    'SINCE-EXECUTION-ID/ignored': (all) => all,
    'SINCE-EXECUTION-ID/nothing-for-the-newest': (all, place) =>
      place === all.length - 1 ? [] : all.slice(0, place + 1),
    'SINCE-EXECUTION-ID/ignored-for-the-oldest': (all, place) => (place === 0 ? all : all.slice(0, place + 1)),
  },
  latitudes: {
    'since/excludes-the-given-one': (all, place) => all.slice(0, place),
    'since/excludes-what-follows-in-the-list': (all, place) => all.slice(place),
  },
  protects: ['SINCE-EXECUTION-ID'],
});
const unknownSince = decision<'refused' | 'nothing'>(HERE, 'refused', {
  latitudes: { 'since/unknown-leaves-nothing': 'nothing' },
  protects: ['SINCE-EXECUTION-ID'],
});
/** Owner filters that are ignored when the owner exists. */
const knownOwnAll = decision<readonly string[]>(HERE, [], {
  faults: {
    'EXECUTIONS-OF-ONE-PROFILE/all-for-whom-it-knows': ['profile_id'],
    'EXECUTIONS-OF-ONE-ACCOUNT/all-for-whom-it-knows': ['account_id'],
  },
});
/** How many profiles, and how many accounts, own executions. */
interface Sharers {
  readonly count: number;
  /** The filter that later pages ignore. */
  readonly forgets?: string;
}

const sharers = decision<Sharers>(
  HERE,
  { count: 1 },
  {
    faults: {
      'LIST-CURSOR-KEEPS-FILTERS/listExecutions-forgets-profile_id': shownOn(['listExecutions profile_id'], {
        count: 3,
        forgets: 'profile_id',
      }),
      'LIST-CURSOR-KEEPS-FILTERS/listExecutions-forgets-account_id': shownOn(['listExecutions account_id'], {
        count: 3,
        forgets: 'account_id',
      }),
    },
    latitudes: { 'executions/of-several-owners': { count: 3 } },
    protects: ['EXECUTIONS-OF-ONE-PROFILE', 'EXECUTIONS-OF-ONE-ACCOUNT', 'FILTER-PROFILE-ID', 'FILTER-ACCOUNT-ID'],
  },
);
/** An owner filter that does not work, and the status of its answers. */
const knownRefused = decision<{ readonly name: string; readonly status: 400 | 500 } | undefined>(HERE, undefined, {
  faults: {
    'FILTER-PROFILE-ID/refuses-whom-it-knows': { name: 'profile_id', status: 400 },
    'FILTER-ACCOUNT-ID/meets-an-error': { name: 'account_id', status: 500 },
  },
});
/** How a filter for an owner without executions is answered. */
const ownsNothing = decision<'nothing' | 'refused'>(HERE, 'nothing', {
  latitudes: { 'executions/owner-without-any-refused': 'refused' },
  protects: ['FILTER-PROFILE-ID', 'FILTER-ACCOUNT-ID'],
});
/** How a filter for an unknown owner is answered. */
const unknownIds = decision<'nothing' | 'refused'>(HERE, 'nothing', {
  latitudes: { 'executions/unknown-owner-refused': 'refused' },
  protects: ['FILTER-PROFILE-ID', 'FILTER-ACCOUNT-ID'],
});

/** What a list contains when no range is given: the document does not say. */
const unasked = decision<(all: readonly Fields[]) => readonly Fields[]>(HERE, (all) => all, {
  latitudes: {
    'executions/recent-ones-without-a-range': (all) => all.slice(0, Math.ceil(all.length / 2)),
    'executions/none-without-a-range': () => [],
  },
  protects: ['LIST-NO-GAP', 'RANGE-*', 'LIST-PARAMETERS-OPTIONAL', 'FILTER-PROFILE-ID', 'FILTER-ACCOUNT-ID'],
});
/** Executions that no list shows, whatever it is asked for. */
const lost = decision(HERE, false, { faults: { 'FILTER-PROFILE-ID/finds-nothing-in-any-list': true } });

function before(call: Call): readonly Fields[] {
  const { choices, store } = call;
  const given = asked(call, 'since_execution_id');
  if (given === undefined) return store.executions;
  const place = store.executions.findIndex((each) => each['execution_id'] === given);
  if (place >= 0) return choices.of(since)(store.executions, place);
  if (choices.of(unknownSince) === 'nothing') return [];
  throw new Problem(404, 'there is no such execution');
}

/** Returns the index of an execution's order. */
const orderOf = ({ store }: Call, each: Fields): number => store.orders.indexOf(String(each['order_id']));

/** Returns the filter by owner. One owner has all orders, or the first few owners share them in turn. */
function ownsOf(call: Call, name: string): (each: Fields) => boolean {
  const { choices, store } = call;
  const given = asked(call, name);
  const isByProfile = (name === 'profile_id') !== (choices.of(mistaken) === name);
  const all = isByProfile ? store.profiles : store.people.map(({ id }) => id);
  if (given === undefined || !choices.of(owners).includes(name)) return () => true;
  const place = all.indexOf(given);
  const broken = choices.of(knownRefused);
  if (broken?.name === name) throw new Problem(broken.status, 'the filter does not work');
  if (place < 0 && choices.of(unknownIds) === 'refused') throw new Problem(404, 'there is no such owner');
  if (place >= 0 && choices.of(knownOwnAll).includes(name)) return () => true;
  if (choices.of(unjoined).includes(name)) return () => false;
  const { count: shared, forgets } = choices.of(sharers);
  if (forgets === name && asked(call, 'page_cursor') !== undefined) return () => true;
  const count = Math.min(shared, all.length);
  if (place >= count && choices.of(ownsNothing) === 'refused') throw new Problem(403, 'it has no executions');
  return (each) => orderOf(call, each) % count === place;
}

/** The bounds that leave an equal time out if the other one is given too. */
const strict = decision<readonly string[]>(HERE, [], {
  faults: {
    'RANGE-BEGIN/excludes-equal-when-an-end-is-given': ['range.begin'],
    'RANGE-END/excludes-equal-when-a-begin-is-given': ['range.end'],
  },
});

/** The bounds that leave an equal time out on later pages. */
const strictLater = decision<readonly string[]>(HERE, [], {
  faults: { 'LIST-CURSOR-KEEPS-FILTERS/range_begin-excludes-equal-on-later-pages': ['range.begin'] },
});

/** How much later a range ends that begins and ends at one time, in nanoseconds. */
const beyondOneTime = decision(HERE, 0n, {
  faults: { 'RANGE-END/an-hour-later-if-it-equals-the-begin': 3_600_000_000_000n },
});

/** How the two bounds combine. */
const joined = decision<(after: boolean, until: boolean) => boolean>(HERE, (after, until) => after && until, {
  faults: { 'RANGE-END/joined-by-or': (after, until) => after || until },
});

/** Bounds whose UTC offset is respected. */
const atOffsets = decision<readonly string[]>(HERE, ['range.begin', 'range.end'], {
  faults: {
    'RANGE-BEGIN/ignores-the-offset': ['range.end'],
    'RANGE-END/ignores-the-offset': ['range.begin'],
  },
});

/** Returns the bound of that name; with the fault, its local time is read as UTC. */
function boundAt(call: Call, name: string): bigint | undefined {
  const given = asked(call, name);
  if (given === undefined || call.choices.of(atOffsets).includes(name)) return bound(call, name);
  return bound({ ...call, query: { ...call.query, [name]: [given.replace(/[+-]\d\d:\d\d$/, 'Z')] } }, name);
}

function boundsOf(call: Call): readonly [low: bigint | undefined, high: bigint | undefined] {
  const [low, high] = [boundAt(call, 'range.begin'), boundAt(call, 'range.end')];
  return [low, low !== undefined && low === high ? high + call.choices.of(beyondOneTime) : high];
}

/** Returns the bounds that an equal time does not pass. */
function strictOf(call: Call, isRange: boolean): readonly string[] {
  const { choices } = call;
  const isLater = asked(call, 'page_cursor') !== undefined;
  return [...(isRange ? choices.of(strict) : []), ...(isLater ? choices.of(strictLater) : [])];
}

function rangeOf(call: Call): (at: bigint) => boolean {
  const { choices } = call;
  const [low, high] = boundsOf(call);
  if (low !== undefined && choices.of(refusedRange)(low, high)) throw new Problem(400, 'the range is too long');
  const isRange = low !== undefined && high !== undefined;
  const counted = isRange ? choices.of(both) : ['range.begin', 'range.end'];
  const [after, until] = [choices.of(begin), choices.of(end)];
  const excluded = strictOf(call, isRange).map((name) => (name === 'range.begin' ? low : high));
  const join = isRange ? choices.of(joined) : joined.lawful;
  return (at) =>
    !excluded.includes(at) &&
    join(
      low === undefined || !counted.includes('range.begin') || after(at, low),
      high === undefined || !counted.includes('range.end') || until(at, high),
    );
}

const MONTH = 31n * DAY;

/** Whether a range with this begin is refused. The document does not say how long a range may be. */
const refusedRange = decision<(low: bigint, high: bigint | undefined) => boolean>(HERE, () => false, {
  faults: { 'RANGE-BEGIN/refused-without-an-end': (_, high) => high === undefined },
  latitudes: {
    'executions/of-a-month-at-most': (low, high = BigInt(Date.now()) * 1_000_000n) => high - low > MONTH,
  },
  protects: ['RANGE-*', 'LIST-CURSOR-KEEPS-FILTERS'],
});

const RULES: ListRules = {
  sets: [],
  values: { order_id: 'order_id' },
  times: [],
  ordered: false,
  by: 'executed_at',
  bounded: false,
};

/**
 * Whether executions are booked late, at times of earlier ones: the document does not say that each is known at once.
 */
const bookedLate = decision(HERE, false, {
  latitudes: { 'executions/some-are-booked-late': true },
  protects: ['LIST-PAGE-NO-REPEAT', 'LIST-NO-GAP', 'LIST-READ-TWICE', 'SINCE-EXECUTION-ID'],
});

/** Adds fills at the times of earlier ones, spread over the whole list. */
function bookLate({ store: { executions } }: Call): void {
  const turn = executions.length;
  const likes = executions.filter((_, i) => i % STRIDE === turn % STRIDE);
  executions.push(...likes.map((like, i) => ({ ...like, execution_id: `late-${turn + i}` })));
}

/** How many of the oldest executions a look-up by order misses. */
const archived = decision(HERE, 0, { faults: { 'FILTER-ORDER-ID/misses-the-oldest': 3 } });

/** Returns the executions without those that a look-up by order misses. */
function notArchived(call: Call, all: readonly Fields[]): readonly Fields[] {
  const missed = call.choices.of(archived);
  if (missed === 0 || asked(call, 'order_id') === undefined) return all;
  const byTime = [...all].sort((a, b) => String(a['executed_at']).localeCompare(String(b['executed_at'])));
  const oldest = new Set(byTime.slice(0, missed));
  return all.filter((each) => !oldest.has(each));
}

/** List Executions (4.12). */
export const listExecutions: Handler = (call) => {
  const { choices } = call;
  if (choices.of(bookedLate)) bookLate(call);
  const known = remembered(restored(call));
  const inside = rangeOf(known);
  const [ofProfile, ofAccount] = [ownsOf(known, 'profile_id'), ownsOf(known, 'account_id')];
  const isAsked = ['range.begin', 'range.end', 'since_execution_id'].some((name) => asked(known, name) !== undefined);
  const found = isAsked ? before(known) : choices.of(unasked)(before(known));
  const all = choices.of(lost) ? [] : found;
  const mine = notArchived(call, all).filter((each) => ofProfile(each) && ofAccount(each));
  return page(call, mine, RULES, (each) => inside(nanoseconds(each['executed_at']) ?? 0n));
};
