import { debit } from './balances.ts';
import type { Call, Handler } from './call.ts';
import { otherNetworks, type StoredAccount } from './data/fiat-accounts.ts';
import { FIAT_NETWORKS, type FiatNetwork } from './data/networks.ts';
import type { Store } from './data/store.ts';
import { decision, shownOn } from './decision.ts';
import { refuseEqual } from './equal-withdrawals.ts';
import { money } from './money.ts';
import { demandsOwner, profileOf, unknownProfiles } from './parties.ts';
import { defined, type Fields, optional, Problem } from './problem.ts';
import { once } from './repeated-refs.ts';
import { demand, listed, oneOf, requiring } from './request-bodies.ts';
import { count } from './text-length.ts';
import { memoAfter, transfer } from './transfers.ts';
import { refuseTooMany } from './withdrawal-rate.ts';

const HERE = { section: '4.4', on: ['fiatWithdrawal'] };

const required = requiring(HERE, 'FW', ['asset', 'fiat_account_id', 'profile_id'], 'ref_id');
const assets = listed(HERE, ['USD'], {
  'FW-ASSET-OUTSIDE/accepts-EUR': ['USD', 'EUR'],
  'FW-ASSET-OUTSIDE/accepts-a-part-of-a-name': ['USD', 'US'],
  'FW-ASSET-OUTSIDE/accepts-USDC': ['USD', 'USDC'],
  'FW-ASSET-OUTSIDE/accepts-SGD': ['USD', 'SGD'],
});
const takesUnknownProfile = unknownProfiles(HERE, 'FW-PROFILE-UNKNOWN');
const anyAccount = decision(HERE, false, { faults: { 'FW-FIAT-ACCOUNT-UNKNOWN/accepts': true } });
/** The destination account: the one in the request or, with the fault, the usual one of its network. */
const destinationOf = decision<(found: StoredAccount, store: Store) => StoredAccount>(HERE, (found) => found, {
  faults: {
    'FW-FIAT-ACCOUNT-ECHO/one-account-for-each-network': (found, { fiat, destinations }) =>
      fiat.find(({ id }) => id === destinations[networkOf(found)]) ?? found,
  },
});
const deletedToo = decision(HERE, false, { faults: { 'FW-FIAT-ACCOUNT-DELETED/accepts': true } });

/** The network over which no withdrawal is possible at present. */
const closed = decision<FiatNetwork | undefined>(HERE, undefined, {
  latitudes: { 'networks/wire-is-closed': 'wire', 'networks/cubix-is-closed': 'cubix' },
  protects: ['OPERATION-ANSWERED', 'FW-*', 'METADATA-*'],
});

type Limits = Readonly<Record<FiatNetwork, number>>;

const LIMITS: Limits = { wire: 100, cbit: 500, dbs_act: 100, cubix: 40, scb: 140 };
const memoLimits = decision<Limits>(HERE, LIMITS, {
  faults: {
    'FW-MEMO-WIRE-AT-LIMIT/accepts-99-at-most': { ...LIMITS, wire: 99 },
    'FW-MEMO-WIRE-OVER-LIMIT/accepts-101': { ...LIMITS, wire: 101 },
    'FW-MEMO-WIRE-OVER-LIMIT/accepts-500': { ...LIMITS, wire: 500 },
    'FW-MEMO-CUBIX-AT-LIMIT/accepts-39-at-most': { ...LIMITS, cubix: 39 },
    'FW-MEMO-CUBIX-OVER-LIMIT/accepts-41': { ...LIMITS, cubix: 41 },
    'FW-MEMO-DBS-ACT-AT-LIMIT/accepts-40-at-most': { ...LIMITS, dbs_act: 40 },
    'FW-MEMO-DBS-ACT-OVER-LIMIT/accepts-101': { ...LIMITS, dbs_act: 101 },
    'FW-MEMO-SCB-AT-LIMIT/accepts-139-at-most': { ...LIMITS, scb: 139 },
    'FW-MEMO-SCB-OVER-LIMIT/accepts-141': { ...LIMITS, scb: 141 },
    'FW-MEMO-OVER-MAXIMUM/accepts-501': { ...LIMITS, cbit: 501 },
    'FW-MEMO-AT-MAXIMUM/accepts-499-at-most': { ...LIMITS, cbit: 499 },
  },
});
/** The network whose memo limit applies: the account's current one or, with the fault, its first one. */
const limitOf = decision<(now: FiatNetwork, first: unknown) => FiatNetwork>(
  { section: '4.4', on: ['fiatWithdrawal'] },
  (now) => now,
  {
    faults: {
      'FA-UPDATE-MEMO-LIMIT/of-the-network-at-first': shownOn(
        ['putFiat'],
        (now, first) => FIAT_NETWORKS.find((network) => network === first) ?? now,
      ),
    },
  },
);
/** The memo that is sent with the withdrawal. */
const memos = decision<(text: string | undefined) => string | undefined>(HERE, (text) => text, {
  faults: {
    'FW-MEMO-ECHO/cut-to-twenty': (text) => text?.slice(0, 20),
    'FW-MEMO-ECHO/without-punctuation': (text) => text?.replaceAll(/[^\w\s]/g, ''),
    'FW-MEMO-ECHO/with-single-spaces': (text) => text?.replaceAll(/ +/g, ' '),
    'FW-MEMO-ECHO/in-upper-case': (text) => text?.toUpperCase(),
    'FW-MEMO-ECHO/cut-at-the-limit': (text) => text?.slice(0, 99),
  },
  latitudes: { 'memo/left-out-of-answers': () => undefined },
  protects: ['FW-MEMO-ECHO', 'FW-MEMO-*-AT-LIMIT'],
});
const leftOver = decision(HERE, false, { faults: { 'FW-MEMO-ECHO/of-the-withdrawal-before': true } });
/** Minimum length of a memo: the document states only a maximum. */
const shortest = decision(HERE, 0, { faults: { 'FW-MEMO-ECHO/refuses-one-character': 2 } });
const types = decision<Readonly<Record<FiatNetwork, string>>>(
  HERE,
  {
    wire: 'WIRE_WITHDRAWAL',
    cbit: 'CBIT_WITHDRAWAL',
    cubix: 'CUBIX_WITHDRAWAL',
    dbs_act: 'BANK_WITHDRAWAL',
    scb: 'BANK_WITHDRAWAL',
  },
  {
    faults: { 'FW-WITHDRAWAL-TYPE/a-deposit-on-wire': sameFor('WIRE_DEPOSIT') },
    latitudes: { 'fiat-type/cubix-for-all': sameFor('CUBIX_WITHDRAWAL'), 'fiat-type/SEN': sameFor('SEN_WITHDRAWAL') },
    protects: ['FW-WITHDRAWAL-TYPE', 'TRANSFER-TYPE-ENUM'],
  },
);
/** The members of the answer, except its memo and its amounts. */
const answered = decision<(answer: Fields) => Fields>(HERE, (answer) => answer, {
  faults: {
    'FW-CRYPTO-DETAILS-ABSENT/a-hash': (answer) => ({ ...answer, crypto_tx_hash: 'ab'.repeat(32) }),
    'FW-CRYPTO-DETAILS-ABSENT/a-value-in-dollars': (answer) => ({ ...answer, notional_value: answer['total'] }),
    'FW-CRYPTO-DETAILS-ABSENT/an-address': (answer) => ({ ...answer, destination_address: answer['fiat_account_id'] }),
    'FW-CRYPTO-DETAILS-ABSENT/a-network': (answer) => ({ ...answer, crypto_network: 'ETHEREUM' }),
    'FW-PROFILE-ECHO/the-last-profile': (answer) => ({ ...answer, profile_id: answer['customer_id'] }),
    'FW-ASSET-ECHO/in-lower-case': (answer) => ({ ...answer, asset: 'usd', balance_asset: 'usd' }),
    'FW-FIAT-ACCOUNT-ECHO/another-account': (answer) => ({ ...answer, fiat_account_id: answer['customer_id'] }),
    'FW-REF-ID-ECHO/in-upper-case': (answer) => ({ ...answer, ref_id: String(answer['ref_id']).toUpperCase() }),
    'FW-REF-ID-ECHO/in-lower-case': (answer) => ({ ...answer, ref_id: String(answer['ref_id']).toLowerCase() }),
    'FW-REF-ID-ECHO/cut-to-36': (answer) => ({ ...answer, ref_id: String(answer['ref_id']).slice(0, 36) }),
    'FW-REF-ID-ECHO/cut-to-64': (answer) => ({ ...answer, ref_id: String(answer['ref_id']).slice(0, 64) }),
    'FW-REF-ID-ECHO/cut-to-twelve': (answer) => ({ ...answer, ref_id: String(answer['ref_id']).slice(0, 12) }),
    'FW-IDENTITY-ECHO/the-customer': (answer) => swapped(answer, 'identity_id'),
    'FW-ACCOUNT-ECHO/the-customer': (answer) => swapped(answer, 'account_id'),
    'FW-BALANCE-ASSET/another-currency': (answer) => ({ ...answer, balance_asset: 'EUR' }),
  },
  latitudes: {
    'fiat-details/crypto-members-of-no-text': (answer) => ({ ...answer, crypto_tx_hash: '' }),
    'fiat-details/balance-asset-of-no-text': (answer) => ({ ...answer, balance_asset: '' }),
  },
  protects: ['FW-CRYPTO-DETAILS-ABSENT', 'FW-BALANCE-ASSET'],
});

function sameFor(type: string): Readonly<Record<FiatNetwork, string>> {
  return { wire: type, cbit: type, cubix: type, dbs_act: type, scb: type };
}

/** Replaces a member that was given with the customer's ID. */
export const swapped = (answer: Fields, name: string): Fields =>
  answer[name] === undefined ? answer : { ...answer, [name]: answer['customer_id'] };

/** Whether an end user may withdraw only to an account that it owns: the document does not say to which. */
const ownOnly = decision(HERE, false, {
  latitudes: { 'end-user/only-to-an-account-of-its-own': true },
  protects: ['FW-IDENTITY-ECHO', 'FW-ACCOUNT-ECHO', 'FW-REQUIRED-ALONE'],
});

function refuseOthers({ choices, body }: Call, account: StoredAccount): void {
  const names = ['identity_id', 'account_id'].filter((name) => optional(body, name) !== undefined);
  if ((choices.of(ownOnly) || demandsOwner(choices)) && names.some((name) => body[name] !== account[name]))
    throw new Problem(403, 'the fiat account belongs to somebody else');
}

const networksOf = (account: StoredAccount): readonly FiatNetwork[] =>
  Object.keys(Object(account['fiat_network_instructions'])) as FiatNetwork[];

const networkOf = (account: StoredAccount): FiatNetwork => networksOf(account)[0] ?? 'wire';

function accountOf({ choices, store, body }: Call): StoredAccount {
  const id = optional(body, 'fiat_account_id') ?? store.destinations.wire;
  const found = store.fiat.find((each) => each.id === id && (choices.of(deletedToo) || !store.deleted.has(id)));
  if (found) return choices.of(destinationOf)(found, store);
  const [like] = store.fiat;
  if (!like || !choices.of(anyAccount)) throw new Problem(404, 'there is no such fiat account');
  return { ...like, id };
}

function memoOf({ choices, body }: Call, networks: readonly FiatNetwork[]): string | undefined {
  const text = optional(body, 'memo');
  const limit = choices.of(otherNetworks).limit(...networks.map((network) => choices.of(memoLimits)[network]));
  if (text !== undefined && count(choices, text) > limit)
    throw new Problem(400, `a memo has at most ${limit} characters on ${networks[0]}`);
  if (text !== undefined && text.length < choices.of(shortest)) throw new Problem(400, 'a memo is longer');
  return choices.of(memos)(text);
}

/** Create Fiat Withdrawal (4.4). */
export const fiatWithdrawal: Handler = (call) => {
  demand(call, required);
  const { choices, body } = call;
  const asset = oneOf(call, 'asset', optional(body, 'asset') ?? 'USD', assets);
  const account = accountOf(call);
  refuseOthers(call, account);
  const network = networkOf(account);
  if (network === choices.of(closed)) throw new Problem(403, `withdrawals over ${network} are closed at present`);
  const first = call.store.notes.get(`network of ${account.id}`);
  const memo = memoOf(call, [choices.of(limitOf)(network, first), ...networksOf(account).slice(1)]);
  const sums = money(call, '0.25');
  const profile_id = profileOf(call, takesUnknownProfile);
  return once(call, 'fiat', () => {
    refuseTooMany(call);
    refuseEqual(call, profile_id, account.id, sums['amount']);
    debit(call, profile_id, sums['total']);
    return choices.of(answered)(
      defined({
        profile_id,
        ...sums,
        asset,
        balance_asset: asset,
        type: choices.of(types)[network],
        fiat_account_id: account.id,
        auto_conversion: {},
        secondary_status: {},
        memo: memoAfter(call, memo, choices.of(leftOver)),
        ...transfer(call),
      }),
    );
  });
};
