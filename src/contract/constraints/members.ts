import { referred, resolved, type Schema, schema } from '../../../schemas/index.ts';
import { at, isArray, isObject, type Json, type JsonObject, member } from '../../values/json.ts';
import type { NonEmpty } from '../../values/non-empty.ts';
import { definitionOf, type Operation } from '../operations.ts';
import type { Citation } from '../requirement.ts';
import { errorsOf } from '../validation/index.ts';
import type { Constraint, Listed, NotEmpty, OneOf, RequestParts, Required, Typed } from './constraint.ts';

const kept = new WeakMap<JsonObject, JsonObject>();

/** Removes members that are null: the document does not say whether null may mean a missing member. */
function withoutNulls(value: Json): Json {
  if (isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(members.map(([name, inner]) => [name, withoutNulls(inner ?? null)]));
}

/** Returns the body of a request without its nulls, or undefined if it is not an object. */
export function bodyOf({ body }: RequestParts): JsonObject | undefined {
  if (!isObject(body)) return undefined;
  const found = kept.get(body) ?? withoutNulls(body);
  if (!isObject(found)) return undefined;
  kept.set(body, found);
  return found;
}

const has = (request: RequestParts, name: string): boolean => member(bodyOf(request), name) !== undefined;

const without = (body: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

/** Cites section 4 on a body member: a row of its table, or a part of the line "Body". */
function place(operation: Operation, name: string): Citation {
  const tabled = operation === 'fiatWithdrawal' || operation === 'cryptoWithdrawal';
  return { section: definitionOf(operation).section, words: tabled ? `| ${name} |` : `${name} (` };
}

const always = (): boolean => true;

function required(operation: Operation, root: string, name: string): Required {
  return {
    operation,
    kind: 'required',
    member: name,
    cites: [place(operation, name)],
    from: `schemas/${root}.schema.json#/required`,
    concerns: always,
    broken: (request) =>
      bodyOf(request) === undefined || has(request, name)
        ? []
        : [{ expected: `${name} in the body: it is required`, actual: 'a body without it' }],
    cases: [
      { what: `a body without ${name}`, variant: (body) => without(body, name) },
      // Null may stand for an object without members.
      ...(resolved(schema(root).properties?.[name] ?? {}).type === 'object'
        ? []
        : [{ what: `a body with null for ${name}`, variant: (body: JsonObject) => ({ ...body, [name]: null }) }]),
    ],
    cells: [{ kind: 'field', name: `without ${name}`, in: ({ body }) => !(isObject(body) && name in body) }],
  };
}

/**
 * Values that are not in the enums of requests. The second value of a list begins like a listed value, and the last one
 * is a part of one.
 */
const OUTSIDE: Readonly<Record<string, NonEmpty<string>>> = {
  asset: ['EUR', 'USDC', 'SGD', 'US'],
  crypto_network: ['DOGECOIN', 'BITCOIN_SV', 'POLYGON', 'COIN'],
  conversion_target_asset: ['EUR', 'USDC', 'US'],
};

/** Where the values of an enum are listed, if not next to the member. */
const LISTED_IN: Readonly<Record<string, readonly Citation[]>> = {
  crypto_network: [
    { section: '2.1', words: 'CryptoNetwork values (a blockchain transmitting cryptocurrencies): BITCOIN' },
  ],
};

function listed(operation: Operation, name: string, values: readonly string[], from: string): Listed {
  const outside = OUTSIDE[name] ?? ['OUTSIDE'];
  return {
    operation,
    kind: 'listed',
    of: 'body',
    member: name,
    values,
    outside,
    cites: [place(operation, name), ...(LISTED_IN[name] ?? [])],
    from,
    concerns: (request) => has(request, name),
    broken: (request) => {
      const value = member(bodyOf(request), name);
      return value === undefined || values.some((each) => each === value)
        ? []
        : [{ expected: `${name} to be one of ${values.join(', ')}`, value }];
    },
    cases: outside.map((value) => ({ what: `${name} ${value}`, variant: (body) => ({ ...body, [name]: value }) })),
    cells: [
      {
        kind: 'value',
        name: `${name} outside its values`,
        in: ({ body }) => {
          const value = member(body, name);
          return typeof value === 'string' && !values.includes(value);
        },
      },
    ],
  };
}

function notEmpty(operation: Operation, root: string, name: string): NotEmpty {
  const isEmpty = (value: Json | undefined): boolean => isArray(value) && value.length === 0;
  return {
    operation,
    kind: 'not-empty',
    member: name,
    cites: [{ section: definitionOf(operation).section, words: `${name} (array, required, non-empty;` }],
    from: `schemas/${root}.schema.json#/properties/${name}/minItems`,
    concerns: (request) => has(request, name),
    broken: (request) =>
      isEmpty(member(bodyOf(request), name)) ? [{ expected: `${name} to have at least one item`, actual: 'none' }] : [],
    cases: [{ what: `${name} []`, variant: (body) => ({ ...body, [name]: [] }) }],
    cells: [{ kind: 'boundary', name: `${name} []`, in: ({ body }) => isEmpty(member(body, name)) }],
  };
}

/** Where the document demands exactly one of amount and total. */
const ONE_OF: Partial<Readonly<Record<Operation, NonEmpty<Citation>>>> = {
  fiatWithdrawal: [
    { section: '4.4', words: 'Exactly one of amount or total is specified.' },
    { section: '7', words: 'Fiat withdrawal: exactly one of amount or total must be specified.' },
  ],
  cryptoWithdrawal: [
    {
      section: '7',
      words: 'Crypto withdrawal: when neither or both of amount and total are given, an error is returned.',
    },
  ],
};

function oneOf(operation: Operation, root: string, [first, second]: readonly [string, string]): OneOf {
  const stated = ONE_OF[operation];
  if (!stated) throw new Error(`no words are cited for the oneOf of ${root}`);
  const { section } = definitionOf(operation);
  const count = (request: RequestParts): number => [first, second].filter((name) => has(request, name)).length;
  const [both, neither] = [`both ${first} and ${second}`, `neither ${first} nor ${second}`];
  return {
    operation,
    kind: 'one-of',
    member: first,
    cites: [
      ...stated,
      { section, words: `| ${first} | string | one of |` },
      { section, words: `| ${second} | string | one of |` },
    ],
    from: `schemas/${root}.schema.json#/oneOf`,
    concerns: always,
    broken: (request) =>
      bodyOf(request) === undefined || count(request) === 1
        ? []
        : [{ expected: `exactly one of ${first} and ${second}`, actual: count(request) === 2 ? 'both' : 'neither' }],
    cases: [
      {
        what: both,
        variant: (body) => {
          const value = body[first] ?? body[second];
          return { ...body, [first]: value, [second]: value };
        },
      },
      { what: neither, variant: (body) => without(body, first, second) },
    ],
    cells: [
      { kind: 'boundary', name: both, in: (request) => count(request) === 2 },
      { kind: 'boundary', name: neither, in: (request) => count(request) === 0 },
    ],
  };
}

/** Keywords of a body's schema that have their own constraints. */
const OWN_KEYWORDS = ['oneOf', 'enum', 'minItems', 'maxLength'];

/** Makes the constraint on the JSON types and formats of all body members except metadata. */
function types(operation: Operation, root: string): Typed {
  const [first = 'metadata'] = Object.keys(schema(root).properties ?? {});
  return {
    operation,
    kind: 'type',
    of: 'body',
    member: '',
    cites: [
      place(operation, first),
      { section: 'Conventions', words: 'Amounts and prices are decimal numbers carried as strings.' },
    ],
    from: `schemas/${root}.schema.json#/properties`,
    concerns: always,
    broken: (request) => {
      const body = bodyOf(request);
      if (!body) return [];
      return errorsOf(root, body)
        .filter(({ schemaPath }) => !/\/(?:one|any)Of\//.test(schemaPath))
        .filter(({ keyword, instancePath }) => keyword !== 'required' || instancePath !== '')
        .filter(
          ({ keyword, instancePath }) => !OWN_KEYWORDS.includes(keyword) && instancePath.split('/')[1] !== 'metadata',
        )
        .map(({ keyword, instancePath, message }) => ({
          expected: `${instancePath.slice(1)}: ${message ?? keyword}`,
          value: at(body, instancePath) ?? null,
        }));
    },
    cases: [],
    cells: [],
  };
}

const alternatives = ({ oneOf: ways = [] }: Schema): readonly string[] =>
  ways.flatMap(({ required: names }) => names ?? []);

/** Returns the constraints that the schema of a body states, except its limits. */
export function ofMembers(operation: Operation, root: string): readonly Constraint[] {
  const own = schema(root);
  const members = Object.entries(own.properties ?? {});
  const [first, second] = alternatives(own);
  return [
    ...(own.required ?? []).map((name) => required(operation, root, name)),
    ...members.flatMap(([name, node]) => {
      const { enum: values } = resolved(node);
      const of = referred(node);
      const from = of === undefined ? `schemas/${root}.schema.json#/properties/${name}` : `schemas/${of}.schema.json#`;
      return values ? [listed(operation, name, values, `${from}/enum`)] : [];
    }),
    types(operation, root),
    ...(first === undefined || second === undefined ? [] : [oneOf(operation, root, [first, second])]),
    ...members.flatMap(([name, { minItems = 0 }]) => (minItems > 0 ? [notEmpty(operation, root, name)] : [])),
  ];
}
