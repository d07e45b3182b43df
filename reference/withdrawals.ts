import { CRYPTO_NETWORKS, type Network, type Store } from './data.ts';
import { type Choices, decision } from './decision.ts';
import { count, metadata } from './metadata.ts';
import { defined, type Fields, need, optional, Problem } from './problem.ts';
import { plain, units, uuid } from './values.ts';

type Sum = (amount: bigint, fee: bigint) => string;

const sum: Sum = (amount, fee) => plain(amount + fee);
const floatSum: Sum = (amount, fee) => String(Number(plain(amount)) + Number(plain(fee)));

const fiatTotal = decision<Sum>(sum, {
  faults: {
    'FW-TOTAL/subtracts-fee': (amount, fee) => plain(amount > fee ? amount - fee : fee - amount),
    'FW-TOTAL/sums-in-floating-point': floatSum,
  },
  latitudes: {
    'total/trailing-zeros': (amount, fee) =>
      `${plain(amount + fee)}${plain(amount + fee).includes('.') ? '00' : '.00'}`,
  },
});
const cryptoTotal = decision<Sum>(sum, {
  faults: { 'CW-TOTAL/sums-in-floating-point': floatSum, 'CW-TOTAL/leaves-out-the-fee': (amount) => plain(amount) },
});
const fiatFee = decision('0.25', { latitudes: { 'fee/zero': '0', 'fee/zero-with-places': '0.0000000' } });
const oneOf = decision((amount: boolean, total: boolean): boolean => amount !== total, {
  faults: {
    'FW-ONE-OF/accepts-both': (amount, total) => amount || total,
    'FW-ONE-OF/accepts-neither': (amount, total) => !(amount && total),
  },
});
const cryptoOneOf = decision((amount: boolean, total: boolean): boolean => amount !== total, {
  faults: { 'CW-ONE-OF/accepts-both': (amount, total) => amount || total },
});
const assets = decision<readonly string[]>(['USD'], { faults: { 'FW-ASSET-OUTSIDE/accepts-EUR': ['USD', 'EUR'] } });
const networks = decision<readonly string[]>(CRYPTO_NETWORKS, {
  faults: { 'CW-CRYPTO-NETWORK-OUTSIDE/accepts-any': [...CRYPTO_NETWORKS, 'DOGECOIN'] },
});
const memoLimits = decision<Readonly<Record<Network, number>>>(
  { wire: 100, cbit: 500, dbs_act: 100, cubix: 40, scb: 140 },
  {
    faults: {
      'FW-MEMO-SCB-OVER-LIMIT/accepts-141': { wire: 100, cbit: 500, dbs_act: 100, cubix: 40, scb: 141 },
      'FW-MEMO-CUBIX-AT-LIMIT/accepts-39-at-most': { wire: 100, cbit: 500, dbs_act: 100, cubix: 39, scb: 140 },
      'FW-MEMO-WIRE-OVER-LIMIT/accepts-500': { wire: 500, cbit: 500, dbs_act: 100, cubix: 40, scb: 140 },
    },
  },
);
const memo = decision((text: string | undefined) => text, {
  faults: { 'FW-MEMO-ECHO/cut-to-twenty': (text) => text?.slice(0, 20) },
});
const used = decision<'refuse' | 'replay' | 'again'>('refuse', {
  latitudes: { 'ref-id/replayed': 'replay', 'ref-id/carried-out-again': 'again' },
});
const conversion = decision<Fields>({}, { faults: { 'CW-AUTO-CONVERSION/filled': { rate: '1' } } });
const kind = decision('CRYPTO_WITHDRAWAL', { faults: { 'CW-TYPE/is-internal': 'INTERNAL_TRANSFER_DEBIT' } });
const way = decision('DEBIT', { faults: { 'TRANSFER-DEBIT/is-credit': 'CREDIT' } });
const state = decision('PENDING', { latitudes: { 'status/completed-at-creation': 'COMPLETED' } });

const TYPES: Readonly<Record<Network, string>> = {
  wire: 'WIRE_WITHDRAWAL',
  cbit: 'CBIT_WITHDRAWAL',
  cubix: 'CUBIX_WITHDRAWAL',
  dbs_act: 'BANK_WITHDRAWAL',
  scb: 'BANK_WITHDRAWAL',
};

/** Fees of the networks in their assets, chosen so that sums in binary floating point go wrong. */
const CRYPTO_FEE = '0.0000223';

function money(body: Fields, lawful: (amount: boolean, total: boolean) => boolean, fee: bigint): bigint {
  const [amount, total] = [body['amount'], body['total']];
  if (!lawful(amount !== undefined && amount !== null, total !== undefined && total !== null))
    throw new Problem(400, 'exactly one of amount or total must be specified');
  const given = units(amount ?? total ?? '1');
  if (given === undefined || given === 0n) throw new Problem(400, 'amounts are positive decimal numbers in strings');
  const net = amount === undefined || amount === null ? given - fee : given;
  if (net <= 0n) throw new Problem(400, 'total must exceed the fee');
  return net;
}

function known(store: Store, profile: string): string {
  if (!store.profiles.includes(profile)) throw new Problem(404, 'there is no such profile');
  return profile;
}

const replays = new WeakMap<Store, Map<string, Fields>>();

/** Makes the record once for a ref_id; what a repetition gets is a choice of the instance. */
export function once(
  choices: Choices,
  store: Store,
  operation: string,
  ref: string | undefined,
  make: () => Fields,
): Fields {
  if (ref === undefined) return make();
  const records = replays.get(store) ?? new Map<string, Fields>();
  replays.set(store, records);
  const before = records.get(`${operation} ${ref}`);
  const policy = choices.of(used);
  if (before && policy === 'refuse') throw new Problem(409, 'this ref_id was used before');
  if (before && policy === 'replay') return before;
  const made = make();
  records.set(`${operation} ${ref}`, made);
  return made;
}

function base(choices: Choices, store: Store, body: Fields): Fields {
  const now = new Date().toISOString();
  return {
    id: uuid(store.next),
    customer_id: store.customer,
    direction: choices.of(way),
    status: choices.of(state),
    created_at: now,
    updated_at: now,
    identity_id: optional(body, 'identity_id'),
    account_id: optional(body, 'account_id'),
    ref_id: optional(body, 'ref_id'),
    metadata: metadata(choices, body),
    group_id: undefined,
  };
}

/** Create Fiat Withdrawal (4.4). */
export function fiatWithdrawal(choices: Choices, store: Store, body: Fields): Fields {
  const asset = need(body, 'asset');
  if (!choices.of(assets).includes(asset)) throw new Problem(400, 'asset is USD');
  const account = store.fiat.find(({ id }) => id === need(body, 'fiat_account_id'));
  if (!account || store.deleted.has(account.id)) throw new Problem(404, 'there is no such fiat account');
  const network = Object.keys(Object(account['fiat_network_instructions']))[0] as Network;
  const text = optional(body, 'memo');
  if (text !== undefined && count(choices, text) > choices.of(memoLimits)[network])
    throw new Problem(400, `a memo has at most ${choices.of(memoLimits)[network]} characters on ${network}`);
  const fee = units(choices.of(fiatFee)) ?? 0n;
  const amount = money(body, choices.of(oneOf), fee);
  return once(choices, store, 'fiat', optional(body, 'ref_id'), () =>
    defined({
      ...base(choices, store, body),
      profile_id: known(store, need(body, 'profile_id')),
      amount: plain(amount),
      fee: choices.of(fiatFee),
      total: choices.of(fiatTotal)(amount, fee),
      asset,
      balance_asset: asset,
      type: TYPES[network],
      fiat_account_id: account.id,
      auto_conversion: {},
      secondary_status: {},
      memo: choices.of(memo)(text),
    }),
  );
}

/** Create Crypto Withdrawal (4.5). */
export function cryptoWithdrawal(choices: Choices, store: Store, body: Fields): Fields {
  const crypto_network = need(body, 'crypto_network');
  if (!choices.of(networks).includes(crypto_network)) throw new Problem(400, 'crypto_network is not a CryptoNetwork');
  const asset = need(body, 'asset');
  const destination_address = need(body, 'destination_address');
  const fee = units(CRYPTO_FEE) ?? 0n;
  const amount = money(body, choices.of(cryptoOneOf), fee);
  return once(choices, store, 'crypto', optional(body, 'ref_id'), () =>
    defined({
      ...base(choices, store, body),
      profile_id: known(store, need(body, 'profile_id')),
      amount: plain(amount),
      fee: CRYPTO_FEE,
      total: choices.of(cryptoTotal)(amount, fee),
      asset,
      balance_asset: optional(body, 'balance_asset') ?? asset,
      type: choices.of(kind),
      crypto_network,
      destination_address,
      auto_conversion: choices.of(conversion),
      memo: optional(body, 'memo'),
      notional_value: '1.00',
    }),
  );
}
