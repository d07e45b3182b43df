import type { Exchange } from '../../model/exchange.ts';
import type { Json } from '../../model/json.ts';
import type { Operation } from '../../model/operations.ts';

/** An exchange that was answered with success, as rules see it. */
export function answeredWith(operation: Operation, value: Json, over: Partial<Exchange> = {}): Exchange {
  return {
    id: 1,
    operation,
    purpose: 'a test',
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
