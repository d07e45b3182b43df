import { type Operation, operations } from '../../src/contract/operations.ts';
import type { Exchange, RequestInput } from '../../src/model/exchange.ts';
import type { Json } from '../../src/values/json.ts';

/** An answer in a few words: without a body, it is empty. */
export interface Reply {
  readonly status: number;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request as it is recorded, before anything is known of its answer. */
export const requested = (operation: Operation, input: RequestInput = {}, id = 1): Omit<Exchange, 'response'> => ({
  id,
  operation,
  request: {
    method: operations[operation].method,
    url: `https://target.example/v2/${operation}`,
    headers: {},
    path: input.path ?? {},
    query: Object.fromEntries(
      Object.entries(input.query ?? {}).map(([name, value]) => [name, [value].flat().map(String)]),
    ),
    body: input.body,
    credentials: input.credentials ?? 'token',
  },
  startedAt: 0,
  durationMs: 1,
  purpose: { kind: 'traffic', what: 'recorded traffic' },
});

/** One request and its answer. */
export function exchange(
  operation: Operation,
  { status, body, headers = {} }: Reply,
  input: RequestInput = {},
  id = 1,
): Exchange {
  const text = JSON.stringify(body);
  return {
    ...requested(operation, input, id),
    response: {
      status,
      headers,
      body: body === undefined ? { kind: 'empty' } : { kind: 'json', value: body, text },
      bytes: text?.length ?? 0,
    },
  };
}

/** An exchange that was answered with success, as rules see it. */
export const answeredWith = (operation: Operation, body: Json, over: Partial<Exchange> = {}): Exchange => ({
  ...exchange(operation, { status: 200, body, headers: { 'content-type': 'application/json' } }),
  ...over,
});

/** A request of an operation as a client may send it; answered in a way that no rule for requests looks at. */
export function made(
  operation: Operation,
  body?: Json,
  query: Readonly<Record<string, readonly string[]>> = {},
): Exchange {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const sent = exchange(operation, { status: 400 });
  const headers = { ...type, authorization: 'Bearer $ACCESS_TOKEN' };
  return { ...sent, request: { ...sent.request, headers, query, body } };
}
