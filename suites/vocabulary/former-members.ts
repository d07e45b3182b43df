import type { Probing } from '../../src/engine/probing.ts';
import { type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { type Id, id } from '../../src/values/id.ts';
import { type Json, member } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { accepted, all, objects, string } from './answers.ts';
import { widestPage } from './lists/listing.ts';
import { plain } from './requests.ts';

/** Maximum number of accounts, and of added identities, to remember. */
const MOST = 10_000;

/** The identity of a member: in a form to compare, and as the target spells it. */
interface Identity {
  readonly id: Id;
  readonly text: string;
}

const identitiesOf = (members: Json | undefined): readonly Identity[] =>
  (Array.isArray(members) ? members : []).flatMap((each: Json) => {
    const text = string(each, '/identity_id');
    const known = id(text);
    return text === undefined || known === undefined ? [] : [{ id: known, text }];
  });

/**
 * Makes the state of a sequence that compares the first listing of an account after members were added with the last
 * one before. Earlier members must still be there, except for those that this traffic added. Later listings are not
 * judged, since others may remove members and replicas of a list may lag behind.
 */
export function keepsMembers() {
  const listed = new Memory<Id, readonly Identity[]>(MOST);
  const due = new Memory<Id, readonly Identity[]>(MOST);
  const added = new Memory<Id, true>(MOST);
  const isLost = (was: Identity, now: readonly Identity[]): boolean =>
    !now.some((each) => each.id === was.id) && !added.has(was.id) && !added.forgets;
  const judged = (account: Id, now: readonly Identity[]): Identity | undefined => {
    const lost = due.get(account)?.find((each) => isLost(each, now));
    due.delete(account);
    listed.set(account, now);
    return lost;
  };
  return (exchange: Exchange): Judgement => {
    if (exchange.operation === 'addMembers') {
      for (const each of identitiesOf(member(exchange.request.body, 'members'))) added.set(each.id, true);
      const account = id(member(accepted(exchange), 'account_id'));
      const before = account && listed.get(account);
      if (account && before) due.set(account, before);
      return NOT_CONCERNED;
    }
    return all(
      objects(exchange).map(({ item, root }) => {
        const account = id(member(item, 'id'));
        const members = member(item, 'members');
        if (account === undefined || !Array.isArray(members)) return NOTHING_TO_JUDGE;
        const lost = judged(account, identitiesOf(members));
        return lost === undefined
          ? []
          : [
              {
                where: `${root}/members`,
                expected: `${lost.text}, which was a member before`,
                actual: 'no such member',
              },
            ];
      }),
    );
  };
}

/** Lists accounts, adds a member to one of them and lists them again, for the rule to judge. */
export async function listsAround(p: Probing): Promise<readonly Failure[]> {
  await p.adapt('addMembers');
  const { key, ask } = plain(p, 'addMembers');
  const query = await widestPage(p, 'listAccounts');
  await p.list('listAccounts', query);
  await p.twin(key, ask);
  await p.list('listAccounts', query);
  return [];
}
