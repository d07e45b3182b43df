import { closing, probe, question, rule, sequence } from '../../src/engine/check.ts';
import { failure } from '../../src/engine/failure.ts';
import { Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import { flawUnless, type Judgement, NOT_CONCERNED } from '../../src/engine/judgement.ts';
import type { ListedItem } from '../../src/engine/listing.ts';
import { cursorOf } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, observe, type Row, should, suite } from '../../src/engine/row.ts';
import { type Exchange, isAccepted } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { id, sameId } from '../../src/values/id.ts';
import { isArray, type Json, type JsonObject, member } from '../../src/values/json.ts';
import { acceptedBody, echo, type PlacedObject, placedObjects } from '../vocabulary/answers.ts';
import { changed, expectRefused, firstFailures, refuses, smallest } from '../vocabulary/body-variants.ts';
import { acceptsBeyond } from '../vocabulary/constraints/judging.ts';
import { refusesBeyond } from '../vocabulary/constraints/probes.ts';
import { derived, stated } from '../vocabulary/constraints/sources.ts';
import {
  accountsNow,
  areIdentified,
  type ListedAccounts,
  memberObjects,
  membersPlace,
  spareIdentity,
} from '../vocabulary/identities.ts';
import { eventuallyUpdated } from '../vocabulary/kept-answers.ts';
import { leavingNothing } from '../vocabulary/leaves-nothing.ts';
import { demandsLoopback } from '../vocabulary/loopback-only.ts';
import { answersTo } from '../vocabulary/questions.ts';
import { bodies, otherRole, plainAnswer, unknownId, usualRoles } from '../vocabulary/requests.ts';
import { addedAtOnce } from './added-at-once.ts';
import { accountsAfter, expectAddedThere, listedAlike, newOnesListed, severalAdded } from './additions.ts';
import { echoesMembers, isMalformed } from './member-echoes.ts';

const answeredMembers = (exchange: Exchange): readonly PlacedObject[] =>
  placedObjects(member(acceptedBody(exchange), 'members'));

/**
 * Returns the members that the list shows in an account. Returns undefined when the list is longer than what is read of
 * it, or when no account shows its members or who they are, which is optional. Throws Inconclusive when the account is
 * missing and was never listed; if it was, the list shows no members of it.
 */
async function listedMembers(p: Probing, list: ListedAccounts, account: string): Promise<readonly Json[] | undefined> {
  const isIt = (item: ListedItem): boolean => item.id === id(account);
  const found = list.items.find(isIt)?.item;
  if (found === undefined) {
    if (!list.complete) return undefined;
    if ((await p.known('listAccounts')).items.some(isIt)) return cursorOf(list.page) === undefined ? [] : undefined;
    throw new Inconclusive('fixture', `no account ${account} is listed`, { need: { fixture: 'account_id' } });
  }
  const members = member(found, 'members');
  if (isArray(members)) return areIdentified(members) ? members : undefined;
  return list.items.some(({ item }) => isArray(member(item, 'members'))) ? [] : undefined;
}

/**
 * Adds several new members in one request. Where no identity is free, adds the end user together with the usual member.
 */
async function addsSeveral(p: Probing): Promise<readonly Failure[]> {
  if (await severalAdded(p)) return [];
  const { members } = bodies.addMembers(p);
  await p.twin(smallest(p));
  const { identity_id } = p.fixtures;
  if (identity_id === undefined) return [];
  const other = { identity_id, roles: [otherRole(p)] };
  await p.answerTo(changed(p, { members: [...members, other] }));
  return [];
}

/**
 * Returns a change to members without roles. Uses an identity that is no member yet where one is known: a service may
 * refuse an existing member for that reason.
 */
async function withoutRoles(p: Probing): Promise<{ readonly members: readonly JsonObject[] }> {
  const spare = await spareIdentity(p, 'without roles');
  const usual = bodies.addMembers(p).members.map(({ identity_id }) => identity_id);
  return { members: (spare === undefined ? usual : [spare]).map((identity_id) => ({ identity_id })) };
}

/** Demands that a member without roles is refused, on loopback also as the second one of a request. */
async function refusesWithoutRoles(p: Probing): Promise<readonly Failure[]> {
  const { members } = await withoutRoles(p);
  // A new member comes first if one is known: it must not be added, since the request is refused.
  const spare = await spareIdentity(p, 'without a required member');
  const usual = bodies.addMembers(p).members;
  const first = spare === undefined ? usual : [{ identity_id: spare, roles: usualRoles(p) }];
  const second = { members: [...first, ...members] };
  return firstFailures(
    () => expectRefused(p, 'a member without roles', { members }),
    // The first one may be a member already, which some services refuse.
    ...(p.run.spendsFreely
      ? [() => unlessInconclusive([], () => expectRefused(p, 'a second member without roles', second), ['refused'])]
      : []),
  );
}

/** Judges that each member of an accepted request has identity_id, whatever its index. */
function identified(exchange: Exchange): Judgement {
  const members = placedObjects(member(exchange.request.body, 'members'));
  if (!isAccepted(exchange) || members.length === 0) return NOT_CONCERNED;
  const unidentified = members.find(({ item }) => member(item, 'identity_id') === undefined);
  return flawUnless(unidentified === undefined, () => ({
    where: null,
    expected: `a refusal: members[${unidentified?.index}] has no identity_id`,
    actual: 'accepted',
  }));
}

/** Returns the same members and one more without identity_id, which must be refused. */
const withOneUnidentified = ({ members = [] }: JsonObject): JsonObject => {
  const others = memberObjects(members);
  return { members: [...others, { roles: others[0]?.['roles'] ?? [] }] };
};

const NOT_EMPTY = stated('not-empty', ({ operation }) => operation === 'addMembers');

/** Adding members to an account (2.5, 4.11). */
export const members: readonly Row[] = suite('4.11', ['addMembers'], {
  'AM-ACCOUNT-ECHO': must(
    'The answer shows the account that the request names',
    {
      aspect: 'semantics',
      cites: ['Response: account_id (string) and members', 'account_id (string, required)'],
    },
    rule(echo('account_id', sameId)),
  ),
  'AM-ADDED-TO-ACCOUNT': must(
    'Lists do not show the new members in another account than the one that the request names',
    {
      aspect: 'state across',
      cites: [
        'Body: account_id (string, required), members (array, required, non-empty;',
        '1: listing of identity accounts, and adding members to an account;',
      ],
      lenience: 'Accounts of one primary identity may share their members.',
    },
    probe(expectAddedThere),
  ),
  'AM-MEMBERS-ECHO': must(
    'The answer contains each added member with its identity and roles',
    {
      aspect: 'semantics',
      cites: ['Response: account_id (string) and members (each with identity_id, roles, and the assigned id).'],
      lenience:
        'Roles are compared only for identities that the account was listed without, because an existing member may keep its roles.',
    },
    sequence(echoesMembers, ['listAccounts']),
    probe(addsSeveral),
  ),
  'AM-MEMBER-ID': must(
    'Each added member has the id that the service assigned',
    { aspect: 'semantics', cites: ['and the assigned id', '2.5: id (string, assigned by the service)'] },
    rule((exchange) => {
      const members = answeredMembers(exchange);
      if (members.length === 0) return NOT_CONCERNED;
      return members.flatMap(({ item, index }) =>
        (member(item, 'id') ?? '') !== ''
          ? []
          : [{ where: `/members/${index}/id`, expected: 'an id', actual: shown(member(item, 'id')) }],
      );
    }),
  ),
  'AM-MEMBERS-EMPTY': must(
    'An empty array of members is refused',
    { aspect: 'request checks', ...derived(NOT_EMPTY, '4.11'), traffic: [acceptsBeyond(NOT_EMPTY)] },
    ...refusesBeyond(NOT_EMPTY),
  ),
  'AM-IDENTITY-REQUIRED': must(
    'A member without identity_id is refused',
    {
      aspect: 'request checks',
      cites: [
        'each element has identity_id (string) and roles (string array)).',
        '2.5: AccountMember: identity_id (string)',
      ],
    },
    rule(identified),
    refuses('a member without identity_id', (p) => ({ members: [{ roles: usualRoles(p) }] })),
  ),
  'AM-ROLES-REQUIRED': should(
    'A member without roles is refused',
    {
      aspect: 'request checks',
      cites: ['each element has identity_id (string) and roles (string array)).'],
      lenience:
        'This is no must, because the sentence does not call roles required, and a service may have usual ones. An empty array of roles is not judged, because the document says only of members that the array is not empty.',
    },
    probe(refusesWithoutRoles),
  ),
  'AM-ACCOUNT-UNKNOWN': should(
    'Adding members to an account that does not exist is refused',
    { aspect: 'request checks', cites: ['account_id (string, required)'] },
    refuses('an unknown account_id', (p) => ({ account_id: unknownId(p) })),
  ),
  'AM-LISTED': must(
    'A list shows an added member in its account, with the roles from the request and the id from the answer',
    {
      aspect: 'state across',
      cites: [
        '2.5: | members | AccountMember[] | Members |',
        'Response: account_id (string) and members (each with identity_id, roles, and the assigned id).',
        '1: listing of identity accounts, and adding members to an account',
      ],
      lenience:
        'Accounts may be listed without members, and members without identity_id. Existing members may keep their roles, so roles are compared only for new members. These are added only on a loopback target, or with identities that the fixtures file names; two in simultaneous requests, of which either may be refused, only on loopback. The look-up is repeated for some seconds, and for half a minute while the list shows none of the new members.',
    },
    probe(async (p) => {
      const failures = await newOnesListed(p);
      if (failures.length > 0) return failures;
      const added = await plainAnswer(p, 'addMembers');
      const { account_id, members } = bodies.addMembers(p);
      const identity = members[0]?.identity_id;
      let look = accountsAfter;
      const usualOne = async (): Promise<readonly Failure[]> => {
        const list = await look(p);
        const listed = await listedMembers(p, list, account_id);
        look = accountsNow;
        const isListed = !listed || listed.some((each) => sameId(member(each, 'identity_id'), identity));
        if (isListed || isMalformed(listed)) return [];
        const expected = `${identity} among the members of ${account_id}`;
        const { page, where } = membersPlace(list, account_id);
        return [failure(page, { where, expected, actual: 'no such member', item: account_id }, [added])];
      };
      // A list without the member may be an answer from before.
      return eventuallyUpdated(p, usualOne, () => true);
    }),
    probe(addedAtOnce),
    closing(listedAlike),
  ),
  'AM-REFUSED-LEAVES-NOTHING': should(
    'A refused request adds none of its members',
    {
      aspect: 'state across',
      cites: [
        '4: Success is reported as a successful (200) response',
        'each element has identity_id (string) and roles (string array)).',
      ],
    },
    leavingNothing({ body: withOneUnidentified, blockedBy: 'AM-IDENTITY-REQUIRED' }),
  ),
  'AM-IDENTITY-UNKNOWN': observe(
    'Whether an identity that does not exist may become a member',
    {
      aspect: 'request checks',
      cites: ['each element has identity_id (string) and roles (string array)).'],
      lenience: 'Tried only on a loopback target.',
    },
    question((p) => {
      demandsLoopback(p, 'an unknown identity is added');
      const members = [{ identity_id: unknownId(p, 'member'), roles: usualRoles(p) }];
      return answersTo(p, { 'an unknown identity_id': { members } });
    }),
  ),
  'AM-REPEATED': observe(
    'How adding an existing member is answered',
    {
      aspect: 'state across',
      cites: ['members (array, required, non-empty; each element has identity_id (string) and roles (string array)).'],
    },
    question((p) => answersTo(p, { 'the same member again': {} })),
  ),
});
