import { itemsIn, nextCursorIn, turnedTo } from '../contract/lists.ts';
import type { ListOperation, Operation } from '../contract/operations.ts';
import { answered, isAccepted, isAnswered, type Query, type Recorded, type RequestInput } from '../model/exchange.ts';
import { isObject, type JsonObject } from '../values/json.ts';

/** Sends one request: the client or a wrapper around it. */
export type Send = (operation: Operation, input: RequestInput) => Promise<Recorded>;

/** The result of reading the first pages of a list. */
export interface Look {
  readonly items: readonly JsonObject[];
  /** True when the end of the list was reached. */
  readonly complete: boolean;
  /** Why nothing, or only a part, was read. */
  readonly problem?: string;
}

/** Maximum number of pages that are read of one list. */
const PAGES = 3;

/**
 * Reads the first pages of a list, without a page size if the target refuses it. An unexpected answer ends the reading.
 */
export async function look(send: Send, operation: ListOperation, query: Query): Promise<Look> {
  const found = await pages(send, operation, query);
  if (found.items.length > 0 || found.problem === undefined || query['limit'] === undefined) return found;
  const { limit: _, ...unlimited } = query;
  return pages(send, operation, unlimited);
}

async function pages(send: Send, operation: ListOperation, query: Query): Promise<Look> {
  const items: JsonObject[] = [];
  let cursor: string | undefined;
  for (let page = 1; page <= PAGES; page += 1) {
    const recorded = await send(operation, { query: cursor === undefined ? query : turnedTo(cursor, query) });
    const problem = problemOf(operation, recorded);
    if (problem !== undefined) return { items, complete: false, problem };
    const body = isAnswered(recorded) ? answered(recorded) : undefined;
    items.push(...(itemsIn(body) ?? []).filter(isObject));
    cursor = filledText(nextCursorIn(body));
    if (cursor === undefined) return { items, complete: true };
  }
  return { items, complete: false };
}

function problemOf(operation: Operation, recorded: Recorded): string | undefined {
  if (!isAnswered(recorded)) return `${operation} got no complete response: ${recorded.lost}`;
  if (!isAccepted(recorded)) return `${operation} got status ${recorded.response.status}`;
  return itemsIn(answered(recorded)) ? undefined : `${operation} returned no items`;
}

/** Returns a text that is not empty, or undefined for any other value. */
export const filledText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
