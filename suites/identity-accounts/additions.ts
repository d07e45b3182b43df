import { failure } from '../../src/engine/failure.ts';
import { Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { ListedItem } from '../../src/engine/listing.ts';
import { cursorOf } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange, Query } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { id, sameId } from '../../src/values/id.ts';
import { isArray, type Json, type JsonObject, member } from '../../src/values/json.ts';
import { acceptedBody, string } from '../vocabulary/answers.ts';
import { firstFailures } from '../vocabulary/body-variants.ts';
import {
  accountsNow,
  hasIdentity,
  type ListedAccounts,
  memberObjects,
  membersIn,
  membersPlace,
  spareIdentity,
} from '../vocabulary/identities.ts';
import { eventuallyUpdated } from '../vocabulary/kept-answers.ts';
import { createdAround } from '../vocabulary/lists/instants.ts';
import { asking, bodies, otherRole, otherRoles, plainAnswer, usualRoles } from '../vocabulary/requests.ts';

/** What is expected of a list, and what it shows. */
type Difference = Readonly<Record<'expected' | 'actual', string>>;

/** A new member that one request added, with its entry in the answer. */
export interface Added {
  readonly identity: string;
  readonly roles: readonly Json[];
  readonly answered: JsonObject | undefined;
}

/** A member as a request sends it. */
type Sent = Readonly<{ identity_id: string; roles: readonly Json[] }>;

/** The members that one request added, with its answer. */
interface Addition {
  readonly exchange: Exchange;
  readonly members: readonly Added[];
}

export const withIdentity = (members: readonly JsonObject[], identity: string): readonly JsonObject[] =>
  members.filter((each) => sameId(member(each, 'identity_id'), identity));

const membersAt = (attempt: number): string => `new members ${attempt}`;

/**
 * Adds members with different roles in one request, once per attempt for all checks: two, and if enough
 * identities are known a third one with another role. If the service refuses that, tries fewer members and fewer
 * roles. Returns undefined when no identity is free or the service refuses each request. A repeated attempt adds as many
 * as the first one or none: with fewer, a failure would not come back although the service has not changed.
 */
export const severalAdded = (p: Probing): Promise<Addition | undefined> =>
  p.once(membersAt(p.attempt), async () => {
    const purposes = ['first of several', 'second of several', 'third of several'] as const;
    const spare = await Promise.all(purposes.map((each) => spareIdentity(p, each)));
    const found = spare.filter((identity) => identity !== undefined);
    const before = p.attempt > 0 ? await addedFirst(p) : undefined;
    if (before && found.length < before.members.length) return undefined;
    const [usual, other, third] = [usualRoles(p), otherRole(p), otherRoles(p).slice(1, 2)];
    const ways = [
      // No other member has the role of the third one, so roles that are taken from another member show.
      ...(third.length > 0 ? [[usual, [other, ...usual], third]] : []),
      [usual, [other, ...usual], [other]],
      [usual, [other, ...usual]],
      [usual, [other]],
      [usual],
    ];
    for (const way of ways.filter(({ length }) => length <= found.length)) {
      const members = way.map((roles, index): Sent => ({ identity_id: found[index] ?? '', roles }));
      const addition = await added(p, members);
      if (addition) return addition;
    }
    return undefined;
  });

/** Adds new members in one request. Returns undefined when the service refuses them. */
async function added(p: Probing, sent: readonly Sent[]): Promise<Addition | undefined> {
  const { isAccepted, exchange } = await p.answerTo(
    asking(p, 'addMembers', { ...bodies.addMembers(p), members: sent }),
  );
  if (!isAccepted) return undefined;
  const answers = memberObjects(member(acceptedBody(exchange), 'members'));
  const members = sent.map(({ identity_id, roles }) => ({
    identity: identity_id,
    roles,
    answered: withIdentity(answers, identity_id)[0],
  }));
  if (members.every(({ answered }) => answered === undefined))
    throw new Inconclusive('unrecognised', 'the answer to the added members contains none of them');
  return { exchange, members };
}

/** Returns the members of `severalAdded` in the first attempt, if it was made. */
const addedFirst = (p: Probing): Promise<Addition | undefined> | undefined =>
  p.remembered<Addition | undefined>(membersAt(0));

/** Returns the identities that `severalAdded` has added in this attempt and in the first one. */
export async function addedSoFar(p: Probing): Promise<readonly string[]> {
  const additions = [await addedFirst(p), await addedBefore(p)];
  return additions.flatMap((addition) => addition?.members.map(({ identity }) => identity) ?? []);
}

/**
 * Returns the members of `severalAdded`. When a repeated attempt has no free identity left, returns those of the first
 * attempt.
 */
const addedBefore = async (p: Probing): Promise<Addition | undefined> =>
  (await severalAdded(p)) ?? (p.attempt > 0 ? addedFirst(p) : undefined);

/** Accounts as listed before members are added, and the query that listed them if it was no plain list. */
interface AccountsBefore {
  readonly items: readonly ListedItem[];
  readonly query?: Query;
}

/**
 * Lists the accounts before members are added, once a run: a repeated attempt must not take the effects of the first one
 * for the original. Where the account is not among those that are read, as in a list of thousands, lists those of the end
 * user.
 */
export const accountsBefore = (p: Probing): Promise<AccountsBefore> =>
  p.once('accounts before members', async () => {
    const { items } = await p.known('listAccounts');
    const own = id(bodies.addMembers(p).account_id);
    const { identity_id } = p.fixtures;
    if (identity_id === undefined || items.some((each) => each.id === own)) return { items };
    const query = { identity_id };
    return { items: (await accountsNow(p, query)).items, query };
  });

/** Adds members, several of them new if possible, and then lists the accounts, once per attempt for all checks. */
export const accountsAfter = (p: Probing): Promise<ListedAccounts> =>
  p.oncePerAttempt('accounts after new members', async () => {
    await unlessInconclusive(undefined, () => severalAdded(p));
    await unlessInconclusive(undefined, () => plainAnswer(p, 'addMembers'));
    return accountsNow(p);
  });

export const rolesOf = (found: JsonObject | undefined): readonly Json[] | undefined => {
  const roles = member(found, 'roles');
  return isArray(roles) ? roles : undefined;
};

/**
 * Returns the first difference between how the list shows an added member and how it was added and answered, or
 * undefined when there is none. Optional members may be absent.
 */
function listedOtherwise({ identity, roles, answered }: Added, listed: readonly JsonObject[]): Difference | undefined {
  const [found] = listed;
  const flaw = (expected: string, actual: string): Difference => ({ expected, actual });
  if (!found) return flaw(`${identity} among the members`, 'no such member');
  const [given, kept] = [string(answered, '/id'), string(found, '/id')];
  if (given !== undefined && kept !== undefined && !listed.some((each) => sameId(member(each, 'id'), given)))
    return flaw(`${identity} with the id ${given}, as answered`, kept);
  const known = listed.flatMap((each) => rolesOf(each) ?? []);
  const lost = listed.some((each) => rolesOf(each)) ? roles.find((role) => !known.includes(role)) : undefined;
  return lost === undefined ? undefined : flaw(`${identity} with the role ${lost}`, shown(known));
}

/** Queries whose lists other code may serve: in ascending order, by the primary identity, and by the creation. */
function otherQueries(account: Json): readonly Query[] {
  const identity = string(account, '/identity_id');
  const queries = [{ order: 'ASC' }, identity === undefined ? {} : { identity_id: identity }, createdAround(account)];
  return queries.filter((query) => Object.keys(query).length > 0);
}

/** Demands that the plain list still shows the first new members of the run, after all others were added. */
async function stillListed(p: Probing, account: string, list: ListedAccounts): Promise<readonly Failure[]> {
  const first = await addedFirst(p);
  const listed = membersIn(list.items, account);
  const missing = isArray(listed) ? first?.members.find(({ identity }) => !hasIdentity(listed, identity)) : undefined;
  if (!first || !missing) return [];
  const expected = `${missing.identity} among the members of ${account}, to which others were added later`;
  const { page, where } = membersPlace(list, account);
  return [failure(page, { where, expected, actual: 'no such member', item: account }, [first.exchange])];
}

/** Returns what a list lacks of an account and its members, and what it has instead; undefined where it lacks nothing. */
function lackOf({ items, page }: ListedAccounts, account: string, due: readonly string[]): Difference | undefined {
  const found = items.find((item) => item.id === id(account));
  // A list that was not followed to its last page, as one with many empty pages, may still lead to the account.
  const isWhole = cursorOf(page) === undefined;
  if (!found) return isWhole ? { expected: `the account ${account}`, actual: 'it is missing' } : undefined;
  const listed = membersIn(items, account);
  const missing = isArray(listed) ? due.find((identity) => !hasIdentity(listed, identity)) : undefined;
  if (missing === undefined) return undefined;
  return { expected: `${missing} among the members of ${account}`, actual: 'no such member' };
}

/** Demands that another list has the account, with each of these members, as the plain list had them before. */
const listedBy = (p: Probing, account: string, due: readonly string[], plain: Exchange) => (query: Query) => () => {
  const look = async (): Promise<readonly Failure[]> => {
    const listed = await accountsNow(p, query);
    const lack = lackOf(listed, account, due);
    if (!lack) return [];
    const { page, where } = membersPlace(listed, account);
    const flaw = { ...lack, where, expected: `${lack.expected}, as in the plain list before`, item: account };
    return [failure(page, flaw, [plain])];
  };
  // The rows about order and filters judge refusals.
  return unlessInconclusive([], () => p.eventually(look), ['refused']);
};

/**
 * Demands on loopback that the plain list still shows the first new members, and that other lists show the account and
 * every member that the plain list showed before them. Asked after all other checks: further new members could clear a
 * cache.
 */
export async function listedAlike(p: Probing): Promise<readonly Failure[]> {
  if (!p.run.spendsFreely) return [];
  const { account_id: account } = bodies.addMembers(p);
  let plain = await accountsNow(p);
  let look = async (): Promise<ListedAccounts> => plain;
  const lost = await p.eventually(async () => {
    plain = await look();
    look = () => accountsNow(p);
    return stillListed(p, account, plain);
  });
  const found = plain.items.find((item) => item.id === id(account));
  if (lost.length > 0 || !found) return lost;
  const members = memberObjects(member(found.item, 'members'));
  const due = members.flatMap((each) => string(each, '/identity_id') ?? []);
  return firstFailures(...otherQueries(found.item).map(listedBy(p, account, due, membersPlace(plain, account).page)));
}

/** Demands that lists of accounts show the new members with their ids and roles. */
export async function newOnesListed(p: Probing): Promise<readonly Failure[]> {
  const addition = await addedBefore(p);
  if (!addition) return [];
  const { account_id } = bodies.addMembers(p);
  const { items, query } = await accountsBefore(p);
  const own = id(account_id);
  const wasListed = query === undefined && items.some((each) => each.id === own);
  let read = accountsAfter;
  let isKept = false;
  const look = (): Promise<ListedAccounts> => {
    const list = read(p);
    read = accountsNow;
    return list;
  };
  const newOnes = async (): Promise<readonly Failure[]> => {
    // An account may be missing for a moment after the addition. Another row judges one that stays away.
    const list = await p.until(look, ({ items: found }) => !wasListed || found.some((each) => each.id === own));
    const listed = membersIn(list.items, account_id);
    if (!isArray(listed)) return [];
    isKept = !addition.members.some(({ identity }) => hasIdentity(listed, identity));
    const flaws = addition.members.flatMap(
      (each) => listedOtherwise(each, withIdentity(memberObjects(listed), each.identity)) ?? [],
    );
    const { page, where } = membersPlace(list, account_id);
    return flaws.map((flaw) => failure(page, { ...flaw, where, item: account_id }, [addition.exchange]));
  };
  return eventuallyUpdated(p, newOnes, () => isKept);
}

/** The reason why no new member can be added. */
export const noneFree = (p: Probing): Inconclusive =>
  new Inconclusive(
    'fixture',
    p.run.spendsFreely
      ? 'no new member was accepted, or too few identities are known that are not yet members of the account'
      : 'no identity is known that may be added: identities from lists are added only on a loopback target without a budget for withdrawals',
    { need: { fixture: 'new_member_identity_ids' } },
  );

/** A new member that the list shows in an account which the request did not name. */
interface Misplaced {
  readonly added: Added;
  readonly account: string;
}

export function misplaced(
  p: Probing,
  added: readonly Added[],
  before: readonly ListedItem[],
  { items }: ListedAccounts,
): readonly Misplaced[] {
  const own = id(bodies.addMembers(p).account_id);
  return items.flatMap(({ id: of, text, item }): readonly Misplaced[] => {
    const known = before.find((each) => each.id === of)?.item;
    if (of === own || text === undefined || known === undefined) return [];
    const isNew = ({ identity }: Added): boolean =>
      hasIdentity(member(item, 'members'), identity) && !hasIdentity(member(known, 'members'), identity);
    return added.filter(isNew).map((each) => ({ added: each, account: text }));
  });
}

/**
 * Demands that new members are in no account of another primary identity, and in no other account instead. Repeats the
 * list, since it may lag behind.
 */
export async function expectAddedThere(p: Probing): Promise<readonly Failure[]> {
  const { items: before } = await accountsBefore(p);
  const addition = await addedBefore(p);
  if (!addition) return [];
  const { account_id } = bodies.addMembers(p);
  let look = accountsAfter;
  return p.eventually(async () => {
    const after = await look(p);
    look = accountsNow;
    const listed = membersIn(after.items, account_id);
    if (!isArray(listed)) return [];
    const own = string(after.items.find((each) => each.id === id(account_id))?.item, '/identity_id');
    const isMissing = ({ identity }: Added): boolean => !hasIdentity(listed, identity);
    // Accounts of one primary identity may share their members, but not those of another one.
    const isOfAnother = (account: string): boolean => {
      const primary = string(after.items.find((each) => each.id === id(account))?.item, '/identity_id');
      return own !== undefined && primary !== undefined && !sameId(primary, own);
    };
    const found = misplaced(p, addition.members, before, after).find(
      ({ added: each, account }) => isMissing(each) || isOfAnother(account),
    );
    if (!found) return [];
    const expected = `${found.added.identity} among the members of ${account_id} only`;
    const actual = isMissing(found.added) ? `added to ${found.account} instead` : `also added to ${found.account}`;
    const { page, where } = membersPlace(after, found.account);
    return [failure(page, { where, expected, actual, item: found.account }, [addition.exchange])];
  });
}
