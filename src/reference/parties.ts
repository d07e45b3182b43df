import type { Call } from './call.ts';
import { type Decision, decision, only, type Place } from './decision.ts';
import { type Fields, optional, Problem } from './problem.ts';

/** Whether a profile that does not exist is taken. */
export const unknownProfiles = (place: Place, id: string): Decision<boolean> =>
  decision(place, false, { faults: { [`${id}/accepts`]: true } });

/** Third-party integrations must name the end user (1). */
const named = decision(
  { section: '1', on: ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'] },
  {},
  {
    latitudes: { 'end-user/required': { third_party: true } },
    protects: ['FW-REQUIRED-ALONE', 'CW-REQUIRED-ALONE', 'DA-REQUIRED-ALONE'],
  },
);

/** What the fixtures of an instance say of who must be named. */
export const namingOf = (choices: Call['choices']): Fields => choices.of(named);

/** The profile that counts, of the account's own and the one that is named. */
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

/** Members of the end user that are refused, and how: whom a client acts for is the service's business. */
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

/** With the fault, the identity of an account is looked at without a look whether one is named. */
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

/** The profile of the account that a request names. */
function ownProfile(store: Call['store'], body: Fields): string | undefined {
  const account = store.people.find(({ id }) => id === body['account_id']);
  return account && String(account['profile_id']);
}

/** The profile that a request names; the first one when the service does without. */
export function profileOf(call: Call, unknown: Decision<boolean>): string {
  const { choices, store, body } = call;
  refuseUnwelcome(call);
  const unnamed = ['identity_id', 'account_id'].some((name) => optional(body, name) === undefined);
  if (unnamed && namingOf(choices)['third_party'] === true) throw new Problem(400, 'the end user is not named');
  const given = optional(body, 'profile_id') ?? store.profiles[0] ?? '';
  const profile = choices.of(byAccount)(ownProfile(store, body) ?? given, given);
  if (!store.profiles.includes(profile) && !choices.of(unknown)) throw new Problem(404, 'there is no such profile');
  return profile;
}
