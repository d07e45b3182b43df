import type { Call } from './call.ts';
import { type Decision, decision, type Place } from './decision.ts';
import { optional, Problem } from './problem.ts';

/** Whether a profile that does not exist is taken. */
export const strangers = (place: Place, id: string): Decision<boolean> =>
  decision(place, false, { faults: { [`${id}/accepts`]: true } });

/** The profile that a request names; the first one when the service does without. */
export function profileOf({ choices, store, body }: Call, strange: Decision<boolean>): string {
  const profile = optional(body, 'profile_id') ?? store.profiles[0] ?? '';
  if (!store.profiles.includes(profile) && !choices.of(strange)) throw new Problem(404, 'there is no such profile');
  return profile;
}
