import { type Choices, decision } from '../decision.ts';
import type { Fields } from '../problem.ts';
import { uuid } from '../values.ts';
import { absentParty } from './absent-party.ts';
import { cryptoAddress } from './crypto-addresses.ts';
import { instructionsOf } from './fiat-accounts.ts';
import { CRYPTO_NETWORKS, type FiatNetwork } from './networks.ts';
import { stamp } from './stamps.ts';

const INSTRUCTIONS = { section: '2.3', on: ['listInstructions'] };

/** The document shows no state but VALID, and no transitions (3). */
const status = decision<(i: number) => string>(INSTRUCTIONS, () => 'VALID', {
  latitudes: {
    'instruction-status/DISABLED-at-times': (i) => (i % 3 === 0 ? 'DISABLED' : 'VALID'),
    'instruction-status/EXPIRED': () => 'EXPIRED',
  },
  protects: ['FIAT-DEPOSIT-INSTRUCTION-STATUS-STRING', 'INSTRUCTION-STATUSES'],
});
const memo = decision<(i: number) => number>(INSTRUCTIONS, (i) => i, {
  faults: { 'INSTRUCTION-MEMO-PROFILE/one-memo-for-two-profiles': (i) => (i === 7 ? 6 : i) },
});
/** The network of the instructions, over which deposits with a memo arrive. */
const networks = decision<FiatNetwork>(INSTRUCTIONS, 'wire', { faults: { 'INSTRUCTION-WIRE/over-cubix': 'cubix' } });
const naming = decision<(next: () => number) => string>(
  { section: '2.4', on: ['createAddress', 'listAddresses'] },
  uuid,
  { faults: { 'DEPOSIT-ADDRESS-ID-UUID/without-hyphens': (next) => uuid(next).replaceAll('-', '') } },
);

const TIME_ZERO = '1970-01-01T00:00:00Z';

/** Creation times of instructions that were made without one: instructions do not show them (2.3). */
const untimed = decision<(i: number) => string | undefined>(INSTRUCTIONS, () => undefined, {
  latitudes: {
    'instructions/one-of-1970': (i) => (i === 0 ? TIME_ZERO : undefined),
    'instructions/all-of-1970': () => TIME_ZERO,
  },
  protects: ['CREATED-AT-*', 'ORDER-*'],
});

/** What the objects of one kind have in common that exist at the start. */
interface Kept {
  readonly next: () => number;
  readonly profiles: readonly string[];
  readonly customer: string;
}

/** Returns a fiat deposit instruction (2.3). */
export const instruction = (choices: Choices, i: number, { next, profiles, customer }: Kept): Fields => ({
  id: uuid(next),
  profile_id: profiles[i % profiles.length],
  customer_id: customer,
  ref_id: `instruction-${i}`,
  status: choices.of(status)(i),
  memo_id: `MEMO${(choices.of(memo)(i) + 1_000_000).toString(36).toUpperCase()}`,
  created_at: choices.of(untimed)(i) ?? stamp(Math.floor(i / 3) * 53, i),
  fiat_network_instructions: {
    ...instructionsOf(choices, choices.of(networks), i + 5_000),
    fiat_account_owner: { institution_details: { name: 'Platform Trust Company' } },
    metadata: { my_id: String(i), number: i },
  },
});

/** Returns the ID of a new deposit address. */
export const addressId = (choices: Choices, next: () => number): string => choices.of(naming)(next);

/** The owner of an address that exists at the start: the document does not say that any was made for an end user. */
const owners = decision<(owner: Fields | undefined) => Fields | undefined>(
  { section: '2.4', on: ['listAddresses'] },
  (owner) => owner,
  {
    latitudes: { 'addresses/none-of-an-end-user-before': () => undefined },
    protects: ['FILTER-IDENTITY-IDS', 'FILTER-ACCOUNT-IDS'],
  },
);

/**
 * Returns a deposit address (2.4) that exists at the start. If a service shows absent parties by an ID, the first address has
 * none, so that this ID is the rarest value.
 */
export function depositAddress(
  choices: Choices,
  i: number,
  { next, profiles, customer }: Kept,
  endUser: Fields | undefined,
): Fields {
  const absent = choices.of(absentParty);
  const owner = absent !== undefined && i === 0 ? undefined : choices.of(owners)(endUser);
  const crypto_network = CRYPTO_NETWORKS[i % CRYPTO_NETWORKS.length] ?? 'ETHEREUM';
  return {
    id: addressId(choices, next),
    profile_id: profiles[i % profiles.length],
    customer_id: customer,
    crypto_network,
    address: cryptoAddress(crypto_network, next),
    conversion_target_asset: i % 2 ? 'USD' : 'NO_CONVERSION',
    created_at: stamp(Math.floor(i / 3) * 59, i),
    identity_id: owner?.['identity_id'] ?? absent,
    ref_id: `address-${i}`,
    metadata: { use: 'deposits' },
    account_id: owner?.['id'] ?? absent,
    compatible_crypto_networks: [crypto_network],
  };
}
