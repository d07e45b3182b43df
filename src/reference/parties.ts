import type { Call } from './call.ts';
import { type Decision, decision, only, type Place } from './decision.ts';
import { WITHDRAWALS } from './operation-groups.ts';
import { type Fields, optional, Problem } from './problem.ts';

/** Whether an unknown profile is accepted. */
export const unknownProfiles = (place: Place, id: string): Decision<boolean> =>
  decision(place, false, { faults: { [`${id}/accepts`]: true } });

/** Whether the end user must be named, as in third-party integrations (1), and whether the fixtures say so. */
const naming = decision<'optional' | 'required' | 'required, unsaid' | 'owner required'>(
  { section: '1', on: ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'] },
  'optional',
  {
    latitudes: {
      'end-user/required': 'required',
      'end-user/required-but-not-in-the-fixtures': 'required, unsaid',
      'end-user/required-to-own-the-fiat-account': 'owner required',
    },
    protects: ['FW-REQUIRED-ALONE', 'CW-REQUIRED-ALONE', 'DA-REQUIRED-ALONE'],
  },
);

/** Returns the fixtures that say whether the end user must be named. */
export const namingOf = (choices: Call['choices']): Fields =>
  ['required', 'owner required'].includes(choices.of(naming)) ? { third_party: true } : {};

/** Whether a withdrawal may only go to a fiat account of the end user that it names. */
export const demandsOwner = (choices: Call['choices']): boolean => choices.of(naming) === 'owner required';

/** The profile that counts, given that of the account and that in the request. */
const byAccount = decision<(own: string, given: string) => string>(
  { section: '2.1', on: ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'] },
  (_, given) => given,
  {
    faults: {
      'FW-PROFILE-ECHO/of-the-account': only(['fiatWithdrawal'], (own) => own),
      'CW-PROFILE-ECHO/of-the-account': only(['cryptoWithdrawal'], (own) => own),
      'DA-PROFILE-ECHO/of-the-account': only(['createAddress'], (own) => own),
    },
    latitudes: {
      'parties/of-another-profile-refused': (own, given) => {
        if (own !== given) throw new Problem(409, 'the account belongs to another profile');
        return given;
      },
    },
    protects: ['FW-PROFILE-ECHO', 'CW-PROFILE-ECHO', 'DA-PROFILE-ECHO'],
  },
);

/** End-user members that are refused, and the status: the service decides for whom a client may act. */
interface Unwelcome {
  readonly names: readonly string[];
  readonly status: Problem['status'];
}

const unwelcome = decision<Unwelcome | undefined>(
  { section: '1', on: ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'] },
  undefined,
  {
    faults: {
      'END-USER-NAMED/account_id-is-no-member': only(['createAddress'], { names: ['account_id'], status: 400 }),
      'END-USER-NAMED/neither-is-a-member': only(['fiatWithdrawal'], {
        names: ['identity_id', 'account_id'],
        status: 400,
      }),
      'END-USER-NAMED/identity_id-is-no-member': only(['cryptoWithdrawal'], { names: ['identity_id'], status: 400 }),
    },
    latitudes: {
      'end-user/refused': { names: ['identity_id', 'account_id'], status: 400 },
      'end-user/forbidden-for-crypto': only(['cryptoWithdrawal'], { names: ['identity_id'], status: 403 }),
    },
    protects: ['END-USER-NAMED', '*-IDENTITY-ECHO', '*-ACCOUNT-ECHO', 'DA-LOOK-UP-BY-*'],
  },
);

/** With the fault, the service looks up the identity of an account without checking that one is given. */
const wantsIdentity = decision({ section: '1', on: ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'] }, false, {
  faults: { 'END-USER-NAMED/an-account-by-itself-meets-an-error': true },
});

function refuseUnwelcome({ choices, body }: Call): void {
  const { names = [], status = 400 } = choices.of(unwelcome) ?? {};
  const name = names.find((each) => optional(body, each) !== undefined);
  if (name !== undefined) throw new Problem(status, `${name} is not taken`);
  const isAccountAlone = optional(body, 'account_id') !== undefined && optional(body, 'identity_id') === undefined;
  if (choices.of(wantsIdentity) && isAccountAlone) throw new Problem(500, 'internal error');
}

/** Returns the profile of the account in the request, or undefined. */
function ownProfile(store: Call['store'], body: Fields): string | undefined {
  const account = store.people.find(({ id }) => id === body['account_id']);
  return account && String(account['profile_id']);
}

/** With the fault, every withdrawal debits the first profile. */
const debitsFirst = decision({ section: '2.1', on: WITHDRAWALS }, false, {
  faults: {
    'FW-PROFILE-ECHO/the-first-one-for-all': only(['fiatWithdrawal'], true),
    'CW-PROFILE-ECHO/the-first-one-for-all': only(['cryptoWithdrawal'], true),
  },
});

/** With the fault, an end user keeps the profile of the first request for it. */
const keepsFirst = decision({ section: '2.1', on: ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'] }, false, {
  faults: {
    'FW-PROFILE-ECHO/the-first-one-of-the-user': only(['fiatWithdrawal'], true),
    'CW-PROFILE-ECHO/the-first-one-of-the-user': only(['cryptoWithdrawal'], true),
    'DA-PROFILE-ECHO/the-first-one-of-the-user': only(['createAddress'], true),
  },
});

/** Returns the profile for an end user, given that of the request. */
function profileOfUser({ choices, store, body }: Call, given: string): string {
  const user = optional(body, 'identity_id');
  if (user === undefined || !choices.of(keepsFirst)) return given;
  const key = `profile of ${user}`;
  const first = store.notes.get(key) ?? given;
  store.notes.set(key, first);
  return String(first);
}

/** With the fault, the identity is the primary one of the account. */
const primaryOnly = decision({ section: '2.1', on: ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'] }, false, {
  faults: {
    'FW-IDENTITY-ECHO/the-primary-one-of-the-account': only(['fiatWithdrawal'], true),
    'CW-IDENTITY-ECHO/the-primary-one-of-the-account': only(['cryptoWithdrawal'], true),
    'DA-IDENTITY-ECHO/the-primary-one-of-the-account': only(['createAddress'], true),
  },
});

/** With the fault, a request without an end user is for that of another request. */
const leftOver = decision<readonly string[]>(
  { section: '2.1', on: ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'] },
  [],
  {
    faults: {
      'FW-IDENTITY-ECHO/left-over-from-another-request': only(['fiatWithdrawal'], ['identity_id']),
      'CW-IDENTITY-ECHO/left-over-from-another-request': only(['cryptoWithdrawal'], ['identity_id']),
      'DA-IDENTITY-ECHO/left-over-from-another-request': only(['createAddress'], ['identity_id']),
      'FW-ACCOUNT-ECHO/left-over-from-another-request': only(['fiatWithdrawal'], ['account_id']),
      'CW-ACCOUNT-ECHO/left-over-from-another-request': only(['cryptoWithdrawal'], ['account_id']),
      'DA-ACCOUNT-ECHO/left-over-from-another-request': only(['createAddress'], ['account_id']),
    },
  },
);

/** Returns a member of the end user in the request, if it is given. */
function ofUser({ choices, store, body }: Call, name: 'identity_id' | 'account_id'): string | undefined {
  const [own, before] = [optional(body, name), store.notes.get(`last ${name}`)];
  if (own !== undefined) store.notes.set(`last ${name}`, own);
  return own ?? (choices.of(leftOver).includes(name) && typeof before === 'string' ? before : undefined);
}

/** Returns the account of the end user in the request, if it is given. */
export const accountIdOf = (call: Call): string | undefined => ofUser(call, 'account_id');

/** Returns the identity of the end user in the request, if it is given. */
export function identityOf(call: Call): string | undefined {
  const { choices, store, body } = call;
  const given = ofUser(call, 'identity_id');
  const account = choices.of(primaryOnly) ? store.people.find(({ id }) => id === body['account_id']) : undefined;
  return given !== undefined && account ? String(account['identity_id']) : given;
}

/** Returns the profile in the request, or the first one when it is missing. Throws Problem for a refused profile. */
export function profileOf(call: Call, unknown: Decision<boolean>): string {
  const { choices, store, body } = call;
  refuseUnwelcome(call);
  const unnamed = ['identity_id', 'account_id'].some((name) => optional(body, name) === undefined);
  if (unnamed && choices.of(naming) !== 'optional') throw new Problem(400, 'the end user is not named');
  const given = optional(body, 'profile_id') ?? store.profiles[0] ?? '';
  const profile = choices.of(byAccount)(ownProfile(store, body) ?? given, given);
  if (!store.profiles.includes(profile) && !choices.of(unknown)) throw new Problem(404, 'there is no such profile');
  return choices.of(debitsFirst) ? (store.profiles[0] ?? profile) : profileOfUser(call, profile);
}
