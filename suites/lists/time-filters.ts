import fc, { type Arbitrary } from 'fast-check';
import { around, type Spelling, spell, spellings } from '../../generators/index.ts';
import { facts, listOperations, type Operation } from '../../src/contract/operations.ts';
import type { ListedItem, Probing } from '../../src/engine/probing.ts';
import { cases, must, NOT_CONCERNED, probe, type Row, rule, suite } from '../../src/engine/row.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { type Instant, instant, timestamp } from '../../src/values/instant.ts';
import { member } from '../../src/values/json.ts';
import { firstFailures } from '../vocabulary/demands.ts';
import { boundOf, isLeftInPages, isUpdatedHere } from '../vocabulary/lists/filter-walks.ts';
import { innerEnd, instantBetween, instantNear } from '../vocabulary/lists/instants.ts';
import { type Bounded, exactly, leavesOut } from '../vocabulary/lists/kept-times.ts';
import {
  expectEmpty,
  expectListed,
  expectOn,
  filteredPage,
  knownItems,
  missingOn,
  type Query,
  TOGETHER,
} from '../vocabulary/lists/listing.ts';
import { AFTER_ALL, BEFORE_ALL, COMPARISONS, type Comparison, inTime, isLaterPage } from '../vocabulary/lists/rules.ts';

/** Which words of each list name its filters by time, where it is not 4.8. */
const IN_LIST: Readonly<Partial<Record<Operation, string>>> = {
  listFiat: '4.3: created_at.lt / .lte / .eq / .gte / .gt (date-time)',
  listInstructions: '4.6: created_at.lt / .lte / .eq / .gte / .gt',
  listAddresses: '4.10: created_at.lt/.lte/.eq/.gte/.gt',
};

const MEANING: Readonly<Record<Comparison, string>> = {
  lt: 'strictly less',
  lte: 'less or equal',
  eq: 'equal',
  gte: 'greater or equal',
  gt: 'strictly greater',
};

const WORDS: Readonly<Record<Comparison, string>> = {
  lt: 'lt strictly less',
  lte: 'lte less or equal',
  eq: 'eq equal',
  gte: 'gte greater or equal',
  gt: 'gt strictly greater',
};

/** A known item with the time that a filter looks at. */
interface Timed extends ListedItem {
  readonly time: Instant;
}

/** Known items with the time that a filter looks at; but for the account whose members this run adds to, which it updates. */
async function timedItems(p: Probing, name: string): Promise<readonly Timed[]> {
  return (await knownItems(p)).flatMap((each) => {
    if (isUpdatedHere(p, name, each)) return [];
    const time = instant(member(each.item, name));
    return time === undefined ? [] : [{ ...each, time }];
  });
}

/** The other end of a window. */
interface OtherEnd {
  readonly comparison: Comparison;
  readonly written: string;
}

/** A comparison of a member with an instant, how that is written, and the other end where there is a window. */
interface Filtered extends Bounded {
  readonly written: string;
  readonly otherEnd?: OtherEnd | undefined;
}

/** Demands that a filter by time leaves the known items that it should, and none that shows the bound and should not be left. */
async function leavesIn(
  p: Probing,
  timed: readonly Timed[],
  { name, comparison, bound, written, otherEnd }: Filtered,
): Promise<readonly Failure[]> {
  const beside: Query = otherEnd ? { [`${name}.${otherEnd.comparison}`]: otherEnd.written } : {};
  const page = await filteredPage(p, { ...beside, [`${name}.${comparison}`]: written });
  const undue = await leavesOut(p, page, { name, comparison, bound });
  if (undue.length > 0) return undue;
  const due = timed.filter(({ time }) => COMPARISONS[comparison](time, bound) && isInside(time, otherEnd));
  const isWhole = (await missingOn(p, page, due)) === undefined;
  const why = `its ${name} is ${MEANING[comparison]}, compared with ${written}`;
  return isWhole ? [] : expectOn(p, page, await exactly(p, name, bound, due), why);
}

async function timeFilter(p: Probing, name: string, comparison: Comparison): Promise<readonly Failure[]> {
  const timed = await timedItems(p, name);
  if (timed.length === 0) return withoutTimes(p, name, comparison, await knownItems(p));
  const times = timed.map(({ time }) => time);
  const near = instantNear(times, comparison);
  if (near === undefined) return [];
  const at = (bound: Instant, otherEnd?: OtherEnd) => (): Promise<readonly Failure[]> =>
    leavesIn(p, timed, { name, comparison, bound, written: boundOf(comparison, bound), otherEnd });
  const parameter = `${name}.${comparison}`;
  const alone = (await isLeftInPages(p, parameter)) ? [] : [at(near)];
  const inner = instantBetween(times, comparison) ?? near;
  const window = at(inner, otherEndOf(comparison, innerEnd(times, comparison, inner)));
  return firstFailures(...alone, ...(isWindowed(p, parameter) ? [window] : []));
}

/** Filters that are tried in a window as well, with another end; others as the budgets allow. */
const WINDOWED: readonly string[] = ['created_at.lt', 'created_at.gt'];

/**
 * On loopback on every list, elsewhere on one, since lists are mostly written alike; there each list is walked in a window that ends
 * with created_at.lt.
 */
const isWindowed = (p: Probing, parameter: string): boolean =>
  p.run.loopback ? WINDOWED.includes(parameter) : parameter === 'created_at.gt' && p.operation === 'listFiat';

const INSTANTS = { share: 1 / 20, requests: 1 };

async function drawnTimes(p: Probing, name: string, comparison: Comparison): Promise<readonly Failure[]> {
  const timed = await timedItems(p, name);
  if (timed.length === 0) return [];
  const values = bounded(timed.map(({ time }) => time));
  return p.each(
    values,
    ({ bound, spelling }) => {
      const written = spell(bound, spelling);
      return leavesIn(p, timed, { name, comparison, bound, written, otherEnd: otherEndOf(comparison) });
    },
    { together: TOGETHER },
  );
}

/** The other end of a window: at this instant, or beyond all items. */
function otherEndOf(comparison: Comparison, end?: Instant): OtherEnd | undefined {
  if (comparison === 'eq') return undefined;
  const written = end === undefined ? undefined : timestamp(end);
  return comparison.startsWith('l')
    ? { comparison: 'gte', written: written ?? BEFORE_ALL }
    : { comparison: 'lt', written: written ?? AFTER_ALL };
}

/** Whether a time is on this side of the other end: what was taken over from elsewhere may be older. */
function isInside(time: Instant, otherEnd: OtherEnd | undefined): boolean {
  const end = instant(otherEnd?.written);
  return !otherEnd || end === undefined || COMPARISONS[otherEnd.comparison](time, end);
}

/** Where no item has a time, as none of 2.3 must: what a bound before or after all of them leaves. */
async function withoutTimes(
  p: Probing,
  name: string,
  comparison: Comparison,
  items: readonly ListedItem[],
): Promise<readonly Failure[]> {
  const widest = comparison.startsWith('g') ? BEFORE_ALL : AFTER_ALL;
  for (const bound of [BEFORE_ALL, AFTER_ALL]) {
    const query = { [`${name}.${comparison}`]: bound };
    const isWidest = bound === widest && comparison !== 'eq';
    // Nothing may have been updated yet, and what has no time passes no filter.
    if (isWidest && name === 'updated_at') continue;
    const failures = isWidest
      ? await expectListed(p, query, items, `every ${name} is ${MEANING[comparison]}, compared with ${bound}`)
      : expectEmpty(await filteredPage(p, query), `no ${name} is ${MEANING[comparison]}, compared with ${bound}`);
    if (failures.length > 0) return failures;
  }
  return [];
}

/** An instant to filter at and how it is written. */
interface Bound {
  readonly bound: Instant;
  readonly spelling: Spelling;
}

const MILLISECOND = 1_000_000n;

/** Instants of the data and those around them to the millisecond, in every spelling that RFC 3339 allows. */
function bounded(times: readonly Instant[]): Arbitrary<Bound> {
  const near = fc.constantFrom(...times).chain((time) => around(time, MILLISECOND));
  return fc.record({ bound: near, spelling: spellings() });
}

function timeRows(name: 'created_at' | 'updated_at'): readonly Row[] {
  const on = listOperations.filter((operation) => `${name}.lt` in facts(operation).query);
  return (Object.keys(COMPARISONS) as Comparison[]).flatMap((comparison) =>
    suite('4.15', on, {
      [`${name.replace('_', '-').toUpperCase()}-${comparison.toUpperCase()}`]: must(
        `${name}.${comparison} selects exactly the items whose ${name} is ${MEANING[comparison]}`,
        {
          aspect: 'filters',
          cites: [
            WORDS[comparison],
            ...on.map((operation) => IN_LIST[operation] ?? `4.8: ${name}.lt/.lte/.eq/.gte/.gt`),
          ],
          lenience:
            'compared as instants, whatever their spelling; times may be kept with more digits than they show, which shows where all comparisons agree; bounds have no digits but zeros behind those that an item shows, or lie two seconds from any item, and have at most nine; items that others remove meanwhile do not count; where items do not show it, tried with bounds before and after all of them; a window has another end, between two items or beyond all of them, on one list where the target is on another host; there the pages that LIST-CURSOR-KEEPS-FILTERS reads under the filter are enough where they hold just what is due',
        },
        rule((exchange) =>
          isLaterPage(exchange) ? NOT_CONCERNED : inTime(exchange, `${name}.${comparison}`, name, comparison),
        ),
        probe((p) => timeFilter(p, name, comparison)),
        cases(INSTANTS, (p) => drawnTimes(p, name, comparison)),
      ),
    }),
  );
}

/** Filters by time (4.15). */
export const timeFilters: readonly Row[] = [...timeRows('created_at'), ...timeRows('updated_at')];
