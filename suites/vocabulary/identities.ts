import { Inconclusive } from '../../src/engine/inconclusive.ts';
import type { ListedItem, Listing } from '../../src/engine/listing.ts';
import { itemsOf } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange, Query } from '../../src/model/exchange.ts';
import { id, sameId } from '../../src/values/id.ts';
import { type Json, type JsonObject, member } from '../../src/values/json.ts';
import { placedObjects, string } from './answers.ts';
import { widestPage } from './lists/listing.ts';
import { bodies } from './requests.ts';

/**
 * Purposes that need an identity which no other check adds: if a list shows it later, it must come from this request.
 */
const PURPOSES = [
  'first of several',
  'second of several',
  'with an id',
  'refused',
  'refused without a token',
  'without roles',
  'without a required member',
  'third of several',
] as const;

type Purpose = (typeof PURPOSES)[number];

/**
 * Returns the objects among the members of an account. Returns none if the value is not an array, which the shape rows
 * judge.
 */
export const memberObjects = (members: Json | undefined): readonly JsonObject[] =>
  placedObjects(members).map(({ item }) => item);

export const hasIdentity = (members: Json | undefined, identity: string): boolean =>
  memberObjects(members).some((each) => sameId(member(each, 'identity_id'), identity));

/** The list of accounts, with its last page. */
export interface ListedAccounts extends Listing {
  readonly page: Exchange;
}

/** Lists the accounts that `query` selects as they are now. Throws Inconclusive when there is no page. */
export async function accountsNow(p: Probing, query: Query = {}): Promise<ListedAccounts> {
  const listing = await p.list('listAccounts', { ...(await widestPage(p, 'listAccounts')), ...query });
  const page = listing.pages.at(-1);
  if (!page) throw new Inconclusive('fixture', 'no account is listed', { need: { fixture: 'account_id' } });
  return { ...listing, page };
}

/**
 * Lists the accounts with the primary identity of this account, or all accounts if that does not show it: the whole list
 * may have many pages.
 */
export async function accountsLike(p: Probing, account: string): Promise<ListedAccounts> {
  const isIt = (item: ListedItem): boolean => item.id === id(account);
  const { items } = await p.known('listAccounts');
  const identity_id = string(items.find(isIt)?.item, '/identity_id');
  const found = identity_id === undefined ? undefined : await accountsNow(p, { identity_id });
  return found?.items.some(isIt) ? found : accountsNow(p);
}

/** Where a list shows the members of an account: the page and the pointer in it. The last page if none shows it. */
interface MembersPlace {
  readonly page: Exchange;
  readonly where: string;
}

export function membersPlace({ pages, page: last }: ListedAccounts, account: string): MembersPlace {
  for (const page of pages) {
    const index = itemsOf(page).findIndex((item) => id(member(item, 'id')) === id(account));
    if (index >= 0) return { page, where: `/items/${index}/members` };
  }
  return { page: last, where: '/items' };
}

/** Whether members of an account show who they are: no member of 2.5 is marked required. */
export function areIdentified(members: Json | undefined): boolean {
  const found = memberObjects(members);
  return found.length === 0 || found.some((each) => member(each, 'identity_id') !== undefined);
}

/** Returns the members that a list shows of an account, or undefined where it does not show who they are. */
export function membersIn(items: readonly ListedItem[], account: string): Json | undefined {
  const members = member(items.find((item) => item.id === id(account))?.item, 'members');
  return areIdentified(members) ? members : undefined;
}

/**
 * Returns identities that are not members of the account and that no usual request adds: those that the fixtures name
 * and, on loopback, those that lists show.
 */
async function nonMembers(p: Probing): Promise<readonly string[]> {
  const { new_member_identity_ids: named = [] } = p.fixtures;
  if (named.length === 0 && !p.run.spendsFreely) return [];
  const { account_id, members } = bodies.addMembers(p);
  const { items } = await p.known('listAccounts');
  const taken = new Set([...members.map(({ identity_id }) => id(identity_id)), id(p.fixtures.identity_id)]);
  for (const each of memberObjects(membersIn(items, account_id))) taken.add(id(member(each, 'identity_id')));
  const shown = p.run.spendsFreely ? items.flatMap(({ item }) => string(item, '/identity_id') ?? []) : [];
  const free = [...named, ...shown];
  return [...new Map(free.map((name) => [id(name), name])).values()].filter((name) => !taken.has(id(name)));
}

/** Returns the identities that the run may add as members, determined once a run. */
const spareIdentities = (p: Probing): Promise<readonly string[]> =>
  p.once('identities that are no members', () => nonMembers(p));

/**
 * Returns the body with an identity that no request adds, so that a refusal does not mean that it is a member already. The
 * same body if no such identity is known.
 */
export async function ofNoMember(p: Probing, body: JsonObject): Promise<JsonObject> {
  const identity_id = await spareIdentity(p, 'without a required member');
  const members = memberObjects(body['members']);
  return identity_id === undefined ? body : { ...body, members: members.map((each) => ({ ...each, identity_id })) };
}

/** Returns an identity that no check adds in its first attempt, for a request that shows what is accepted. */
export const lastIdentity = async (p: Probing): Promise<string | undefined> =>
  (await spareIdentities(p)).slice(PURPOSES.length).at(-1);

/** Returns the last `count` identities that the run may add as members, or fewer if fewer are known. */
export const lastIdentities = async (p: Probing, count: number): Promise<readonly string[]> =>
  (await spareIdentities(p)).slice(-count);

/** Returns two identities to add at once, different ones on each attempt and none of another purpose; none if too few are known. */
export async function twoIdentities(p: Probing): Promise<readonly string[]> {
  const further = (await spareIdentities(p)).slice(PURPOSES.length, -1);
  const end = further.length - 2 * p.attempt;
  return end < 2 ? [] : further.slice(end - 2, end);
}

/**
 * Returns an identity for one purpose, a different one on each attempt, or undefined when too few are known. On another
 * host only identities that the fixtures name are used.
 */
export async function spareIdentity(p: Probing, purpose: Purpose): Promise<string | undefined> {
  const found = await spareIdentities(p);
  return found[PURPOSES.indexOf(purpose) + p.attempt * PURPOSES.length];
}
