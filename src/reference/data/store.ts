import { type Choices, decision, only } from '../decision.ts';
import { LISTS } from '../operation-groups.ts';
import type { Fields } from '../problem.ts';
import { random, uuid } from '../values.ts';
import { depositAddress, instruction } from './deposits.ts';
import { fiatAccount, type StoredAccount } from './fiat-accounts.ts';
import { FIAT_NETWORKS, type FiatNetwork } from './networks.ts';
import { person } from './parties.ts';
import { execution, quote, transaction } from './trades.ts';

/** All data of an instance. Lists are in order of creation. */
export interface Store {
  readonly profiles: readonly string[];
  readonly customer: string;
  readonly fiat: StoredAccount[];
  readonly deleted: ReadonlySet<string>;
  /** The accounts that withdrawals go to, by network. */
  readonly destinations: Readonly<Record<FiatNetwork, string>>;
  readonly instructions: Fields[];
  readonly people: Fields[];
  readonly addresses: Fields[];
  /** IDs of the orders that the executions fill. */
  readonly orders: readonly string[];
  readonly executions: Fields[];
  readonly quotes: Fields[];
  readonly transactions: Fields[];
  /** The record that was created for each ref_id, by operation. */
  readonly used: Map<string, Fields>;
  /** State that decisions keep from one request to the next. */
  readonly notes: Map<string, unknown>;
  readonly next: () => number;
}

interface Population {
  readonly fiat: number;
  readonly people: number;
  readonly instructions: number;
  readonly addresses: number;
  readonly executions: number;
  readonly quotes: number;
  readonly transactions: number;
  /** Default page size, when it is not the usual one. */
  readonly page?: number;
}

const FULL: Population = {
  fiat: 1_060,
  people: 64,
  instructions: 131,
  addresses: 152,
  executions: 251,
  quotes: 8,
  transactions: 32,
};
const NOTHING = { fiat: 0, people: 0, instructions: 0, addresses: 0, executions: 0, quotes: 0, transactions: 0 };

const ALL = [...LISTS, 'getQuote', 'affirm'];
/** The number of records of each kind that an instance holds. */
export const population = decision<Population>({ section: '1', on: ALL }, FULL, {
  faults: {
    'LIST-DEFAULT-LIMIT/none-where-addresses-are-few': only(['listAddresses'], { ...FULL, addresses: 40, page: 1000 }),
  },
  latitudes: {
    'service/empty': NOTHING,
    'service/without-addresses': { ...FULL, instructions: 3, addresses: 0 },
    'service/nearly-empty': { ...NOTHING, fiat: 5, people: 1, instructions: 1, addresses: 1, executions: 2 },
    'service/two-of-what-no-request-creates': { ...FULL, people: 2, instructions: 2, executions: 2 },
    'service/sixteen-of-each': { ...FULL, fiat: 16, people: 16, instructions: 16, addresses: 16, executions: 16 },
    'service/no-trades': { ...FULL, executions: 0, quotes: 0, transactions: 0 },
  },
  protects: ['LIST-*', 'FILTER-*', 'ORDER-*', 'QE-*', 'ST-*'],
});

const many = <T>(length: number, make: (i: number) => T): T[] => Array.from({ length }, (_, i) => make(i));

function destinationsIn(fiat: readonly StoredAccount[]): Record<FiatNetwork, string> {
  const found = FIAT_NETWORKS.map((network): [FiatNetwork, string] => {
    const last = fiat.findLast(
      (account) => account.status === 'APPROVED' && network in Object(account['fiat_network_instructions']),
    );
    return [network, last?.id ?? ''];
  });
  return Object.fromEntries(found) as Record<FiatNetwork, string>;
}

const LATER_STATES = ['AFFIRMED', 'SETTLED', 'EXPIRED', 'CANCELLED'].flatMap((state) => [state, state, state]);

function stateOf(i: number, count: number): string {
  return LATER_STATES[i - (count - LATER_STATES.length)] ?? 'PENDING';
}

/** Gives the last four of every sixteen accounts the same primary identity. */
const shared = (people: readonly Fields[]): Fields[] =>
  people.map((each, i) => (i % 16 > 12 ? { ...each, identity_id: people[i - (i % 16) + 12]?.['identity_id'] } : each));

/** Returns the data for a seed. `accounts` overrides the usual number of fiat accounts. */
export function store(choices: Choices, seed: number, accounts?: number): Store {
  const next = random(seed);
  const counts = choices.of(population);
  const [profiles, customer] = [many(3, () => uuid(next)), uuid(next)];
  const orders = many(12, () => uuid(next));
  const people = shared(many(counts.people, (i) => person(choices, i, next, profiles)));
  const fiat = many(counts === FULL ? (accounts ?? FULL.fiat) : counts.fiat, (i) =>
    fiatAccount(choices, i, next, people),
  );
  const destinations = destinationsIn(fiat);
  const spare = fiat.filter(({ id }) => !Object.values(destinations).includes(id));
  return {
    profiles,
    customer,
    fiat,
    destinations,
    people,
    next,
    used: new Map(),
    notes: new Map(),
    deleted: new Set(spare.slice(-7, -4).map(({ id }) => id)),
    instructions: many(counts.instructions, (i) => instruction(choices, i, { next, profiles, customer })),
    addresses: many(counts.addresses, (i) =>
      depositAddress(choices, i, { next, profiles, customer }, people[i % Math.max(1, people.length)]),
    ),
    orders,
    executions: many(counts.executions, (i) => execution(choices, i, orders)),
    quotes: many(counts.quotes, (i) =>
      quote(choices, i, next, { profile: profiles[0] ?? '', settled: i >= counts.quotes / 2 }),
    ),
    transactions: many(counts.transactions, (i) =>
      transaction(choices, i, next, { status: stateOf(i, counts.transactions), profiles }),
    ),
  };
}
