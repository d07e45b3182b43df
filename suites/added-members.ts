import { failure } from '../src/engine/evidence.ts';
import { Inconclusive } from '../src/engine/inconclusive.ts';
import type { ListedItem, Probing } from '../src/engine/probing.ts';
import {
  type Flaw,
  flawUnless,
  type Judgement,
  must,
  NOT_CONCERNED,
  NOTHING_TO_JUDGE,
  probe,
  type Row,
  rule,
  should,
  suite,
} from '../src/engine/row.ts';
import type { Exchange } from '../src/model/exchange.ts';
import { type Failure, shown } from '../src/model/outcome.ts';
import { type Id, id, sameId } from '../src/values/id.ts';
import { type Instant, instant } from '../src/values/instant.ts';
import { isObject, type Json, type JsonObject, member } from '../src/values/json.ts';
import { accepted, answeredObject, each, objects, string } from './vocabulary/answers.ts';
import { changed } from './vocabulary/demands.ts';
import {
  accountsNow,
  hasIdentity,
  type ListedAccounts,
  memberObjects,
  membersIn,
  spareIdentity,
} from './vocabulary/identities.ts';
import { bodies, otherRole, unknownId, usualRoles } from './vocabulary/requests.ts';

/** A member that a request added, who was none before, as it was answered. */
interface Added {
  readonly identity: string;
  readonly roles: readonly Json[];
  readonly answered: JsonObject | undefined;
}

/** A member of a request. */
type Sent = Readonly<{ identity_id: string; roles: readonly Json[] }>;

/** Members that one request added, with its answer. */
interface Addition {
  readonly exchange: Exchange;
  readonly members: readonly Added[];
}

const withIdentity = (members: readonly JsonObject[], identity: string): readonly JsonObject[] =>
  members.filter((each) => sameId(member(each, 'identity_id'), identity));

const membersAt = (attempt: number): string => `two new members ${attempt}`;

/**
 * Adds two members of different roles in one request, once for all checks: the second has two, or one where that is refused. Only the
 * first is added where that is refused as well; undefined where no identity is free for it, or the service refuses it.
 */
export const twoAdded = (p: Probing): Promise<Addition | undefined> =>
  p.once(membersAt(p.attempt), async () => {
    const found = [await spareIdentity(p, 'first of two'), await spareIdentity(p, 'second of two')];
    const [usual, other] = [usualRoles(p), otherRole(p)];
    const withRoles = (...roles: readonly (readonly Json[])[]): Sent[] =>
      found.flatMap((identity, index) =>
        identity === undefined ? [] : [{ identity_id: identity, roles: roles[index] ?? usual }],
      );
    const ways = found.includes(undefined)
      ? [withRoles(usual)]
      : [withRoles(usual, [other, ...usual]), withRoles(usual, [other]), withRoles(usual).slice(0, 1)];
    for (const way of ways) {
      const addition = await added(p, way);
      if (addition) return addition;
    }
    return undefined;
  });

/** Adds new members in one request; undefined where there are none, or the service refuses them. */
async function added(p: Probing, sent: readonly Sent[]): Promise<Addition | undefined> {
  if (sent.length === 0) return undefined;
  const { isAccepted, exchange } = await p.answerTo(changed(p, { members: sent }));
  if (!isAccepted) return undefined;
  const answers = memberObjects(member(accepted(exchange), 'members'));
  const members = sent.map(({ identity_id, roles }) => ({
    identity: identity_id,
    roles,
    answered: withIdentity(answers, identity_id)[0],
  }));
  if (members.every(({ answered }) => answered === undefined))
    throw new Inconclusive('unrecognised', 'the answer to new members has none of them');
  return { exchange, members };
}

/** The same; where no identity is left for a repetition, those that were added at first, to look for them again. */
const addedBefore = async (p: Probing): Promise<Addition | undefined> =>
  (await twoAdded(p)) ?? (p.attempt > 0 ? p.once(membersAt(0), async () => undefined) : undefined);

/** The accounts as they were listed after that, for all checks of it. */
const accountsAfter = (p: Probing): Promise<ListedAccounts> =>
  p.once(`accounts after two new members ${p.attempt}`, () => accountsNow(p));

const rolesOf = (found: JsonObject | undefined): readonly Json[] | undefined => {
  const roles = member(found, 'roles');
  return Array.isArray(roles) ? roles : undefined;
};

/** In what a list shows an added member otherwise than it was added and answered; optional members may be absent. */
function listedOtherwise({ identity, roles, answered }: Added, listed: readonly JsonObject[]): Flaw | undefined {
  const [found] = listed;
  const flaw = (expected: string, actual: string): Flaw => ({ where: '/items', expected, actual });
  if (!found) return flaw(`${identity} among the members`, 'it is missing');
  const [given, kept] = [string(answered, '/id'), string(found, '/id')];
  if (given !== undefined && kept !== undefined && !listed.some((each) => sameId(member(each, 'id'), given)))
    return flaw(`${identity} with the id ${given}, as it was answered`, kept);
  const known = listed.flatMap((each) => rolesOf(each) ?? []);
  const lost = listed.some((each) => rolesOf(each)) ? roles.find((role) => !known.includes(role)) : undefined;
  return lost === undefined ? undefined : flaw(`${identity} with the role ${lost}`, shown(known));
}

/** Looks both new members up in the list of accounts. */
export async function newOnesListed(p: Probing): Promise<readonly Failure[]> {
  const addition = await addedBefore(p);
  if (!addition) return [];
  const { account_id } = bodies.addMembers(p);
  let look = accountsAfter;
  return p.eventually(async () => {
    const { items, page } = await look(p);
    look = accountsNow;
    const listed = membersIn(items, account_id);
    if (!Array.isArray(listed)) return [];
    const flaws = addition.members.flatMap(
      (each) => listedOtherwise(each, withIdentity(memberObjects(listed), each.identity)) ?? [],
    );
    return flaws.map((flaw) => failure(page, flaw, [addition.exchange]));
  });
}

/** Why nobody new can be added. */
const noneFree = (p: Probing): Inconclusive =>
  new Inconclusive(
    'fixture',
    p.run.loopback
      ? 'no new member was accepted, or too few identities are known that are no members of the account yet'
      : 'no identity is known that may be added: lists show some, but only on loopback they are added',
    { provide: 'new_member_identity_ids' },
  );

/** Roles that somebody new to the account has and was not given. */
async function hasNoOtherRoles(p: Probing): Promise<readonly Failure[]> {
  const addition = await twoAdded(p);
  if (!addition) throw noneFree(p);
  const other = (added: Added, found: JsonObject | undefined): Json | undefined =>
    rolesOf(found)?.find((role) => !added.roles.some((given) => given === role));
  const flawed = (page: Exchange, added: Added, found: JsonObject | undefined): readonly Failure[] => {
    const expected = `only the roles ${shown(added.roles)} of ${added.identity}`;
    return other(added, found) === undefined
      ? []
      : [failure(page, { expected, actual: shown(rolesOf(found)) }, [addition.exchange])];
  };
  const answered = addition.members.flatMap((each) => flawed(addition.exchange, each, each.answered));
  if (answered.length > 0) return answered;
  const { items, page } = await accountsAfter(p);
  const listed = memberObjects(membersIn(items, bodies.addMembers(p).account_id));
  return addition.members.flatMap((each) =>
    withIdentity(listed, each.identity).flatMap((found) => flawed(page, each, found)),
  );
}

/** A member that another account than the named one has now and had not before. */
interface Misplaced {
  readonly added: Added;
  readonly account: string;
}

function misplaced(
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

/** Accounts other than the named one that have the new members now and had them not before. */
async function touchesNoOther(p: Probing): Promise<readonly Failure[]> {
  const { items: before } = await p.known('listAccounts');
  const addition = await twoAdded(p);
  if (!addition) throw noneFree(p);
  const after = await accountsAfter(p);
  if (after.items.length === 0) throw new Inconclusive('other', 'the list shows no account to look for new members in');
  const [found] = misplaced(p, addition.members, before, after);
  if (!found) return [];
  const flaw = {
    where: '/items',
    expected: `${found.added.identity} added to one account`,
    actual: `also to ${found.account}`,
  };
  return [failure(after.page, flaw, [addition.exchange])];
}

/** Demands that no other account has the new members which the named one lacks; a list may lag. */
export async function areAddedThere(p: Probing): Promise<readonly Failure[]> {
  const { items: before } = await p.known('listAccounts');
  const addition = await twoAdded(p);
  if (!addition) return [];
  const { account_id } = bodies.addMembers(p);
  let look = accountsAfter;
  return p.eventually(async () => {
    const after = await look(p);
    look = accountsNow;
    const listed = membersIn(after.items, account_id);
    if (!Array.isArray(listed)) return [];
    const missing = addition.members.filter((each) => !hasIdentity(listed, each.identity));
    const [found] = misplaced(p, missing, before, after);
    if (!found) return [];
    const expected = `${found.added.identity} among the members of ${account_id}`;
    const actual = `added to ${found.account} in its place`;
    return [failure(after.page, { where: '/items', expected, actual }, [addition.exchange])];
  });
}

/** The accounts after that, with this one among them: listed again where it is missing, since copies of a list may lag. */
async function accountsWith(p: Probing, account: Id | undefined): Promise<ListedAccounts> {
  let after = await accountsAfter(p);
  const missing = (): readonly Failure[] =>
    after.items.some((each) => each.id === account)
      ? []
      : [failure(after.page, { where: '/items', expected: 'the account with new members', actual: 'it is missing' })];
  if (missing().length === 0) return after;
  await p.eventually(async () => {
    after = await accountsNow(p);
    return missing();
  });
  return after;
}

/** Demands that the account which got new members is listed as before in some of its members. */
async function keepsAccount(p: Probing, names: readonly string[], read: Read): Promise<readonly Failure[]> {
  // As it was at first: when this is tried again, what the first addition made of it must not pass for what was there before.
  const { items: before } = await p.once('accounts before members', () => p.known('listAccounts'));
  const addition = await twoAdded(p);
  if (!addition) throw noneFree(p);
  const own = id(bodies.addMembers(p).account_id);
  const { items, page } = await accountsWith(p, own);
  const [was, is] = [before, items].map((all) => all.find((each) => each.id === own)?.item);
  if (!was || !is) throw new Inconclusive('fixture', 'the list does not show the account', { provide: 'account_id' });
  const changed = names.find((name) => ![undefined, read(is, name)].includes(read(was, name)));
  if (changed === undefined || read(is, changed) === undefined) return [];
  const [expected, actual] = [member(was, changed), member(is, changed)].map((value) => `${changed} ${shown(value)}`);
  return [failure(page, { where: '/items', expected: expected ?? '', actual: actual ?? '' }, [addition.exchange])];
}

/** A member of an account as it is compared; undefined where it has none. */
type Read = (account: Json, name: string) => Instant | Id | string | undefined;

const asTime: Read = (account, name) => instant(member(account, name));

/** An id, or an object in any order of its members. */
const asKept: Read = (account, name) => {
  const value = member(account, name);
  return isObject(value) ? JSON.stringify(Object.entries(value).sort()) : id(value);
};

/** Adds a member with an id of our own, which the answer must not have. */
async function takesNoId(p: Probing): Promise<readonly Failure[]> {
  const identity_id = await spareIdentity(p, 'with an id');
  if (identity_id === undefined) throw noneFree(p);
  const own = unknownId(p, 'member');
  const { exchange, isAccepted } = await p.answerTo(
    changed(p, { members: [{ identity_id, roles: usualRoles(p), id: own }] }),
  );
  const found = withIdentity(memberObjects(member(accepted(exchange), 'members')), identity_id);
  if (isAccepted && found.length === 0)
    throw new Inconclusive('unrecognised', 'the answer to a new member does not have it');
  if (!found.some((each) => sameId(member(each, 'id'), own))) return [];
  return [failure(exchange, { where: '/members', expected: 'an id of the service', actual: `${own}, as it was sent` })];
}

/** Members of one account with different identities and one id. */
function sharedIds(item: JsonObject, root: string): Judgement {
  const owners = new Map<Id, string>();
  const found = memberObjects(member(item, 'members'));
  if (found.length < 2) return NOTHING_TO_JUDGE;
  return found.flatMap((each): readonly Flaw[] => {
    const [own, identity] = [id(member(each, 'id')), string(each, '/identity_id')];
    if (own === undefined || identity === undefined) return [];
    const first = owners.get(own) ?? identity;
    owners.set(own, first);
    return flawUnless(sameId(first, identity), () => ({
      where: `${root}/members`,
      expected: `an id of its own for ${identity}`,
      actual: `${shown(member(each, 'id'))}, which ${first} has`,
    }));
  });
}

/** Members that a request added: what they are given, and where they are (2.5, 4.11). */
export const addedMembers: readonly Row[] = suite('4.11', ['addMembers'], {
  'AM-ACCOUNT-PRESENT': should(
    'The answer has account_id',
    { aspect: 'response shape', cites: ['Response: account_id (string) and members'] },
    rule((exchange) => {
      const body = answeredObject(exchange);
      if (!body) return NOT_CONCERNED;
      const found = member(body, 'account_id');
      return found === undefined ? [{ where: '/account_id', expected: 'present', actual: 'absent' }] : [];
    }),
  ),
  'AM-MEMBER-ID-UNIQUE': should(
    'Members of an account with different identities do not share an id',
    {
      aspect: 'semantics',
      on: ['addMembers', 'listAccounts'],
      cites: ['and the assigned id', '2.5: id (string, assigned by the service)'],
    },
    rule((exchange) => (objects(exchange).length === 0 ? NOT_CONCERNED : each(sharedIds)(exchange))),
  ),
  'AM-MEMBER-ID-ASSIGNED': should(
    'The id of a member is given by the service and not by the client',
    {
      aspect: 'semantics',
      cites: ['2.5: id (string, assigned by the service)', 'and the assigned id'],
      lenience:
        'tried on loopback, or with an identity that the fixtures file names; a member of the request has no id, so that it may be refused or ignored',
    },
    probe(takesNoId),
  ),
  'AM-ROLES-ONLY': should(
    'A new member has only the roles that it was given',
    {
      aspect: 'semantics',
      cites: ['each element has identity_id (string) and roles (string array)).'],
      lenience:
        'tried on loopback, or with identities that the fixtures file names; no list shows them as members before',
    },
    probe(hasNoOtherRoles),
  ),
  'AM-KEEPS-CREATED-AT': must(
    'The created_at of an account is the same after members are added',
    {
      aspect: 'state across',
      cites: ['2.5: | created_at | date-time | Creation time |'],
      lenience: 'tried on loopback, or with identities that the fixtures file names; an account may show no times',
    },
    probe((p) => keepsAccount(p, ['created_at'], asTime)),
  ),
  'AM-KEEPS-ACCOUNT': should(
    'Primary identity, profile, ref_id and metadata of an account are the same after members are added',
    {
      aspect: 'state across',
      cites: [
        '2.5: | identity_id | string | Primary identity |',
        '2.5: | profile_id | string | Profile of the account |',
        '2.5: | metadata | object | Client metadata |',
        '2.5: | ref_id | string | Client-specified ID |',
      ],
      lenience:
        'tried on loopback, or with identities that the fixtures file names; what is left out afterwards does not count',
    },
    probe((p) => keepsAccount(p, ['identity_id', 'profile_id', 'ref_id', 'metadata'], asKept)),
  ),
  'AM-TOUCHES-NO-OTHER': should(
    'Members are added to the account that is named and to no other',
    {
      aspect: 'state across',
      cites: ['account_id (string, required)'],
      lenience:
        'tried on loopback, or with identities that the fixtures file names; no list shows them as members before',
    },
    probe(touchesNoOther),
  ),
});
