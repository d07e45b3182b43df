import { now } from '../values/clock.ts';
import { ENHANCE_YOUR_CALM, FORBIDDEN, TOO_MANY_REQUESTS } from '../values/http-status.ts';
import type { Response } from './exchange.ts';

/** The longest pause after a transient failure, whatever the response asks for. */
const LONGEST_MOMENT_MS = 5_000;

/** Returns the milliseconds that the response to a transient failure asks to wait, at most LONGEST_MOMENT_MS. */
export function momentaryPause(response: Response): number | undefined {
  const asked = askedPause(response);
  return asked === undefined ? undefined : Math.min(asked, LONGEST_MOMENT_MS);
}

/** Statuses besides 429 with which services limit the rate of requests, if the response says when to try again. */
const LIMITING: ReadonlySet<number> = new Set([FORBIDDEN, ENHANCE_YOUR_CALM]);

/** Returns whether a response limits, or may limit, the rate of requests. Its request was not executed. */
export const limitsRate = (response: Response): boolean =>
  response.status === TOO_MANY_REQUESTS || (LIMITING.has(response.status) && askedPause(response) !== undefined);

/**
 * Returns the milliseconds that Retry-After asks for, in seconds or as a date; undefined if it is missing or malformed.
 * A date is compared with the target's own `Date` header if it has one.
 */
export function askedPause({ headers }: Response): number | undefined {
  const asked = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(asked)) return Number(asked) * 1000;
  if (!/^[A-Za-z]{3}/.test(asked)) return undefined;
  const theirs = Date.parse(headers['date'] ?? '');
  const pause = Date.parse(asked) - (Number.isNaN(theirs) ? now() : theirs);
  return Number.isNaN(pause) ? undefined : Math.max(pause, 0);
}
