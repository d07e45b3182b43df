import type { Operation } from '../../src/contract/operations.ts';
import type { Controls } from '../../src/engine/probing.ts';
import { Shared } from '../../src/engine/shared.ts';
import type { World } from '../../src/engine/world.ts';
import type { Exchange, LostExchange, RequestInput } from '../../src/model/exchange.ts';
import type { Fixtures } from '../../src/model/fixtures.ts';
import type { Withheld } from '../../src/model/outcome.ts';
import type { Json } from '../../src/values/json.ts';

/** What a target does with one request: a status and a body, the cause of a loss, or what the user did not allow. */
export type Reaction =
  | { readonly status: number; readonly body?: Json; readonly headers?: Readonly<Record<string, string>> }
  | { readonly lost: string }
  | Withheld;

/** A request as a target in memory sees it. */
export interface Asked {
  readonly operation: Operation;
  readonly input: RequestInput;
  /** How many requests came before it. */
  readonly index: number;
}

/** One request and its answer, as `transmit` would give them. */
export function exchange(
  operation: Operation,
  { status, body, headers = {} }: { readonly status: number; readonly body?: Json; readonly headers?: object },
  input: RequestInput = {},
  id = 1,
): Exchange {
  const text = JSON.stringify(body);
  return {
    ...common(operation, input, id),
    response: {
      status,
      headers: { ...headers } as Readonly<Record<string, string>>,
      body: body === undefined ? { kind: 'empty' } : { kind: 'json', value: body, text },
      bytes: text?.length ?? 0,
    },
  };
}

const common = (operation: Operation, input: RequestInput, id: number) => ({
  id,
  operation,
  request: {
    method: 'GET',
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
  purpose: { kind: 'traffic', what: 'recorded traffic' } as const,
});

/** A target in memory, with the requests that it got. */
export function worldOf(
  react: (asked: Asked) => Reaction,
  { fixtures = {}, recognises = () => true, transactions = [], controls }: Partial<Options> = {},
): World & { readonly asked: readonly Asked[] } {
  const asked: Asked[] = [];
  const pool = [...transactions];
  return {
    asked,
    run: {
      id: 'run',
      seed: 1,
      runs: 10,
      spendsFreely: true,
      strict: false,
      changesBankDetails: true,
      maxItems: 100,
      maxPages: 10,
    },
    fixtures,
    shared: new Shared(),
    signal: new AbortController().signal,
    recognises,
    pause: async () => undefined,
    violations: () => [],
    cases: (wanted) => wanted,
    verifies: () => true,
    combinable: () => [],
    controls: () => controls,
    adaptation: () => undefined,
    created: () => [],
    takeTransaction: async () => pool.shift(),
    transmit: async (operation, input) => {
      const request = { operation, input, index: asked.length };
      asked.push(request);
      const reaction = react(request);
      if ('withheld' in reaction) return reaction;
      const id = asked.length;
      if ('lost' in reaction) return { ...common(operation, input, id), lost: reaction.lost } satisfies LostExchange;
      return exchange(operation, reaction, input, id);
    },
  };
}

interface Options {
  readonly fixtures: Fixtures;
  readonly recognises: (exchange: Exchange) => boolean;
  readonly transactions: readonly string[];
  readonly controls: Controls;
}
