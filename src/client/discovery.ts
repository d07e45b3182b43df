import { nativeAsset } from '../contract/assets.ts';
import { sized } from '../contract/lists.ts';
import { page } from '../contract/operations.ts';
import type { CryptoDestination, Fixtures } from '../model/fixtures.ts';
import type { FixtureOrigin, FixtureOrigins } from '../model/reported.ts';
import { definite } from '../values/definite.ts';
import { id, namesNothing, sameId } from '../values/id.ts';
import { isObject, type JsonObject, member } from '../values/json.ts';
import { type DiscoveryOptions, discoverFiatAccounts } from './fiat-account-discovery.ts';
import { filledText, type Look, look, type Send } from './listing.ts';

export type { Send } from './listing.ts';

/** The fixtures that the user gave, with those that lists of the target show. */
export interface Discovered {
  readonly fixtures: Fixtures;
  readonly origins: FixtureOrigins;
  /** Lists that could not be read, and why. */
  readonly problems: readonly string[];
}

/** Stands for a list that is not read because nothing from it is needed. */
const NOTHING: Look = { items: [], complete: false };

/**
 * Searches the target's lists for fixtures that `given` lacks. Only reads, and only a few pages of each list, in the
 * sizes in which checks read them too, so that they need not be read again. No list contains quote executions or
 * settlement transactions. Unexpected answers are ignored.
 */
export async function discover(send: Send, given: Fixtures, options: DiscoveryOptions = {}): Promise<Discovered> {
  const needs = (...names: readonly (keyof Fixtures)[]): boolean => names.some((name) => given[name] === undefined);
  const [fiat, accounts, instructions, addresses, executions] = await Promise.all([
    discoverFiatAccounts(send, given, options),
    needs('profile_id', 'identity_id', 'account_id', 'new_member_identity_id')
      ? look(send, 'listAccounts', {})
      : NOTHING,
    needs('profile_id', 'memo_id') ? look(send, 'listInstructions', sized(page.most)) : NOTHING,
    needs('profile_id', 'crypto_destinations') ? look(send, 'listAddresses', sized(page.most)) : NOTHING,
    needs('order_id') ? look(send, 'listExecutions', {}) : NOTHING,
  ]);
  const account = accountOf(accounts.items, given);
  const profile =
    given.profile_id ??
    idIn(account, 'profile_id') ??
    firstId([...instructions.items, ...addresses.items], 'profile_id');
  const destinations = given.crypto_destinations ?? destinationsIn(addresses.items);
  const found: Fixtures = definite({
    profile_id: profile,
    identity_id: given.identity_id ?? idIn(account, 'identity_id'),
    account_id: given.account_id ?? idIn(account, 'id'),
    new_member_identity_id:
      given.new_member_identity_id ?? newMember(accounts.items, given.account_id ?? idIn(account, 'id')),
    order_id: given.order_id ?? firstId(executions.items, 'order_id'),
    memo_id: given.memo_id ?? memoIn(instructions.items, profile),
    crypto_destinations: destinations.length === 0 ? undefined : destinations,
    ...fiat.found,
  });
  const fixtures: Fixtures = { ...given, ...found };
  const { owners: fiat_account_owners } = fiat;
  const problems = [fiat, accounts, instructions, addresses, executions].flatMap(({ problem }) => problem ?? []);
  return {
    fixtures: { ...fixtures, ...definite({ fiat_account_owners }) },
    origins: originsOf(fixtures, given),
    problems,
  };
}

function idIn(item: JsonObject | undefined, name: string): string | undefined {
  const id = filledText(member(item, name));
  return namesNothing(id) ? undefined : id;
}

const firstId = (items: readonly JsonObject[], name: string): string | undefined =>
  items.map((item) => idIn(item, name)).find((id) => id !== undefined);

/** Returns the account that agrees with the given fixtures, preferably one with an identity, members and a profile. */
function accountOf(items: readonly JsonObject[], given: Fixtures): JsonObject | undefined {
  const agrees = (item: JsonObject): boolean =>
    (given.account_id === undefined || sameId(member(item, 'id'), given.account_id)) &&
    (given.identity_id === undefined || sameId(member(item, 'identity_id'), given.identity_id)) &&
    (given.profile_id === undefined || sameId(idIn(item, 'profile_id') ?? given.profile_id, given.profile_id));
  const named = items.filter((item) => agrees(item) && idIn(item, 'id'));
  return [...named].sort((a, b) => worth(b) - worth(a))[0];
}

function worth(item: JsonObject): number {
  const disabled = member(item, 'admin_disabled') === true || member(item, 'user_disabled') === true;
  const members = member(item, 'members');
  return (
    (idIn(item, 'identity_id') ? 8 : 0) +
    (disabled ? 0 : 4) +
    (Array.isArray(members) && members.length > 0 ? 2 : 0) +
    (idIn(item, 'profile_id') ? 1 : 0)
  );
}

/** Returns an identity outside the account: the document does not say that a member may be added twice. */
function newMember(items: readonly JsonObject[], account: string | undefined): string | undefined {
  const own = items.filter((item) => sameId(member(item, 'id'), account)).flatMap(identities);
  const theirs = new Set(own.map(id));
  return items.flatMap(identities).find((identity) => !theirs.has(id(identity)));
}

/** Returns the primary identity of an account and those of its members. */
function identities(item: JsonObject): readonly string[] {
  const members = member(item, 'members');
  const people = [item, ...(Array.isArray(members) ? members.filter(isObject) : [])];
  return people.flatMap((each) => idIn(each, 'identity_id') ?? []);
}

/** Returns the memo of a valid instruction, preferably one of the same profile. */
function memoIn(items: readonly JsonObject[], profile: string | undefined): string | undefined {
  const valid = items.filter((item) => member(item, 'status') === 'VALID' && filledText(member(item, 'memo_id')));
  const own = valid.find((item) => sameId(member(item, 'profile_id'), profile));
  return filledText(member(own ?? valid[0] ?? items.find((item) => filledText(member(item, 'memo_id'))), 'memo_id'));
}

/** Returns one address per network. They are the target's own deposit addresses, so withdrawn assets come back. */
function destinationsIn(items: readonly JsonObject[]): readonly CryptoDestination[] {
  const found = new Map<string, CryptoDestination>();
  for (const item of items) {
    const [network, address] = [filledText(member(item, 'crypto_network')), filledText(member(item, 'address'))];
    const asset = network === undefined ? undefined : nativeAsset(network);
    if (network === undefined || address === undefined || asset === undefined || found.has(network)) continue;
    found.set(network, { asset, crypto_network: network, destination_address: address });
  }
  return [...found.values()];
}

function originsOf(fixtures: Fixtures, given: Fixtures): FixtureOrigins {
  const entries = Object.entries(fixtures).flatMap(([name, value]): [string, FixtureOrigin][] => {
    const own: unknown = Object.entries(given).find(([known]) => known === name)?.[1];
    if (!isObject(value)) return [[name, own === undefined ? 'found in lists' : 'file']];
    return Object.keys(value).map((inner) => [
      `${name}.${inner}`,
      member(own, inner) === undefined ? 'found in lists' : 'file',
    ]);
  });
  return Object.fromEntries(entries);
}
