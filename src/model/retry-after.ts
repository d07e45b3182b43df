import { now } from '../values/clock.ts';
import type { Response } from './exchange.ts';

/** The longest pause that is made for an answer which failed for a moment, whatever it asks for. */
const LONGEST_MOMENT_MS = 5_000;

/** Milliseconds that an answer which failed for a moment asks to wait before the next attempt, within a bound. */
export function momentaryPause(response: Response): number | undefined {
  const asked = askedPause(response);
  return asked === undefined ? undefined : Math.min(asked, LONGEST_MOMENT_MS);
}

/**
 * Milliseconds that Retry-After asks for, in seconds or as a date; undefined when it says nothing that can be
 * understood. A date is taken relative to the target's own clock where it shows it.
 */
export function askedPause({ headers }: Response): number | undefined {
  const asked = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(asked)) return Number(asked) * 1000;
  if (!/^[A-Za-z]{3}/.test(asked)) return undefined;
  const theirs = Date.parse(headers['date'] ?? '');
  const pause = Date.parse(asked) - (Number.isNaN(theirs) ? now() : theirs);
  return Number.isNaN(pause) ? undefined : Math.max(pause, 0);
}
