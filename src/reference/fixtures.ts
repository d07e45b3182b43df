import { cryptoAddress } from './data/crypto-addresses.ts';
import { assetOf, CRYPTO_NETWORKS, OWN_STABLECOIN, STABLECOIN_NETWORK } from './data/networks.ts';
import type { Store } from './data/store.ts';
import { Choices } from './decision.ts';
import { leastOf } from './money.ts';
import { namingOf } from './parties.ts';
import type { Fields } from './problem.ts';
import { random } from './values.ts';

const STATES = ['PENDING', 'AFFIRMED', 'SETTLED', 'EXPIRED', 'CANCELLED'];

const held = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));

function transactions(store: Store): Fields {
  const ids = (state: string) =>
    store.transactions.filter((each) => each['status'] === state).map((each) => each['id']);
  return Object.fromEntries(STATES.map((state) => [state, ids(state)]));
}

/** Returns identities of other accounts, reserved for adding them as members. */
const newMembers = (store: Store): readonly unknown[] => [
  ...new Set(store.people.slice(-NEW_MEMBERS).map((each) => each['identity_id'])),
];

const NEW_MEMBERS = 24;

/** Returns the first profile and account: they own executions in every instance that has any. */
const ownerOf = ({ profiles, people }: Store): Fields =>
  held({ profile_id: profiles[0], account_id: people[0]?.['id'] });

/** Returns the accounts to withdraw to, by network: one for each, and a second one for wire. */
function destinations({ destinations, fiat, deleted }: Store): Fields {
  const used = Object.entries(destinations).filter(([, id]) => id !== '');
  const second = fiat.findLast(
    ({ id, status, ...account }) =>
      status === 'APPROVED' &&
      'wire' in Object(account['fiat_network_instructions']) &&
      id !== destinations.wire &&
      !deleted.has(id),
  );
  return Object.fromEntries(
    used.map(([network, id]) => [network, network === 'wire' && second ? [id, second.id] : [id]]),
  );
}

/** What can be withdrawn: the native asset of each network, and the service's own stablecoin. */
const kinds = [
  ...CRYPTO_NETWORKS.map((crypto_network) => ({ asset: assetOf(crypto_network), crypto_network })),
  { asset: OWN_STABLECOIN, crypto_network: STABLECOIN_NETWORK },
];

/** Returns the fixtures of an instance, in the format of the fixtures file, without those that it does not hold. */
export function fixturesOf(store: Store, choices = Choices.named([])): Fields {
  const next = random(99);
  const { fiat, crypto } = leastOf(choices);
  return held({
    profile_id: store.profiles[0],
    identity_id: store.people[0]?.['identity_id'],
    account_id: store.people[0]?.['id'],
    ...namingOf(choices),
    new_member_identity_ids: newMembers(store),
    fiat_amount: fiat,
    order_id: store.executions[0]?.['order_id'],
    execution_owner: store.executions.length > 0 ? ownerOf(store) : undefined,
    memo_id: store.instructions[0]?.['memo_id'],
    fiat_accounts: destinations(store),
    deleted_fiat_account_id: [...store.deleted][0],
    crypto_destinations: kinds.map(({ asset, crypto_network }) => ({
      asset,
      crypto_network,
      destination_address: cryptoAddress(crypto_network, next),
      ...(crypto === undefined ? {} : { amount: crypto }),
    })),
    quote_executions: store.quotes.map((each) => ({ profile_id: each['profile_id'], id: each['id'] })),
    settlement_transactions: transactions(store),
  });
}
