import type { Call } from './call.ts';
import { decision } from './decision.ts';
import { Problem } from './problem.ts';
import { units } from './values.ts';

/**
 * Milliseconds until a deposit can be spent. Undefined for profiles that can spend more than was deposited to them: the
 * document does not say what a sandbox holds.
 */
const clearing = decision<number | undefined>({ section: '1', on: ['fiatWithdrawal', 'sandboxDeposit'] }, undefined, {
  latitudes: { 'balance/only-what-was-deposited': 0, 'balance/credited-after-four-seconds': 4_000 },
  protects: ['OPERATION-ANSWERED', 'FW-*', 'SD-*'],
});

/** A change of a balance, and when it takes effect, in milliseconds since 1970. */
interface Entry {
  readonly at: number;
  readonly change: bigint;
}

const entriesOf = new WeakMap<Call['store'], Map<unknown, Entry[]>>();

function entries({ store }: Call, profile: unknown): Entry[] {
  const profiles = entriesOf.get(store) ?? new Map<unknown, Entry[]>();
  entriesOf.set(store, profiles);
  const found = profiles.get(profile) ?? [];
  profiles.set(profile, found);
  return found;
}

/** Adds a deposit to the balance of a profile. */
export function credit(call: Call, profile: unknown, amount: unknown): void {
  const delay = call.choices.of(clearing);
  if (delay !== undefined) entries(call, profile).push({ at: Date.now() + delay, change: units(amount) ?? 0n });
}

/** Takes a withdrawal from the balance of a profile. Throws Problem if the balance is too small. */
export function debit(call: Call, profile: unknown, total: unknown): void {
  if (call.choices.of(clearing) === undefined) return;
  const [now, own] = [Date.now(), entries(call, profile)];
  const change = -(units(total) ?? 0n);
  const left = own.reduce((sum, each) => (each.at <= now ? sum + each.change : sum), change);
  if (left < 0n) throw new Problem(403, 'the balance is too small');
  own.push({ at: now, change });
}
