import { setTimeout as delay } from 'node:timers/promises';

import type { Call } from '../call.ts';
import { type Choices, decision } from '../decision.ts';
import { OPERATIONS } from '../operations.ts';
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

/** Milliseconds that a write takes and that its lock is held afterwards; meanwhile, other writes get the status. */
interface Exclusion {
  readonly milliseconds: number;
  readonly heldMs?: number;
  readonly status: 409 | 503;
}

const exclusion = decision<Exclusion | undefined>({ section: '4', on: WRITES }, undefined, {
  latitudes: {
    'writes/one-at-a-time': { milliseconds: 5, status: 409 },
    'writes/one-at-a-time-by-503': { milliseconds: 5, status: 503 },
    'writes/locked-for-a-moment-after': { milliseconds: 5, heldMs: 20, status: 409 },
  },
  protects: ['METADATA-KEY-OVER-LIMIT', 'REF-ID-AT-ONCE'],
});

/** Maximum number of concurrent requests; the document does not show rate limits (8). */
const atOnce = decision({ section: '8', on: OPERATIONS }, Number.POSITIVE_INFINITY, {
  latitudes: { 'rate-limit/two-at-once': 2 },
  protects: ['RATE-LIMIT', '*-REQUIRED', '*-UNKNOWN'],
});
/** Milliseconds that a request takes when concurrency is limited. */
const LIMITED_MS = 5;

const carriedOut = new WeakMap<Call['store'], number>();

/** Carries out a request, or refuses it when too many are in progress. */
export async function besideOthers<T>(choices: Choices, store: Call['store'], carryOut: () => Promise<T>): Promise<T> {
  const most = choices.of(atOnce);
  if (most === Number.POSITIVE_INFINITY) return carryOut();
  const count = (): number => carriedOut.get(store) ?? 0;
  if (count() >= most) throw new Problem(429, 'too many requests at once');
  carriedOut.set(store, count() + 1);
  try {
    await delay(LIMITED_MS);
    return await carryOut();
  } finally {
    carriedOut.set(store, count() - 1);
  }
}

const busy = new WeakSet<Call['store']>();

/** Carries out an operation, or refuses it when only one at a time is allowed and another one is in progress. */
export async function inTurn<T>(choices: Choices, store: Call['store'], carryOut: () => Promise<T>): Promise<T> {
  const excluding = choices.of(exclusion);
  if (!excluding) return carryOut();
  const { milliseconds, heldMs = 0, status } = excluding;
  if (busy.has(store)) throw new Problem(status, 'another request is being carried out');
  busy.add(store);
  try {
    await delay(milliseconds);
    return await carryOut();
  } finally {
    const release = (): unknown => busy.delete(store);
    if (heldMs > 0) setTimeout(release, heldMs);
    else release();
  }
}
