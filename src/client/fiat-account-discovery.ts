import { type FiatNetwork, fiatNetworks } from '../contract/networks.ts';
import { page } from '../contract/operations.ts';
import type { EndUser, Fixtures } from '../model/fixtures.ts';
import { definite } from '../values/definite.ts';
import { type Id, id, sameId } from '../values/id.ts';
import { compareInstants, instant } from '../values/instant.ts';
import { isObject, type JsonObject, member } from '../values/json.ts';
import { filledText, type Look, look, type Send } from './listing.ts';

/** Ids of accounts by network. */
type Accounts = Partial<Readonly<Record<FiatNetwork, readonly string[]>>>;

type Found = Pick<Fixtures, 'fiat_accounts' | 'updatable_fiat_account_id' | 'deleted_fiat_account_id'>;

export interface FoundAccounts {
  readonly found: Found;
  /** The owners of the accounts for withdrawals and of the one to update, if the list was read and shows any. */
  readonly owners?: Fixtures['fiat_account_owners'];
  readonly problem?: string;
}

/** How fixtures are searched. */
export interface DiscoveryOptions {
  /** Distinguishes concurrent runs, which then find different accounts to update. */
  readonly turn?: number;
  /** Whether a run may update an account that withdrawals go to. */
  readonly sharesAccounts?: boolean;
}

/** Number of accounts kept per network. */
const KEPT = 3;
/** The largest page, because accounts of rare networks may come late in the list. */
const { most: PAGE } = page;

/**
 * Finds accounts to withdraw to, one to update and a deleted one. Accounts for withdrawals are APPROVED if there are
 * any. They are not updated, because an update may make an account PENDING again; with `sharesAccounts`, one is if no
 * other account is listed.
 */
export async function discoverFiatAccounts(
  send: Send,
  given: Fixtures,
  { turn = 0, sharesAccounts = false }: DiscoveryOptions = {},
): Promise<FoundAccounts> {
  const { fiat_accounts, updatable_fiat_account_id, deleted_fiat_account_id } = given;
  if (isComplete(given) && given.third_party !== true)
    return { found: definite({ fiat_accounts, updatable_fiat_account_id, deleted_fiat_account_id }) };
  const wanted = given.deleted_fiat_account_id === undefined;
  // The list with deleted accounts comes first: an account created between the two is then in the second list, and is
  // not taken for deleted.
  const all = wanted ? await look(send, 'listFiat', { limit: PAGE, include_deleted: true }) : undefined;
  const present = await look(send, 'listFiat', { limit: PAGE });
  const apart = given.updatable_fiat_account_id === undefined;
  const { accounts, spare } = withSpare(
    { ...byNetwork(present.items, given), ...usableFirst(given.fiat_accounts, present.items) },
    given,
    apart ? present.items : [],
  );
  const used = new Set(Object.values(accounts).flat().map(id));
  const free = present.items.filter((item) => !used.has(id(member(item, 'id'))));
  const updatable = given.updatable_fiat_account_id ?? spare ?? idOf(updateChoice(free, turn));
  const deleted = given.deleted_fiat_account_id ?? (all && deletedOne(all, present));
  return {
    found: definite({
      fiat_accounts: used.size > 0 ? accounts : undefined,
      updatable_fiat_account_id: updatable ?? (sharesAccounts ? lastListed(accounts, present.items) : undefined),
      deleted_fiat_account_id: deleted,
    }),
    ...definite({
      owners: ownersIn(present.items, new Set([...used, ...(updatable === undefined ? [] : [id(updatable)])])),
      problem: present.problem,
    }),
  };
}

/** Whether the fixtures contain accounts of every network, one to update and a deleted one. */
const isComplete = ({ fiat_accounts, updatable_fiat_account_id, deleted_fiat_account_id }: Fixtures): boolean =>
  updatable_fiat_account_id !== undefined &&
  deleted_fiat_account_id !== undefined &&
  fiatNetworks.every((network) => fiat_accounts?.[network] !== undefined);

/** Returns the owners of these accounts that the list shows with both of their IDs, by account, if it shows any. */
function ownersIn(items: readonly JsonObject[], accounts: ReadonlySet<Id | undefined>): FoundAccounts['owners'] {
  const owned = items.flatMap((item): [string, EndUser][] => {
    const [account, identity_id, account_id] = ['id', 'identity_id', 'account_id'].map((name) =>
      filledText(member(item, name)),
    );
    if (!account || !identity_id || !account_id || !accounts.has(id(account))) return [];
    return [[account, { identity_id, account_id }]];
  });
  return owned.length === 0 ? undefined : Object.fromEntries(owned);
}

const idOf = (item: JsonObject | undefined): string | undefined => filledText(member(item, 'id'));

const networksOf = (item: JsonObject): readonly FiatNetwork[] =>
  fiatNetworks.filter((network) => isObject(member(member(item, 'fiat_network_instructions'), network)));

function byNetwork(items: readonly JsonObject[], given: Fixtures): Accounts {
  const ranked = items
    .filter((item) => !sameId(idOf(item), given.updatable_fiat_account_id))
    .sort((a, b) => rank(b, given) - rank(a, given));
  const found = fiatNetworks.flatMap((network): [FiatNetwork, readonly string[]][] => {
    const accounts = ranked.filter((item) => networksOf(item).includes(network));
    const best = accounts.some(isApproved) ? accounts.filter(isApproved) : accounts;
    const ids = best.flatMap((item) => idOf(item) ?? []);
    return ids.length === 0 ? [] : [[network, [...new Set(ids)].slice(0, KEPT)]];
  });
  return Object.fromEntries(found);
}

/**
 * Takes an account to update from the accounts for withdrawals, if these are all accounts and a network has several.
 * Accounts that the user named stay.
 */
function withSpare(
  accounts: Accounts,
  given: Fixtures,
  items: readonly JsonObject[],
): { readonly accounts: Accounts; readonly spare?: string } {
  const used = new Set(Object.values(accounts).flat().map(id));
  if (items.length === 0 || items.some((item) => idOf(item) !== undefined && !used.has(id(idOf(item)))))
    return { accounts };
  const spare = fiatNetworks
    .filter((network) => given.fiat_accounts?.[network] === undefined)
    .map((network) => accounts[network]?.slice(1).at(-1))
    .find((each) => each !== undefined);
  if (spare === undefined) return { accounts };
  const left = Object.entries(accounts).map(([network, ids]) => [network, ids.filter((each) => !sameId(each, spare))]);
  return left.some(([, ids]) => ids?.length === 0) ? { accounts } : { accounts: Object.fromEntries(left), spare };
}

/** Returns the listed account for withdrawals that the fewest checks withdraw to. */
const lastListed = (accounts: Accounts, items: readonly JsonObject[]): string | undefined =>
  fiatNetworks
    .flatMap((network) => accounts[network] ?? [])
    .findLast((each) => items.some((item) => sameId(idOf(item), each)));

/** Whether withdrawals go to the account that is updated, because no other one is known. */
export const withdrawsToUpdated = ({ fiat_accounts = {}, updatable_fiat_account_id }: Fixtures): boolean =>
  Object.values(fiat_accounts).some((ids) => ids.some((each) => sameId(each, updatable_fiat_account_id)));

/** Statuses in the order in which withdrawals to accounts are likely accepted. */
const LIKELY = ['APPROVED', 'PENDING', 'REJECTED'];

/** Returns the place of an account's status in an order; -1 if it is not there. */
const placeIn = (order: readonly string[], item: JsonObject | undefined): number =>
  order.indexOf(String(member(item, 'status')));

/** Returns the accounts that the user named, for each network those first that withdrawals may go to as the list shows. */
function usableFirst(named: Accounts = {}, items: readonly JsonObject[]): Accounts {
  const place = (account: string): number => {
    const listed = items.find((item) => sameId(idOf(item), account));
    // An account without a known status may have any.
    return Math.max(0, placeIn(LIKELY, listed));
  };
  return Object.fromEntries(
    Object.entries(named).map(([network, ids]) => [network, [...ids].sort((a, b) => place(a) - place(b))]),
  );
}

/** Ranks APPROVED accounts first, then those with a single network, then those of the given user. */
function rank(item: JsonObject, given: Fixtures): number {
  const approved = isApproved(item) ? 4 : 0;
  const certain = networksOf(item).length === 1 ? 2 : 0;
  const owner = member(item, 'identity_id');
  return approved + certain + (given.identity_id !== undefined && sameId(owner, given.identity_id) ? 1 : 0);
}

const isApproved = (item: JsonObject): boolean => member(item, 'status') === 'APPROVED';

/** Statuses of accounts to update, the preferred one last; an account of no known status comes before them. */
const TO_UPDATE = ['REJECTED', 'APPROVED', 'PENDING'];

/**
 * Returns an account to update, preferably a PENDING one, since nobody withdraws to it yet. Each turn chooses another
 * one, so that runs do not share it. Wire accounts are preferred, because they have the most details to update.
 */
function updateChoice(items: readonly JsonObject[], turn: number): JsonObject | undefined {
  const best = Math.max(...items.map((item) => placeIn(TO_UPDATE, item)));
  const preferred = items.filter((item) => placeIn(TO_UPDATE, item) === best);
  const onWire = preferred.filter((item) => networksOf(item).includes('wire'));
  const choice = onWire.length > 0 ? onWire : preferred;
  return choice[turn % Math.max(1, choice.length)];
}

/** Returns an account that is listed only with deleted accounts, within the part of the list that both looks cover. */
function deletedOne(all: Look, present: Look): string | undefined {
  const known = new Set(present.items.map((item) => id(member(item, 'id'))));
  const oldest = instant(member(present.items.at(-1), 'created_at'));
  const covered = (item: JsonObject): boolean => {
    const created = instant(member(item, 'created_at'));
    return present.complete || (oldest !== undefined && created !== undefined && compareInstants(created, oldest) > 0);
  };
  if (present.problem !== undefined) return undefined;
  return idOf(
    all.items.find((item) => idOf(item) !== undefined && !known.has(id(member(item, 'id'))) && covered(item)),
  );
}
