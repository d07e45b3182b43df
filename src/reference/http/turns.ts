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

/** Milliseconds that a write takes, in which others are refused with a status; undefined where they are not. */
const exclusion = decision<{ readonly milliseconds: number; readonly status: 409 | 503 } | undefined>(
  { section: '4', on: WRITES },
  undefined,
  {
    latitudes: {
      'writes/one-at-a-time': { milliseconds: 5, status: 409 },
      'writes/one-at-a-time-by-503': { milliseconds: 5, status: 503 },
    },
    protects: ['METADATA-KEY-OVER-LIMIT', 'REF-ID-AT-ONCE'],
  },
);

const busy = new WeakSet<Call['store']>();

/** Carries an operation out, or refuses it while another one is carried out where only one is at a time. */
export async function inTurn<T>(choices: Choices, store: Call['store'], carryOut: () => Promise<T>): Promise<T> {
  const excluding = choices.of(exclusion);
  if (!excluding) return carryOut();
  const { milliseconds, status } = excluding;
  if (busy.has(store)) throw new Problem(status, 'another request is being carried out');
  busy.add(store);
  try {
    await delay(milliseconds);
    return await carryOut();
  } finally {
    busy.delete(store);
  }
}
