import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from '../call.ts';
import { type Choices, decision } from '../decision.ts';
import { Problem } from '../problem.ts';

const WRITES = [
  'putFiat',
  'fiatWithdrawal',
  'cryptoWithdrawal',
  'sandboxDeposit',
  'createAddress',
  'addMembers',
  'affirm',
];

/** Milliseconds that a write takes, in which others are refused. */
const taken = decision({ section: '4', on: WRITES }, 0, {
  latitudes: { 'writes/one-at-a-time': 5 },
  protects: ['METADATA-KEY-OVER-LIMIT', 'REF-ID-AT-ONCE'],
});

const busy = new WeakSet<Call['store']>();

/** Carries an operation out, or refuses it while another one is carried out where only one is at a time. */
export async function inTurn<T>(choices: Choices, store: Call['store'], carryOut: () => Promise<T>): Promise<T> {
  const milliseconds = choices.of(taken);
  if (milliseconds === 0) return carryOut();
  if (busy.has(store)) throw new Problem(409, 'another request is being carried out');
  busy.add(store);
  try {
    await delay(milliseconds);
    return await carryOut();
  } finally {
    busy.delete(store);
  }
}
