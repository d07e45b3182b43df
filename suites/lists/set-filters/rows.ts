import fc from 'fast-check';
import { listQuery } from '../../../generators/index.ts';
import { listsTaking } from '../../../src/contract/lists.ts';
import { filtersBySet, listOperations } from '../../../src/contract/operations.ts';
import { cases, exploration, probe, question, rule } from '../../../src/engine/check.ts';
import type { ListedItem } from '../../../src/engine/listing.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import { must, observe, type Row, type RowDetails, suite } from '../../../src/engine/row.ts';
import type { Query } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import { sameId } from '../../../src/values/id.ts';
import type { NonEmpty } from '../../../src/values/non-empty.ts';
import { string } from '../../vocabulary/answers.ts';
import { firstFailures } from '../../vocabulary/body-variants.ts';
import { derived, filterRow, stated } from '../../vocabulary/constraints/sources.ts';
import { explored } from '../../vocabulary/explorations.ts';
import { listInputs } from '../../vocabulary/inputs.ts';
import { isSelectedInPages } from '../../vocabulary/lists/filter-walks.ts';
import {
  ask,
  expectEmpty,
  expectListed,
  expectOn,
  knownItems,
  listOf,
  selectsNothing,
  sharedPage,
  stockedList,
  TOGETHER,
  widestPage,
} from '../../vocabulary/lists/listing.ts';
import { inSet, ofFirstPages } from '../../vocabulary/lists/rules.ts';
import {
  chosenValues,
  nearlyOne,
  patternsOf,
  valuesBySize,
  withOneOf,
} from '../../vocabulary/lists/values-of-items.ts';
import { unknownId } from '../../vocabulary/requests.ts';
import { combinations } from './combined-filters.ts';
import { countsBeyond, filling, overfull } from './filling.ts';

/** A filter by a set of values. */
type SetFilter = keyof typeof filtersBySet;

const isSetFilter = (parameter: string): parameter is SetFilter => Object.hasOwn(filtersBySet, parameter);

/** The statements of 4.3 to 4.10 that name each filter by a set of values. */
const SET_CITES: Readonly<Record<SetFilter, NonEmpty<string>>> = {
  ids: ['4.3: ids (string[], limit 100)', '4.6: ids (string[], limit 100)', '4.10: (each string[], limit 100)'],
  ref_ids: [
    '4.3: ref_ids (string[], limit 100)',
    '4.6: ref_ids (string[], limit 100)',
    '4.10: (each string[], limit 100)',
  ],
  profile_ids: ['4.10: profile_ids, identity_ids, ids, ref_ids, account_ids (each string[], limit 100)'],
  identity_ids: ['4.10: profile_ids, identity_ids, ids, ref_ids, account_ids (each string[], limit 100)'],
  account_ids: ['4.10: profile_ids, identity_ids, ids, ref_ids, account_ids (each string[], limit 100)'],
};

/**
 * Returns the values of a member in known items, the rarest first, so that a filter leaves out most items. Returns none
 * when no item has the member.
 */
const valuesOf = async (p: Probing, name: string): Promise<readonly string[]> =>
  valuesBySize(await knownItems(p), name).map(({ value }) => value);

/** Maximum length of each of a hundred values in a URL: many servers refuse URLs of more than eight thousand bytes. */
const LONGEST_OF_MANY = 60;

/** Returns the values of which a hundred fit into a URL, or all if there are no such values. */
async function fittingValues(p: Probing, name: string): Promise<readonly string[]> {
  const values = await valuesOf(p, name);
  const fitting = values.filter((value) => encodeURIComponent(value).length <= LONGEST_OF_MANY);
  return fitting.length > 0 ? fitting : values;
}

/** Number of values that generated filters choose from, so that the selected items should fit on one page. */
const MOST_AT_ONCE = 12;

/** Demands that a filter selects the known items with one of the chosen values, in either order. */
async function expectSelected(
  p: Probing,
  parameter: string,
  name: string,
  { chosen, order }: { readonly chosen: readonly string[]; readonly order?: 'ASC' | undefined },
): Promise<readonly Failure[]> {
  const due = (await knownItems(p)).filter(withOneOf(chosen, name));
  const query = { [parameter]: chosen, ...(order ? { order } : {}) };
  return expectListed(p, query, due, `its ${name} is one of ${parameter}`);
}

/** Demands that a page without a limit holds all that ids select: its default size is their maximum number (4.15). */
async function expectOnPlainPage(p: Probing, query: Query, due: readonly ListedItem[]): Promise<readonly Failure[]> {
  const page = await p.sendValid(sharedPage(p, query));
  return expectOn(p, page, due, 'its id is one of the hundred values of ids, and the request has no limit');
}

/** Members whose value differs for each item, so that a hundred values select a hundred items. */
const ITS_OWN: readonly string[] = ['id', 'ref_id'];

/**
 * Returns values that no item has: a UUID that is nearly a known one and, for ref_id on another host, patterns of a
 * known value. Returns undefined when the known values are not UUIDs.
 */
function almost(p: Probing, name: string, values: readonly string[]): readonly string[] | undefined {
  const near = nearlyOne(values);
  return near === undefined
    ? undefined
    : [near, ...(name === 'ref_id' && !p.run.spendsFreely ? patternsOf(values.slice(0, 1)) : [])];
}

/**
 * Returns texts that are no ID of an item, though a careless look-up may find one by them: a reference, and the beginning
 * of an ID that is a UUID.
 */
async function mistakenIds(p: Probing, ids: readonly string[]): Promise<readonly string[]> {
  const reference = (await valuesOf(p, 'ref_id')).find((each) => !ids.some((value) => sameId(value, each)));
  const beginnings = nearlyOne(ids) === undefined ? [] : patternsOf(ids).slice(0, 1);
  return [...(reference === undefined ? [] : [reference]), ...beginnings];
}

/**
 * Demands that a filter by values that no item has selects nothing. A filter by ids also has other texts, unless the
 * target refuses them: IDs may have to be UUIDs. Instructions are not looked up by one ID elsewhere, so that their filter
 * names one here.
 */
async function selectsNoItem(p: Probing, parameter: string, name: string): Promise<readonly Failure[]> {
  const values = await valuesOf(p, name);
  const unknown = almost(p, name, values) ?? [unknownId(p, parameter)];
  const why = `no item has this ${name}`;
  const others = name === 'id' && listOf(p) !== 'listInstructions' ? await mistakenIds(p, values) : [];
  if (others.length > 0) {
    const { isAccepted, exchange } = await p.answerTo(ask(p, { [parameter]: [...unknown, ...others] }));
    if (isAccepted) return expectEmpty(exchange, why);
  }
  return selectsNothing(p, { [parameter]: unknown }, why);
}

/** Whether the whole list is known, and no item shows one of these values. */
async function areUnused(p: Probing, name: string, texts: readonly string[]): Promise<boolean> {
  const { items, complete } = await stockedList(p, listOf(p));
  const values = items.flatMap(({ item }) => string(item, `/${name}`) ?? []);
  return complete && !values.some((value) => texts.some((text) => sameId(text, value)));
}

/**
 * On loopback, filters ref_ids by the beginning of a known value and by patterns. Demands that this selects nothing, or,
 * if the beginning may be a value itself, leaves the answer to `inSet`.
 */
async function selectsNoPatterns(p: Probing, name: string): Promise<readonly Failure[]> {
  if (name !== 'ref_id' || !p.run.spendsFreely) return [];
  const patterns = patternsOf(await valuesOf(p, name));
  if (patterns.length === 0) return [];
  const failures = await selectsNothing(p, { ref_ids: patterns }, 'no item has one of these ref_ids');
  return (await areUnused(p, name, patterns)) ? failures : [];
}

/** Whether the fixtures can name a value of the member. */
const isOwner = (name: string): name is 'profile_id' | 'identity_id' | 'account_id' =>
  name === 'profile_id' || name === 'identity_id' || name === 'account_id';

/**
 * Demands that a filter by an unknown value selects nothing, for lists whose items do not show the member. If that
 * filter is refused, one by the value in the fixtures must be accepted; `inSet` judges its items.
 */
async function withoutValues(p: Probing, parameter: string, name: string): Promise<readonly Failure[]> {
  const unknown = ask(p, { [parameter]: [unknownId(p, 'filter')] });
  const { evidence, exchange } = await p.answerTo(unknown);
  const named = isOwner(name) ? p.fixtures[name] : undefined;
  if (named !== undefined && (evidence === 'refused' || evidence === 'doubtful')) {
    await p.sendValid(ask(p, { [parameter]: [named] }));
    return [];
  }
  const left = evidence === 'accepted' ? exchange : await p.sendValid(unknown);
  return expectEmpty(left, `no item has this value of ${parameter}`);
}

const SUBSETS = { share: 1 / 20, requests: 1 };
const QUERIES = { share: 1 / 5, requests: 1 };

/** A filter by a set of values, the member of an item that has the value, and how many values it takes. */
interface ValueSet {
  readonly parameter: SetFilter;
  readonly name: string;
  readonly limit: number;
  /** Whether values that items show are sent, too, where so many are needed. */
  readonly knownToo: boolean;
}

/** Demands that the filter selects the items with given values, and none with other values or with patterns. */
async function selectsExactly(p: Probing, { parameter, name }: ValueSet): Promise<readonly Failure[]> {
  const values = await valuesOf(p, name);
  if (values.length === 0) return withoutValues(p, parameter, name);
  const left = await selectsNoItem(p, parameter, name);
  if (left.length > 0 || (await isSelectedInPages(p, parameter))) return left;
  const matched = await selectsNoPatterns(p, name);
  if (matched.length > 0) return matched;
  const chosen = chosenValues(await knownItems(p), name);
  return chosen.length === 0 ? [] : expectSelected(p, parameter, name, { chosen });
}

/** Demands the same of generated sets of values. */
async function selectsAnySet(p: Probing, { parameter, name }: ValueSet): Promise<readonly Failure[]> {
  const values = (await valuesOf(p, name)).slice(0, MOST_AT_ONCE);
  if (values.length === 0) return [];
  const some = fc.record({
    chosen: fc.shuffledSubarray([...values], { minLength: 1 }),
    order: fc.constantFrom(undefined, 'ASC' as const),
  });
  return p.each(some, (each) => expectSelected(p, parameter, name, each), { together: TOGETHER });
}

/** Demands that the filter takes as many values as stated, and that each of them counts. */
async function takesAllValues(p: Probing, { parameter, name, limit, knownToo }: ValueSet): Promise<readonly Failure[]> {
  const found = await fittingValues(p, name);
  const { values, distinct } = await filling(p, parameter, { limit, known: found, knownToo });
  const query = { [parameter]: values(limit) };
  const whole = sharedPage(p, { ...query, ...(await widestPage(p, listOf(p))) });
  // Where values are repeated, the twin repeats one too: the document does not say that repeated values are accepted.
  const few = distinct ? 2 : Math.max(2, found.length + 1);
  const twin = { key: `${few} ${parameter}`, ask: sharedPage(p, { [parameter]: values(few) }) };
  const { isAccepted } = await p.answerTo(whole);
  const failures = isAccepted ? [] : await p.expectAccepted(`${parameter} with ${limit} values`, whole, twin);
  if (failures.length > 0) return failures;
  const [value] = found;
  const items = await knownItems(p);
  const last = value === undefined ? [] : items.filter(withOneOf([value], name)).slice(0, 1);
  const all = items.filter(withOneOf(values(limit), name));
  const some = knownToo ? all : items.filter(withOneOf(values(limit).slice(0, 1), name)).slice(0, 1);
  return firstFailures(
    () => expectListed(p, query, last, `its ${name} is value ${limit} of ${parameter}`),
    () => expectListed(p, query, some, `its ${name} is one of the ${limit} values of ${parameter}`),
    async () => (p.run.spendsFreely && name === 'id' ? expectOnPlainPage(p, query, all) : []),
  );
}

function setRows(parameter: SetFilter): readonly Row[] {
  const name = filtersBySet[parameter].filter.member;
  const [cite, ...cites] = SET_CITES[parameter];
  const sizes = stated('at-most', ({ of, member }) => of === 'values' && member === parameter);
  const set = { parameter, name, limit: sizes[0].limit, knownToo: ITS_OWN.includes(name) };
  const selecting = suite('4.15', listsTaking(parameter), {
    [filterRow(parameter)]: must(
      `${parameter} selects exactly the items with the given values`,
      {
        aspect: 'filters',
        cites: [cite, ...cites],
        lenience:
          'Items that others remove during the read do not count. If no item has the member, this is tried with a value that no item has. An item whose value differs only in case may be selected too.',
      },
      rule(ofFirstPages((exchange) => inSet(exchange, parameter, name))),
      probe((p) => selectsExactly(p, set)),
      cases(SUBSETS, (p) => selectsAnySet(p, set)),
    ),
  });
  return [...selecting, ...sizeRows(set, { aspect: 'limits', ...derived(sizes, '8') })];
}

/** The rows about the number of values that a filter takes. */
function sizeRows(set: ValueSet, said: RowDetails): readonly Row[] {
  const { parameter, name, limit, knownToo } = set;
  const id = filterRow(parameter);
  return suite('4.15', listsTaking(parameter), {
    [`${id}-AT-LIMIT`]: must(
      `${parameter} accepts ${limit} values, and the last one counts`,
      said,
      probe((p) => takesAllValues(p, set)),
    ),
    [`${id}-OVER-LIMIT`]: must(
      `${parameter} with ${limit + 1} values is refused, or only ${limit} of them count`,
      {
        ...said,
        traffic: [rule(countsBeyond(set))],
        lenience: 'The service may also keep the limit by ignoring the values beyond it.',
      },
      probe(async (p) => {
        const known = await fittingValues(p, name);
        return overfull(p, set, await filling(p, parameter, { limit, known, knownToo }));
      }),
    ),
  });
}

/** The statements about queries of lists that have several kinds of filters. */
const QUERY_CITES = [
  '4.3: Query: ids (string[], limit 100), ref_ids (string[], limit 100), created_at.lt',
  '4.6: Query: ids (string[], limit 100), ref_ids (string[], limit 100), created_at.lt',
  '4.10: Query: profile_ids, identity_ids, ids, ref_ids, account_ids (each string[], limit 100), created_at.lt',
] as const;

const ALL_QUERIES = [
  ...QUERY_CITES,
  '4.8: Query: page_cursor, order',
  '4.12: Query: profile_id, account_id, order_id',
] as const;

/** Combined filters, and generated queries (4.15). */
const combined: readonly Row[] = suite('4.15', listOperations, {
  'LIST-FILTERS-COMBINED': observe(
    'Whether filters of different kinds apply together',
    { aspect: 'filters', cites: ALL_QUERIES },
    question(combinations),
  ),
  'LAWFUL-QUERIES': observe(
    'Which valid queries are accepted',
    {
      aspect: 'filters',
      on: listOperations,
      cites: ALL_QUERIES,
    },
    exploration(QUERIES, async (p) => {
      const operation = listOf(p);
      const values = listQuery.valid(operation, await listInputs(p, operation));
      return explored(p, values, [operation, (query) => ({ query })]);
    }),
  ),
});

/** Filters by a set of values (4.3, 4.6, 4.10, 8). */
export const setFilters: readonly Row[] = [
  ...Object.keys(filtersBySet).filter(isSetFilter).flatMap(setRows),
  ...combined,
];
