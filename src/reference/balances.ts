import type { Call } from './call.ts';
import { decision } from './decision.ts';
import { Problem } from './problem.ts';
import { units } from './values.ts';

/** Whether a profile can spend only what was deposited to it: the document does not say what a sandbox holds. */
const isEmpty = decision({ section: '1', on: ['fiatWithdrawal', 'sandboxDeposit'] }, false, {
  latitudes: { 'balance/only-what-was-deposited': true },
  protects: ['OPERATION-ANSWERED', 'FW-*', 'SD-*'],
});

const keyOf = (profile: unknown): string => `balance of ${String(profile)}`;

const balanceOf = ({ store }: Call, profile: unknown): bigint => BigInt(String(store.notes.get(keyOf(profile)) ?? 0));

/** Adds a deposit to the balance of a profile. */
export function credit(call: Call, profile: unknown, amount: unknown): void {
  if (call.choices.of(isEmpty)) call.store.notes.set(keyOf(profile), balanceOf(call, profile) + (units(amount) ?? 0n));
}

/** Takes a withdrawal from the balance of a profile. Throws Problem if the balance is too small. */
export function debit(call: Call, profile: unknown, total: unknown): void {
  if (!call.choices.of(isEmpty)) return;
  const left = balanceOf(call, profile) - (units(total) ?? 0n);
  if (left < 0n) throw new Problem(403, 'the balance is too small');
  call.store.notes.set(keyOf(profile), left);
}
