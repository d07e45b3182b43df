import type { Probing } from '../src/engine/probing.ts';
import { type Judgement, probe, type Row, sequence, should, suite } from '../src/engine/row.ts';
import type { Exchange } from '../src/model/exchange.ts';
import type { Failure } from '../src/model/outcome.ts';
import { isObject, type Json, member } from '../src/values/json.ts';
import { accepted, all, objects, string } from './answers.ts';
import { widestPage } from './lists/listing.ts';
import { plain } from './requests.ts';

/** Accounts that are remembered at the most. */
const MOST = 10_000;

const identitiesOf = (members: Json): readonly string[] =>
  (Array.isArray(members) ? members : []).flatMap((each: Json) =>
    isObject(each) ? (string(each, '/identity_id') ?? []) : [],
  );

/**
 * Holds the first listing of an account after members were added to it against the last one before: who was a member then is
 * one still, if it was not added by this traffic. Later listings are not judged, since others may take members away; and copies
 * of a list may lag.
 */
function keepsMembers() {
  const listed = new Map<string, readonly string[]>();
  const due = new Map<string, readonly string[]>();
  const added = new Set<string>();
  const judged = (id: string, now: readonly string[]): string | undefined => {
    const lost = due.get(id)?.find((each) => !now.includes(each) && !added.has(each));
    due.delete(id);
    if (listed.has(id) || listed.size < MOST) listed.set(id, now);
    return lost;
  };
  return (exchange: Exchange): Judgement => {
    if (exchange.operation === 'addMembers') {
      const id = string(accepted(exchange), '/account_id');
      if (added.size < MOST)
        for (const each of identitiesOf(member(exchange.request.body, 'members') ?? null)) added.add(each);
      const before = id === undefined ? undefined : listed.get(id);
      if (id !== undefined && before) due.set(id, before);
      return undefined;
    }
    return all(
      objects(exchange).map(({ item, root }) => {
        const [id, members] = [string(item, '/id'), member(item, 'members')];
        if (id === undefined || !Array.isArray(members)) return undefined;
        const lost = judged(id, identitiesOf(members));
        return lost === undefined
          ? []
          : [{ where: `${root}/members`, expected: `${lost}, a member before`, actual: 'it is missing' }];
      }),
    );
  };
}

/** Lists accounts, adds a member to one and lists them again. */
async function listsAround(p: Probing): Promise<readonly Failure[]> {
  const { key, ask } = plain(p, 'addMembers');
  const query = await widestPage(p, 'listAccounts');
  await p.list('listAccounts', query);
  await p.twin(key, ask);
  await p.list('listAccounts', query);
  return [];
}

/** What adding members leaves as it was (2.5, 4.11). */
export const formerMembers: readonly Row[] = suite('2.5', ['listAccounts'], {
  'ACCOUNT-KEEPS-MEMBERS': should(
    'Adding members leaves those who were members before',
    {
      aspect: 'state across',
      cites: [
        '| members | AccountMember[] | Members |',
        '1: listing of identity accounts, and adding members to an account',
      ],
    },
    sequence(keepsMembers, ['addMembers']),
    probe(listsAround),
  ),
});
