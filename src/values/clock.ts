import { randomBytes, randomInt } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Only this module reads the clock and draws random numbers. So a run is a function of its rows, seed, id, settings and
 * responses, and can be replayed from its recording.
 */

/** Returns milliseconds since 1970. */
export const now = (): number => Date.now();

/** Returns milliseconds of a monotonic clock with an arbitrary start. */
export const steadyNow = (): number => performance.now();

/** Calls `act` once after this time. `clearTimeout` cancels it. */
export const after = (milliseconds: number, act: () => void): NodeJS.Timeout => setTimeout(act, milliseconds);

/** Waits. An abort ends the pause early without an error. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> => {
  // Many checks pause at once; Node would report that as a leak.
  setMaxListeners(0, signal);
  return wait(milliseconds, undefined, { signal }).catch(() => undefined);
};

/** Returns random bytes in hexadecimal digits. */
export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** Returns a random integer of at least 0 and less than `end`. */
export const randomBelow = (end: number): number => randomInt(end);
