import {
  answered,
  type Exchange,
  isAccepted,
  isAnswered,
  type Recorded,
  type RequestInput,
} from '../model/exchange.ts';
import { type CryptoDestination, type FiatNetwork, type Fixtures, fiatNetworks } from '../model/fixtures.ts';
import { isObject, type Json, type JsonObject, member } from '../model/json.ts';
import type { ListOperation } from '../model/operations.ts';
import { UsageError } from './configuration.ts';

const STRINGS = [
  'profile_id',
  'identity_id',
  'account_id',
  'order_id',
  'memo_id',
  'deleted_fiat_account_id',
  'updatable_fiat_account_id',
  'new_member_identity_id',
];
const STATES = ['PENDING', 'AFFIRMED', 'SETTLED', 'EXPIRED', 'CANCELLED'];

function wrong(source: string, problem: string): never {
  throw new UsageError(`the fixtures in ${source} are not usable: ${problem}`);
}

function objectOf(source: string, name: string, value: Json | undefined): JsonObject {
  return isObject(value) ? value : wrong(source, `${name} must be an object`);
}

function strings(source: string, name: string, value: Json | undefined): void {
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'string'))
    wrong(source, `${name} must be an array of strings`);
}

function records(source: string, name: string, value: Json | undefined, members: readonly string[]): void {
  if (!Array.isArray(value)) wrong(source, `${name} must be an array`);
  value.forEach((each: Json, index: number) => {
    const missing = members.find((key) => typeof member(each, key) !== 'string');
    if (missing) wrong(source, `${name}[${index}].${missing} must be a string`);
  });
}

function keyed(source: string, name: string, value: Json | undefined, keys: readonly string[]): void {
  for (const [key, inner] of Object.entries(objectOf(source, name, value))) {
    if (!keys.includes(key)) wrong(source, `${name}.${key} is not known; ${name} takes ${keys.join(', ')}`);
    strings(source, `${name}.${key}`, inner);
  }
}

/** Reads a fixtures file; throws UsageError naming the member that is wrong. */
export function readFixtures(source: string, content: string): Fixtures {
  let value: Json;
  try {
    value = JSON.parse(content) as Json;
  } catch (error) {
    return wrong(source, `they are not JSON (${error instanceof Error ? error.message : 'unreadable'})`);
  }
  for (const [name, inner] of Object.entries(objectOf(source, 'the whole', value))) {
    if (name === '$schema') continue;
    if (STRINGS.includes(name)) {
      if (typeof inner !== 'string') wrong(source, `${name} must be a string`);
    } else if (name === 'fiat_accounts') keyed(source, name, inner, fiatNetworks);
    else if (name === 'settlement_transactions') keyed(source, name, inner, STATES);
    else if (name === 'crypto_destinations')
      records(source, name, inner, ['asset', 'crypto_network', 'destination_address']);
    else if (name === 'quote_executions') records(source, name, inner, ['profile_id', 'id']);
    else wrong(source, `${name} is not known; see "transfer-conformance doctor --help" for the members`);
  }
  return value as Fixtures;
}

/** Fixtures with where each came from. */
export interface Found {
  readonly fixtures: Fixtures;
  readonly sources: Readonly<Record<string, string>>;
}

/** Assets of the networks, for withdrawals to an address of one's own. */
const ASSETS: Readonly<Record<string, string>> = {
  BITCOIN: 'BTC',
  ETHEREUM: 'ETH',
  BITCOIN_CASH: 'BCH',
  LITECOIN: 'LTC',
  SOLANA: 'SOL',
};

type Send = (operation: ListOperation, input: RequestInput) => Promise<Recorded>;
type Items = readonly JsonObject[];

async function items(
  send: Send,
  operation: ListOperation,
  query: RequestInput['query'] = { limit: 100 },
): Promise<Items> {
  const recorded = await send(operation, query ? { query } : {});
  return isAnswered(recorded) && isAccepted(recorded) ? objectsIn(recorded) : [];
}

function objectsIn(exchange: Exchange): Items {
  const found = member(answered(exchange), 'items');
  return Array.isArray(found) ? found.filter(isObject) : [];
}

const first = (list: Items, name: string): string | undefined => {
  const found = list
    .map((item) => member(item, name))
    .find((value) => typeof value === 'string' && value !== '' && !/^[0-]+$/.test(value));
  return typeof found === 'string' ? found : undefined;
};

function networkOf(item: JsonObject): FiatNetwork | undefined {
  const instructions = member(item, 'fiat_network_instructions');
  return fiatNetworks.find((network) => isObject(member(instructions, network)));
}

function byNetwork(accounts: Items): Fixtures['fiat_accounts'] {
  const approved = accounts.filter((item) => member(item, 'status') === 'APPROVED');
  const found: [FiatNetwork, string[]][] = [];
  for (const network of fiatNetworks) {
    const id = first(
      approved.filter((item) => networkOf(item) === network),
      'id',
    );
    if (id) found.push([network, [id]]);
  }
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

function destinations(addresses: Items): readonly CryptoDestination[] | undefined {
  const found = Object.entries(ASSETS).flatMap(([crypto_network, asset]) => {
    const destination_address = first(
      addresses.filter((item) => member(item, 'crypto_network') === crypto_network),
      'address',
    );
    return destination_address ? [{ asset, crypto_network, destination_address }] : [];
  });
  return found.length > 0 ? found : undefined;
}

/** An identity that is not yet of the account, since nothing says that a member may be added twice. */
function newMember(people: Items, account: string | undefined): string | undefined {
  const own = new Set(people.filter((item) => member(item, 'id') === account).flatMap(identities));
  return people.flatMap(identities).find((identity) => !own.has(identity));
}

/** The primary identity of an account and those of its members. */
function identities(item: JsonObject): readonly string[] {
  const members = member(item, 'members');
  const all = [item, ...(Array.isArray(members) ? members : [])].map((each: Json) => member(each, 'identity_id'));
  return all.filter((each): each is string => typeof each === 'string' && each !== '' && !/^[0-]+$/.test(each));
}

/** Looks for what the fixtures lack in the target's own lists. Strange answers are passed over. */
export async function discover(given: Fixtures, send: Send): Promise<Found> {
  const [accounts, withDeleted, people, instructions, addresses, executions] = await Promise.all([
    accountPages(send),
    items(send, 'listFiat', { include_deleted: true, limit: 1000 }),
    items(send, 'listAccounts'),
    items(send, 'listInstructions'),
    items(send, 'listAddresses'),
    items(send, 'listExecutions'),
  ]);
  const networks = { ...byNetwork(accounts), ...given.fiat_accounts };
  const used = new Set(Object.values(networks).flat());
  const known = new Set(accounts.map((item) => member(item, 'id')));
  const deleted = accounts.length > 0 ? withDeleted.filter((item) => !known.has(member(item, 'id'))) : [];
  const person = people.find(
    (item) => typeof member(item, 'id') === 'string' && typeof member(item, 'identity_id') === 'string',
  );
  const found: Fixtures = definite({
    profile_id: first(instructions, 'profile_id') ?? first(addresses, 'profile_id') ?? first(people, 'profile_id'),
    identity_id: first(person ? [person] : [], 'identity_id'),
    account_id: first(person ? [person] : [], 'id'),
    order_id: first(executions, 'order_id'),
    memo_id: first(instructions, 'memo_id'),
    fiat_accounts: Object.keys(networks).length > 0 ? networks : undefined,
    deleted_fiat_account_id: first(deleted, 'id'),
    updatable_fiat_account_id: first(
      accounts.filter((item) => !used.has(String(member(item, 'id')))),
      'id',
    ),
    crypto_destinations: destinations(addresses),
    new_member_identity_id: newMember(people, given.account_id ?? first(person ? [person] : [], 'id')),
  });
  const fixtures = { ...found, ...given, ...(found.fiat_accounts ? { fiat_accounts: found.fiat_accounts } : {}) };
  const sources = Object.keys(fixtures).map((name) => [name, name in given ? 'file' : 'found in lists'] as const);
  return { fixtures, sources: Object.fromEntries(sources) };
}

/** The first page that may hold 1,000, or what fewer the target gives. */
async function accountPages(send: Send): Promise<Items> {
  const large = await items(send, 'listFiat', { limit: 1000 });
  return large.length > 0 ? large : items(send, 'listFiat');
}

type Loose = { readonly [K in keyof Fixtures]: Fixtures[K] | undefined };

const definite = (loose: Loose): Fixtures =>
  Object.fromEntries(Object.entries(loose).filter(([, value]) => value !== undefined)) as Fixtures;
