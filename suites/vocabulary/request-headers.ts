import { definitionOf } from '../../src/contract/operations.ts';
import type { RequestMade } from '../../src/engine/check.ts';
import { type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import type { SentRequest } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { isObject } from '../../src/values/json.ts';
import { flaw } from './constraints/judging.ts';

export const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const BEARER = /^bearer +\S/i;

/** Returns a request header by its lower-case name. */
const header = ({ headers }: SentRequest, name: string): string | undefined =>
  Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];

/**
 * Judges that a request sends a bearer token (5). Recordings often leave the header out, so it counts as missing only
 * in live traffic.
 */
export function bearer({ request, recorded }: RequestMade): Judgement {
  const found = header(request, 'authorization');
  if (found === undefined && recorded) return NOTHING_TO_JUDGE;
  if (found !== undefined && BEARER.test(found)) return [];
  const actual = found === undefined ? 'no such header' : `the scheme ${shown(found.split(' ')[0] ?? '', 40)}`;
  return [flaw('Authorization: Bearer <ACCESS_TOKEN>', actual)];
}

/** Judges that a request declares its body as JSON. */
export function contentType({ operation, request }: RequestMade): Judgement {
  if (definitionOf(operation).body === undefined) return NOT_CONCERNED;
  const type = header(request, 'content-type');
  if ((type !== undefined && JSON_TYPE.test(type)) || (request.body === undefined && !request.unread)) return [];
  return [flaw('Content-Type: application/json', type === undefined ? 'none' : shown(type, 80))];
}

/** Judges that the body of a request is a JSON object. */
export function jsonObject({ operation, request }: RequestMade): Judgement {
  if (definitionOf(operation).body === undefined) return NOT_CONCERNED;
  if (isObject(request.body)) return [];
  const actual = request.unread ?? (request.body === undefined ? 'no body' : shown(request.body));
  return [flaw('a JSON object as the body', actual)];
}
