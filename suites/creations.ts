import { CannotTell } from '../engine/cannot-tell.ts';
import { failure } from '../engine/evidence.ts';
import { itemsOf } from '../engine/paging.ts';
import type { Probing } from '../engine/probing.ts';
import { must, observe, probe, question, type Row, rule, sequence, should, suite, survey } from '../engine/row.ts';
import { answered, type Exchange, isAccepted } from '../model/exchange.ts';
import { at, isObject, type Json, type JsonObject, member } from '../model/json.ts';
import { type Failure, shown } from '../model/outcome.ts';
import { accepted, each, echo, inOrder, sameId, string } from './answers.ts';
import { disagreements, itemWith } from './comparisons.ts';
import { tallied } from './conventions.ts';
import { equalTo, isLaterPage } from './lists-rules.ts';
import { repeatedRef } from './repeated-refs.ts';
import { answersTo } from './request-bodies.ts';
import { asking, bodies, endUser, plain, unknownId } from './requests.ts';
import { uniqueIds } from './transfers.ts';

const ECHO = { aspect: 'semantics' } as const;

/** Creates an address with everything that may be given, and looks it up. */
async function lookedUp(
  p: Probing,
  query: (created: JsonObject) => Readonly<Record<string, readonly string[]>>,
): Promise<readonly Failure[]> {
  const made = await p.accepted(
    asking(p, 'createAddress', { ...bodies.createAddress(p), metadata: { Purpose: 'Look Up', 'second key': 'two' } }),
  );
  const created = accepted(made) ?? {};
  const id = string(created, '/id');
  if (id === undefined) throw new CannotTell('the created address has no id to look it up by');
  return p.eventually(async () => {
    const list = await p.accepted({ operation: 'listAddresses', input: () => ({ query: query(created) }) });
    const item = itemWith(list, id);
    if (!item)
      return [
        failure(list, { where: '/items', expected: `the address ${id} that was created`, actual: 'it is missing' }, [
          made,
        ]),
      ];
    return disagreements(list, created, item, Object.keys(created), [made]);
  });
}

const text = (created: JsonObject, name: string): string => String(member(created, name) ?? '');

const depositAddresses = suite('4.9', ['createAddress'], {
  'DA-PROFILE-ECHO': must(
    'The address credits the profile that was named',
    {
      ...ECHO,
      cites: ['profile_id (string, required)', '2.4: Profile credited when a deposit arrives at the address'],
    },
    rule(echo('profile_id', sameId)),
  ),
  'DA-CRYPTO-NETWORK-ECHO': must(
    'The address is on the network that was named',
    {
      ...ECHO,
      cites: ['crypto_network (enum, required)', '2.4: | crypto_network | enum | yes | CryptoNetwork value |'],
    },
    rule(echo('crypto_network')),
    probe(async (p) => {
      await p.accepted(asking(p, 'createAddress', { ...bodies.createAddress(p), crypto_network: 'BITCOIN' }));
      return [];
    }),
  ),
  'DA-CONVERSION-ECHO': must(
    'conversion_target_asset is the one that was named',
    { ...ECHO, cites: ['conversion_target_asset (enum NO_CONVERSION, USD)'] },
    rule(echo('conversion_target_asset')),
  ),
  'DA-REF-ID-ECHO': must(
    'ref_id comes back as it was sent',
    { ...ECHO, cites: ['ref_id (string)', '2.4: Client-specified ID for replay protection and lookup'] },
    rule(echo('ref_id')),
  ),
  'DA-IDENTITY-ECHO': must(
    'identity_id comes back as it was sent',
    { ...ECHO, cites: ['identity_id (string)', '2.4: End user who will deposit'] },
    rule(echo('identity_id', sameId)),
    probe(async (p) => {
      await p.accepted(asking(p, 'createAddress', { ...bodies.createAddress(p), ...endUser(p) }));
      return [];
    }),
  ),
  'DA-ACCOUNT-ECHO': must(
    'account_id comes back as it was sent',
    { ...ECHO, cites: ['account_id (string)', '2.4: Account of the identity linked to the address'] },
    rule(echo('account_id', sameId)),
  ),
  'DA-ID-UNIQUE': must(
    'Two addresses never share an id',
    {
      aspect: 'state across',
      cites: ['2.4: | id | string (UUID) | yes | Deposit address ID |'],
      lenience: 'a request with a ref_id that was used before may be answered with the former address',
    },
    sequence(uniqueIds),
  ),
  'DA-LOOK-UP-BY-ID': must(
    'A created address is found by its id and tells the same',
    {
      aspect: 'state across',
      cites: [
        '1: crypto deposit addresses that credit a profile, and lookup of them',
        '4.10: Response: items (DepositAddress[])',
      ],
      lenience: 'looked up for some seconds; instants may differ by a second',
    },
    probe((p) => lookedUp(p, (created) => ({ ids: [text(created, 'id')] }))),
  ),
  'DA-LOOK-UP-BY-REF-ID': must(
    'A created address is found by its ref_id',
    { aspect: 'state across', cites: ['2.4: Client-specified ID for replay protection and lookup'] },
    probe(async (p) => {
      const made = await p.accepted(asking(p, 'createAddress', bodies.createAddress(p)));
      const [id, ref] = [string(answered(made), '/id'), string(made.request.body, '/ref_id')];
      return p.eventually(async () => {
        const list = await p.accepted({
          operation: 'listAddresses',
          input: () => ({ query: { ref_ids: [ref ?? ''] } }),
        });
        return id === undefined || itemWith(list, id)
          ? []
          : [
              failure(
                list,
                { where: '/items', expected: `the address created with ref_id ${ref}`, actual: 'it is missing' },
                [made],
              ),
            ];
      });
    }),
  ),
  'DA-PROFILE-UNKNOWN': should(
    'An address for a profile that does not exist is refused',
    { aspect: 'request checks', cites: ['profile_id (string, required)'] },
    probe((p) =>
      p.refused(
        'an unknown profile_id',
        asking(p, 'createAddress', { ...bodies.createAddress(p), profile_id: unknownId(p) }),
        plain(p, 'createAddress'),
      ),
    ),
  ),
  'DA-REFUSED-LEAVES-NOTHING': should(
    'A refused creation leaves nothing behind',
    { aspect: 'state across', cites: ['4: Success is reported as a successful (200) response'] },
    probe(async (p) => {
      await p.twin('plain', plain(p, 'createAddress').ask);
      const body = p.tagged({ ...bodies.createAddress(p), crypto_network: 'DOGECOIN' });
      const answer = await p.send('createAddress', { body });
      if (isAccepted(answer)) throw new CannotTell('the request that should be refused was accepted');
      await p.pause(300);
      const list = await p.accepted({
        operation: 'listAddresses',
        input: () => ({ query: { ref_ids: [body.ref_id] } }),
      });
      return itemsOf(list).some((item) => member(item, 'ref_id') === body.ref_id)
        ? [
            failure(
              list,
              { where: '/items', expected: 'nothing of the refused creation', actual: 'an address with its ref_id' },
              [answer],
            ),
          ]
        : [];
    }),
  ),
  'DA-CONVERSION-DEFAULT': observe(
    'conversion_target_asset when none is given',
    { aspect: 'semantics', cites: ['conversion_target_asset (enum NO_CONVERSION, USD)'] },
    survey(
      tallied((exchange) =>
        isAccepted(exchange) && at(exchange.request.body, '/conversion_target_asset') === undefined
          ? string(answered(exchange), '/conversion_target_asset')
          : undefined,
      ),
    ),
  ),
  'DA-COMPATIBLE-NETWORKS': observe(
    "Whether compatible_crypto_networks names the address's own network",
    { aspect: 'semantics', cites: ['2.4: CryptoNetwork values; any of them may be used to deposit to the address'] },
    survey(tallied(compatible)),
  ),
  'DA-REPEATED-REF': observe(
    'Result of repeating a request with an already used ref_id',
    { aspect: 'state across', cites: ['4.15: Result of repeating a request with an already used ref_id: not shown.'] },
    question((p) => repeatedRef(p, 'createAddress', { crypto_network: 'BITCOIN' })),
  ),
});

function compatible(exchange: Exchange): string | undefined {
  const found = at(answered(exchange), '/compatible_crypto_networks');
  if (!isAccepted(exchange)) return undefined;
  if (!Array.isArray(found)) return 'it is absent';
  return found.includes(at(answered(exchange), '/crypto_network') as Json) ? 'it does' : 'it does not';
}

const sandboxDeposits = suite('4.7', ['sandboxDeposit'], {
  'SD-OWNER-ACCEPTED': must(
    'fiat_account_owner may be given',
    { aspect: 'request checks', cites: ['fiat_account_owner (object, optional).'] },
    probe((p) =>
      p.admitted(
        'a deposit with fiat_account_owner',
        asking(p, 'sandboxDeposit', {
          ...bodies.sandboxDeposit(p),
          fiat_account_owner: { institution_details: { name: 'Example Inc' } },
        }),
        plain(p, 'sandboxDeposit'),
      ),
    ),
  ),
  'SD-AMOUNT-NOT-DECIMAL': should(
    'An amount that is no decimal number is refused',
    {
      aspect: 'request checks',
      cites: ['amount (string, required)', 'Conventions: Amounts and prices are decimal numbers carried as strings.'],
    },
    probe((p) =>
      p.refused(
        'amount "abc"',
        asking(p, 'sandboxDeposit', { ...bodies.sandboxDeposit(p), amount: 'abc' }),
        plain(p, 'sandboxDeposit'),
      ),
    ),
  ),
  'SD-MEMO-UNKNOWN': observe(
    'How a deposit with an unknown memo is answered',
    {
      aspect: 'request checks',
      cites: ['memo_id (string, required; the memo the client must put on the deposit to credit its platform balance)'],
    },
    question((p) =>
      answersTo(
        p,
        { 'an unknown memo_id': { ...bodies.sandboxDeposit(p), memo_id: 'UNKNOWNMEMO00000' } },
        'sandboxDeposit',
      ),
    ),
  ),
});

const instructions = suite('2.3', ['listInstructions'], {
  'INSTRUCTION-IDENTIFIED': should(
    'An instruction has id, profile_id and memo_id',
    {
      aspect: 'semantics',
      cites: [
        '| id | string | Instruction ID |',
        '| memo_id | string | String the depositor must put in the memo field of the deposit |',
        '1: lookup of fiat deposit instructions, which attribute incoming wire deposits to a profile through a memo identifier',
      ],
    },
    rule(
      each((item, root) =>
        ['id', 'profile_id', 'memo_id']
          .filter((name) => member(item, name) === undefined)
          .map((name) => ({ where: `${root}/${name}`, expected: 'present', actual: 'absent' })),
      ),
    ),
  ),
  'INSTRUCTION-MEMO-UNIQUE': should(
    'No two instructions share a memo',
    { aspect: 'semantics', cites: ['| profile_id | string | Profile credited by deposits carrying the memo |'] },
    sequence(() => {
      const owners = new Map<string, string>();
      return each((item, root) => {
        const [id, memo] = [string(item, '/id'), string(item, '/memo_id')];
        if (id === undefined || memo === undefined) return undefined;
        const owner = owners.get(memo) ?? id;
        if (owners.size < 50_000) owners.set(memo, owner);
        return owner === id
          ? []
          : [
              {
                where: `${root}/memo_id`,
                expected: 'a memo of its own',
                actual: `${shown(memo)}, the memo of ${owner}`,
              },
            ];
      });
    }),
  ),
  'INSTRUCTION-STATUSES': observe(
    'Which statuses instructions have',
    {
      aspect: 'state across',
      cites: [
        '3: FiatDepositInstruction: other states and all transitions: not shown.',
        '| status | string | VALID is the value in use |',
      ],
    },
    survey(tallied((exchange) => distinct(exchange, 'status'))),
  ),
});

/** The values of one member over the items of a page. */
function distinct(exchange: Exchange, name: string): string | undefined {
  if (!isAccepted(exchange)) return undefined;
  const values = itemsOf(exchange).map((item) => member(item, name));
  return [...new Set(values.filter((value) => typeof value === 'string'))].sort().slice(0, 20).join(' + ') || undefined;
}

const addedMembers = (exchange: Exchange): readonly JsonObject[] => {
  const members = member(accepted(exchange), 'members');
  return Array.isArray(members) ? members.filter(isObject) : [];
};

const sentMembers = (exchange: Exchange): readonly JsonObject[] => {
  const members = member(exchange.request.body, 'members');
  return Array.isArray(members) ? members.filter(isObject) : [];
};

const identityAccounts = [
  ...suite('4.8', ['listAccounts'], {
    'ACCOUNT-IDENTIFIED': should(
      'An account has an id',
      { aspect: 'semantics', cites: ['2.5: | id | string | Account ID |'] },
      rule(
        each((item, root) =>
          member(item, 'id') === undefined ? [{ where: `${root}/id`, expected: 'present', actual: 'absent' }] : [],
        ),
      ),
    ),
    'ACCOUNT-UPDATED-AFTER-CREATED': should(
      'updated_at is not before created_at',
      { aspect: 'semantics', cites: ['2.5: | updated_at | date-time | Update time |'] },
      rule(each((item, root) => inOrder(item, root, 'created_at', 'updated_at'))),
    ),
    'FILTER-IDENTITY-ID': must(
      'identity_id leaves exactly the accounts with that primary identity',
      { aspect: 'filters', cites: ['identity_id (string, filter by primary identity).'] },
      rule((exchange) => (isLaterPage(exchange) ? undefined : equalTo(exchange, 'identity_id'))),
      probe(async (p) => {
        const { items } = await p.known('listAccounts');
        const found = items.find(({ item }) => typeof member(item, 'identity_id') === 'string');
        if (!found) throw new CannotTell('no account has identity_id');
        const list = await p.accepted({
          operation: 'listAccounts',
          input: () => ({ query: { identity_id: String(member(found.item, 'identity_id')) } }),
        });
        return found.id === undefined || itemWith(list, found.id)
          ? []
          : [failure(list, { where: '/items', expected: `the account ${found.id}`, actual: 'it is missing' })];
      }),
    ),
    'ACCOUNT-VALUES': observe(
      'Which values summary_status and type have',
      {
        aspect: 'response shape',
        cites: ['2.5: Complete value sets of summary_status, account type, member type and roles: not shown.'],
      },
      survey(
        tallied(
          (exchange) =>
            [distinct(exchange, 'summary_status'), distinct(exchange, 'type')].filter(Boolean).join(' / ') || undefined,
        ),
      ),
    ),
  }),
  ...suite('4.11', ['addMembers'], {
    'AM-ACCOUNT-ECHO': must(
      'The answer names the account that was named',
      { ...ECHO, cites: ['Response: account_id (string) and members'] },
      rule(echo('account_id', sameId)),
    ),
    'AM-MEMBERS-ECHO': must(
      'The answer has each member that was added, with its identity and roles',
      {
        ...ECHO,
        cites: ['Response: account_id (string) and members (each with identity_id, roles, and the assigned id).'],
      },
      rule((exchange) => {
        if (!accepted(exchange) || sentMembers(exchange).length === 0) return undefined;
        return sentMembers(exchange).flatMap((sent) => {
          const found = addedMembers(exchange).filter((each) =>
            sameId(member(each, 'identity_id'), member(sent, 'identity_id')),
          );
          const roles = member(sent, 'roles');
          const whole = found.some(
            (each) =>
              !Array.isArray(roles) ||
              roles.every((role: Json) => (member(each, 'roles') as readonly Json[] | undefined)?.includes?.(role)),
          );
          return whole
            ? []
            : [
                {
                  where: '/members',
                  expected: `${shown(sent)} among the members`,
                  actual: shown(member(accepted(exchange), 'members')),
                },
              ];
        });
      }),
    ),
    'AM-MEMBER-ID': must(
      'Each member that was added has the id that the service assigned',
      { ...ECHO, cites: ['and the assigned id', '2.5: id (string, assigned by the service)'] },
      rule((exchange) => {
        if (addedMembers(exchange).length === 0) return undefined;
        return addedMembers(exchange).flatMap((each, index) =>
          typeof member(each, 'id') === 'string' && member(each, 'id') !== ''
            ? []
            : [{ where: `/members/${index}/id`, expected: 'an id', actual: shown(member(each, 'id')) }],
        );
      }),
    ),
    'AM-MEMBERS-EMPTY': must(
      'An empty array of members is refused',
      { aspect: 'request checks', cites: ['members (array, required, non-empty;'] },
      probe((p) =>
        p.refused(
          'members []',
          asking(p, 'addMembers', { ...bodies.addMembers(p), members: [] }),
          plain(p, 'addMembers'),
        ),
      ),
    ),
    'AM-ACCOUNT-UNKNOWN': should(
      'Members of an account that does not exist are refused',
      { aspect: 'request checks', cites: ['account_id (string, required)'] },
      probe((p) =>
        p.refused(
          'an unknown account_id',
          asking(p, 'addMembers', { ...bodies.addMembers(p), account_id: unknownId(p) }),
          plain(p, 'addMembers'),
        ),
      ),
    ),
    'AM-LISTED': should(
      'An added member is listed with its account',
      { aspect: 'state across', cites: ['2.5: | members | AccountMember[] | Members |'] },
      probe(async (p) => {
        const added = await p.twin('plain', plain(p, 'addMembers').ask);
        const { account_id, members } = bodies.addMembers(p);
        const identity = members[0]?.identity_id;
        return p.eventually(async () => {
          const { items, pages } = await p.list('listAccounts', { limit: 100 });
          const found = items.find(({ id }) => sameId(id, account_id))?.item;
          const listed = member(found, 'members');
          const page = pages.at(-1);
          if (!Array.isArray(listed) || !page) return [];
          return listed.some((each: Json) => sameId(member(each, 'identity_id'), identity))
            ? []
            : [
                failure(
                  page,
                  {
                    where: '/items',
                    expected: `${identity} among the members of ${account_id}`,
                    actual: 'it is missing',
                  },
                  [added],
                ),
              ];
        });
      }),
    ),
    'AM-REPEATED': observe(
      'How adding a member that is there already is answered',
      {
        aspect: 'state across',
        cites: ['AccountMember: identity_id (string)'].map((words) => `2.5: ${words}`) as [string],
      },
      question((p) => answersTo(p, { 'the same member again': bodies.addMembers(p) }, 'addMembers')),
    ),
  }),
];

/** Sections 2.3, 4.7, 4.8, 4.9 and 4.11. */
export const creations: readonly Row[] = [
  ...depositAddresses,
  ...sandboxDeposits,
  ...instructions,
  ...identityAccounts,
];
