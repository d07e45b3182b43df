import { type Choices, decision } from '../decision.ts';
import type { Fields } from '../problem.ts';
import { uuid } from '../values.ts';
import { stamp } from './stamps.ts';

const LIST = { section: '2.5', on: ['listAccounts'] };

/** The document does not show all values of summary_status, account type, member type and roles. */
const values = decision(LIST, ['PENDING', 'BROKERAGE', 'BENEFICIAL_OWNER'], {
  latitudes: {
    'account-values/others': ['APPROVED', 'CUSTODY', 'POWER_OF_ATTORNEY'],
    'account-values/lower-case': ['pending', 'brokerage', 'beneficial_owner'],
  },
  protects: ['ACCOUNT-SUMMARY-STATUS-STRING', 'ACCOUNT-TYPE-STRING', 'ACCOUNT-VALUES'],
});
/** Seconds from the creation of an account to its first update, or undefined when there was none. */
const update = decision<number | undefined>(LIST, 9_000_000, {
  faults: { 'ACCOUNT-UPDATED-AFTER-CREATED/before': -9_000_000 },
  latitudes: { 'accounts/not-updated-yet': undefined },
  protects: ['ACCOUNT-UPDATED-AFTER-CREATED', 'ACCOUNT-UPDATED-AT-DATE-TIME', 'UPDATED-AT-*'],
});

/**
 * Creation times of the first accounts when they come from elsewhere: the document does not say how old an account may
 * be.
 */
const takenOver = decision<readonly string[]>(LIST, [], {
  latitudes: {
    'accounts/one-of-1998': ['1998-04-01T09:30:00Z'],
    'accounts/four-of-the-nineties': [
      '1993-04-01T09:30:00Z',
      '1995-04-01T09:30:00Z',
      '1997-04-01T09:30:00Z',
      '1998-04-01T09:30:00Z',
    ],
  },
  protects: ['CREATED-AT-*', 'UPDATED-AT-*'],
});

/** Returns an identity account (2.5). */
export function person(choices: Choices, i: number, next: () => number, profiles: readonly string[]): Fields {
  const [status, type, member] = choices.of(values);
  const [updated, takenAt] = [choices.of(update), choices.of(takenOver)[i]];
  const identity = uuid(next);
  return {
    id: uuid(next),
    identity_id: identity,
    description: `Account ${i}`,
    admin_disabled: false,
    user_disabled: i % 9 === 0,
    metadata: { kind: 'individual' },
    ref_id: `account-${i}`,
    members: [{ id: uuid(next), identity_id: identity, type: member, roles: [member] }],
    created_at: stamp(Math.floor(i / 3) * 97, i % 3),
    ...(takenAt === undefined ? {} : { created_at: takenAt }),
    ...(updated === undefined ? {} : { updated_at: stamp(updated + Math.floor(i / 2) * 89, i % 4) }),
    summary_status: status,
    profile_id: profiles[i % profiles.length],
    type,
  };
}
