import type { Call } from './call.ts';
import { type Decision, decision, type Place } from './decision.ts';
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

/** The profile that a request names; the first one when the service does without. */
export function profileOf({ choices, store, body }: Call, unknown: Decision<boolean>): string {
  const unnamed = ['identity_id', 'account_id'].some((name) => optional(body, name) === undefined);
  if (unnamed && namingOf(choices)['third_party'] === true) throw new Problem(400, 'the end user is not named');
  const profile = optional(body, 'profile_id') ?? store.profiles[0] ?? '';
  if (!store.profiles.includes(profile) && !choices.of(unknown)) throw new Problem(404, 'there is no such profile');
  return profile;
}
