import fc, { type Arbitrary } from 'fast-check';
import { facts, type ListOperation, type Parameter } from '../src/contract/operations.ts';
import type { QueryValue } from '../src/model/exchange.ts';
import { outside } from './derived-near-misses.ts';
import { filtersOf, type Ground, parametersOf } from './list-query.ts';
import { type Claim, type NearMiss, type Query, type Variation, varied } from './near-miss.ts';
import { hostilePageSizes } from './page-sizes.ts';
import { timeFilters } from './time-windows.ts';
import { notableInstants, notTimestamps, unusualTimestamps } from './timestamps.ts';

const set = (name: string, parameter: string, value: QueryValue): Variation<object, Query> =>
  varied<Query>(name, parameter, (twin) => ({ ...twin, [parameter]: value }));
/** As many ids as the limit allows: those that are known, and others that name nothing. */
const full = (known: readonly string[], most: number): Arbitrary<readonly string[]> => {
  const own = [...new Set(known)].slice(0, most);
  const missing = most - own.length;
  return fc
    .uuid({ version: 4 })
    .map((id) => [...own, ...Array.from({ length: missing }, (_, index) => numbered(id, index))]);
};
/** The UUID with its last digits replaced by a number. */
const numbered = (id: string, index: number): string => id.slice(0, -4) + index.toString(16).padStart(4, '0');
/** One value more than a list of ids may hold; its twin has exactly as many as it may, and no other filter. */
function tooMany(operation: ListOperation, name: string, most: number): NearMiss<Ground, Query> {
  const make: NearMiss<Ground, Query>['make'] = (query, { values }) => {
    const bare = withoutFilters(operation, query);
    return fc.tuple(full(values[name] ?? [], most), fc.uuid({ version: 4 })).map(([at, id]) => ({
      twin: { ...bare, [name]: at },
      variant: { ...bare, [name]: [...at, numbered(id, most)] },
    }));
  };
  return {
    name: `${name} of ${most + 1} values`,
    member: name,
    applies: () => true,
    make,
    claim: 'limit',
    observeOnly: false,
  };
}
/** The parameters of a query that order, size or widen the list. */
function withoutFilters(operation: ListOperation, query: Query): Query {
  const settings = ['integer', 'enum', 'boolean'];
  const kept = parametersOf(operation).filter(([, { kind }]) => settings.includes(kind));
  return Object.fromEntries(
    kept.flatMap(([name]) => (query[name] === undefined ? [] : [[name, query[name]] as const])),
  );
}
const watched = (change: Variation<object, Query>, claim: Claim): NearMiss<object, Query> => ({
  ...change,
  claim,
  observeOnly: true,
});
/** What is wrong with a parameter, one near-miss each. */
function missesOf(operation: ListOperation, name: string, parameter: Parameter): readonly NearMiss<Ground, Query>[] {
  switch (parameter.kind) {
    case 'strings':
      return [tooMany(operation, name, parameter.most)];
    case 'enum': {
      const other = outside(name, parameter.values);
      const lower = parameter.standard.toLowerCase();
      return [
        { ...set(`${name} ${other}`, name, other), claim: 'enum', observeOnly: false },
        watched(set(`${name} ${lower}`, name, lower), 'enum'),
      ];
    }
    case 'integer':
      return [watched(set(`${name} abc`, name, 'abc'), 'type'), ...overMaximum(name, parameter.most)];
    case 'boolean':
      return [watched(set(`${name} maybe`, name, 'maybe'), 'type')];
    case 'date-time':
      return [watched(alone(operation, `${name} yesterday`, [name, 'yesterday']), 'type')];
    default:
      return [];
  }
}
/** A page size over the maximum may be refused or clamped. */
const overMaximum = (name: string, most: number | undefined): readonly NearMiss<object, Query>[] =>
  most === undefined ? [] : [watched(set(`${name} ${most + 1}`, name, most + 1), 'limit')];
/** A variation that gives one filter in place of all others; its twin has none. */
const alone = (
  operation: ListOperation,
  name: string,
  [parameter, value]: readonly [parameter: string, value: QueryValue],
): Variation<object, Query> => ({
  name,
  member: parameter,
  applies: () => true,
  make: (query) => {
    const twin = withoutFilters(operation, query);
    return fc.constant({ twin, variant: { ...twin, [parameter]: value } });
  },
});
/** Queries wrong in exactly one way. Near-misses of `limit`, other than too many ids, may be refused or clamped. */
export const nearMisses = (operation: ListOperation): readonly NearMiss<Ground, Query>[] =>
  parametersOf(operation).flatMap(([name, parameter]) => missesOf(operation, name, parameter));
/** Two kinds of filter at once. */
const combined = (operation: ListOperation): Variation<Ground, Query> => ({
  name: 'two kinds of filter',
  member: '',
  applies: (ground) => filtersOf(operation, ground).length > 1,
  needs: 'items in the list',
  make: (query, ground) => {
    const twin = withoutFilters(operation, query);
    const filters = filtersOf(operation, ground);
    return fc
      .shuffledSubarray([...filters], { minLength: 2, maxLength: 2 })
      .chain((two) => fc.tuple(...two))
      .map((parts) => ({ twin, variant: Object.assign({}, twin, ...parts) }));
  },
});
/** A filter of time in each spelling that only one of the two standards allows, or neither. */
function timestampVariations(operation: ListOperation): readonly Variation<object, Query>[] {
  const [name] = timeFilters(facts(operation).query).flatMap(({ upper }) => upper);
  const [moment] = notableInstants;
  if (name === undefined || moment === undefined) return [];
  return Object.entries({ ...unusualTimestamps(moment), ...notTimestamps }).map(([reason, text]) =>
    alone(operation, `${name}: ${reason}`, [name, text]),
  );
}
/** Queries of which the document does not say how they are answered. */
export const observed = (operation: ListOperation): readonly Variation<Ground, Query>[] => [
  ...Object.entries(hostilePageSizes).map(([reason, size]) => set(`limit: ${reason}`, 'limit', size)),
  ...timestampVariations(operation),
  combined(operation),
  set('an unknown parameter', 'conformance_probe', 'x'),
  set('a cursor that the target never gave', 'page_cursor', 'bm90LWEtY3Vyc29y'),
];
