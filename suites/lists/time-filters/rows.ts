import fc, { type Arbitrary } from 'fast-check';
import { around, type Spelling, spell, spellings } from '../../../generators/index.ts';
import { listFilterOf, listsTaking } from '../../../src/contract/lists.ts';
import type { Comparison, Operation } from '../../../src/contract/operations.ts';
import { cases, probe, rule } from '../../../src/engine/check.ts';
import { unlessInconclusive } from '../../../src/engine/inconclusive.ts';
import type { ListedItem } from '../../../src/engine/listing.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import { must, type Row, suite } from '../../../src/engine/row.ts';
import type { Query } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import { type Instant, instant, isWhole, MILLISECOND, SECOND, timestamp } from '../../../src/values/instant.ts';
import { member } from '../../../src/values/json.ts';
import { accountsAfter } from '../../identity-accounts/additions.ts';
import { firstFailures } from '../../vocabulary/body-variants.ts';
import { filterRow } from '../../vocabulary/constraints/sources.ts';
import { isSelectedInPages } from '../../vocabulary/lists/filter-walks.ts';
import {
  beforeEach,
  innerEnd,
  inSame,
  instantBetween,
  instantNear,
  looserBound,
  outerEnd,
} from '../../vocabulary/lists/instants.ts';
import {
  expectListed,
  expectOn,
  filteredPageWith,
  knownItems,
  missingOn,
  TOGETHER,
} from '../../vocabulary/lists/listing.ts';
import { boundOf } from '../../vocabulary/lists/made-filters.ts';
import {
  AFTER_ALL,
  BEFORE_ALL,
  COMPARISONS,
  inclusive,
  inTime,
  MEANING,
  ofFirstPages,
} from '../../vocabulary/lists/rules.ts';
import { type TimedItem, timedItems } from '../../vocabulary/lists/timed-items.ts';
import { nanosecondsOfStep } from '../../vocabulary/shown-times.ts';
import { type Bounded, exactly, expectExcluded } from './kept-times.ts';
import { atMonthEnds, takesMonthEnds } from './month-ends.ts';
import { isWindowed, type OtherEnd, oldestFirst, otherEndOf } from './windows.ts';
import { withoutTimes } from './without-times.ts';

/** The statement of each list about its filters by time; List Accounts (4.8) has one for each member. */
const IN_LIST: Readonly<Partial<Record<Operation, string>>> = {
  listFiat: '4.3: created_at.lt / .lte / .eq / .gte / .gt (date-time)',
  listInstructions: '4.6: created_at.lt / .lte / .eq / .gte / .gt',
  listAddresses: '4.10: created_at.lt/.lte/.eq/.gte/.gt',
};

const WORDS: Readonly<Record<Comparison, string>> = {
  lt: 'lt strictly less',
  lte: 'lte less or equal',
  eq: 'eq equal',
  gte: 'gte greater or equal',
  gt: 'gt strictly greater',
};

/** Items show fractions of a second if the last digit of their times is for fewer nanoseconds than this. */
const LEAST_FRACTION = 10_000_000n;

/** The same of fractions of a millisecond. */
const LEAST_FINE_FRACTION = 10_000n;

const comparisonNames = Object.keys(COMPARISONS) as readonly Comparison[];

/** A filter by time: the comparison, how its bound is written, and the opposite bound where there is a window. */
interface Filtered extends Bounded {
  readonly written: string;
  readonly otherEnd?: OtherEnd | undefined;
  /** Further bounds, which the other ones imply. */
  readonly implied?: Query;
}

/** Some windows ask for deleted accounts as well: a filter by time applies to them too. */
const withDeleted = (p: Probing, comparison: Comparison): Query =>
  p.operation === 'listFiat' && comparison === 'gt' ? { include_deleted: true } : {};

/**
 * Demands that a filter by time selects the known items that it should, and none that shows the bound and should be
 * left out.
 */
async function expectSelected(
  p: Probing,
  timed: readonly TimedItem[],
  filtered: Filtered,
): Promise<readonly Failure[]> {
  const { name, comparison, bound, written, otherEnd, implied = {} } = filtered;
  const beside: Query = otherEnd
    ? { [`${name}.${otherEnd.comparison}`]: otherEnd.written, ...withDeleted(p, comparison) }
    : {};
  const page = await filteredPageWith(p, implied, { ...beside, [`${name}.${comparison}`]: written });
  const undue = await expectExcluded(p, page, { name, comparison, bound });
  if (undue.length > 0) return undue;
  const due = timed.filter(
    ({ time }) => COMPARISONS[comparison](time, bound) && isInside(time, otherEnd) && isWithin(p, time, implied),
  );
  const isWhole = (await missingOn(p, page, due)) === undefined;
  const why = `its ${name} is ${MEANING[comparison]} ${written}`;
  return isWhole ? [] : expectOn(p, page, await exactly(p, name, bound, due), why);
}

async function timeFilter(p: Probing, name: string, comparison: Comparison): Promise<readonly Failure[]> {
  const timed = await timedItems(p, name);
  if (timed.length === 0) return withoutTimes(p, name, comparison, await knownItems(p));
  const times = timed.map(({ time }) => time);
  const bound = instantNear(times, comparison);
  if (bound === undefined) return [];
  const filter = { name, comparison, bound, written: boundOf(comparison, bound) };
  const parameter = `${name}.${comparison}`;
  const selecting = (filtered: Filtered) => (): Promise<readonly Failure[]> => expectSelected(p, timed, filtered);
  const implied = p.run.spendsFreely ? [selecting(withImplied(p, filter))] : [];
  // Bounds beside it may hide that a filter finds only one of several items.
  const isOfSeveral = comparison === 'eq' && times.filter((time) => time === bound).length > 1;
  const plain = !p.run.spendsFreely || isOfSeveral ? [selecting(filter)] : [];
  const alone = (await isSelectedInPages(p, parameter)) ? [] : [...implied, ...plain];
  const window = isWindowed(p, parameter) ? [selecting(inWindow(times, filter))] : [];
  const same = p.run.spendsFreely && comparison === 'gte' ? sameBounds(timed, name).map(selecting) : [];
  const none = p.run.spendsFreely && parameter === 'created_at.lt' ? [selecting(beforeAll(times, name))] : [];
  const near = p.run.spendsFreely && comparison === 'eq' ? besideOne(timed, name).map(selecting) : [];
  const late = () => selectsChanged(p, name, comparison);
  const ends = () => takesMonthEnds(p, filter);
  return firstFailures(...alone, ...window, ...same, ...none, ...near, late, ends);
}

/**
 * Demands on loopback that an account which got new members is found by its new updated_at: an index may keep the former
 * one. All attempts look for the same update: a repeated one may have no identity left to add.
 */
async function selectsChanged(p: Probing, name: string, comparison: Comparison): Promise<readonly Failure[]> {
  if (!p.run.spendsFreely || name !== 'updated_at' || comparison !== 'gte' || !p.verifies('addMembers')) return [];
  const changed = await p.once('account updated by new members', () => accountUpdated(p));
  if (!changed) return [];
  const query = { [`${name}.${comparison}`]: timestamp(changed.time) };
  return p.eventually(() => expectListed(p, query, [changed], 'it was updated then, when members were added'));
}

/** Returns an account that shows a later updated_at after members were added to it. */
async function accountUpdated(p: Probing): Promise<TimedItem | undefined> {
  const { items } = await p.known('listAccounts');
  const after = await unlessInconclusive(undefined, () => accountsAfter(p));
  const timeNow = (found: ListedItem | undefined): Instant | undefined => instant(member(found?.item, 'updated_at'));
  return after?.items
    .flatMap((now) => {
      const [from, to] = [timeNow(items.find(({ id }) => id === now.id)), timeNow(now)];
      return from !== undefined && to !== undefined && from < to ? [{ ...now, time: to }] : [];
    })
    .at(0);
}

// A service that looks at one bound of each direction only may take an implied bound and ignore the filter.

/**
 * Adds to eq bounds before and after all items, and to a lower bound the order in which clients read what is new. The
 * pages that LIST-CURSOR-KEEPS-FILTERS reads have lower bounds in the default order, and upper bounds in both.
 */
function withImplied(p: Probing, filter: Filtered): Filtered {
  if (filter.comparison !== 'eq') return { ...filter, implied: oldestFirst(p, filter.comparison) };
  return { ...filter, implied: atMonthEnds(p.operation, filter.name) };
}

/** Adds an opposite bound to a filter, and to both bounds a looser one. The bound of lt has nine digits then. */
function inWindow(times: readonly Instant[], filter: Filtered): Filtered {
  const { name, comparison } = filter;
  const bound = (comparison === 'lt' ? instantBetween(times, comparison) : undefined) ?? filter.bound;
  const otherEnd = otherEndOf(comparison, innerEnd(times, comparison, bound) ?? outerEnd(times, comparison));
  const looser = { [`${name}.${inclusive(comparison)}`]: timestamp(looserBound(times, comparison, bound)) };
  const opposite = otherEnd?.comparison === 'lt' ? { [`${name}.lte`]: AFTER_ALL } : { [`${name}.gt`]: BEFORE_ALL };
  return {
    ...filter,
    bound,
    written: boundOf(comparison, bound),
    otherEnd,
    implied: { ...looser, ...opposite },
  };
}

/** Returns a filter that should select none of these items: a list without items is a valid answer. */
function beforeAll(times: readonly Instant[], name: string): Filtered {
  const bound = beforeEach(times);
  return { name, comparison: 'lt', bound, written: timestamp(bound) };
}

/**
 * Returns a filter for the millisecond of an item that shows smaller fractions, but not for its time. If no item does, for
 * the second of an item, if items show fractions of a second.
 */
function besideOne(timed: readonly TimedItem[], name: string): readonly Filtered[] {
  const showing = (fraction: bigint) => timed.filter(({ item }) => nanosecondsOfStep(member(item, name)) < fraction);
  const finest = showing(LEAST_FINE_FRACTION).find(({ time }) => !isWhole(time, MILLISECOND));
  const one = finest ?? showing(LEAST_FRACTION)[0];
  const bound = one && inSame(finest ? MILLISECOND : SECOND, one.time);
  return bound === undefined || timed.some(({ time }) => time === bound)
    ? []
    : [{ name, comparison: 'eq', bound, written: boundOf('eq', bound) }];
}

/** Returns a window of a single time, which both bounds include. */
function sameBounds(timed: readonly TimedItem[], name: string): readonly Filtered[] {
  const times = timed.map(({ time }) => time);
  const bound = instantNear(times, 'eq');
  if (bound === undefined) return [];
  const written = boundOf('eq', bound);
  return [{ name, comparison: 'gte', bound, written, otherEnd: { comparison: 'lte', written } }];
}

const INSTANTS = { share: 1 / 20, requests: 1 };

async function drawnTimes(p: Probing, name: string, comparison: Comparison): Promise<readonly Failure[]> {
  const timed = await timedItems(p, name);
  if (timed.length === 0) return [];
  const values = bounded(timed.map(({ time }) => time));
  return p.each(
    values,
    ({ bound, spelling }) => {
      const written = spell(bound, spelling);
      const otherEnd = otherEndOf(
        comparison,
        outerEnd(
          timed.map(({ time }) => time),
          comparison,
        ),
      );
      return expectSelected(p, timed, { name, comparison, bound, written, otherEnd });
    },
    { together: TOGETHER },
  );
}

/** Whether a time is inside the opposite bound. Imported data may be older than that. */
function isInside(time: Instant, otherEnd: OtherEnd | undefined): boolean {
  const end = instant(otherEnd?.written);
  return !otherEnd || end === undefined || COMPARISONS[otherEnd.comparison](time, end);
}

/** Whether a time is within further bounds: imported data may also be older than those. */
const isWithin = ({ operation }: Probing, time: Instant, bounds: Query): boolean =>
  Object.entries(bounds).every(([parameter, written]) => {
    const filter = listFilterOf(operation, parameter);
    const at = instant(written);
    return filter?.by !== 'time' || at === undefined || COMPARISONS[filter.comparison](time, at);
  });

/** A bound and how it is written. */
interface WrittenBound {
  readonly bound: Instant;
  readonly spelling: Spelling;
}

/** Generates times of the data and times next to them, to the millisecond, in every spelling that RFC 3339 allows. */
function bounded(times: readonly Instant[]): Arbitrary<WrittenBound> {
  const near = fc.constantFrom(...times).chain((time) => around(time, MILLISECOND));
  return fc.record({ bound: near, spelling: spellings() });
}

function timeRows(name: 'created_at' | 'updated_at'): readonly Row[] {
  const on = listsTaking(`${name}.lt`);
  return comparisonNames.flatMap((comparison) =>
    suite('4.15', on, {
      [filterRow(`${name}.${comparison}`)]: must(
        `${name}.${comparison} selects exactly the items whose ${name} is ${MEANING[comparison]} the bound`,
        {
          aspect: 'filters',
          cites: [
            WORDS[comparison],
            ...on.map((operation) => IN_LIST[operation] ?? `4.8: ${name}.lt/.lte/.eq/.gte/.gt`),
          ],
          lenience:
            'Times are compared as instants, whatever their spelling. The service may keep more digits of a time than it shows, if all comparisons agree on that. A bound has only zeros after the digits that an item shows, or lies more than a second from any item, and has at most nine digits. Items that others remove during the read do not count. If items do not show the time, a bound is tried at which created_at.lt divides them, a second or more from any of them, or else bounds before and after all of them. A window has a second bound, between two items or beyond all items, and looser bounds that both imply; so has eq, if the target is on loopback. There, lower bounds are also tried with order=ASC, unless that is refused. The service may refuse bounds of one direction together, but if it accepts them, each counts. If the target is not on loopback, a window is tried on only one list, and the pages that LIST-CURSOR-KEEPS-FILTERS reads with the filter are enough if they contain exactly the items that are due.',
        },
        rule(ofFirstPages((exchange) => inTime(exchange, `${name}.${comparison}`, { name, comparison }))),
        probe((p) => timeFilter(p, name, comparison)),
        cases(INSTANTS, (p) => drawnTimes(p, name, comparison)),
      ),
    }),
  );
}

/** Filters by time (4.15). */
export const timeFilters: readonly Row[] = [...timeRows('created_at'), ...timeRows('updated_at')];
