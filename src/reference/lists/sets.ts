import type { Call } from '../call.ts';
import { absentParty } from '../data/absent-party.ts';
import { decision, only, type Place, shownOn } from '../decision.ts';
import { LISTS_BY_ID } from '../operation-groups.ts';
import { type Fields, Problem } from '../problem.ts';

/** How a filter by a set of values behaves. */
interface SetRules {
  /** Maximum number of accepted values. */
  readonly most: number;
  /** Returns the values that the filter uses. */
  readonly counted: (values: readonly string[]) => readonly string[];
  /** Whether an item with this value matches. */
  readonly passes: (chosen: ReadonlySet<string>, value: string | undefined) => boolean;
}

const LAWFUL: SetRules = {
  most: 100,
  counted: (values) => values,
  passes: (chosen, value) => value !== undefined && chosen.has(value),
};
const SPARSELY: SetRules = { ...LAWFUL, passes: (chosen, value) => value === undefined || chosen.has(value) };

/** Uses only the first of many values and the last fifty. */
const COUNTING_FIFTY: SetRules = {
  ...LAWFUL,
  counted: (values) => (values.length > 51 ? [...values.slice(0, 1), ...values.slice(-50)] : values),
};

const beginsAs = (value: string, given: string): boolean => value.startsWith(given.slice(0, 8));

/** Whether a value matches a pattern in which `%` stands for any text and `_` for any character. */
function isOfPattern(value: string, pattern: string): boolean {
  const literal = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('%', '.*').replaceAll('_', '.')}$`, 's').test(value);
}

const BY_BEGINNING: SetRules = {
  ...LAWFUL,
  passes: (chosen, value) => value !== undefined && [...chosen].some((given) => value.startsWith(given)),
};

const BY_PARTS: SetRules = {
  ...LAWFUL,
  passes: (chosen, value) => value !== undefined && [...chosen].some((given) => value.includes(given)),
};

/** Wrong ways to compare references, which clients choose. */
const REFERENCES = {
  'FILTER-REF-IDS/by-their-beginning': BY_BEGINNING,
  'FILTER-REF-IDS/as-patterns': {
    ...LAWFUL,
    passes: (chosen, value) => value !== undefined && [...chosen].some((given) => isOfPattern(value, given)),
  },
} as const satisfies Readonly<Record<string, SetRules>>;

/** Also selects items without the member where the filter has several values. */
const SPARSELY_BESIDE_SEVERAL: SetRules = {
  ...LAWFUL,
  passes: (chosen, value) => (value === undefined ? chosen.size > 1 : chosen.has(value)),
};

/** Values are looked up twenty at a time, and only what the last look-up found is kept. */
const LAST_TWENTY: SetRules = { ...LAWFUL, counted: (values) => values.slice(-1 - ((values.length - 1) % 20)) };

const ADDRESSES = ['listAddresses'];

/** The filters by a set of values, with the compared member and the operations that accept each (4.3, 4.6, 4.10). */
const SETS = {
  ids: { member: 'id', on: LISTS_BY_ID },
  ref_ids: { member: 'ref_id', on: LISTS_BY_ID },
  profile_ids: { member: 'profile_id', on: ADDRESSES },
  identity_ids: { member: 'identity_id', on: ADDRESSES },
  account_ids: { member: 'account_id', on: ADDRESSES },
} as const;

/** Members that some items lack. */
const SPARSE = ['identity_id', 'account_id'];

export type SetName = keyof typeof SETS;

function rulesOf(name: SetName, { member, on }: { readonly member: string; readonly on: readonly string[] }) {
  const id = `FILTER-${name.replaceAll('_', '-').toUpperCase()}`;
  const place: Place = { section: '4.15', on };
  return decision<SetRules>(place, LAWFUL, {
    faults: {
      [`${id}/ignored`]: { ...LAWFUL, passes: () => true },
      [`${id}/by-eight-characters`]: {
        ...LAWFUL,
        passes: (chosen, value) => value !== undefined && [...chosen].some((given) => beginsAs(value, given)),
      },
      ...(name === 'ref_ids' ? REFERENCES : {}),
      ...(name === 'ref_ids' ? { [`${id}/by-their-parts`]: only(['listInstructions'], BY_PARTS) } : {}),
      ...(name === 'ids' ? { [`${id}/by-their-beginning`]: only(['listFiat', 'listAddresses'], BY_BEGINNING) } : {}),
      ...(name === 'ref_ids'
        ? { [`${id}/those-without-one-beside-several`]: shownOn(ADDRESSES, SPARSELY_BESIDE_SEVERAL) }
        : {}),
      ...(name === 'ids' || name === 'ref_ids'
        ? { [`${id}-AT-LIMIT/counts-one-and-the-last-fifty`]: shownOn(LISTS_BY_ID, COUNTING_FIFTY) }
        : {}),
      ...(on === ADDRESSES ? { [`${id}-AT-LIMIT/counts-the-last-twenty`]: LAST_TWENTY } : {}),
      ...(SPARSE.includes(member) ? { [`${id}/those-without-one-as-well`]: SPARSELY } : {}),
      [`${id}/only-first-value`]: { ...LAWFUL, counted: (values) => values.slice(0, 1) },
      [`${id}-AT-LIMIT/accepts-99-at-most`]: { ...LAWFUL, most: 99 },
      [`${id}-AT-LIMIT/ignores-the-hundredth`]: { ...LAWFUL, counted: (values) => values.slice(0, 99) },
      [`${id}-OVER-LIMIT/accepts-101`]: { ...LAWFUL, most: 101 },
      [`${id}-OVER-LIMIT/takes-any-number`]: { ...LAWFUL, most: 1_000_000 },
    },
    latitudes: {
      [`filters/${name}-cut-to-100`]: { ...LAWFUL, most: 1_000_000, counted: (values) => values.slice(0, 100) },
      [`filters/${name}-of-the-last-100`]: { ...LAWFUL, most: 1_000_000, counted: (values) => values.slice(-100) },
    },
    protects: [`${id}-OVER-LIMIT`],
  });
}

/** How a set filter reads the values of all parameters of its name; the document shows no encoding. */
const encodings = decision<(given: readonly string[]) => readonly string[]>(
  { section: '4.15', on: LISTS_BY_ID },
  (given) => given.flatMap((value) => value.split(',')),
  {
    latitudes: {
      'arrays/repeated-parameters': (given) => given,
      'arrays/last-parameter-with-commas': (given) => given.slice(-1).flatMap((value) => value.split(',')),
      'arrays/refuses-repeated-parameters': (given) => {
        if (given.length > 1) throw new Problem(400, 'a parameter is given twice; separate values by commas');
        return given.flatMap((value) => value.split(','));
      },
      'arrays/separated-by-pipes': (given) => given.slice(-1).flatMap((value) => value.split('|')),
      'arrays/separated-by-spaces': (given) => given.slice(-1).flatMap((value) => value.split(' ')),
    },
    protects: ['FILTER-IDS', 'FILTER-*-IDS', 'FILTER-*-AT-LIMIT', 'FILTER-*-OVER-LIMIT'],
  },
);

/** Whether ids finds items by their ref_id too. */
const findsReferences = decision({ section: '4.15', on: LISTS_BY_ID }, false, {
  faults: { 'FILTER-IDS/finds-by-ref-id-too': shownOn(['listFiat', 'listAddresses'], true) },
});

/** How a filter for unknown parties is answered, which the document does not show. */
const unknownIds = decision<'match nothing' | 'refused'>({ section: '7', on: ADDRESSES }, 'match nothing', {
  latitudes: { 'filters/unknown-parties-refused': 'refused' },
  protects: ['FILTER-PROFILE-IDS', 'FILTER-IDENTITY-IDS', 'FILTER-ACCOUNT-IDS', 'FILTER-*-IDS-AT-LIMIT'],
});

/** How a list is answered when its set filters match no item. */
const noneLeft = decision<'empty page' | 'refused'>({ section: '7', on: LISTS_BY_ID }, 'empty page', {
  latitudes: { 'filters/refused-where-none-passes': 'refused' },
  protects: [
    'FILTER-IDS',
    'FILTER-*-IDS',
    'FILTER-*-AT-LIMIT',
    'AUTH-REFUSED-DOES-NOTHING',
    'DA-REFUSED-LEAVES-NOTHING',
  ],
});

/** Throws Problem when the set filters match no item and this instance refuses such requests. */
export function refuseEmpty({ choices, query }: Call, chosen: readonly Fields[]): void {
  const isFiltered = Object.keys(SETS).some((name) => query[name] !== undefined);
  if (isFiltered && chosen.length === 0 && choices.of(noneLeft) === 'refused')
    throw new Problem(404, 'nothing is found');
}

function refuseUnknownIds({ choices, store }: Call, name: SetName, given: readonly string[]): void {
  const parties: Readonly<Partial<Record<SetName, readonly unknown[]>>> = {
    profile_ids: store.profiles,
    identity_ids: store.people.map(({ identity_id }) => identity_id),
    account_ids: store.people.map(({ id }) => id),
  };
  const own = choices.of(unknownIds) === 'refused' ? parties[name] : undefined;
  const unknown = own && given.find((value) => !own.includes(value));
  if (unknown !== undefined) throw new Problem(404, `${name} names one that is not there`);
}

/** Returns the values of a parameter that has several, or undefined if it is not given. */
type Values = (call: Call, name: string) => readonly string[] | undefined;

const byIndex: Values = ({ query }, name) => {
  const found = Object.keys(query).filter((each) => each.startsWith(`${name}[`) && /\[\d+\]$/.test(each));
  return found.length === 0 ? undefined : found.flatMap((each) => query[each] ?? []);
};

const parameters = decision<Values>({ section: '4.15', on: LISTS_BY_ID }, ({ query }, name) => query[name], {
  latitudes: {
    'arrays/only-in-brackets': ({ query }, name) => query[`${name}[]`],
    'arrays/only-with-indices': byIndex,
  },
  protects: ['FILTER-IDS', 'FILTER-*-IDS', 'FILTER-*-AT-LIMIT', 'FILTER-*-OVER-LIMIT'],
});

/** Whether a filter may contain a value twice: the document does not say. */
const mayRepeat = decision({ section: '4.15', on: LISTS_BY_ID }, true, {
  latitudes: { 'filters/repeated-values-refused': false },
  protects: ['FILTER-*-AT-LIMIT', 'FILTER-*-OVER-LIMIT'],
});

/** With the fault, later pages also hold the items without the member that this filter compares. */
const loosened = decision<SetName | undefined>({ section: '4.15', on: LISTS_BY_ID }, undefined, {
  faults: { 'LIST-CURSOR-KEEPS-FILTERS/adds-those-without-an-account': shownOn(['listAddresses'], 'account_ids') },
});

const decisions = new Map(
  (Object.keys(SETS) as SetName[]).map((name) => [name, { ...SETS[name], rules: rulesOf(name, SETS[name]) }]),
);

/** Returns the set filters of a request. */
export function setFilters(call: Call, names: readonly SetName[]): readonly ((item: Fields) => boolean)[] {
  return names.flatMap((name) => {
    const values = call.choices.of(parameters)(call, name);
    const given = values && call.choices.of(encodings)(values);
    const set = decisions.get(name);
    if (!given || !set) return [];
    const { most, counted, passes } = call.choices.of(set.rules);
    if (given.length > most) throw new Problem(400, `${name} takes at most 100 values`);
    if (!call.choices.of(mayRepeat) && new Set(given).size < given.length)
      throw new Problem(400, `${name} names a value twice`);
    refuseUnknownIds(call, name, given);
    const chosen = new Set(counted(given));
    const isLoose = call.choices.of(loosened) === name && call.query['page_cursor'] !== undefined;
    return [
      (item: Fields) => {
        const value = item[set.member];
        const isAbsent = value === undefined || value === call.choices.of(absentParty);
        if (isAbsent && isLoose) return true;
        const isFoundByReference =
          name === 'ids' && call.choices.of(findsReferences) && chosen.has(String(item['ref_id']));
        return isFoundByReference || passes(chosen, isAbsent ? undefined : String(value));
      },
    ];
  });
}
