import { referred, type Schema, schema } from '../../../schemas/index.ts';
import { definite } from '../../values/definite.ts';
import { isObject, type Json, type JsonObject, member } from '../../values/json.ts';
import type { NonEmpty } from '../../values/non-empty.ts';
import type { FiatNetwork } from '../networks.ts';
import type { Operation } from '../operations.ts';
import type { Citation } from '../requirement.ts';
import type { AtMost, BoundaryCase, Cell, Constraint, RequestParts, Typed } from './constraint.ts';
import { bodyOf } from './members.ts';

/** Something that a limit counts: its size, and the value to show if it is too large. */
interface Measured {
  readonly size: number;
  readonly value: Json;
}

interface Limit extends Pick<AtMost, 'operation' | 'member' | 'of' | 'limit' | 'cites' | 'from'> {
  readonly network?: FiatNetwork;
  /** Returns what is counted, or undefined if the request leaves it out. */
  readonly measure: (request: RequestParts) => readonly Measured[] | undefined;
  readonly expected: string;
  /** Describes what was found in a breach; the value itself by default. */
  readonly actual?: (measured: Measured) => string;
  readonly cases?: readonly BoundaryCase[];
  /** Sizes below the limit that have cells in the coverage table. `cell` names the cell of a size. */
  readonly low?: readonly number[];
  readonly cell: (size: number) => string;
}

/** Makes a constraint that something is no larger than a limit. */
export function atMost({ measure, expected, actual, low = [], cell, cases = [], ...stated }: Limit): AtMost {
  const { limit, network } = stated;
  const sizes = [...low, limit, limit + 1];
  return {
    ...stated,
    kind: 'at-most',
    concerns: (request) => network === undefined && measure(request) !== undefined,
    broken: (request) =>
      (network === undefined ? (measure(request) ?? []) : [])
        .filter(({ size }) => size > limit)
        .map((found) => ({ expected, ...(actual ? { actual: actual(found) } : { value: found.value }) })),
    cases,
    cells: sizes.map(
      (size): Cell => ({
        kind: 'boundary',
        name: cell(size),
        in: (request) => measure(request)?.some((found) => found.size === size) ?? false,
      }),
    ),
  };
}

/** Measures the length of ASCII text only, since the document does not say what a "character" is. */
const lengthOf = (value: Json | undefined): readonly Measured[] =>
  typeof value === 'string' && /^[\t-\r -~]*$/.test(value) ? [{ size: value.length, value }] : [];

/** Makes a case one character beyond a limit, with its twin at the limit. `make` puts the text into the body. */
const textCase = (
  [what, at]: readonly [what: string, at: string],
  { limit, plain }: { readonly limit: number; readonly plain: (length: number) => string },
  make: (body: JsonObject, text: string) => JsonObject,
): BoundaryCase => ({
  what,
  variant: (body, fill = plain) => make(body, `${fill(limit)}X`),
  at: { what: at, twin: (body, fill = plain) => make(body, fill(limit)) },
});

function stated(found: number | undefined, place: string): number {
  if (found === undefined) throw new Error(`${place} is missing`);
  return found;
}

const METADATA = 'schemas/metadata.schema.json';
const { maxProperties, propertyNames, additionalProperties } = schema('metadata');

/** The limits of metadata (2.1, 8): pairs, and characters of a key and of a value. */
export const metadataLimits = {
  pairs: stated(maxProperties, `${METADATA}#/maxProperties`),
  key: stated(propertyNames?.maxLength, `${METADATA}#/propertyNames/maxLength`),
  value: stated(
    typeof additionalProperties === 'object' ? additionalProperties.maxLength : undefined,
    `${METADATA}#/additionalProperties/maxLength`,
  ),
} as const;

const PAIRS: NonEmpty<Citation> = [
  {
    section: '2.1',
    words: 'Metadata (all resources): object of client-specified string key/value pairs, at most 6 pairs',
  },
  { section: '8', words: '| Metadata pairs | at most 6 | all metadata |' },
];
const LENGTHS: NonEmpty<Citation> = [
  { section: '2.1', words: 'each key and value at most 100 characters' },
  { section: '8', words: '| Metadata key and value length |' },
];

const entriesOf = (request: RequestParts): readonly (readonly [string, Json])[] | undefined => {
  const metadata = member(bodyOf(request), 'metadata');
  return isObject(metadata) ? Object.entries(metadata).map(([key, value]) => [key, value ?? null]) : undefined;
};

const pairs = (count: number, fill?: (length: number) => string): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key_${i + 1}`, fill ? fill(8) : `value ${i + 1}`]));

function pairsLimit(operation: Operation): AtMost {
  const limit = metadataLimits.pairs;
  const smallest: BoundaryCase = {
    what: `metadata of ${limit + 1} pairs`,
    variant: (body, fill) => ({ ...body, metadata: pairs(limit + 1, fill) }),
    at: { what: `metadata of ${limit} pairs`, twin: (body, fill) => ({ ...body, metadata: pairs(limit, fill) }) },
  };
  return atMost({
    operation,
    member: 'metadata',
    of: 'pairs',
    limit,
    cites: PAIRS,
    from: `${METADATA}#/maxProperties`,
    measure: (request) => {
      const found = entriesOf(request);
      return found && [{ size: found.length, value: Object.fromEntries(found) }];
    },
    expected: `at most ${limit} pairs of metadata`,
    cases: [smallest],
    low: [0, 1],
    cell: (size) => `metadata of ${size} pairs`,
  });
}

const LENGTH_PLACES = { key: 'propertyNames', value: 'additionalProperties' } as const;

/** Operations whose long keys come first and long values last. It is the other way round for the others. */
const FIRST_KEYS: readonly Operation[] = ['putFiat', 'fiatWithdrawal'];

/**
 * Returns metadata with a text as a key or as a value, in the first pair or in the last one of as many as allowed: a
 * service may check only some pairs.
 */
function withLong(of: 'key' | 'value', operation: Operation, text: string): JsonObject {
  const long = of === 'key' ? { [text]: 'v' } : { k: text };
  const isFirst = FIRST_KEYS.includes(operation) === (of === 'key');
  return isFirst ? { ...long, run: 'conformance' } : { ...pairs(metadataLimits.pairs - 1), ...long };
}

function lengthLimit(operation: Operation, of: 'key' | 'value'): AtMost {
  const limit = metadataLimits[of];
  const [letter] = of;
  const smallest = textCase(
    [`a metadata ${of} of ${limit + 1} characters`, `a metadata ${of} of ${limit} characters`],
    { limit, plain: (length) => String(letter).repeat(length) },
    (body, text) => ({ ...body, metadata: withLong(of, operation, text) }),
  );
  return atMost({
    operation,
    member: 'metadata',
    of,
    limit,
    cites: LENGTHS,
    from: `${METADATA}#/${LENGTH_PLACES[of]}/maxLength`,
    measure: (request) => entriesOf(request)?.flatMap(([key, value]) => lengthOf(of === 'key' ? key : value)),
    expected: `metadata ${of}s of at most ${limit} characters`,
    cases: [smallest],
    cell: (size) => `metadata ${of} of ${size}`,
  });
}

/** Makes the constraint that metadata is an object of strings. */
const pairsAreStrings = (operation: Operation): Typed => ({
  operation,
  kind: 'type',
  of: 'metadata',
  member: 'metadata',
  cites: [{ section: '2.1', words: 'object of client-specified string key/value pairs' }],
  from: `${METADATA}#/additionalProperties/type`,
  concerns: (request) => member(bodyOf(request), 'metadata') !== undefined,
  broken: (request) => {
    const metadata = member(bodyOf(request), 'metadata');
    if (metadata === undefined) return [];
    const wrong = isObject(metadata) ? Object.values(metadata).filter((each) => typeof each !== 'string') : [metadata];
    return wrong.map((value) => ({ expected: 'metadata to be an object of strings', value: value ?? null }));
  },
  cases: [],
  cells: [],
});

/** The maximum length of a memo in characters, for networks that have a limit of their own (4.4, 8). */
const NETWORK_LIMITS = {
  wire: { limit: 100, words: 'wire 100' },
  cubix: { limit: 40, words: 'CUBIX intrabank 40' },
  dbs_act: { limit: 100, words: 'DBS intrabank 100' },
  scb: { limit: 140, words: 'SCB intrabank 140 characters' },
} as const;

const longest = schema('fiat-withdrawal').properties?.['memo']?.maxLength;

/** The maximum length of a memo in characters for each network (4.4, 8). CBIT has the general maximum. */
export const memoLimits = {
  wire: NETWORK_LIMITS.wire.limit,
  cubix: NETWORK_LIMITS.cubix.limit,
  dbs_act: NETWORK_LIMITS.dbs_act.limit,
  scb: NETWORK_LIMITS.scb.limit,
  cbit: stated(longest, 'schemas/fiat-withdrawal.schema.json#/properties/memo/maxLength'),
} as const satisfies Readonly<Record<FiatNetwork, number>>;

/** The sentence with the limits of all networks (4.4), and the row of the table of limits (8). */
const MEMOS = [
  {
    section: '4.4',
    words:
      'maximum length 500; effective limits: wire 100, CUBIX intrabank 40, DBS intrabank 100, SCB intrabank 140 characters',
  },
  { section: '8', words: '| Withdrawal memo | maximum 500 characters; wire 100' },
] as const;

/** Cites the member of the fiat account that names the network (2.2). */
const accountOf = (network: FiatNetwork | undefined): readonly Citation[] =>
  network === undefined ? [] : [{ section: '2.2', words: `${network}: account_` }];

function memoLimit(operation: Operation, limit: number, from: string, network?: keyof typeof NETWORK_LIMITS): AtMost {
  const words = network === undefined ? `maximum length ${limit}` : NETWORK_LIMITS[network].words;
  return atMost({
    operation,
    member: 'memo',
    of: 'characters',
    limit,
    ...definite({ network }),
    cites: [{ section: '4.4', words }, ...MEMOS, ...accountOf(network)],
    from,
    measure: (request) => {
      const memo = member(bodyOf(request), 'memo');
      return memo === undefined ? undefined : lengthOf(memo);
    },
    expected: `memo of at most ${limit} characters`,
    cases: [
      textCase(
        [`a memo of ${limit + 1} characters`, `a memo of ${limit} characters`],
        // Capital letters, since banks may accept no other ones.
        { limit, plain: (length) => `${'MEMO '.repeat(length).slice(0, length - 1)}X` },
        (body, memo) => ({ ...body, memo }),
      ),
    ],
    cell: (size) => `memo of ${size}`,
  });
}

function memoLimitsOf(operation: Operation, root: string, most: number): readonly AtMost[] {
  const networks = Object.keys(NETWORK_LIMITS) as (keyof typeof NETWORK_LIMITS)[];
  return [
    memoLimit(operation, most, `schemas/${root}.schema.json#/properties/memo/maxLength`),
    ...networks.map((network) =>
      memoLimit(operation, NETWORK_LIMITS[network].limit, `src/contract/constraints/limits.ts#${network}`, network),
    ),
  ];
}

/** Returns the limits that the schema of a body states, and those of the networks (4.4). */
export function ofLimits(operation: Operation, root: string): readonly Constraint[] {
  const members: readonly (readonly [string, Schema])[] = Object.entries(schema(root).properties ?? {});
  return members.flatMap(([name, node]): readonly Constraint[] => {
    if (referred(node) === 'metadata')
      return [
        pairsLimit(operation),
        lengthLimit(operation, 'key'),
        lengthLimit(operation, 'value'),
        pairsAreStrings(operation),
      ];
    const { maxLength } = node;
    if (maxLength === undefined) return [];
    if (name !== 'memo') throw new Error(`no words are cited for the maxLength of ${name} in ${root}`);
    return memoLimitsOf(operation, root, maxLength);
  });
}
