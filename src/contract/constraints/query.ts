import { instant } from '../../values/instant.ts';
import { countOf } from '../array-formats.ts';
import { definitionOf, type Operation, type Parameter } from '../operations.ts';
import type { Citation } from '../requirement.ts';
import type { AtMost, Breach, Constraint, Listed, RequestParts, Typed } from './constraint.ts';
import { atMost } from './limits.ts';

const WHOLE = /^-?\d+$/;
/** The document does not say how true and false are spelt in a query. */
const BOOLEAN = /^(?:true|false|1|0)$/i;

/** Returns the values of a parameter; none if it is missing or empty. */
const given = ({ query }: RequestParts, name: string): readonly string[] => {
  const values = Object.hasOwn(query, name) ? (query[name] ?? []) : [];
  return values.every((value) => value === '') ? [] : values;
};

const has = ({ query }: RequestParts, name: string): boolean => Object.hasOwn(query, name);

const place = (operation: Operation, name: string): string =>
  `src/contract/operations.ts#/${operation}/query/${name.replaceAll('/', '~1')}`;

/** Cites section 4 on a filter that takes a list of values. */
function setWords(operation: Operation, name: string): Citation {
  const { section } = definitionOf(operation);
  if (operation !== 'listAddresses') return { section, words: `${name} (string[], limit 100)` };
  return { section, words: 'profile_ids, identity_ids, ids, ref_ids, account_ids (each string[], limit 100)' };
}

const SIZES: Citation = {
  section: '8',
  words: '| Filter list size | 100 values | ids, ref_ids, profile_ids, identity_ids, account_ids |',
};

const values = (operation: Operation, name: string, limit: number): AtMost =>
  atMost({
    operation,
    member: name,
    of: 'values',
    limit,
    cites: [setWords(operation, name), SIZES],
    from: place(operation, name),
    measure: (request) => {
      if (!has(request, name)) return undefined;
      const size = countOf(given(request, name));
      return [{ size, value: size }];
    },
    expected: `at most ${limit} values of ${name}`,
    actual: ({ size }) => `${size} values`,
    low: [1],
    cell: (size) => `${size} of ${name}`,
  });

const number = (operation: Operation, name: string, limit: number): AtMost =>
  atMost({
    operation,
    member: name,
    of: 'number',
    limit,
    cites: [{ section: '8', words: '| Page size | default 100, maximum 1000 |' }],
    from: place(operation, name),
    measure: (request) => {
      if (!has(request, name)) return undefined;
      const [value = ''] = given(request, name);
      return WHOLE.test(value) ? [{ size: Number(value), value }] : [];
    },
    expected: `${name} of at most ${limit}`,
    actual: ({ value }) => String(value),
    low: [1],
    cell: (size) => `${name} ${size}`,
  });

/** Where the document lists the values of a parameter, and a value that it does not list. */
const LISTED: Readonly<Record<string, { readonly words: string; readonly outside: string }>> = {
  order: { words: 'order (DESC default, or ASC)', outside: 'SIDEWAYS' },
  order_by: { words: 'order_by (CREATED_AT, default CREATED_AT)', outside: 'AMOUNT' },
};

function listed(operation: Operation, name: string, among: readonly string[]): Listed {
  const stated = LISTED[name];
  if (!stated) throw new Error(`no words are cited for the values of ${name}`);
  return {
    operation,
    kind: 'listed',
    of: 'query',
    member: name,
    values: among,
    outside: [stated.outside],
    cites: [{ section: '4.3', words: stated.words }],
    from: place(operation, name),
    concerns: (request) => has(request, name),
    broken: (request) => {
      const [value] = given(request, name);
      return value === undefined || among.includes(value)
        ? []
        : [{ expected: `${name} to be one of ${among.join(', ')}`, value }];
    },
    cases: [],
    cells: [],
  };
}

/** Returns the expected type if the value has a wrong one, otherwise undefined. */
function mistyped(kind: Parameter['kind'], value: string): string | undefined {
  if (kind === 'integer') return WHOLE.test(value) ? undefined : 'an integer';
  if (kind === 'boolean') return BOOLEAN.test(value) ? undefined : 'a boolean';
  if (kind === 'date-time') return instant(value) === undefined ? 'an RFC 3339 timestamp' : undefined;
  return undefined;
}

function types(operation: Operation): Typed {
  const parameters = Object.entries(definitionOf(operation).query);
  return {
    operation,
    kind: 'type',
    of: 'query',
    member: '',
    cites: [
      { section: '4.15', words: 'created_at.* and updated_at.* filters are RFC 3339 timestamps' },
      { section: '4.8', words: 'limit (integer)' },
    ],
    from: `src/contract/operations.ts#/${operation}/query`,
    concerns: (request) => parameters.some(([name]) => has(request, name)),
    broken: (request) =>
      parameters.flatMap(([name, { kind }]): readonly Breach[] => {
        const [value] = given(request, name);
        const expected = value === undefined ? undefined : mistyped(kind, value);
        return value === undefined || expected === undefined ? [] : [{ expected: `${name} to be ${expected}`, value }];
      }),
    cases: [],
    cells: [],
  };
}

function ofParameter(operation: Operation, name: string, parameter: Parameter): readonly Constraint[] {
  if (parameter.kind === 'strings') return [values(operation, name, parameter.most)];
  if (parameter.kind === 'enum') return [listed(operation, name, parameter.values)];
  return parameter.kind === 'integer' && parameter.most !== undefined ? [number(operation, name, parameter.most)] : [];
}

/** Returns the constraints on a query that the table of operations states. An unknown parameter is no breach. */
export function ofQuery(operation: Operation): readonly Constraint[] {
  const parameters = Object.entries(definitionOf(operation).query);
  return [
    ...parameters.flatMap(([name, parameter]) => ofParameter(operation, name, parameter)),
    ...(parameters.length > 0 ? [types(operation)] : []),
  ];
}
