import { probe, rule, sequence } from '../../src/engine/check.ts';
import type { ListedItem } from '../../src/engine/listing.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, observe, type Row, suite } from '../../src/engine/row.ts';
import { sameId } from '../../src/values/id.ts';
import { member } from '../../src/values/json.ts';
import { each, FROM_TWO_CLOCKS, inOrder, string } from '../vocabulary/answers.ts';
import { memberObjects } from '../vocabulary/identities.ts';
import { isSelectedInPages } from '../vocabulary/lists/filter-walks.ts';
import { ask, expectEmpty, expectListed, knownItems, selectsNothing } from '../vocabulary/lists/listing.ts';
import { distinct, equalTo, memberNames, ofFirstPages } from '../vocabulary/lists/rules.ts';
import { nearlyOne } from '../vocabulary/lists/values-of-items.ts';
import { bodies, plain, unknownId } from '../vocabulary/requests.ts';
import { surveyOf } from '../vocabulary/surveys.ts';
import { rolesOf, severalAdded } from './additions.ts';
import { keepsMembers, listsAround } from './former-members.ts';

/** The role that is most easily taken for that of a primary identity. */
const OWNER = 'BENEFICIAL_OWNER';

/**
 * Returns the identity of a member that is not the primary identity of its account, a beneficial owner if there is one:
 * a member that the list shows, or else, on loopback, one that this run adds. Returns undefined when there is none.
 */
async function onlyMember(p: Probing, items: readonly ListedItem[]): Promise<string | undefined> {
  const listed = items.flatMap(({ item }) =>
    memberObjects(member(item, 'members')).flatMap((each) => {
      const identity = string(each, '/identity_id');
      const isPrimary = identity === undefined || sameId(identity, member(item, 'identity_id'));
      return isPrimary ? [] : [{ identity, roles: rolesOf(each) ?? [] }];
    }),
  );
  const added = listed.length === 0 && p.run.spendsFreely ? await severalAdded(p) : undefined;
  const found = added?.members ?? listed;
  const { identity } = found.find(({ roles }) => roles.includes(OWNER)) ?? found[0] ?? {};
  if (identity !== undefined || !p.run.spendsFreely) return identity;
  return (await p.isAccepted(plain(p, 'addMembers'))) ? bodies.addMembers(p).members[0]?.identity_id : undefined;
}

/** Existing members of an account (2.5). */
export const accountMembers: readonly Row[] = suite('2.5', ['listAccounts'], {
  'ACCOUNT-KEEPS-MEMBERS': must(
    'Adding members keeps the existing members, their ids and their roles',
    {
      aspect: 'state across',
      cites: [
        '| members | AccountMember[] | Members |',
        '1: listing of identity accounts, and adding members to an account',
      ],
      lenience:
        'In accounts to which nothing is added, only the members that the run adds to another account are compared.',
    },
    sequence(keepsMembers, ['addMembers']),
    probe(listsAround),
  ),
});

/** Identity accounts (2.5, 4.8). */
export const accounts: readonly Row[] = suite('4.8', ['listAccounts'], {
  'ACCOUNT-MEMBERS': observe(
    'Which members accounts have',
    { aspect: 'response shape', cites: ['2.5: | id | string | Account ID |'] },
    surveyOf(memberNames),
  ),
  'ACCOUNT-UPDATED-AFTER-CREATED': must(
    'updated_at is not before created_at',
    {
      aspect: 'semantics',
      cites: ['2.5: | updated_at | date-time | Update time |', '2.5: | created_at | date-time |'],
      lenience: FROM_TWO_CLOCKS,
    },
    rule(each((item, root) => inOrder(item, root, 'created_at', 'updated_at'))),
  ),
  'FILTER-IDENTITY-ID': must(
    'identity_id selects exactly the accounts with that primary identity',
    {
      aspect: 'filters',
      cites: ['identity_id (string, filter by primary identity).'],
      lenience: 'If no account shows its primary identity, this is tried with an identity that does not exist.',
    },
    rule(ofFirstPages((exchange) => equalTo(exchange, 'identity_id'))),
    probe(async (p) => {
      const items = await knownItems(p);
      const owners = items.flatMap(({ item }) => string(item, '/identity_id') ?? []);
      if (owners.length === 0)
        return expectEmpty(
          await p.sendValid(ask(p, { identity_id: unknownId(p) })),
          'no account has this primary identity',
        );
      const [first, last] = [owners.slice(0, 1), owners.slice(-1)];
      const asked = [
        ...first.map((owner) => ({ owner, order: {} })),
        ...(p.run.spendsFreely ? last.map((owner) => ({ owner, order: { order: 'ASC' } })) : []),
      ];
      for (const { owner, order } of (await isSelectedInPages(p, 'identity_id')) ? [] : asked) {
        const due = items.filter(({ item }) => sameId(member(item, 'identity_id'), owner));
        const query = { identity_id: owner, ...order };
        const failures = await expectListed(p, query, due, `its primary identity is ${owner}`);
        if (failures.length > 0) return failures;
      }
      // Sent for the rule to judge: an identity must not select accounts of which it is only a member.
      const identity_id = await onlyMember(p, items);
      if (identity_id !== undefined) await p.send('listAccounts', { query: { identity_id } });
      return selectsNothing(
        p,
        { identity_id: nearlyOne(owners) ?? unknownId(p) },
        'no account has this primary identity',
      );
    }),
  ),
  'ACCOUNT-VALUES': observe(
    'Which values summary_status and type have',
    {
      aspect: 'response shape',
      cites: ['2.5: Complete value sets of summary_status, account type, member type and roles: not shown.'],
    },
    surveyOf(
      (exchange) =>
        [distinct(exchange, 'summary_status'), distinct(exchange, 'type')].filter(Boolean).join(' / ') || undefined,
    ),
  ),
});
