import type { Call, Handler } from './call.ts';
import { decision } from './decision.ts';
import { page } from './lists/page.ts';
import { defined, type Fields, isFields, optional, Problem } from './problem.ts';
import { absent, demand, requiring } from './request-bodies.ts';
import { uuid } from './values.ts';

const HERE = { section: '4.11', on: ['addMembers'] };

const required = requiring(HERE, 'AM', ['account_id', 'members']);
const emptyToo = decision(HERE, false, { faults: { 'AM-MEMBERS-EMPTY/accepted': true } });
const anyAccount = decision(HERE, false, { faults: { 'AM-ACCOUNT-UNKNOWN/accepted': true } });
const listed = decision(HERE, true, { faults: { 'AM-LISTED/never': false } });

/** What becomes of those who were members before. */
const formerly = decision<(known: readonly Fields[]) => readonly Fields[]>(HERE, (known) => known, {
  faults: { 'ACCOUNT-KEEPS-MEMBERS/the-new-ones-alone': () => [] },
});
const nameless = decision(HERE, false, { faults: { 'AM-IDENTITY-REQUIRED/does-without': true } });

type Answer = (account: unknown, members: readonly Fields[], store: Call['store']) => Fields;

const plain: Answer = (account_id, members) => ({ account_id, members });
const each =
  (change: (member: Fields) => Fields): Answer =>
  (account_id, members) => ({ account_id, members: members.map(change) });
const answered = decision<Answer>(HERE, plain, {
  faults: {
    'AM-ACCOUNT-ECHO/the-customer': (_, members, { customer }) => ({ account_id: customer, members }),
    'AM-MEMBERS-ECHO/none': (account_id) => ({ account_id, members: [] }),
    'AM-MEMBERS-ECHO/without-roles': each((member) => ({ ...member, roles: [] })),
    'AM-MEMBERS-ECHO/another-role': each((member) => ({ ...member, roles: ['BENEFICIAL_OWNER'] })),
    'AM-MEMBERS-ECHO/the-first-roles-for-all': (account_id, members) => ({
      account_id,
      members: members.map((member) => ({ ...member, roles: members[0]?.['roles'] })),
    }),
    'AM-MEMBER-ID/left-out': each(({ id: _, ...member }) => member),
    'AM-MEMBER-ID/empty': each((member) => ({ ...member, id: '' })),
  },
  latitudes: {
    'members/with-type-and-times': each((member) => ({ ...member, created_at: new Date().toISOString() })),
    'members/without-type': each(({ type: _, ...member }) => member),
  },
  protects: {
    'members/with-type-and-times': ['AM-MEMBERS-ECHO', 'ACCOUNT-MEMBER-OBJECT'],
    'members/without-type': ['AM-MEMBERS-ECHO', 'ACCOUNT-MEMBER-TYPE-STRING'],
  },
});
/** How adding a member that is there already is answered. */
const again = decision<'added' | 'refused'>(HERE, 'added', {
  latitudes: { 'member/twice-refused': 'refused' },
  protects: ['AM-MEMBERS-ECHO', 'AM-LISTED'],
});
/** Whether the answer has the members that were there before as well. */
const former = decision(HERE, false, {
  latitudes: { 'members/all-of-the-account': true },
  protects: ['AM-MEMBERS-ECHO', 'AM-MEMBER-ID'],
});

/** List Accounts (4.8). */
export const listAccounts: Handler = (call) =>
  page(call, call.store.people, {
    sets: [],
    values: { identity_id: 'identity_id' },
    times: ['created_at', 'updated_at'],
    ordered: true,
    by: 'created_at',
    bounded: false,
  });

function accountOf({ choices, store, body }: Call): Fields {
  const id = optional(body, 'account_id') ?? store.people[0]?.['id'];
  const found = store.people.find((one) => one['id'] === id);
  if (!found && !choices.of(anyAccount)) throw new Problem(404, 'there is no such account');
  return found ?? { id, members: [] };
}

function newMember(call: Call, given: unknown, known: readonly Fields[]): Fields {
  const identity = isFields(given) ? optional(given, 'identity_id') : undefined;
  if (!isFields(given) || (identity === undefined && !call.choices.of(nameless)))
    throw new Problem(400, 'a member has an identity_id');
  if (call.choices.of(again) === 'refused' && known.some((one) => one['identity_id'] === identity))
    throw new Problem(409, 'it is a member already');
  const roles = Array.isArray(given['roles']) ? given['roles'] : [];
  return defined({ id: uuid(call.store.next), identity_id: identity, type: 'AUTHORIZED_USER', roles });
}

function givenMembers({ choices, body }: Call): readonly unknown[] {
  if (absent(body, 'members')) return [];
  const given = body['members'];
  if (!Array.isArray(given) || (given.length === 0 && !choices.of(emptyToo)))
    throw new Problem(400, 'members is an array of one or more');
  return given;
}

/** Add Account Members (4.11). */
export const addMembers: Handler = (call) => {
  demand(call, required);
  const { choices, store } = call;
  const given = givenMembers(call);
  const account = accountOf(call);
  const known: readonly Fields[] = Array.isArray(account['members']) ? account['members'] : [];
  const added = given.map((one) => newMember(call, one, known));
  if (choices.of(listed))
    Object.assign(account, {
      members: [...choices.of(formerly)(known), ...added],
      updated_at: new Date().toISOString(),
    });
  return choices.of(answered)(account['id'], choices.of(former) ? [...known, ...added] : added, store);
};
