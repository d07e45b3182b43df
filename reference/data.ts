import type { Fields } from './problem.ts';
import { random, uuid } from './values.ts';

/** A fiat account as it is stored. */
export interface StoredAccount extends Fields {
  id: string;
  created_at: string;
  status: string;
}

export type Network = 'wire' | 'cbit' | 'dbs_act' | 'cubix' | 'scb';

const NETWORKS: readonly Network[] = ['wire', 'cbit', 'dbs_act', 'cubix', 'scb'];
export const CRYPTO_NETWORKS = [
  'BITCOIN',
  'ETHEREUM',
  'BITCOIN_CASH',
  'LITECOIN',
  'SOLANA',
  'POLYGON_POS',
  'BASE',
  'ARBITRUM_ONE',
  'INK',
];
const EPOCH = Date.parse('2025-01-06T08:00:00Z');

/** Everything that an instance holds. Lists are in order of creation. */
export interface Store {
  readonly profiles: readonly string[];
  readonly customer: string;
  readonly fiat: StoredAccount[];
  readonly deleted: ReadonlySet<string>;
  /** Accounts that withdrawals go to. */
  readonly destinations: Readonly<Record<Network, string>>;
  readonly instructions: Fields[];
  readonly people: Fields[];
  readonly addresses: Fields[];
  readonly executions: Fields[];
  readonly quotes: Fields[];
  readonly transactions: Fields[];
  readonly used: Set<string>;
  readonly next: () => number;
}

/** A timestamp `step` seconds after the epoch of the data, with 0, 3, 6 or 9 fractional digits. */
function stamp(step: number, style: number): string {
  const base = new Date(EPOCH + step * 1000).toISOString().slice(0, 19);
  const fraction = String(100_000_001 + ((step * 7_919_337) % 899_999_990));
  const digits = [0, 3, 6, 9][style % 4] ?? 0;
  return `${base}${digits > 0 ? `.${fraction.slice(0, digits)}` : ''}Z`;
}

const POSTAL = {
  country: 'USA',
  address1: '456 Main Street',
  address2: 'Suite 9',
  city: 'New York',
  province: 'NY',
  zip_code: '10101',
};

const routing = (number: string) => ({
  routing_number_type: 'ABA',
  routing_number: number,
  bank_name: 'Harbor Bank',
  bank_address: { ...POSTAL, address1: '123 Bank Street' },
});

const number = (i: number): string => String(4_000_000_000 + i * 7919);

function instructionsOf(network: Network, i: number): Fields {
  const wire = {
    account_number: number(i),
    fiat_account_owner_address: POSTAL,
    routing_details: routing('021000021'),
    intermediary_routing_details: routing('031302971'),
  };
  const all: Record<Network, Fields> = {
    wire,
    cbit: { wallet_address: `cbit-${number(i)}` },
    dbs_act: { account_number: number(i) },
    cubix: { account_id: `CUBIX${i}` },
    scb: { account_number: number(i) },
  };
  return { [network]: all[network] };
}

function fiatAccount(i: number, next: () => number, people: readonly Fields[]): StoredAccount {
  const network = NETWORKS[i % 5] ?? 'wire';
  // Groups of four share one creation time, so that a cursor over created_at alone goes wrong.
  const group = Math.floor(i / 4);
  const person = people[i % people.length];
  return {
    id: uuid(next),
    status: i % 3 === 0 ? 'PENDING' : i % 17 === 0 ? 'REJECTED' : 'APPROVED',
    created_at: stamp(group * 61, group),
    updated_at: stamp(group * 61 + 30, group),
    ref_id: `fiat-${i}`,
    identity_id: person?.['identity_id'],
    account_id: person?.['id'],
    fiat_account_owner:
      i % 2 === 0
        ? { person_details: { first_name: 'Megan', last_name: `Snow ${i}` } }
        : { institution_details: { name: `Company ${i}` } },
    fiat_network_instructions: instructionsOf(network, i),
    metadata: { tier: String(i % 7) },
  };
}

const person = (i: number, next: () => number, profiles: readonly string[]): Fields => {
  const identity = uuid(next);
  return {
    id: uuid(next),
    identity_id: identity,
    description: `Account ${i}`,
    admin_disabled: false,
    user_disabled: i % 9 === 0,
    metadata: { kind: 'individual' },
    ref_id: `account-${i}`,
    members: [{ id: uuid(next), identity_id: identity, type: 'BENEFICIAL_OWNER', roles: ['BENEFICIAL_OWNER'] }],
    created_at: stamp(Math.floor(i / 3) * 97, i % 3),
    updated_at: stamp(9_000_000 + Math.floor(i / 2) * 89, i % 4),
    summary_status: 'PENDING',
    profile_id: profiles[i % profiles.length],
    type: 'BROKERAGE',
  };
};

const instruction = (i: number, next: () => number, profiles: readonly string[], customer: string): Fields => ({
  id: uuid(next),
  profile_id: profiles[i % profiles.length],
  customer_id: customer,
  ref_id: `instruction-${i}`,
  status: 'VALID',
  memo_id: `MEMO${(i + 1_000_000).toString(36).toUpperCase()}`,
  created_at: stamp(Math.floor(i / 3) * 53, i),
  fiat_network_instructions: {
    ...instructionsOf('wire', i + 5_000),
    fiat_account_owner: { institution_details: { name: 'Platform Trust Company' } },
    metadata: { my_id: String(i), number: i },
  },
});

const execution = (i: number, orders: readonly string[]): Fields => ({
  execution_id: String(1_600_000 + i),
  order_id: orders[i % orders.length],
  executed_at: stamp(Math.floor(i / 3) * 41, i % 2),
  market: 'BTCUSD',
  side: i % 2 ? 'SELL' : 'BUY',
  amount: '0.00432539',
  price: '23119.25',
  commission: '0.34999920465125',
  commission_asset: 'USD',
  rebate: '0.00',
  rebate_asset: 'USD',
  gross_trade_amount: '99.9997727575',
});

const quote = (i: number, next: () => number, profile: string, settled: boolean): Fields => ({
  id: uuid(next),
  profile_id: profile,
  quote_id: uuid(next),
  status: settled ? 'SETTLED' : 'CREATED',
  market: 'ETHUSD',
  side: 'BUY',
  price: '224.11',
  base_amount: '2',
  base_asset: 'ETH',
  quote_amount: '448.22',
  quote_asset: 'USD',
  created_at: stamp(i * 71, 2),
  ref_id: `quote-${i}`,
  metadata: { desk: 'one' },
  identity_id: '00000000-0000-0000-0000-000000000000',
  account_id: '00000000-0000-0000-0000-000000000000',
  recipient_profile_id: profile,
  ...(settled ? { settled_at: stamp(i * 71 + 1, 2) } : {}),
});

const transaction = (i: number, next: () => number, status: string, profiles: readonly string[]): Fields => ({
  id: uuid(next),
  ref_id: uuid(next),
  settlement_window_start: stamp(i * 31, 2),
  settlement_window_end: stamp(80_000_000 + i, 2),
  source_profile_id: profiles[0],
  target_profile_id: profiles[1],
  legs: [{ id: uuid(next), direction: 'DELIVER', asset: 'BTC', amount: '0.5' }],
  status,
  created_at: stamp(i * 31, 2),
  updated_at: stamp(i * 31, 2),
});

const many = <T>(length: number, make: (i: number) => T): T[] => Array.from({ length }, (_, i) => make(i));

/** The data of a seed. */
export function store(seed: number, accounts: number, address: (network: string, next: () => number) => string): Store {
  const next = random(seed);
  const profiles = many(3, () => uuid(next));
  const [customer, orders] = [uuid(next), many(12, () => uuid(next))];
  const people = many(64, (i) => person(i, next, profiles));
  const fiat = many(accounts, (i) => fiatAccount(i, next, people));
  const destinations = Object.fromEntries(
    NETWORKS.map((network) => {
      const found = fiat.findLast(
        (account) => account.status === 'APPROVED' && network in Object(account['fiat_network_instructions']),
      );
      return [network, found?.id ?? ''];
    }),
  ) as Record<Network, string>;
  const spare = fiat.filter(({ id }) => !Object.values(destinations).includes(id));
  const states = [
    ...many(60, () => 'PENDING'),
    ...['AFFIRMED', 'SETTLED', 'EXPIRED', 'CANCELLED'].flatMap((state) => [state, state, state]),
  ];
  return {
    profiles,
    customer,
    fiat,
    destinations,
    people,
    next,
    used: new Set(),
    deleted: new Set(spare.slice(-7, -4).map(({ id }) => id)),
    instructions: many(131, (i) => instruction(i, next, profiles, customer)),
    addresses: many(152, (i) => {
      const crypto_network = CRYPTO_NETWORKS[i % CRYPTO_NETWORKS.length] ?? 'ETHEREUM';
      const owner = people[i % people.length];
      return {
        id: uuid(next),
        profile_id: profiles[i % profiles.length],
        customer_id: customer,
        crypto_network,
        address: address(crypto_network, next),
        conversion_target_asset: i % 2 ? 'USD' : 'NO_CONVERSION',
        created_at: stamp(Math.floor(i / 3) * 59, i),
        identity_id: owner?.['identity_id'],
        ref_id: `address-${i}`,
        metadata: { use: 'deposits' },
        account_id: owner?.['id'],
        compatible_crypto_networks: [crypto_network],
      };
    }),
    executions: many(251, (i) => execution(i, orders)),
    quotes: many(8, (i) => quote(i, next, profiles[0] ?? '', i >= 4)),
    transactions: states.map((state, i) => transaction(i, next, state, profiles)),
  };
}
