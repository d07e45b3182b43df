import type { Probing } from '../engine/probing.ts';
import { type Judgement, probe, type Row, sequence, should, suite } from '../engine/row.ts';
import type { Exchange } from '../model/exchange.ts';
import { isObject, type Json, member } from '../model/json.ts';
import type { Failure } from '../model/outcome.ts';
import { all, objects, string } from './answers.ts';
import { wide } from './lists/listing.ts';
import { plain } from './requests.ts';

/** Accounts that are remembered at the most. */
const MOST = 10_000;

const identitiesOf = (members: Json): readonly string[] =>
  (Array.isArray(members) ? members : []).flatMap((each: Json) =>
    isObject(each) ? (string(each, '/identity_id') ?? []) : [],
  );

/** Holds each listing of an account against those before: whoever was a member is one still, in whatever order they stand. */
function keepsMembers() {
  const former = new Map<string, ReadonlySet<string>>();
  return (exchange: Exchange): Judgement =>
    all(
      objects(exchange).map(({ item, root }) => {
        const [id, members] = [string(item, '/id'), member(item, 'members')];
        if (id === undefined || !Array.isArray(members)) return undefined;
        const now = identitiesOf(members);
        const lost = [...(former.get(id) ?? [])].find((each) => !now.includes(each));
        if (former.has(id) || former.size < MOST) former.set(id, new Set(now));
        return lost === undefined
          ? []
          : [{ where: `${root}/members`, expected: `${lost}, a member before`, actual: 'it is missing' }];
      }),
    );
}

/** Lists accounts, adds a member to one and lists them again. */
async function listsAround(p: Probing): Promise<readonly Failure[]> {
  const { key, ask } = plain(p, 'addMembers');
  const query = await wide(p, 'listAccounts');
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
    sequence(keepsMembers),
    probe(listsAround),
  ),
});
