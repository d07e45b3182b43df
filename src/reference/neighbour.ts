import { setTimeout as pause } from 'node:timers/promises';
import { decision } from './decision.ts';
import { OPERATIONS } from './operations.ts';
import { type Fields, fieldsOf } from './problem.ts';

/** Where another client writes, and with which credentials. */
export interface Neighbourhood {
  /** The address of the service, without /v2. */
  readonly url: string;
  /** Returns a token that is valid now. */
  token(): Promise<string>;
  /** What the client knows of the service, as in a fixtures file. */
  readonly fixtures: Fields;
}

/** Milliseconds between two writes of another client, or 0 when there is none. */
export const everyMs = decision({ section: '1', on: OPERATIONS }, 0, {
  latitudes: { 'others/write-all-the-time': 60 },
  protects: ['LIST-NO-GAP', 'LIST-PAGE-NO-REPEAT', 'LIST-READ-TWICE', 'FILTER-*', 'AUTH-REFUSED-DOES-NOTHING'],
});

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

/** One request that changes something. */
type Write = readonly [method: 'POST' | 'PUT', path: string, body: Fields];

/**
 * Returns the writes, to be made in turn. `updated` comes from a list, because a fixtures file names no account that
 * may be updated.
 */
function writes({ fixtures }: Neighbourhood, updated: string | undefined): readonly Write[] {
  const { profile_id } = fixtures;
  const { wire } = fieldsOf(fixtures['fiat_accounts']);
  const [metadata, address] = [{ by: 'another client' }, { profile_id, crypto_network: 'ETHEREUM' }];
  const sum = { asset: 'USD', amount: fixtures['fiat_amount'] ?? '1.00' };
  return [
    ['POST', '/transfer/deposit-addresses', { ...address, metadata }],
    ['PUT', `/transfer/fiat-accounts/${updated}`, { metadata }],
    ['POST', '/transfer/deposit-addresses', address],
    ['POST', '/transfer/fiat-withdrawals', { profile_id, ...sum, fiat_account_id: first(wire), metadata }],
  ];
}

async function called({ url, token }: Neighbourhood, method: string, path: string, body?: Fields): Promise<unknown> {
  const answer = await fetch(`${url}/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return answer.ok ? answer.json() : undefined;
}

/** Returns the ID of the oldest fiat account that withdrawals do not go to. */
async function anAccount(service: Neighbourhood): Promise<string | undefined> {
  const kept = JSON.stringify(service.fixtures['fiat_accounts'] ?? {});
  const items = fieldsOf(await called(service, 'GET', '/transfer/fiat-accounts?order=ASC&limit=20'))['items'];
  const ids = Array.isArray(items) ? items.map((item) => String(fieldsOf(item)['id'])) : [];
  return ids.find((id) => !kept.includes(id));
}

/** Another client that is writing. */
export interface Neighbour {
  /** Returns how many of its writes were carried out so far. */
  carriedOut(): number;
  stop(): Promise<void>;
}

/** Starts another client of the service, which writes until it is stopped and ignores refusals. */
export function neighbour(service: Neighbourhood, intervalMs: number): Neighbour {
  const stopping = new AbortController();
  let carriedOut = 0;
  const busy = async () => {
    const turns = writes(service, await anAccount(service));
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const write = turns[turn % turns.length];
      if (write && (await called(service, ...write)) !== undefined) carriedOut += 1;
      await pause(intervalMs, undefined, { signal: stopping.signal });
    }
  };
  // When the service stops, this client stops too.
  const done = busy().catch(() => undefined);
  return {
    carriedOut: () => carriedOut,
    stop() {
      stopping.abort();
      return done;
    },
  };
}
