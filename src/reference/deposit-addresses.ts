import type { Call, Handler } from './call.ts';
import { absentParty } from './data/absent-party.ts';
import { cryptoAddress } from './data/crypto-addresses.ts';
import { addressId } from './data/deposits.ts';
import { CRYPTO_NETWORKS } from './data/networks.ts';
import { population } from './data/store.ts';
import { decision, shownOn } from './decision.ts';
import { swapped } from './fiat-withdrawals.ts';
import { page } from './lists/page.ts';
import { metadata } from './metadata.ts';
import { accountIdOf, identityOf, profileOf, unknownProfiles } from './parties.ts';
import { defined, type Fields, optional, Problem, without } from './problem.ts';
import { once, shownRef } from './repeated-refs.ts';
import { absent, demand, listed, oneOf, requiring, takenFor } from './request-bodies.ts';

const HERE = { section: '4.9', on: ['createAddress'] };
const TARGETS = ['NO_CONVERSION', 'USD'];
const EVM = ['ETHEREUM', 'BASE', 'ARBITRUM_ONE'];

const required = requiring(HERE, 'DA', ['profile_id', 'crypto_network'], 'conversion_target_asset');
const networks = listed(HERE, CRYPTO_NETWORKS, {
  'DA-CRYPTO-NETWORK-OUTSIDE/accepts-DOGECOIN': [...CRYPTO_NETWORKS, 'DOGECOIN'],
  'DA-CRYPTO-NETWORK-OUTSIDE/accepts-a-part-of-a-name': [...CRYPTO_NETWORKS, 'COIN'],
  'DA-CRYPTO-NETWORK-LISTED/without-INK': CRYPTO_NETWORKS.slice(0, -1),
  'DA-CRYPTO-NETWORK-LISTED/without-BITCOIN_CASH': CRYPTO_NETWORKS.filter((each) => each !== 'BITCOIN_CASH'),
});
const targets = listed(HERE, TARGETS, {
  'DA-CONVERSION-TARGET-ASSET-OUTSIDE/accepts-EUR': [...TARGETS, 'EUR'],
  'DA-CONVERSION-TARGET-ASSET-OUTSIDE/accepts-a-part-of-a-name': [...TARGETS, 'US'],
  'DA-CONVERSION-TARGET-ASSET-LISTED/without-USD': ['NO_CONVERSION'],
});
const networkTaken = takenFor(HERE, CRYPTO_NETWORKS, 'DA-CRYPTO-NETWORK-OUTSIDE/takes-it-for-ETHEREUM', 'ETHEREUM');
const targetTaken = takenFor(HERE, TARGETS, 'DA-CONVERSION-TARGET-ASSET-OUTSIDE/takes-it-for-USD', 'USD');
const takesUnknownProfile = unknownProfiles(HERE, 'DA-PROFILE-UNKNOWN');
/**
 * Valid values that are refused at present: the document does not say that every profile may always use all of them.
 */
const closed = decision<readonly string[]>(HERE, [], {
  latitudes: { 'networks/some-are-closed': ['BITCOIN', 'LITECOIN', 'INK'], 'conversion/is-closed': ['USD'] },
  protects: {
    'networks/some-are-closed': ['DA-CRYPTO-NETWORK-LISTED'],
    'conversion/is-closed': ['DA-CONVERSION-TARGET-ASSET-LISTED'],
  },
});
/** The networks on which this client may not create addresses. */
const disabled = decision<readonly string[]>(HERE, [], {
  latitudes: { 'networks/only-SOLANA-is-enabled': CRYPTO_NETWORKS.filter((each) => each !== 'SOLANA') },
  protects: ['OPERATION-ANSWERED', 'DA-*', 'LIST-*'],
});
const usual = decision(HERE, 'NO_CONVERSION', {
  latitudes: { 'conversion/USD-by-default': 'USD' },
  protects: ['DA-CONVERSION-ECHO'],
});
/** With the fault, every request that names a conversion is refused. */
const mayBeNamed = decision(HERE, true, { faults: { 'DA-CONVERSION-AS-ANSWERED/each-is-refused': false } });
const compatible = decision<(network: string) => readonly string[] | undefined>(HERE, (network) => [network], {
  latitudes: {
    'compatible-networks/left-out': () => undefined,
    'compatible-networks/only-others': (network) => CRYPTO_NETWORKS.filter((each) => each !== network),
  },
  protects: ['DEPOSIT-ADDRESS-COMPATIBLE-CRYPTO-NETWORKS-ARRAY'],
});
/** compatible_crypto_networks is a set: the document does not state the order of its values. */
const shuffled = decision(HERE, false, {
  latitudes: { 'compatible-networks/in-another-order-in-lists': true },
  protects: ['DA-LOOK-UP-BY-ID'],
});
/** The customer_id that is shown for the profile. */
const customer = decision<(store: Call['store']) => string | undefined>(HERE, (store) => store.customer, {
  faults: { 'CUSTOMER-OF-PROFILE/the-profile-itself': (store) => store.profiles[0] },
});
/** The created_at of a new address. */
const created = decision<() => Date>(HERE, () => new Date(), {
  faults: {
    'CREATED-AT-NOW/an-address-of-yesterday': () => new Date(Date.now() - 86_400_000),
    'CREATED-AT-MOVES/an-address-stands-still': () => new Date(Date.now() - (Date.now() % 300_000) + 123),
  },
});
/** Members that are taken from the body although the document does not name them. */
const taken = decision<readonly string[]>(HERE, [], {
  faults: { 'DA-ADDRESS-ASSIGNED/takes-the-address': ['address'], 'DA-ADDRESS-ASSIGNED/takes-the-id': ['id'] },
});
/** The document does not say how unknown members are handled. */
const unnamed = decision(HERE, true, {
  latitudes: { 'address/unknown-members-refused': false },
  protects: ['DA-ADDRESS-ASSIGNED'],
});
const answered = decision<(made: Fields) => Fields>(HERE, (made) => made, {
  faults: {
    'DA-PROFILE-ECHO/the-customer': (made) => swapped(made, 'profile_id'),
    'DA-CRYPTO-NETWORK-ECHO/ETHEREUM-for-all': (made) => ({ ...made, crypto_network: 'ETHEREUM' }),
    'DA-CONVERSION-ECHO/always-NO_CONVERSION': (made) => ({ ...made, conversion_target_asset: 'NO_CONVERSION' }),
    'DA-CONVERSION-ECHO/USD-on-ETHEREUM': (made) =>
      made['crypto_network'] === 'ETHEREUM' ? { ...made, conversion_target_asset: 'USD' } : made,
    'DA-REF-ID-ECHO/cut-to-36': (made) =>
      made['ref_id'] === undefined ? made : { ...made, ref_id: String(made['ref_id']).slice(0, 36) },
    'DA-REF-ID-ECHO/digits-as-a-number': (made) =>
      /^\d+$/.test(String(made['ref_id'])) ? { ...made, ref_id: String(Number(made['ref_id'])) } : made,
    'DA-REF-ID-ECHO/a-new-one': (made) => (made['ref_id'] === undefined ? made : { ...made, ref_id: made['id'] }),
    'DA-REF-ID-ECHO/in-lower-case': (made) =>
      made['ref_id'] === undefined ? made : { ...made, ref_id: String(made['ref_id']).toLowerCase() },
    'ADDRESS-NOT-EMPTY/not-given-out-yet': (made) => ({ ...made, address: '' }),
    'DA-IDENTITY-ECHO/the-customer': (made) => swapped(made, 'identity_id'),
    'DA-ACCOUNT-ECHO/the-customer': (made) => swapped(made, 'account_id'),
    'DA-ID-UNIQUE/one-for-all-but-ETHEREUM': (made) =>
      made['crypto_network'] === 'ETHEREUM' ? made : { ...made, id: made['customer_id'] },
  },
});
const escaped = (metadata: unknown): Fields =>
  Object.fromEntries(
    Object.entries(Object(metadata)).map(([key, value]) => [key, String(value).replaceAll('<', '&lt;')]),
  );

/** The address as stored, and so as listed; undefined when it is not stored. */
const kept = decision<(made: Fields) => Fields | undefined>(HERE, (made) => made, {
  faults: {
    'DA-LOOK-UP-BY-ID/in-lower-case-in-lists': (made) => ({ ...made, address: String(made['address']).toLowerCase() }),
    'DA-LOOK-UP-BY-ID/without-conversion-in-lists': (made) => ({ ...made, conversion_target_asset: 'NO_CONVERSION' }),
    'DA-LOOK-UP-BY-ID/another-network-in-lists': (made) => ({ ...made, crypto_network: 'BASE' }),
    'DA-LOOK-UP-BY-ID/loses-metadata-keys-in-lists': (made) =>
      made['metadata'] === undefined ? made : { ...made, metadata: {} },
    'DA-LOOK-UP-BY-ID/five-pairs-of-six-are-kept': (made) => ({
      ...made,
      ...(made['metadata'] ? { metadata: Object.fromEntries(Object.entries(made['metadata']).slice(0, 5)) } : {}),
    }),
    'DA-LOOK-UP-BY-ID/metadata-escaped-for-html-in-lists': (made) => ({
      ...made,
      ...(made['metadata'] ? { metadata: escaped(made['metadata']) } : {}),
    }),
    'DA-LOOK-UP-BY-ID/not-kept-on-INK': (made) => (made['crypto_network'] === 'INK' ? undefined : made),
    'DA-LOOK-UP-BY-IDENTITY/identity_id-is-not-kept': ({ identity_id: _, ...made }) => made,
    'DA-LOOK-UP-BY-ACCOUNT/account_id-is-not-kept': ({ account_id: _, ...made }) => made,
    'ADDRESS-NOT-EMPTY/nowhere-in-lists': shownOn(['listAddresses'], (made) => ({ ...made, address: '' })),
    'ADDRESS-LISTED-AS-MADE/the-first-compatible-network': shownOn(['listAddresses'], (made) =>
      made['crypto_network'] === 'BASE' ? { ...made, crypto_network: 'ETHEREUM' } : made,
    ),
    'DA-LISTED-WHOLE/metadata-is-not-kept': ({ metadata: _, ...made }) => made,
    'DA-LOOK-UP-BY-REF-ID/keeps-what-a-query-would-mean': (made) => ({
      ...made,
      ref_id: new URLSearchParams(`ref_id=${String(made['ref_id'])}`).get('ref_id') ?? undefined,
    }),
    'DA-LOOK-UP-BY-REF-ID/ref_id-of-end-users-is-not-kept': (made) =>
      made['account_id'] === undefined ? made : { ...made, ref_id: undefined },
    'DA-LOOK-UP-BY-REF-ID/ref_id-is-not-kept': ({ ref_id: _, ...made }) => made,
  },
});
/** With the fault, every address credits the same profile. */
const usualProfile = decision(HERE, false, { faults: { 'DA-PROFILE-ECHO/always-the-same-profile': true } });
/** With the fault, an address is also stored under a second ID. */
const doubled = decision(HERE, false, { faults: { 'DA-LISTED-ONCE/twice': true } });
/** How many client-created addresses are kept; with the fault, a new one beyond that number removes the oldest. */
const room = decision(HERE, Number.POSITIVE_INFINITY, { faults: { 'DA-LOOK-UP-BY-ID/ten-are-kept': 10 } });
const shared = decision(HERE, false, {
  faults: { 'ADDRESS-ONE-PROFILE/gives-one-out-again': shownOn(['listAddresses'], true) },
});
/** Networks on which all new addresses are the same. */
const sameOn = decision<readonly string[]>(HERE, [], {
  faults: { 'ADDRESS-ONE-PROFILE/one-new-address-on-bitcoin': shownOn(['listAddresses'], ['BITCOIN', 'SOLANA']) },
});
/** With the fault, addresses with a conversion and without share their address. */
const sharedByConversion = decision(HERE, false, {
  faults: { 'ADDRESS-ONE-CONVERSION/one-address-for-both': shownOn(['listAddresses'], true) },
});
const leaves = decision(HERE, false, { faults: { 'DA-REFUSED-LEAVES-NOTHING/keeps-it': true } });
/** With the fault, an address is stored before its metadata are checked. */
const leavesRest = decision(HERE, false, {
  faults: { 'DA-REFUSED-LEAVES-NOTHING/keeps-it-without-its-metadata': true },
});
/** Milliseconds until a new address is listed: the document does not say that this happens at once. */
const lag = decision(HERE, 0, {
  latitudes: { 'list/lags-a-second': 1_000 },
  protects: ['DA-LOOK-UP-BY-*', 'DA-LISTED-WHOLE', 'DA-REFUSED-LEAVES-NOTHING'],
});

function keep({ choices, store }: Call, made: Fields): void {
  const listed = choices.of(shuffled) ? { ...made, compatible_crypto_networks: EVM.toReversed() } : made;
  const record = choices.of(kept)(listed);
  const wait = choices.of(lag);
  if (choices.of(doubled)) store.addresses.push({ ...made, id: addressId(choices, store.next) });
  if (record && wait > 0) setTimeout(() => store.addresses.push(record), wait).unref();
  else if (record) store.addresses.push(record);
  const { addresses: first } = choices.of(population);
  if (store.addresses.length > first + choices.of(room)) store.addresses.splice(first, 1);
}

/** Returns an address on the network that was already given to some profile. */
const takenOn = ({ store }: Call, network: string): unknown =>
  store.addresses.find((each) => each['crypto_network'] === network)?.['address'] ?? cryptoAddress(network, store.next);

/** Returns the profile that an address credits: the one in the request, or with the fault always the first one. */
function credited(call: Call): string | undefined {
  const named = profileOf(call, takesUnknownProfile);
  return call.choices.of(usualProfile) ? call.store.profiles[0] : named;
}

function addressFor(call: Call, network: string): unknown {
  const { choices, store } = call;
  if (choices.of(shared)) return takenOn(call, network);
  const made = cryptoAddress(network, store.next);
  const isSame = choices.of(sameOn).includes(network);
  if (!isSame && !choices.of(sharedByConversion)) return made;
  const key = `address on ${network} for ${isSame ? 'all' : credited(call)}`;
  if (!store.notes.has(key)) store.notes.set(key, made);
  return store.notes.get(key);
}

function make(call: Call, network: string, target: string): Fields {
  const { choices, store, body } = call;
  const given = Object.fromEntries(choices.of(taken).map((name) => [name, optional(body, name)]));
  return defined({
    id: addressId(choices, store.next),
    profile_id: credited(call),
    customer_id: choices.of(customer)(store),
    crypto_network: network,
    address: addressFor(call, network),
    conversion_target_asset: target,
    created_at: choices.of(created)().toISOString(),
    identity_id: identityOf(call) ?? choices.of(absentParty),
    account_id: accountIdOf(call) ?? choices.of(absentParty),
    ref_id: shownRef(call),
    metadata: metadata(call),
    compatible_crypto_networks: choices.of(shuffled) ? EVM : choices.of(compatible)(network),
    ...defined(given),
  });
}

/** Returns the new address. With the fault, stores it without its metadata when those are refused. */
function makeOrLeave(call: Call, network: string, target: string): Fields {
  try {
    return make(call, network, target);
  } catch (error) {
    const rest = { ...call, body: without(call.body, 'metadata') };
    if (call.choices.of(leavesRest)) keep(call, make(rest, network, target));
    throw error;
  }
}

/** Create Deposit Address (4.9). */
export const createAddress: Handler = (call) => {
  demand(call, required);
  const { choices, body } = call;
  if (!choices.of(unnamed) && ['id', 'address'].some((name) => !absent(body, name)))
    throw new Problem(400, 'the service gives id and address');
  const network = choices.of(networkTaken)(optional(body, 'crypto_network') ?? 'ETHEREUM');
  if (!CRYPTO_NETWORKS.some((each) => each === network) && choices.of(leaves))
    keep(call, make(call, 'ETHEREUM', 'USD'));
  oneOf(call, 'crypto_network', network, networks);
  if (!choices.of(mayBeNamed) && !absent(body, 'conversion_target_asset'))
    throw new Problem(400, 'conversion_target_asset is not taken');
  const target = oneOf(
    call,
    'conversion_target_asset',
    choices.of(targetTaken)(optional(body, 'conversion_target_asset') ?? choices.of(usual)),
    targets,
  );
  if (choices.of(disabled).includes(network)) throw new Problem(403, `${network} is not enabled for this client`);
  const shut = choices.of(closed).find((each) => each === network || each === target);
  if (shut !== undefined) throw new Problem(423, `${shut} is closed at present`);
  const made = makeOrLeave(call, network, target);
  return once(call, 'address', () => {
    keep(call, made);
    return choices.of(answered)(made);
  });
};

/** Returns the addresses that there were when a query with this filter was first answered: it was not answered again. */
const asFirstAnswered =
  (name: string) =>
  ({ store, query }: Call): readonly Fields[] => {
    const key = `first answered ${JSON.stringify(query)}`;
    const count = Number(store.notes.get(key) ?? store.addresses.length);
    store.notes.set(key, count);
    return name in query ? store.addresses.slice(0, count) : store.addresses;
  };

/** Returns the addresses by identity, of which each identity finds its latest one only. */
function latestOfEach({ store, query }: Call): readonly Fields[] {
  if (!('identity_ids' in query)) return store.addresses;
  return [...new Map(store.addresses.map((each) => [each['identity_id'], each])).values()];
}

/** Returns the addresses; a look-up by `filter` misses some of the new ones. */
function withoutNew({ choices, store, query }: Call, filter: string, misses: (made: Fields) => boolean) {
  const count = choices.of(population).addresses;
  return filter in query ? store.addresses.filter((each, i) => i < count || !misses(each)) : store.addresses;
}

/** The addresses that a list searches; new ones come last. */
const indexed = decision<(call: Call) => readonly Fields[]>(
  { section: '4.10', on: ['listAddresses'] },
  ({ store }) => store.addresses,
  {
    faults: {
      'DA-LOOK-UP-BY-PROFILE/new-ones-are-in-no-index-of-profiles': shownOn(
        ['createAddress'],
        ({ choices, store, query }) =>
          'profile_ids' in query ? store.addresses.slice(0, choices.of(population).addresses) : store.addresses,
      ),
      'DA-LOOK-UP-BY-PROFILE/not-where-the-query-was-answered-before': shownOn(
        ['createAddress'],
        asFirstAnswered('profile_ids'),
      ),
      'DA-LOOK-UP-BY-REF-ID/not-where-the-query-was-answered-before': shownOn(
        ['createAddress'],
        asFirstAnswered('ref_ids'),
      ),
      'DA-LOOK-UP-BY-PROFILE/new-ones-of-end-users-are-missing': shownOn(['createAddress'], (call) =>
        withoutNew(call, 'profile_ids', ({ identity_id }) => identity_id !== undefined),
      ),
      'DA-LOOK-UP-BY-ACCOUNT/new-ones-without-metadata-are-missing': shownOn(['createAddress'], (call) =>
        withoutNew(call, 'account_ids', ({ metadata: given }) => given === undefined),
      ),
      'DA-LOOK-UP-BY-IDENTITY/finds-the-latest-one-only': shownOn(['createAddress'], latestOfEach),
      'DA-LOOK-UP-BY-IDENTITY/not-where-the-query-was-answered-before': shownOn(
        ['createAddress'],
        asFirstAnswered('identity_ids'),
      ),
    },
  },
);

/** List Deposit Addresses (4.10). */
export const listAddresses: Handler = (call) =>
  page(call, call.choices.of(indexed)(call), {
    sets: ['profile_ids', 'identity_ids', 'ids', 'ref_ids', 'account_ids'],
    times: ['created_at'],
    ordered: true,
    by: 'created_at',
    bounded: true,
  });
