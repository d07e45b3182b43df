import { randomBytes, randomInt } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The only place that reads the clock and draws at random: a run is a function of its rows, seed, id, settings and answers,
 * and can be made again from its recording.
 */

/** Milliseconds since 1970. */
export const now = (): number => Date.now();

/** Milliseconds by a clock that does not jump, from an arbitrary start. */
export const steadyNow = (): number => performance.now();

/** Calls once after so many milliseconds; `clearTimeout` takes it back. */
export const after = (milliseconds: number, act: () => void): NodeJS.Timeout => setTimeout(act, milliseconds);

/** Waits so many milliseconds; an interruption ends the pause early, and is no error. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> => {
  // Many checks pause at once, which Node would take for a leak.
  setMaxListeners(0, signal);
  return wait(milliseconds, undefined, { signal }).catch(() => undefined);
};

/** So many random bytes, in hexadecimal digits. */
export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** A random integer from 0 to below `end`. */
export const randomBelow = (end: number): number => randomInt(end);
