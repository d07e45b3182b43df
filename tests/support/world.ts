import type { Operation } from '../../src/contract/operations.ts';
import type { Controls } from '../../src/engine/ask.ts';
import { Shared } from '../../src/engine/shared.ts';
import type { World } from '../../src/engine/world.ts';
import type { Exchange, LostExchange, RequestInput } from '../../src/model/exchange.ts';
import type { Fixtures } from '../../src/model/fixtures.ts';
import type { Withheld } from '../../src/model/outcome.ts';
import { exchange, type Reply, requested } from './exchanges.ts';

/** What a target does with one request: a status and a body, the cause of a loss, or what the user did not allow. */
export type Reaction = Reply | { readonly lost: string } | Withheld;

/** A request as a target in memory sees it. */
export interface Asked {
  readonly operation: Operation;
  readonly input: RequestInput;
  /** How many requests came before it. */
  readonly index: number;
}

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
      if ('lost' in reaction)
        return { ...requested(operation, input, id), lost: reaction.lost, isUnsent: false } satisfies LostExchange;
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
