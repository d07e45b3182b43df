import { setTimeout as delay } from 'node:timers/promises';
import { asked, type Call, type Handler } from './call.ts';
import { decision, shownOn } from './decision.ts';
import { page } from './lists/page.ts';
import { defined, type Fields, isFields, optional, Problem } from './problem.ts';
import { absent, demand, requiring } from './request-bodies.ts';
import { uuid } from './values.ts';

const HERE = { section: '4.11', on: ['addMembers'] };

const required = requiring(HERE, 'AM', ['account_id', 'members']);
const emptyToo = decision(HERE, false, { faults: { 'AM-MEMBERS-EMPTY/accepted': true } });
const anyAccount = decision(HERE, false, { faults: { 'AM-ACCOUNT-UNKNOWN/accepted': true } });
const listed = decision(HERE, true, { faults: { 'AM-LISTED/never': false } });

/** The earlier members that an account keeps, given those that it had before any was added. */
const formerly = decision<(known: readonly Fields[], first: readonly Fields[]) => readonly Fields[]>(
  HERE,
  (known) => known,
  {
    faults: {
      'AM-LISTED/forgets-those-that-were-added-before': (_, first) => first,
      'ACCOUNT-KEEPS-MEMBERS/only-the-new-ones': shownOn(['listAccounts'], () => []),
      'ACCOUNT-KEEPS-MEMBERS/with-other-ids': shownOn(['listAccounts'], (known) =>
        known.map((each) => ({ ...each, id: `${String(each['id'])}-2` })),
      ),
      'ACCOUNT-KEEPS-MEMBERS/with-other-roles': shownOn(['listAccounts'], (known) =>
        known.map((each) => ({ ...each, roles: ['FINANCIAL_ADVISOR'] })),
      ),
    },
  },
);
/** The new members as stored, and so as listed. */
const keptAs = decision<(added: readonly Fields[]) => readonly Fields[]>(HERE, (added) => added, {
  faults: {
    'AM-LISTED/the-first-only': (added) => added.slice(0, 1),
    'AM-LISTED/under-another-id': (added) => added.map((each) => ({ ...each, id: `${String(each['id'])}-2` })),
    'AM-LISTED/with-one-role-each': (added) =>
      added.map((each) => ({ ...each, roles: Array.isArray(each['roles']) ? each['roles'].slice(0, 1) : [] })),
    'AM-LISTED/with-the-first-one-s-roles': (added) => added.map((each) => ({ ...each, roles: added[0]?.['roles'] })),
    'AM-LISTED/without-the-third': (added) => added.slice(0, 2),
    'AM-ROLES-ONLY/keeps-the-usual-one-too': (added) =>
      added.map((each) => ({ ...each, roles: [...new Set([...Object(each['roles']), 'AUTHORIZED_USER'])] })),
    'AM-ROLES-ONLY/keeps-the-owner-s-too': (added) =>
      added.map((each) => ({ ...each, roles: [...Object(each['roles']), 'BENEFICIAL_OWNER'] })),
  },
  latitudes: { 'members/listed-without-roles': (added) => added.map(({ roles: _, ...each }) => each) },
  protects: ['AM-LISTED', 'AM-ROLES-ONLY'],
});
/** Milliseconds until a new member is listed: the document does not say that this happens at once. */
const lag = decision(HERE, 0, {
  latitudes: { 'members/listed-after-a-second': 1_000 },
  protects: ['AM-LISTED', 'AM-TOUCHES-NO-OTHER', 'ACCOUNT-KEEPS-MEMBERS', 'AUTH-REFUSED-DOES-NOTHING'],
});
/** The accounts to which the members are added. */
const reached = decision<(found: Fields, all: readonly Fields[]) => readonly Fields[]>(HERE, (found) => [found], {
  faults: {
    'AM-TOUCHES-NO-OTHER/adds-to-all': (found, all) => [...new Set([found, ...all])],
    'AM-ADDED-TO-ACCOUNT/adds-to-the-next-one-too': (found, all) => [
      found,
      ...all.filter((one) => one !== found).slice(0, 1),
    ],
    'AM-ADDED-TO-ACCOUNT/adds-to-another-one': (found, all) => all.filter((one) => one !== found).slice(0, 1),
  },
});
/** What an addition changes in the members of other accounts, given the new members. */
const elsewhere = decision<(others: readonly Fields[], added: readonly Fields[]) => void>(HERE, () => {}, {
  faults: {
    'ACCOUNT-KEEPS-MEMBERS/takes-members-from-other-accounts': shownOn(['listAccounts'], (others, added) => {
      const isMoved = ({ identity_id }: Fields): boolean => added.some((each) => each['identity_id'] === identity_id);
      for (const other of others) other['members'] = memberList(other).filter((each) => !isMoved(each));
    }),
    'ACCOUNT-KEEPS-MEMBERS/new-roles-in-other-accounts': shownOn(['listAccounts'], (others, added) => {
      const renewed = (each: Fields): Fields => {
        const own = added.find(({ identity_id }) => identity_id === each['identity_id']);
        return own ? { ...each, roles: own['roles'] } : each;
      };
      for (const other of others) other['members'] = memberList(other).map(renewed);
    }),
  },
});
/** The ID of a new member, given a fresh ID, what the client sent, and the first ID assigned in the same request. */
const named = decision<(fresh: string, given: Fields, first: unknown) => unknown>(HERE, (fresh) => fresh, {
  faults: {
    'AM-MEMBER-ID-ASSIGNED/takes-the-client-s': (fresh, given) => given['id'] ?? fresh,
    'AM-MEMBER-ID-UNIQUE/one-for-all': shownOn(['addMembers', 'listAccounts'], (fresh, _, first) => first ?? fresh),
  },
  latitudes: {
    'members/unknown-members-refused': (fresh, given) => {
      if (given['id'] !== undefined) throw new Problem(400, 'the service gives the id of a member');
      return fresh;
    },
  },
  protects: ['AM-MEMBER-ID-ASSIGNED'],
});
const isText = (value: unknown): boolean => typeof value === 'string';
const takesRoles = decision<(given: unknown) => boolean>(HERE, (given) => Array.isArray(given) && given.every(isText), {
  faults: {
    'ACCOUNT-MEMBER-ROLES-ARRAY/as-it-was-sent': (given) => given !== undefined,
    'ACCOUNT-MEMBER-ROLES-ARRAY/of-anything': (given) => Array.isArray(given),
    'ACCOUNT-MEMBER-ROLES-ARRAY/whose-first-is-text': (given) => Array.isArray(given) && isText(given[0]),
  },
});
/** What is read of a member: the document does not say that other JSON types are refused. */
const read = decision<(given: Fields) => Fields>(HERE, (given) => given, {
  latitudes: {
    'members/a-number-is-read-as-text': ({ identity_id, ...given }) =>
      defined({ ...given, identity_id: typeof identity_id === 'number' ? String(identity_id) : identity_id }),
  },
  protects: ['AM-MEMBERS-ECHO'],
});
/** Whether a member needs no roles, given whether it is the first in the request. */
const roleless = decision<(isFirst: boolean) => boolean>(HERE, () => false, {
  faults: {
    'AM-ROLES-REQUIRED/does-without': () => true,
    'AM-ROLES-REQUIRED/looks-at-the-first-member': (isFirst) => !isFirst,
  },
});
/** Whether a member needs no identity, given whether it is the first in the request. */
const nameless = decision<(isFirst: boolean) => boolean>(HERE, () => false, {
  faults: {
    'AM-IDENTITY-REQUIRED/does-without': (isFirst) => isFirst,
    'AM-IDENTITY-REQUIRED/looks-at-the-first-member': (isFirst) => !isFirst,
  },
});

/** With the fault, valid members are added even when others are refused. */
const byOne = decision(HERE, false, { faults: { 'AM-REFUSED-LEAVES-NOTHING/adds-those-before': true } });

type Answer = (account: unknown, members: readonly Fields[], store: Call['store']) => Fields;

const plain: Answer = (account_id, members) => ({ account_id, members });
const each =
  (change: (member: Fields) => Fields): Answer =>
  (account_id, members) => ({ account_id, members: members.map(change) });
const answered = decision<Answer>(HERE, plain, {
  faults: {
    'AM-ACCOUNT-PRESENT/left-out': (_, members) => ({ members }),
    'AM-ROLES-ONLY/answers-with-the-owner-s-too': each((member) => ({
      ...member,
      roles: [...Object(member['roles']), 'BENEFICIAL_OWNER'],
    })),
    'AM-ACCOUNT-ECHO/the-customer': (_, members, { customer }) => ({ account_id: customer, members }),
    'AM-MEMBERS-ECHO/an-empty-object': () => ({}),
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
/** How adding an existing member is answered. With the fault, it is refused, and adding a new one meets a server error. */
const again = decision<'added' | 'refused' | 'as it was' | 'refused, since the first one failed'>(HERE, 'added', {
  faults: { 'OPERATION-ANSWERED/adds-members-and-fails': 'refused, since the first one failed' },
  latitudes: { 'member/twice-refused': 'refused', 'member/twice-as-it-was': 'as it was' },
  protects: ['AM-MEMBERS-ECHO', 'AM-LISTED', 'AUTH-REFUSED-DOES-NOTHING', 'AM-REFUSED-LEAVES-NOTHING'],
});
/** Whether the answer contains the earlier members too. */
const former = decision(HERE, false, {
  latitudes: { 'members/all-of-the-account': true },
  protects: ['AM-MEMBERS-ECHO', 'AM-MEMBER-ID'],
});

/** Milliseconds for which an account is missing from lists after members were added to it. */
const unlisted = decision(HERE, 0, {
  latitudes: { 'members/the-account-is-missing-for-a-moment': 400 },
  protects: ['AM-KEEPS-ACCOUNT', 'AM-KEEPS-CREATED-AT', 'AM-LISTED', 'ACCOUNT-KEEPS-MEMBERS'],
});
/** When each of these accounts is listed again. */
const missingUntil = new WeakMap<Fields, number>();
const isListed = (account: Fields): boolean => Date.now() >= (missingUntil.get(account) ?? 0);

/** The members that each account had before any was added. */
const firstMembers = new WeakMap<Fields, readonly Fields[]>();
const asAtFirst = (account: Fields): Fields => ({
  ...account,
  members: firstMembers.get(account) ?? memberList(account),
});

/** The accounts as one kind of list shows them. */
const shownBy = decision<(account: Fields, call: Call) => Fields>(
  { section: '4.8', on: ['listAccounts'] },
  (account) => account,
  {
    faults: {
      'AM-LISTED/not-in-ascending-order': shownOn(['addMembers'], (account, call) =>
        asked(call, 'order') === 'ASC' ? asAtFirst(account) : account,
      ),
      'AM-LISTED/not-by-identity': shownOn(['addMembers'], (account, call) =>
        asked(call, 'identity_id') === undefined ? account : asAtFirst(account),
      ),
    },
  },
);

/** When accounts were last updated before they got new members. */
const firstUpdated = new WeakMap<Fields, unknown>();

/** Whether a list finds an account. With the fault, the index of updated_at is as it was before members were added. */
const isIndexed = decision<(account: Fields, call: Call) => boolean>(
  { section: '4.15', on: ['listAccounts'] },
  () => true,
  {
    faults: {
      'UPDATED-AT-GTE/by-the-time-before-the-last-change': (account, call) => {
        const [before, bound] = [firstUpdated.get(account), asked(call, 'updated_at.gte')];
        return before === undefined || bound === undefined || Date.parse(String(before)) >= Date.parse(bound);
      },
      'AM-LISTED/the-account-is-lost-by-identity': shownOn(
        ['addMembers'],
        (account, call) => !firstUpdated.has(account) || asked(call, 'identity_id') === undefined,
      ),
      'AM-LISTED/the-account-is-lost-by-creation': shownOn(
        ['addMembers'],
        (account, call) => !firstUpdated.has(account) || asked(call, 'created_at.gte') === undefined,
      ),
    },
  },
);

/** List Accounts (4.8). */
export const listAccounts: Handler = (call) =>
  page(
    call,
    call.store.people
      .filter((account) => isListed(account) && call.choices.of(isIndexed)(account, call))
      .map((account) => call.choices.of(shownBy)(account, call)),
    {
      sets: [],
      values: { identity_id: 'identity_id' },
      times: ['created_at', 'updated_at'],
      ordered: true,
      by: 'created_at',
      bounded: false,
    },
  );

function accountOf({ choices, store, body }: Call): Fields {
  const id = optional(body, 'account_id') ?? store.people[0]?.['id'];
  const found = store.people.find((one) => one['id'] === id);
  if (!found && !choices.of(anyAccount)) throw new Problem(404, 'there is no such account');
  return found ?? { id, members: [] };
}

function newMember(call: Call, given: unknown, known: readonly Fields[], first: Fields | undefined): Fields {
  const identity = isFields(given) ? optional(call.choices.of(read)(given), 'identity_id') : undefined;
  if (!isFields(given) || (identity === undefined && !call.choices.of(nameless)(first === undefined)))
    throw new Problem(400, 'a member has an identity_id');
  const there = known.find((one) => one['identity_id'] === identity);
  if (there && call.choices.of(again).startsWith('refused')) throw new Problem(409, 'it is a member already');
  const { choices } = call;
  const isTaken = choices.of(takesRoles)(given['roles']);
  if (!isTaken && !choices.of(roleless)(first === undefined)) throw new Problem(400, 'a member has roles');
  if (Array.isArray(given['roles']) && !choices.of(grantable)(given['roles']))
    throw new Problem(400, 'members of this account have other roles');
  if (there && call.choices.of(again) === 'as it was') return there;
  const roles = isTaken ? given['roles'] : [];
  const id = call.choices.of(named)(uuid(call.store.next), given, first?.['id']);
  return defined({ id, identity_id: identity, type: 'AUTHORIZED_USER', roles });
}

/** Whether a new member may have these roles together. */
const grantable = decision<(roles: readonly unknown[]) => boolean>(HERE, () => true, {
  latitudes: {
    'members/no-authorized-users': (roles) => !roles.includes('AUTHORIZED_USER'),
    'members/one-role-each': (roles) => roles.length <= 1,
  },
  protects: ['AM-LISTED', 'AM-ROLES-ONLY'],
});

/** How many members one request may add. */
const most = decision(HERE, Number.POSITIVE_INFINITY, {
  latitudes: { 'members/one-at-a-time': 1 },
  protects: ['AM-*'],
});

function givenMembers({ choices, body }: Call): readonly unknown[] {
  if (absent(body, 'members')) return [];
  const given = body['members'];
  if (!Array.isArray(given) || (given.length === 0 && !choices.of(emptyToo)))
    throw new Problem(400, 'members is an array of one or more');
  if (given.length > choices.of(most)) throw new Problem(400, 'members are too many');
  return given;
}

const memberList = (account: Fields): readonly Fields[] =>
  Array.isArray(account['members']) ? account['members'] : [];

/** What adding members changes in an account besides its members. */
const changed = decision<(added: readonly Fields[]) => Fields>(HERE, () => ({}), {
  faults: {
    'AM-KEEPS-CREATED-AT/created-again': () => ({ created_at: new Date().toISOString() }),
    'AM-KEEPS-ACCOUNT/without-metadata': () => ({ metadata: {} }),
    'AM-KEEPS-ACCOUNT/enabled-again': () => ({ user_disabled: false }),
    'AM-KEEPS-ACCOUNT/the-new-one-is-primary': ([first]) => ({ identity_id: first?.['identity_id'] }),
  },
  latitudes: { 'members/make-an-account-one-of-another-type': () => ({ type: 'JOINT' }) },
  protects: ['LIST-ITEM-STEADY'],
});

/** Milliseconds between reading the members of an account and storing them with new ones. */
const readBefore = decision(HERE, 0, { faults: { 'AM-LISTED/stores-what-it-read-before': 20 } });

/** Stores the new members of an account. */
function keep({ choices }: Call, account: Fields, added: readonly Fields[]): void {
  const store = (): void => {
    const first = firstMembers.get(account) ?? memberList(account);
    firstMembers.set(account, first);
    firstUpdated.set(account, firstUpdated.get(account) ?? account['updated_at']);
    const members = [...choices.of(formerly)(memberList(account), first), ...added];
    Object.assign(account, { members, updated_at: new Date().toISOString() }, choices.of(changed)(added));
    missingUntil.set(account, Date.now() + choices.of(unlisted));
  };
  const wait = choices.of(lag);
  if (!choices.of(listed)) return;
  if (wait > 0) setTimeout(store, wait).unref();
  else store();
}

/** Add Account Members (4.11). */
export const addMembers: Handler = async (call) => {
  demand(call, required);
  const { choices, store } = call;
  const given = givenMembers(call);
  const account = accountOf(call);
  const known = memberList(account);
  const added: Fields[] = [];
  for (const one of given) {
    added.push(newMember(call, one, known, added[0]));
    if (choices.of(byOne)) Object.assign(account, { members: [...known, ...added] });
  }
  const wait = choices.of(readBefore);
  if (wait > 0) {
    await delay(wait);
    Object.assign(account, { members: known });
  }
  choices.of(elsewhere)(
    store.people.filter((each) => each !== account),
    added,
  );
  for (const each of choices.of(reached)(account, store.people)) keep(call, each, choices.of(keptAs)(added));
  if (choices.of(again) === 'refused, since the first one failed') throw new Problem(500, 'members cannot be shown');
  return choices.of(answered)(account['id'], choices.of(former) ? [...known, ...added] : added, store);
};
