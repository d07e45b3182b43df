import { cryptoAddress } from './crypto-addresses.ts';
import { CRYPTO_NETWORKS, type Store, type StoredAccount } from './data.ts';
import { type Choices, decision } from './decision.ts';
import { page, type Query } from './lists.ts';
import { metadata } from './metadata.ts';
import { defined, type Fields, isFields, need, optional, Problem } from './problem.ts';
import { nanoseconds, uuid } from './values.ts';
import { once } from './withdrawals.ts';

const hidden = decision(true, { faults: { 'LIST-DELETED-HIDDEN/shows-them': false } });
const readable = decision(false, { faults: { 'FA-GET-DELETED-HIDDEN/shows-it': true } });
const listedAs = decision((account: Fields): Fields => account, {
  faults: { 'FA-LIST-MASKED-LAST-FOUR/other-digits': (account) => masked(account, '0000') },
  latitudes: { 'list/masked': (account) => masked(account), 'list/nulls': (account) => nulled(account) },
});
const addressEcho = decision((network: string): string => network, {
  faults: { 'DA-CRYPTO-NETWORK-ECHO/always-ethereum': () => 'ETHEREUM' },
});
const rangeEnd = decision((at: bigint, bound: bigint): boolean => at <= bound, {
  faults: { 'RANGE-END/excludes-equal': (at, bound) => at < bound },
});
const rangeBegin = decision((at: bigint, bound: bigint): boolean => at >= bound, {
  faults: { 'RANGE-BEGIN/excludes-equal': (at, bound) => at > bound },
});
const settledAt = decision(true, { faults: { 'QE-SETTLED-AT/left-out': false } });
const affirmed = decision('AFFIRMED', { faults: { 'ST-AFFIRMED/stays-pending': 'PENDING' } });
const touched = decision(true, { faults: { 'ST-UPDATED-AT/unchanged': false } });
const emptyMembers = decision(false, { faults: { 'AM-MEMBERS-EMPTY/accepts-none': true } });

function withNumbers(account: Fields, change: (wire: Fields) => Fields): Fields {
  const networks = Object.entries(Object(account['fiat_network_instructions'])).map(([name, inner]) => [
    name,
    isFields(inner) ? change(inner) : inner,
  ]);
  return { ...account, fiat_network_instructions: Object.fromEntries(networks) };
}

const masked = (account: Fields, digits?: string): Fields =>
  withNumbers(account, (inner) => {
    const number = inner['account_number'];
    return typeof number === 'string' ? { ...inner, account_number: `XXXXXX${digits ?? number.slice(-4)}` } : inner;
  });

const nulled = (account: Fields): Fields => {
  const owner = account['fiat_account_owner'];
  const plain = withNumbers(account, (inner) =>
    'fiat_account_owner_address' in inner
      ? {
          ...inner,
          fiat_account_owner_address: null,
          routing_details: { ...Object(inner['routing_details']), bank_address: null },
        }
      : inner,
  );
  return isFields(owner) && 'person_details' in owner
    ? { ...plain, fiat_account_owner: { person_details: null } }
    : plain;
};

/** A boolean query parameter. */
const flag = (query: Query, name: string): boolean => {
  const given = query[name]?.[0];
  if (given !== undefined && given !== 'true' && given !== 'false') throw new Problem(400, `${name} is true or false`);
  return given === 'true';
};

function account(store: Store, id: string): StoredAccount {
  const found = store.fiat.find((each) => each.id === id);
  if (!found) throw new Problem(404, 'there is no such fiat account');
  return found;
}

/** Get Fiat Account (4.2). */
export function getFiat(choices: Choices, store: Store, id: string, query: Query): Fields {
  const found = account(store, id);
  if (store.deleted.has(id) && !flag(query, 'include_deleted') && !choices.of(readable))
    throw new Problem(404, 'there is no such fiat account');
  return found;
}

/** Update Fiat Account (4.1): the members given replace those that were there. */
export function putFiat(choices: Choices, store: Store, id: string, body: Fields): Fields {
  const found = account(store, id);
  for (const name of ['fiat_account_owner', 'fiat_network_instructions']) {
    if (body[name] !== undefined && body[name] !== null && !isFields(body[name]))
      throw new Problem(400, `${name} must be an object`);
  }
  const change = defined({
    fiat_account_owner: body['fiat_account_owner'] ?? undefined,
    fiat_network_instructions: body['fiat_network_instructions'] ?? undefined,
    metadata: metadata(choices, body),
  });
  return Object.assign(found, change, { status: 'PENDING', updated_at: new Date().toISOString() });
}

/** List Fiat Accounts (4.3). */
export function listFiat(choices: Choices, store: Store, query: Query): Fields {
  const shown =
    flag(query, 'include_deleted') || !choices.of(hidden)
      ? store.fiat
      : store.fiat.filter(({ id }) => !store.deleted.has(id));
  const found = page(choices, shown, query, {
    sets: { ids: 'id', ref_ids: 'ref_id' },
    times: ['created_at'],
    ordered: true,
    by: 'created_at',
  });
  const items = found['items'];
  return { ...found, items: Array.isArray(items) ? items.map(choices.of(listedAs)) : [] };
}

export const listInstructions = (choices: Choices, store: Store, query: Query): Fields =>
  page(choices, store.instructions, query, {
    sets: { ids: 'id', ref_ids: 'ref_id' },
    times: ['created_at'],
    ordered: true,
    by: 'created_at',
  });

/** Initiate Sandbox Fiat Deposit (4.7). */
export function sandboxDeposit(store: Store, body: Fields): Fields {
  need(body, 'amount');
  if (!/^\d+(\.\d+)?$/.test(need(body, 'amount'))) throw new Problem(400, 'amount is a decimal number');
  if (need(body, 'asset') !== 'USD') throw new Problem(400, 'asset is USD');
  const memo = need(body, 'memo_id');
  if (!isFields(body['fiat_network_instructions'])) throw new Problem(400, 'fiat_network_instructions is required');
  if (!store.instructions.some((each) => each['memo_id'] === memo)) throw new Problem(404, 'there is no such memo');
  return {};
}

export const listAccounts = (choices: Choices, store: Store, query: Query): Fields =>
  page(
    choices,
    store.people,
    query,
    {
      sets: {},
      values: { identity_id: 'identity_id' },
      times: ['created_at', 'updated_at'],
      ordered: true,
      by: 'created_at',
    },
    false,
  );

/** Add Account Members (4.11). */
export function addMembers(choices: Choices, store: Store, body: Fields): Fields {
  const found = store.people.find((each) => each['id'] === need(body, 'account_id'));
  const given = body['members'];
  if (!Array.isArray(given) || (given.length === 0 && !choices.of(emptyMembers)))
    throw new Problem(400, 'members is required and must not be empty');
  if (!found) throw new Problem(404, 'there is no such account');
  const added = given.map((each: unknown) => {
    if (!isFields(each)) throw new Problem(400, 'a member is an object');
    return {
      id: uuid(store.next),
      identity_id: need(each, 'identity_id'),
      type: 'AUTHORIZED_USER',
      roles: Array.isArray(each['roles']) ? each['roles'] : [],
    };
  });
  const members = Array.isArray(found['members']) ? found['members'] : [];
  Object.assign(found, { members: [...members, ...added], updated_at: new Date().toISOString() });
  return { account_id: found['id'], members: added };
}

/** Create Deposit Address (4.9). */
export function createAddress(choices: Choices, store: Store, body: Fields): Fields {
  const [profile_id, network] = [need(body, 'profile_id'), need(body, 'crypto_network')];
  if (!CRYPTO_NETWORKS.includes(network)) throw new Problem(400, 'crypto_network is not a CryptoNetwork');
  const target = optional(body, 'conversion_target_asset') ?? 'NO_CONVERSION';
  if (!['NO_CONVERSION', 'USD'].includes(target))
    throw new Problem(400, 'conversion_target_asset is NO_CONVERSION or USD');
  if (!store.profiles.includes(profile_id)) throw new Problem(404, 'there is no such profile');
  const pairs = metadata(choices, body);
  return once(choices, store, 'address', optional(body, 'ref_id'), () => {
    const made = defined({
      id: uuid(store.next),
      profile_id,
      customer_id: store.customer,
      crypto_network: choices.of(addressEcho)(network),
      address: cryptoAddress(network, store.next),
      conversion_target_asset: target,
      created_at: new Date().toISOString(),
      identity_id: optional(body, 'identity_id'),
      account_id: optional(body, 'account_id'),
      ref_id: optional(body, 'ref_id'),
      metadata: pairs,
      compatible_crypto_networks: [network],
    });
    store.addresses.push(made);
    return made;
  });
}

export const listAddresses = (choices: Choices, store: Store, query: Query): Fields =>
  page(choices, store.addresses, query, {
    sets: {
      profile_ids: 'profile_id',
      identity_ids: 'identity_id',
      ids: 'id',
      ref_ids: 'ref_id',
      account_ids: 'account_id',
    },
    times: ['created_at'],
    ordered: true,
    by: 'created_at',
  });

const bound = (query: Query, name: string): bigint | undefined => {
  const given = query[name]?.[0];
  const found = nanoseconds(given);
  if (given !== undefined && found === undefined) throw new Problem(400, `${name} is an RFC 3339 timestamp`);
  return found;
};

/** List Executions (4.12). */
export function listExecutions(choices: Choices, store: Store, query: Query): Fields {
  const [begin, end] = [bound(query, 'range.begin'), bound(query, 'range.end')];
  const since = query['since_execution_id']?.[0];
  const last = since === undefined ? undefined : store.executions.findIndex((each) => each['execution_id'] === since);
  if (last === -1) throw new Problem(404, 'there is no such execution');
  const [profile, person] = [query['profile_id']?.[0], query['account_id']?.[0]];
  const mine =
    (profile === undefined || profile === store.profiles[0]) &&
    (person === undefined || person === store.people[0]?.['id']);
  const chosen = store.executions.slice(0, last === undefined ? undefined : last + 1).filter((each) => {
    const at = nanoseconds(each['executed_at']) ?? 0n;
    return (
      mine &&
      (begin === undefined || choices.of(rangeBegin)(at, begin)) &&
      (end === undefined || choices.of(rangeEnd)(at, end))
    );
  });
  return page(
    choices,
    chosen,
    query,
    { sets: {}, values: { order_id: 'order_id' }, times: [], ordered: false, by: 'executed_at' },
    false,
  );
}

/** Get Quote Execution (4.13): one that is CREATED settles while it is watched. */
export function getQuote(choices: Choices, store: Store, profile: string, id: string, settleAfterMs: number): Fields {
  const found = store.quotes.find((each) => each['id'] === id && each['profile_id'] === profile);
  if (!found) throw new Problem(404, 'there is no such quote execution');
  const due = found['due'];
  if (found['status'] === 'CREATED' && typeof due !== 'number') found['due'] = Date.now() + settleAfterMs;
  if (typeof due === 'number' && Date.now() >= due) {
    Object.assign(found, {
      status: 'SETTLED',
      due: undefined,
      ...(choices.of(settledAt) ? { settled_at: new Date().toISOString() } : {}),
    });
  }
  const { due: _, ...shown } = found;
  return shown;
}

/** Affirm Transaction (4.14). */
export function affirm(choices: Choices, store: Store, id: string): Fields {
  const found = store.transactions.find((each) => each['id'] === id);
  if (!found) throw new Problem(404, 'there is no such transaction');
  if (found['status'] !== 'PENDING') throw new Problem(409, `the transaction is ${String(found['status'])}`);
  return Object.assign(found, {
    status: choices.of(affirmed),
    ...(choices.of(touched) ? { updated_at: new Date().toISOString() } : {}),
  });
}
