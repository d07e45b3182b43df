import type { Call, Handler } from './call.ts';
import { CRYPTO_NETWORKS, OWN_STABLECOIN } from './data/networks.ts';
import { decision } from './decision.ts';
import { refuseEqual } from './equal-withdrawals.ts';
import { swapped } from './fiat-withdrawals.ts';
import { money } from './money.ts';
import { profileOf, unknownProfiles } from './parties.ts';
import { defined, type Fields, isFields, optional, Problem } from './problem.ts';
import { once } from './repeated-refs.ts';
import { absent, demand, listed, oneOf, requiring, takenFor } from './request-bodies.ts';
import { memoAfter, transfer } from './transfers.ts';
import { units } from './values.ts';
import { refuseTooMany } from './withdrawal-rate.ts';

const HERE = { section: '4.5', on: ['cryptoWithdrawal'] };

/** A fee that makes sums in binary floating point inexact. */
const FEE = '0.0000223';
const NOWHERE = '0x000000000000000000000000000000000000dEaD';

const required = requiring(HERE, 'CW', ['profile_id', 'destination_address', 'asset', 'crypto_network'], 'metadata');
const networks = listed(HERE, CRYPTO_NETWORKS, {
  'CW-CRYPTO-NETWORK-OUTSIDE/accepts-DOGECOIN': [...CRYPTO_NETWORKS, 'DOGECOIN'],
  'CW-CRYPTO-NETWORK-OUTSIDE/accepts-a-part-of-a-name': [...CRYPTO_NETWORKS, 'COIN'],
  'CW-CRYPTO-NETWORK-OUTSIDE/accepts-POLYGON': [...CRYPTO_NETWORKS, 'POLYGON'],
});
const networkTaken = takenFor(HERE, CRYPTO_NETWORKS, 'CW-CRYPTO-NETWORK-OUTSIDE/takes-it-for-ETHEREUM', 'ETHEREUM');
const takesUnknownProfile = unknownProfiles(HERE, 'CW-PROFILE-UNKNOWN');
const answered = decision<(answer: Fields) => Fields>(HERE, (answer) => answer, {
  faults: {
    'CW-TYPE/is-internal': (answer) => ({ ...answer, type: 'INTERNAL_TRANSFER_DEBIT' }),
    'CW-AUTO-CONVERSION/filled': (answer) => ({ ...answer, auto_conversion: { rate: '1' } }),
    'CW-BALANCE-ASSET/USD-for-all': (answer) => ({ ...answer, balance_asset: 'USD' }),
    'CW-FIAT-ACCOUNT-ABSENT/of-the-profile': (answer) => ({ ...answer, fiat_account_id: answer['profile_id'] }),
    'TRANSFER-NOTIONAL-NOT-NEGATIVE/signed-as-a-debit': (answer) => ({ ...answer, notional_value: '-1.00' }),
    'CW-PROFILE-ECHO/the-customer': (answer) => swapped(answer, 'profile_id'),
    'CW-ASSET-ECHO/the-network': (answer) => ({ ...answer, asset: answer['crypto_network'] }),
    'CW-CRYPTO-NETWORK-ECHO/ETHEREUM-for-all': (answer) => ({ ...answer, crypto_network: 'ETHEREUM' }),
    'CW-DESTINATION-ECHO/in-lower-case': (answer) => ({
      ...answer,
      destination_address: String(answer['destination_address']).toLowerCase(),
    }),
    'CW-REF-ID-ECHO/cut-to-36': (answer) =>
      answer['ref_id'] === undefined ? answer : { ...answer, ref_id: String(answer['ref_id']).slice(0, 36) },
    'CW-REF-ID-ECHO/a-new-one': (answer) => ({ ...answer, ref_id: answer['id'] }),
    'CW-IDENTITY-ECHO/the-customer': (answer) => swapped(answer, 'identity_id'),
    'CW-ACCOUNT-ECHO/the-customer': (answer) => swapped(answer, 'account_id'),
    'CW-MEMO-ECHO/without-blanks': (answer) =>
      defined({ ...answer, memo: optional(answer, 'memo')?.replaceAll(' ', '') }),
    'CW-MEMO-ECHO/without-punctuation': (answer) =>
      defined({ ...answer, memo: optional(answer, 'memo')?.replaceAll(/[^\w\s]/g, '') }),
    'CW-MEMO-ECHO/without-leading-zeros': (answer) =>
      defined({ ...answer, memo: optional(answer, 'memo')?.replace(/^0+(?=\d+$)/, '') }),
  },
  latitudes: {
    'hex-addresses/lower-case': (answer) => ({
      ...answer,
      destination_address: /^0x/.test(String(answer['destination_address']))
        ? String(answer['destination_address']).toLowerCase()
        : answer['destination_address'],
    }),
    'crypto-details/left-out': ({ auto_conversion: _, notional_value: __, destination_address: ___, ...answer }) =>
      answer,
    'crypto-details/worth-nothing': (answer) => ({ ...answer, notional_value: '0' }),
    'crypto-details/on-chain': (answer) => ({ ...answer, crypto_tx_hash: 'ab'.repeat(32), crypto_tx_index: '0' }),
  },
  protects: {
    'hex-addresses/lower-case': ['CW-DESTINATION-ECHO'],
    'crypto-details/left-out': ['CW-AUTO-CONVERSION', 'CW-DESTINATION-ECHO', 'TRANSFER-NOTIONAL-VALUE-DECIMAL'],
    'crypto-details/worth-nothing': ['TRANSFER-NOTIONAL-NOT-NEGATIVE'],
    'crypto-details/on-chain': ['TRANSFER-CRYPTO-TX-HASH-STRING', 'TRANSFER-CRYPTO-TX-INDEX-STRING'],
  },
});
/** The balance that is debited, given the requested one and the asset. */
const debited = decision<(given: string | undefined, asset: string) => string | undefined>(
  HERE,
  (given, asset) => given ?? asset,
  {
    faults: {
      'CW-BALANCE-ASSET-ECHO/dollars-when-one-is-asked-for': (given, asset) => (given === undefined ? asset : 'USD'),
      'CW-BALANCE-ASSET-ECHO/the-asset-whatever-is-asked-for': (_, asset) => asset,
    },
    latitudes: {
      'balance-asset/left-out': () => undefined,
      'balance-asset/for-the-stablecoin-only': (given, asset) => {
        if (given !== undefined && asset !== OWN_STABLECOIN) throw new Problem(400, `${asset} has no other balance`);
        return given ?? asset;
      },
      'balance-asset/none-other-than-the-asset': (given, asset) => {
        if (given !== undefined && given !== asset) throw new Problem(400, `${asset} has no other balance`);
        return asset;
      },
    },
    protects: ['CW-BALANCE-ASSET-ECHO', 'CW-BALANCE-ASSET'],
  },
);
/** The document does not show the fields of a beneficiary. */
const beneficiaries = decision<(given: Fields) => boolean>(HERE, () => true, {
  latitudes: {
    'beneficiary/needs-a-name': (given) => typeof given['name'] === 'string',
    'beneficiary/refused': () => false,
  },
  protects: ['CW-REQUIRED-ALONE', 'CW-BENEFICIARY'],
});

/** With the fault, a withdrawal without a beneficiary is refused. */
const needsBeneficiary = decision(HERE, false, { faults: { 'CW-REQUIRED-ALONE/needs-a-beneficiary': true } });

/** Whether payments on a network can carry a memo. */
const takesMemo = decision<(network: string) => boolean>(HERE, () => true, {
  latitudes: {
    'crypto-memo/on-SOLANA-only': (network) => network === 'SOLANA',
    'crypto-memo/on-no-network': () => false,
  },
  protects: ['CW-MEMO-ECHO'],
});

const leftOver = decision(HERE, false, { faults: { 'CW-MEMO-ECHO/of-the-withdrawal-before': true } });

/** The price of one unit of an asset in cents, for assets of the fixtures. */
const CENTS: Readonly<Record<string, bigint>> = { BTC: 6_543_210n, ETH: 321_098n, SOL: 15_432n };

/** What of a withdrawal its value in dollars is about. */
const worth = decision<(sums: Fields, body: Fields) => readonly unknown[]>(HERE, ({ amount, fee }) => [amount, fee], {
  faults: {
    'CW-NOTIONAL-INCLUDES-FEE/of-the-amount-only': ({ amount }) => [amount],
    'CW-NOTIONAL-INCLUDES-FEE/of-one-unit': () => ['1'],
    'CW-NOTIONAL-INCLUDES-FEE/of-the-amount-less-the-fee': ({ amount, fee }) => [amount, `-${fee}`],
    'CW-NOTIONAL-INCLUDES-FEE/not-that-of-a-total': ({ amount, fee }, body) =>
      absent(body, 'total') ? [amount, fee] : [amount],
    'CW-NOTIONAL-INCLUDES-FEE/not-that-of-end-users': ({ amount, fee }, body) =>
      absent(body, 'identity_id') ? [amount, fee] : [amount],
  },
});

/** Returns the value of a sum in dollars, rounded down to cents. */
function dollars(sum: readonly unknown[], asset: string): string {
  const all = sum.reduce((before: bigint, each) => before + (units(each) ?? 0n), 0n);
  const cents = (all * (CENTS[asset] ?? 100n)) / (units('1') ?? 1n);
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

/** With the fault, an address keeps the network of the first withdrawal to it. */
const onFirstNetwork = decision(HERE, false, {
  faults: { 'CW-CRYPTO-NETWORK-ECHO/that-of-the-first-withdrawal-to-the-address': true },
});

/** Returns the network of a withdrawal, given that of the request. */
function networkTo({ choices, store }: Call, address: string, given: string): string {
  const first = store.notes.get(`network to ${address}`) ?? given;
  store.notes.set(`network to ${address}`, first);
  return choices.of(onFirstNetwork) ? String(first) : given;
}

/** Create Crypto Withdrawal (4.5). */
export const cryptoWithdrawal: Handler = (call) => {
  demand(call, required);
  const { choices, body } = call;
  const named = choices.of(networkTaken)(optional(body, 'crypto_network') ?? 'ETHEREUM');
  const crypto_network = oneOf(call, 'crypto_network', named, networks);
  const beneficiary = body['beneficiary'];
  if (beneficiary === undefined && choices.of(needsBeneficiary)) throw new Problem(400, 'beneficiary is required');
  if (isFields(beneficiary) && !choices.of(beneficiaries)(beneficiary))
    throw new Problem(400, 'the beneficiary is not complete');
  if (optional(body, 'memo') !== undefined && !choices.of(takesMemo)(crypto_network))
    throw new Problem(400, `${crypto_network} has no memos`);
  const asset = optional(body, 'asset') ?? 'ETH';
  const destination_address = optional(body, 'destination_address') ?? NOWHERE;
  const sums = money(call, FEE);
  const profile_id = profileOf(call, takesUnknownProfile);
  return once(call, 'crypto', () => {
    refuseTooMany(call);
    refuseEqual(call, profile_id, asset, destination_address, sums['amount']);
    return choices.of(answered)(
      defined({
        profile_id,
        ...sums,
        asset,
        balance_asset: choices.of(debited)(optional(body, 'balance_asset'), asset),
        type: 'CRYPTO_WITHDRAWAL',
        crypto_network: networkTo(call, destination_address, crypto_network),
        destination_address,
        auto_conversion: {},
        memo: memoAfter(call, optional(body, 'memo'), choices.of(leftOver)),
        notional_value: dollars(choices.of(worth)(sums, body), asset),
        ...transfer(call),
      }),
    );
  });
};
