import { probe, rule } from '../../src/engine/check.ts';
import { failure } from '../../src/engine/failure.ts';
import { Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import { type Flaw, flawUnless, type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import type { ListedItem } from '../../src/engine/listing.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, type Row, should, suite } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { absent, type Failure, shown } from '../../src/model/outcome.ts';
import { type Id, id, sameId } from '../../src/values/id.ts';
import { type Json, type JsonObject, member } from '../../src/values/json.ts';
import { acceptedBody, answeredObject, each, objects, string } from '../vocabulary/answers.ts';
import { changed, smallest } from '../vocabulary/body-variants.ts';
import { agree, isShown } from '../vocabulary/comparisons.ts';
import {
  accountsNow,
  hasIdentity,
  type ListedAccounts,
  memberObjects,
  membersIn,
  membersPlace,
  spareIdentity,
} from '../vocabulary/identities.ts';
import { bodies, unknownId, usualRoles } from '../vocabulary/requests.ts';
import { precedes } from '../vocabulary/shown-times.ts';
import { VISIBLY_LATER_MS } from '../vocabulary/tolerances.ts';
import {
  type Added,
  accountsAfter,
  accountsBefore,
  misplaced,
  noneFree,
  rolesOf,
  severalAdded,
  withIdentity,
} from './additions.ts';

/** Demands that a new member has only the roles that the request gave it, in the answer and in the list. */
async function expectNoOtherRoles(p: Probing): Promise<readonly Failure[]> {
  const addition = await severalAdded(p);
  if (!addition) throw noneFree(p);
  const other = (added: Added, found: JsonObject | undefined): Json | undefined =>
    rolesOf(found)?.find((role) => !added.roles.some((given) => given === role));
  const flawed = (page: Exchange, added: Added, found: JsonObject | undefined): readonly Failure[] => {
    const expected = `only the roles ${shown(added.roles)} for ${added.identity}`;
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

/** Demands that the new members are added to no account other than the named one. */
async function touchesNoOther(p: Probing): Promise<readonly Failure[]> {
  const { items: before } = await p.known('listAccounts');
  const addition = await severalAdded(p);
  if (!addition) throw noneFree(p);
  const after = await accountsAfter(p);
  if (after.items.length === 0)
    throw new Inconclusive('other', 'the list shows no account in which to look for the new members');
  const [found] = misplaced(p, addition.members, before, after);
  if (!found) return [];
  const { page, where } = membersPlace(after, found.account);
  const flaw = {
    where,
    expected: `${found.added.identity} added only to the account that the request names`,
    actual: `also added to ${found.account}`,
    item: found.account,
  };
  return [failure(page, flaw, [addition.exchange])];
}

/**
 * Lists the accounts after members were added. Repeats the list while this account is missing, since replicas may lag
 * behind.
 */
async function accountsWith(p: Probing, account: Id | undefined): Promise<ListedAccounts> {
  const isListed = ({ items }: ListedAccounts): boolean => items.some((each) => each.id === account);
  const after = await accountsAfter(p);
  return isListed(after) ? after : p.until(() => accountsNow(p), isListed);
}

/**
 * Returns the answer to a request that added a member which the account did not have: one of `severalAdded`, or else the
 * smallest request, whose identity is enough where no other is known.
 */
async function anAddition(p: Probing, before: readonly ListedItem[]): Promise<Exchange> {
  const addition = await severalAdded(p);
  if (addition) return addition.exchange;
  const { account_id, members } = bodies.addMembers(p);
  const listed = membersIn(before, account_id);
  const isNew = !members.some(({ identity_id }) => hasIdentity(listed, identity_id));
  const exchange = isNew ? await unlessInconclusive(undefined, () => p.twin(smallest(p))) : undefined;
  if (!exchange) throw noneFree(p);
  return exchange;
}

/** Demands that the account which got new members is listed with the same values of `names` as before. */
async function keepsAccount(p: Probing, names: readonly string[], isSame: Sameness): Promise<readonly Failure[]> {
  const own = id(bodies.addMembers(p).account_id);
  const { items: before, query } = await accountsBefore(p);
  const addition = await anAddition(p, before);
  const { items, page } = query ? await accountsNow(p, query) : await accountsWith(p, own);
  const [was, is] = [before, items].map((all) => all.find((each) => each.id === own)?.item);
  if (!was || !is)
    throw new Inconclusive('fixture', 'the list does not show the account', { need: { fixture: 'account_id' } });
  const changed = names.find((name) => !isSame(member(was, name), member(is, name)));
  if (changed === undefined) return [];
  const [expected, actual] = [member(was, changed), member(is, changed)].map((value) => `${changed} ${shown(value)}`);
  return [failure(page, { where: '/items', expected: expected ?? '', actual: actual ?? '' }, [addition])];
}

/** Whether two values of an account are the same, or one is missing. */
type Sameness = (before: Json | undefined, now: Json | undefined) => boolean;

/** Compares times as shown. Times that cannot be read are the same. */
const isSameTime: Sameness = (before, now) => !precedes(before, now) && !precedes(now, before);

/** Compares ids, flags and texts, and objects regardless of the order of their members. */
const isSameValue: Sameness = (before, now) => !isShown(before) || !isShown(now) || agree(before, now);

/** What the profile, clients, users and administrators determine of an account, besides its members. */
const KEPT = ['identity_id', 'profile_id', 'description', 'admin_disabled', 'user_disabled', 'ref_id', 'metadata'];

/** Demands that these values stay. Throws Inconclusive if others change them, as two reads without an addition show. */
async function keepsValues(p: Probing): Promise<readonly Failure[]> {
  const failures = await keepsAccount(p, KEPT, isSameValue);
  if (failures.length === 0) return [];
  const { query } = await accountsBefore(p);
  const own = id(bodies.addMembers(p).account_id);
  const read = async (): Promise<Json | undefined> =>
    (await accountsNow(p, query)).items.find((each) => each.id === own)?.item;
  const first = await read();
  await p.pause(VISIBLY_LATER_MS);
  const second = await read();
  if (KEPT.some((name) => !isSameValue(member(first, name), member(second, name))))
    throw new Inconclusive('fixture', 'others change the account during the check', {
      need: { fixture: 'account_id' },
    });
  return failures;
}

/** Adds a member with an id of our own, and demands that the service does not adopt it. */
async function takesNoId(p: Probing): Promise<readonly Failure[]> {
  const identity_id = await spareIdentity(p, 'with an id');
  if (identity_id === undefined) throw noneFree(p);
  const own = unknownId(p, 'member');
  const { exchange, isAccepted } = await p.answerTo(
    changed(p, { members: [{ identity_id, roles: usualRoles(p), id: own }] }),
  );
  const found = withIdentity(memberObjects(member(acceptedBody(exchange), 'members')), identity_id);
  if (isAccepted && found.length === 0)
    throw new Inconclusive('unrecognised', 'the answer to the added member does not contain it');
  if (!found.some((each) => sameId(member(each, 'id'), own))) return [];
  return [
    failure(exchange, { where: '/members', expected: 'an id assigned by the service', actual: `${own}, as sent` }),
  ];
}

/** Finds members of one account that have different identities but the same id. */
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
      expected: `a unique id for ${identity}`,
      actual: `${shown(member(each, 'id'))}, the id of ${first}`,
    }));
  });
}

/** Ids and roles of the members that a request added, and the account that they are in (2.5, 4.11). */
export const addedMembers: readonly Row[] = suite('4.11', ['addMembers'], {
  'AM-ACCOUNT-PRESENT': should(
    'The answer contains account_id',
    { aspect: 'response shape', cites: ['Response: account_id (string) and members'] },
    rule((exchange) => {
      const body = answeredObject(exchange);
      if (!body) return NOT_CONCERNED;
      return flawUnless(member(body, 'account_id') !== undefined, () => absent('/account_id', 'present'));
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
    'The service assigns the id of a member, not the client',
    {
      aspect: 'semantics',
      cites: ['2.5: id (string, assigned by the service)', 'and the assigned id'],
      lenience:
        'Tried only on a loopback target, or with an identity that the fixtures file names. Members in the request have no id, so the service may refuse or ignore it.',
    },
    probe(takesNoId),
  ),
  'AM-ROLES-ONLY': should(
    'A new member has only the roles that the request gives it',
    {
      aspect: 'semantics',
      cites: ['each element has identity_id (string) and roles (string array)).'],
      lenience:
        'Tried only on a loopback target, or with identities that the fixtures file names. No list shows these identities as members before.',
    },
    probe(expectNoOtherRoles),
  ),
  'AM-KEEPS-CREATED-AT': must(
    'Adding members does not change created_at of the account',
    {
      aspect: 'state across',
      cites: ['2.5: | created_at | date-time | Creation time |'],
      lenience:
        'Tried only on a loopback target, or with identities that the fixtures file names. An account may show no times.',
    },
    probe((p) => keepsAccount(p, ['created_at'], isSameTime)),
  ),
  'AM-KEEPS-ACCOUNT': should(
    'Adding members does not change the primary identity, profile, description, admin_disabled, user_disabled, ref_id and metadata of the account',
    {
      aspect: 'state across',
      cites: [
        '2.5: | identity_id | string | Primary identity |',
        '2.5: | profile_id | string | Profile of the account |',
        '2.5: | description | string | Description |',
        '2.5: | admin_disabled | boolean | Disabled by an administrator |',
        '2.5: | user_disabled | boolean | Disabled by the user |',
        '2.5: | metadata | object | Client metadata |',
        '2.5: | ref_id | string | Client-specified ID |',
      ],
      lenience:
        'Tried only on a loopback target, or with identities that the fixtures file names. Values that the list leaves out afterwards do not count.',
    },
    probe(keepsValues),
  ),
  'AM-TOUCHES-NO-OTHER': should(
    'Members are added only to the account that the request names',
    {
      aspect: 'state across',
      cites: ['account_id (string, required)'],
      lenience:
        'Tried only on a loopback target, or with identities that the fixtures file names. No list shows these identities as members before.',
    },
    probe(touchesNoOther),
  ),
});
