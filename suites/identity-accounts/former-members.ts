import { failure } from '../../src/engine/failure.ts';
import { type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import type { ListedItem } from '../../src/engine/listing.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { groupBy } from '../../src/values/group-by.ts';
import { type Id, id } from '../../src/values/id.ts';
import { isArray, type Json, member } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { acceptedBody, all, objects, string } from '../vocabulary/answers.ts';
import { membersIn, membersPlace } from '../vocabulary/identities.ts';
import { bodies, plainAnswer } from '../vocabulary/requests.ts';
import { accountsAfter, accountsBefore, addedSoFar } from './additions.ts';

/** The identity of a member, in a form to compare and as the target spells it, and the id and roles if it shows them. */
interface Identity {
  readonly id: Id;
  readonly text: string;
  readonly own: Id | undefined;
  readonly roles: readonly Json[] | undefined;
}

const identitiesOf = (members: Json | undefined): readonly Identity[] =>
  (isArray(members) ? members : []).flatMap((each) => {
    const text = string(each, '/identity_id');
    const known = id(text);
    const roles = member(each, 'roles');
    return text === undefined || known === undefined
      ? []
      : [{ id: known, text, own: id(string(each, '/id')), roles: isArray(roles) ? roles : undefined }];
  });

/** The members of an account as listed, and the number of requests that had added members to it before. */
interface ListedMembers {
  readonly members: readonly Identity[];
  readonly additions: number;
}

interface Loss {
  readonly expected: string;
  readonly actual: string;
}

/**
 * Returns what a former member has lost: the membership, its id, or one of its roles. `found` is what the list shows of
 * its identity now, perhaps without roles.
 */
function lossOf({ text, own, roles }: Identity, found: readonly Identity[]): Loss | undefined {
  if (found.length === 0) return { expected: `${text}, which was a member before`, actual: 'no such member' };
  const ids = found.flatMap((each) => each.own ?? []);
  if (own !== undefined && ids.length > 0 && !ids.includes(own))
    return { expected: `${text} with the id ${own}, as before`, actual: `the id ${ids.join(', ')}` };
  const kept = found.flatMap((each) => each.roles ?? []);
  const areShown = found.some((each) => each.roles !== undefined);
  const lost = areShown ? roles?.find((role) => !kept.includes(role)) : undefined;
  return lost === undefined
    ? undefined
    : { expected: `${text} with the role ${shown(lost)}, as before`, actual: `only the roles ${shown(kept)}` };
}

/**
 * Makes the state of a sequence that compares the first listing of an account after members were added with the last
 * one before. Earlier members must still be there with their ids and roles, except for those that this traffic added.
 * Other listings are not judged, since others may remove members and replicas of a list may lag behind.
 */
export function keepsMembers() {
  const listed = new Memory<Id, ListedMembers>();
  const additions = new Memory<Id, number>();
  const added = new Memory<string, true>();
  const judged = (account: Id, now: readonly Identity[]): Loss | undefined => {
    const before = listed.get(account);
    const count = additions.get(account) ?? 0;
    listed.set(account, { members: now, additions: count });
    if (before === undefined || before.additions === count) return undefined;
    const found = groupBy(now, (each) => each.id);
    for (const each of before.members) {
      const lost = added.mayHave(`${account} ${each.id}`) ? undefined : lossOf(each, found.get(each.id) ?? []);
      if (lost) return lost;
    }
    return undefined;
  };
  return (exchange: Exchange): Judgement => {
    if (exchange.operation === 'addMembers') {
      const [named, answeredFor] = [exchange.request.body, acceptedBody(exchange)].map((body) =>
        id(member(body, 'account_id')),
      );
      const account = answeredFor ?? named;
      for (const each of identitiesOf(member(exchange.request.body, 'members')))
        added.set(`${account} ${each.id}`, true);
      if (account && acceptedBody(exchange)) additions.set(account, (additions.get(account) ?? 0) + 1);
      return NOT_CONCERNED;
    }
    return all(
      objects(exchange).map(({ item, root }) => {
        const account = id(member(item, 'id'));
        const members = member(item, 'members');
        if (account === undefined || !isArray(members)) return NOTHING_TO_JUDGE;
        const lost = judged(account, identitiesOf(members));
        return lost === undefined ? [] : [{ where: `${root}/members`, ...lost }];
      }),
    );
  };
}

/** Returns the first of some identities that a list shows no more, or otherwise, in an account where it was a member. */
function lostFrom(
  { item }: ListedItem,
  after: readonly ListedItem[],
  identities: ReadonlySet<Id>,
): (Loss & { readonly account: string }) | undefined {
  const account = string(item, '/id');
  const now = account === undefined ? undefined : membersIn(after, account);
  if (account === undefined || !isArray(now)) return undefined;
  const found = groupBy(identitiesOf(now), (each) => each.id);
  for (const each of identitiesOf(member(item, 'members'))) {
    const loss = identities.has(each.id) ? lossOf(each, found.get(each.id) ?? []) : undefined;
    if (loss) return { ...loss, account };
  }
  return undefined;
}

/**
 * Lists accounts, adds members to one of them and lists them again. The rule judges the account that got them. Demands
 * that the new members are also members of other accounts as before.
 */
export async function listsAround(p: Probing): Promise<readonly Failure[]> {
  await p.adapt('addMembers');
  const { items: before } = await accountsBefore(p);
  await plainAnswer(p, 'addMembers');
  const after = await accountsAfter(p);
  const own = bodies.addMembers(p).account_id;
  const added = new Set((await addedSoFar(p)).flatMap((identity) => id(identity) ?? []));
  const others = before.filter((each) => each.id !== id(own));
  const [loss] = others.flatMap((each) => lostFrom(each, after.items, added) ?? []);
  if (!loss) return [];
  const { page, where } = membersPlace(after, loss.account);
  const expected = `${loss.expected}: it was added to ${own}`;
  return [failure(page, { where, expected, actual: loss.actual, item: loss.account })];
}
