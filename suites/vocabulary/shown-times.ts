import { type Instant, instant } from '../../src/values/instant.ts';
import { type Json, member } from '../../src/values/json.ts';
import { COARSEST_CLOCK_MS } from './tolerances.ts';

/** Returns the unit of the last digit that a timestamp shows, in 10⁻¹⁸ seconds. */
const stepOf = (text: unknown): bigint => 10n ** BigInt(18 - (/[.,](\d{1,18})/.exec(String(text))?.[1]?.length ?? 0));

/** Returns the same in nanoseconds, at least one. */
export const nanosecondsOfStep = (text: unknown): bigint => stepOf(text) / 10n ** 9n || 1n;

/**
 * Whether a bound is so near to the time that an item shows that the item may be on its other side: the target may keep
 * more digits.
 */
export function isNear(item: Json, name: string, bound: Instant): boolean {
  const text = member(item, name);
  const shownAs = instant(text);
  if (typeof text !== 'string' || shownAs === undefined) return false;
  const distance = shownAs < bound ? bound - shownAs : shownAs - bound;
  return distance < stepOf(text);
}

/**
 * Whether one shown time is before another. If they show different numbers of digits, they must differ by the unit of the
 * one with fewer digits: the target may keep more. False when either cannot be read.
 */
export function precedes(one: Json | undefined, other: Json | undefined): boolean {
  const [a, b] = [instant(one), instant(other)];
  if (a === undefined || b === undefined || a >= b) return false;
  const [step, otherStep] = [stepOf(one), stepOf(other)];
  return step === otherStep || b - a >= (step > otherStep ? step : otherStep);
}

/** Seconds that are zero, with a fraction of zeros or none. */
const WHOLE_MINUTE = /T\d\d:?\d\d:?00(?:[.,]0+)?(?!\d|[.,])/i;

/** Fractions that a clock of half or quarter seconds shows, and its step in milliseconds. */
const OF_PARTS = new Map([
  ['5', 500],
  ['25', 250],
  ['75', 250],
]);

/**
 * Returns the milliseconds to which a clock may count that shows this time. Zeros at the end may be padding, so a time
 * in whole seconds or minutes may come from a clock that counts no finer. A clock may also count halves or quarters of a
 * second.
 */
export function clockStepOf(text: string): number {
  if (WHOLE_MINUTE.test(text)) return COARSEST_CLOCK_MS;
  const [fraction = ''] = /[.,]\d+/.exec(text) ?? [];
  const digits = fraction.slice(1).replace(/0+$/, '');
  const shownAs = text.replace(fraction, digits === '' ? '' : `.${digits}`);
  return OF_PARTS.get(digits) ?? Number(nanosecondsOfStep(shownAs)) / 1_000_000;
}
