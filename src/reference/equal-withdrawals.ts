import type { Call } from './call.ts';
import { decision } from './decision.ts';
import { WITHDRAWALS } from './operation-groups.ts';
import { Problem } from './problem.ts';

/** The status of the refusal of a withdrawal that equals an earlier one apart from its ref_id: none by default. */
const refusal = decision<400 | 409 | undefined>({ section: '4.15', on: WITHDRAWALS }, undefined, {
  latitudes: { 'withdrawals/none-of-equal-amounts': 409, 'withdrawals/none-of-equal-amounts-as-invalid': 400 },
  protects: ['OPERATION-ANSWERED', 'FW-*', 'CW-*', 'METADATA-*'],
});

/** Throws Problem if a withdrawal of this amount between the same places was made before. */
export function refuseEqual({ choices, store }: Call, ...made: readonly unknown[]): void {
  const status = choices.of(refusal);
  if (status === undefined) return;
  const key = `withdrawal ${made.join(' ')}`;
  if (store.notes.has(key)) throw new Problem(status, 'an equal withdrawal was made before');
  store.notes.set(key, true);
}
