import { schema } from '../../schemas/index.ts';
import { filtersIn } from '../../src/contract/lists.ts';
import { definitionOf, isList } from '../../src/contract/operations.ts';
import { answered, type Exchange } from '../../src/model/exchange.ts';
import { isObject, type JsonObject } from '../../src/values/json.ts';

/**
 * Whether an object can be what the schema describes: it has more than half of the required members or, if none is
 * required, at least one known member. An answer that is something else counts as one flaw, and proves nothing.
 */
export function resembles(name: string, body: JsonObject): boolean {
  const { required, properties = {} } = schema(name);
  const has = (members: readonly string[]): number => members.filter((member) => member in body).length;
  if (required !== undefined) return has(required) * 2 > required.length;
  const known = Object.keys(properties);
  return known.length === 0 || has(known) > 0;
}

/**
 * Whether the answer of a filtered list has no member, or only a cursor: it may be that nothing on the page passes the
 * filter.
 */
export function isBareList(exchange: Exchange): boolean {
  const { operation, request } = exchange;
  const body = answered(exchange);
  const isBare = isObject(body) && Object.keys(body).every((name) => name === 'next_page_cursor');
  return isBare && isList(operation) && filtersIn(request.query).length > 0;
}

/** Whether an answer can be what its operation answers with. */
export function recognised(exchange: Exchange): boolean {
  const body = answered(exchange);
  return isObject(body) && (resembles(definitionOf(exchange.operation).answer, body) || isBareList(exchange));
}
