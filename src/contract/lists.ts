import { isArray, isObject, type Json, member } from '../values/json.ts';
import {
  type Comparison,
  definitionOf,
  type ListFilter,
  type ListOperation,
  listOperations,
  type Operation,
  type Parameter,
  type ParameterName,
  page,
} from './operations.ts';

/** Returns the client-specified ID in a body (4.4, 4.5, 4.9), or undefined if it has none. */
export const refIdOf = (body: Json | undefined): Json | undefined => member(body, 'ref_id');

/** A body with a ref_id. */
export type Tagged<T extends object> = T & { readonly ref_id: string };

/** Returns the body with this ref_id. */
export const withRefId = <T extends object>(body: T, ref_id: string): Tagged<T> => ({ ...body, ref_id });

/** Returns the items of a list response (4.3, 4.6, 4.8, 4.10, 4.12), or undefined if it has none. */
export function itemsIn(body: Json | undefined): readonly Json[] | undefined {
  const items = member(body, 'items');
  return isArray(items) ? items : undefined;
}

/** Query parameters of lists that do not filter (4.15). LIST-DELETED-SHOWN covers include_deleted, which adds items. */
const PLAIN: ReadonlySet<string> = new Set(['limit', 'order', 'order_by', 'page_cursor', 'include_deleted']);

/** Returns the names of the filters in a query. */
export const filtersIn = (query: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(query).filter((name) => !PLAIN.has(name));

/** Returns what a parameter of an operation compares; undefined for one that does not filter. */
export const listFilterOf = (operation: Operation, parameter: string): ListFilter | undefined =>
  definitionOf(operation).query[parameter]?.filter;

/** Whether an operation has a query parameter. */
export const takesParameter = (operation: Operation, parameter: ParameterName): boolean =>
  Object.hasOwn(definitionOf(operation).query, parameter);

/** Returns the lists that have a query parameter. */
export const listsTaking = (parameter: ParameterName): readonly ListOperation[] =>
  listOperations.filter((each) => takesParameter(each, parameter));

/** Whether a comparison bounds times from below. `eq` bounds them on neither side. */
export const isLowerBound = (comparison: Comparison): boolean => comparison === 'gt' || comparison === 'gte';

/** Whether a comparison bounds times from above. */
export const isUpperBound = (comparison: Comparison): boolean => comparison === 'lt' || comparison === 'lte';

/** Makes the body of a list response with these items. */
export const listOfItems = (items: readonly Json[]): Json => ({ items });

/**
 * Returns the index of the item that a JSON Pointer into a list response points to, or undefined for any other pointer.
 */
export function itemIndex(pointer: string | null): number | undefined {
  const index = /^\/items\/(\d+)/.exec(pointer ?? '')?.[1];
  return index === undefined ? undefined : Number(index);
}

/** Returns the index of the first item with this value among its members, or undefined. */
export function indexOfItemWith(value: string | undefined, items: readonly Json[]): number | undefined {
  const index = items.findIndex((item) => isObject(item) && Object.values(item).includes(value));
  return value === undefined || index < 0 ? undefined : index;
}

/**
 * Returns the `id` of an item, or the `execution_id` of an execution (2.6). Returns undefined for an item without
 * either.
 */
export function idTextOf(item: Json): string | undefined {
  const text = member(item, 'id') ?? member(item, 'execution_id');
  return typeof text === 'string' ? text : undefined;
}

/** Returns the cursor of the next page as the response has it (4.15). */
export const nextCursorIn = (body: Json | undefined): Json | undefined => member(body, 'next_page_cursor');

/** Returns the query for the page that a cursor leads to, with or without the previous query. */
export const turnedTo = <Q extends object>(cursor: string, query?: Q) => ({ ...query, page_cursor: cursor });

/** Returns the query for a page of `limit` items. The default is that of the lists that state one (8). */
export const sized = (limit: number = page.default) => ({ limit });

/** Returns whether the document states the maximum page size of a list (8). */
export function statesMaximum(operation: ListOperation): boolean {
  const { limit }: Readonly<Record<string, Parameter>> = definitionOf(operation).query;
  return limit?.kind === 'integer' && limit.most !== undefined;
}
