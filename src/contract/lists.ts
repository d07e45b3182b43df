import { type Json, member } from '../values/json.ts';
import { facts, type ListOperation, type Parameter, page } from './operations.ts';

/** The client-specified ID of a creation (4.4, 4.5, 4.9); undefined where the body has none. */
export const refIdOf = (body: Json | undefined): Json | undefined => member(body, 'ref_id');

/** A body with a ref_id. */
export type Tagged<T extends object> = T & { readonly ref_id: string };

/** A body with another ref_id. */
export const withRefId = <T extends object>(body: T, ref_id: string): Tagged<T> => ({ ...body, ref_id });

/** The items of a list's answer (4.3, 4.6, 4.8, 4.10, 4.12); undefined for an answer that has none. */
export function itemsIn(body: Json | undefined): readonly Json[] | undefined {
  const items = member(body, 'items');
  return Array.isArray(items) ? items : undefined;
}

/** Query parameters of lists that filter nothing (4.15). */
const PLAIN: ReadonlySet<string> = new Set(['limit', 'order', 'order_by', 'page_cursor', 'include_deleted']);

/** The names of the filters in a query. */
export const filtersIn = (query: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(query).filter((name) => !PLAIN.has(name));

/** The answer of a list that has these items. */
export const listOfItems = (items: readonly Json[]): Json => ({ items });

/** The index of the item that a JSON Pointer into a list's answer leads to; undefined for any other pointer. */
export function itemIndex(pointer: string): number | undefined {
  const index = /^\/items\/(\d+)/.exec(pointer)?.[1];
  return index === undefined ? undefined : Number(index);
}

/** The text of `id`, or of the `execution_id` of an execution (2.6); undefined for an item without either. */
export function idTextOf(item: Json): string | undefined {
  const text = member(item, 'id') ?? member(item, 'execution_id');
  return typeof text === 'string' ? text : undefined;
}

/** The member that carries the cursor to the next page, as the answer has it (4.15). */
export const nextCursorIn = (body: Json | undefined): Json | undefined => member(body, 'next_page_cursor');

/** A query for the page that a cursor leads to, with the former query beside it or without. */
export const turnedTo = <Q extends object>(cursor: string, query?: Q) => ({ ...query, page_cursor: cursor });

/** A query for a page of so many items; the default of the lists that state one (8) without a number. */
export const sized = (limit: number = page.standard) => ({ limit });

/** Whether the document states the largest page of a list (8). */
export function statesMaximum(operation: ListOperation): boolean {
  const { limit }: Readonly<Record<string, Parameter>> = facts(operation).query;
  return limit?.kind === 'integer' && limit.most !== undefined;
}
