import { type Operation, operations } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Json } from '../../src/values/json.ts';

/** An exchange that was answered with success, as rules see it. */
export function answeredWith(operation: Operation, value: Json, over: Partial<Exchange> = {}): Exchange {
  return {
    id: 1,
    operation,
    purpose: { kind: 'traffic', what: 'recorded traffic' } as const,
    startedAt: 0,
    durationMs: 10,
    request: {
      method: 'GET',
      url: 'http://127.0.0.1/v2',
      headers: {},
      path: {},
      query: {},
      body: undefined,
      credentials: 'token',
    },
    response: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: { kind: 'json', value, text: JSON.stringify(value) },
      bytes: 100,
    },
    ...over,
  };
}

/** A request of an operation as a client may send it; answered in a way that no rule for requests looks at. */
export function made(
  operation: Operation,
  body?: Json,
  query: Readonly<Record<string, readonly string[]>> = {},
): Exchange {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const { method } = operations[operation];
  const headers = { ...type, authorization: 'Bearer $ACCESS_TOKEN' };
  return {
    id: 1,
    operation,
    request: { method, url: 'http://localhost/v2', headers, path: {}, query, body, credentials: 'token' },
    startedAt: 0,
    durationMs: 1,
    purpose: { kind: 'traffic', what: 'recorded traffic' } as const,
    response: { status: 400, headers: {}, body: { kind: 'empty' }, bytes: 0 },
  };
}
