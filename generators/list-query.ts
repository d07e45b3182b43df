import fc, { type Arbitrary } from 'fast-check';
import { definitionOf, type ListOperation, type Parameter, page } from '../src/contract/operations.ts';
import type { Query, QueryValue } from '../src/model/exchange.ts';
import type { Instant } from '../src/values/instant.ts';
import { among, perhaps } from './choice.ts';
import { pageSizes } from './page-sizes.ts';
import { timeFilters, windows } from './time-windows.ts';

/** What the generator needs to know of a list. */
export interface Inputs {
  /** Known values, by the parameter that filters by them. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Instants of the items, by the member that has them. */
  readonly moments?: Readonly<Record<string, readonly Instant[]>>;
  /** The smallest difference in time that the target must distinguish, in nanoseconds. */
  readonly finest?: bigint;
}

/** The maximum page size for an operation whose maximum the document does not state. */
const { default: SAFE_PAGE } = page;
/** The target creates cursors, and they are sent back unchanged. */
const CURSOR = 'page_cursor';
/** Returns the parameters of an operation, except the cursor. */
const parametersOf = (operation: ListOperation): readonly (readonly [name: string, parameter: Parameter])[] =>
  Object.entries(definitionOf(operation).query).filter(([name]) => name !== CURSOR);
/** Generates values for one filter, or returns undefined when the inputs have none for it. */
function filterValues(parameter: Parameter, known: readonly string[]): Arbitrary<QueryValue> | undefined {
  if (known.length === 0) return undefined;
  if (parameter.kind === 'string') return among(known);
  if (parameter.kind !== 'strings') return undefined;
  const pool = [...new Set(known)].slice(0, 2 * parameter.most);
  return fc.shuffledSubarray(pool, { minLength: 1, maxLength: Math.min(parameter.most, pool.length) });
}
/** Returns a generator for each use of one filter: a list of IDs, one ID, or a time window. */
function filtersOf(operation: ListOperation, inputs: Inputs): readonly Arbitrary<Query>[] {
  const named = parametersOf(operation).flatMap(([name, parameter]) => {
    const values = filterValues(parameter, inputs.values[name] ?? []);
    return values ? [values.map((value) => ({ [name]: value }))] : [];
  });
  const timed = timeFilters(definitionOf(operation).query).map((filter) =>
    windows(filter, inputs.moments?.[filter.member] ?? [], inputs.finest),
  );
  return [...named, ...timed];
}
/** Generates values of a parameter that orders, sizes or extends a list, or returns undefined for a filter. */
function settingValues(parameter: Parameter): Arbitrary<QueryValue> | undefined {
  if (parameter.kind === 'integer') return pageSizes(parameter.most ?? SAFE_PAGE);
  if (parameter.kind === 'enum') return among(parameter.values);
  return parameter.kind === 'boolean' ? fc.boolean() : undefined;
}
/** Generates the parameters that combine with any filter: order, order_by, limit, include_deleted. */
function settingsOf(operation: ListOperation): Arbitrary<Query> {
  const found = parametersOf(operation).flatMap(([name, parameter]) => {
    const values = settingValues(parameter);
    return values ? [[name, perhaps(values)] as const] : [];
  });
  return fc.record(Object.fromEntries(found)).map(given);
}
const given = (query: Readonly<Record<string, QueryValue | undefined>>): Query =>
  Object.fromEntries(Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
/**
 * Generates valid queries without a cursor: at most one kind of filter, because the document does not show how kinds
 * combine, with any order, page size and include_deleted. Shrinks towards the empty query.
 */
export function valid(operation: ListOperation, inputs: Inputs): Arbitrary<Query> {
  const filters = filtersOf(operation, inputs);
  const filter = filters.length === 0 ? fc.constant(undefined) : perhaps(fc.oneof(...filters));
  return fc.tuple(filter, settingsOf(operation)).map(([chosen, others]) => ({ ...chosen, ...others }));
}
