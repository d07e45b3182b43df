import { Memory } from './memory.ts';

declare const brand: unique symbol;

/** A moment in attoseconds since 1970-01-01T00:00:00Z, exact for up to 18 fractional digits of a second. */
export type Instant = bigint & { readonly [brand]: 'Instant' };

const ATTOSECONDS = 18;
const PER_MILLISECOND = 10n ** 15n;
const PER_NANOSECOND = 10n ** 9n;

/** Durations are counted in nanoseconds. */
export const MILLISECOND = 1_000_000n;
export const SECOND = 1_000n * MILLISECOND;
const GRAMMAR =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,100}))?)?([Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/;

/** Matches timestamps in the basic format of ISO 8601, without separators. Seconds are optional in both formats. */
const BASIC = /^(\d{4})(\d\d)(\d\d)[Tt](\d\d)(\d\d)(\d\d)?(?=[.,Zz+-])/;

/** Writes the parts of a basic timestamp with separators. */
// biome-ignore lint/complexity/useMaxParams: String.replace passes each group of the pattern.
const separated = (_: string, year: string, month: string, day: string, hour: string, minute: string, second = '00') =>
  `${year}-${month}-${day}T${hour}:${minute}:${second}`;

/** Matches the dates of ISO 8601 that are no calendar dates: week dates (2026-W48-2) and ordinal dates (2026-328). */
const NO_CALENDAR_DATE = /^(\d{4})-(?:W(\d\d)-([1-7])|(\d{3}))(?=[Tt])/;
const DAY_MS = 86_400_000;

/** Writes a week date or an ordinal date as a calendar date; leaves a day that its year does not have as it is. */
// biome-ignore lint/complexity/useMaxParams: String.replace passes each group of the pattern.
function calendarDate(given: string, year: string, week?: string, weekday?: string, ordinal?: string): string {
  const isInYear = (day: number): boolean => new Date(day).getUTCFullYear() === Number(year);
  const written = (day: number): string => new Date(day).toISOString().slice(0, 10);
  if (ordinal !== undefined) {
    const day = Date.UTC(Number(year), 0, Number(ordinal));
    return isInYear(day) ? written(day) : given;
  }
  // Week 1 has the year's first Thursday, so 4 January is always in it.
  const fourth = Date.UTC(Number(year), 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS + (Number(week) - 1) * 7 * DAY_MS;
  return isInYear(monday + 3 * DAY_MS) ? written(monday + (Number(weekday) - 1) * DAY_MS) : given;
}

function offsetMinutes(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', '') || 0)];
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Timestamps that were read before, since lists show the same ones again and again. */
const known = new Memory<string, Instant | 'none'>(20_000);

/**
 * Reads an RFC 3339 / ISO 8601 timestamp with any offset and any number of fractional digits (Conventions). Returns
 * undefined for other text.
 */
export function instant(text: unknown): Instant | undefined {
  if (typeof text !== 'string') return undefined;
  const found = known.get(text);
  if (found !== undefined) return found === 'none' ? undefined : found;
  const read = parsed(text);
  known.set(text, read ?? 'none');
  return read;
}

function parsed(text: string): Instant | undefined {
  const parts = GRAMMAR.exec(text.replace(BASIC, separated).replace(NO_CALENDAR_DATE, calendarDate));
  if (!parts) return undefined;
  const [, day = '', hour = '', minute = '', second = '00', fraction = '', zone = ''] = parts;
  const leap = second === '60';
  const start = Date.parse(`${day}T${hour}:${minute}:${leap ? '59' : second}Z`);
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(day)) return undefined;
  const whole = BigInt(start - offsetMinutes(zone) * 60_000 + (leap ? 1000 : 0)) * PER_MILLISECOND;
  return (whole + BigInt(fraction.slice(0, ATTOSECONDS).padEnd(ATTOSECONDS, '0'))) as Instant;
}

/** Converts milliseconds since the epoch to an instant. */
export const ofMilliseconds = (milliseconds: number): Instant =>
  (BigInt(Math.round(milliseconds)) * PER_MILLISECOND) as Instant;

/** Returns the milliseconds from a to b, positive if b is later. */
export const millisecondsBetween = (a: Instant, b: Instant): number => Number(b - a) / Number(PER_MILLISECOND);

/** The first and the last second that RFC 3339 can write and most calendars know. */
const [EARLIEST, LATEST] = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'].map(
  (text) => BigInt(Date.parse(text)) * PER_MILLISECOND,
) as [bigint, bigint];

/** Returns the instant that is `nanoseconds` later, or earlier if negative, within the years 1 to 9999. */
export function shift(moment: Instant, nanoseconds: bigint): Instant {
  const moved = moment + nanoseconds * PER_NANOSECOND;
  return (moved < EARLIEST ? EARLIEST : moved > LATEST ? LATEST : moved) as Instant;
}

/** Returns how many whole nanoseconds `b` is later than `a`. */
export const nanosecondsBetween = (a: Instant, b: Instant): bigint => (b - a) / PER_NANOSECOND;

/** Returns the part of a moment that is left over by whole units, in attoseconds. */
function remainder(moment: Instant, unit: bigint): bigint {
  const whole = unit * PER_NANOSECOND;
  return ((moment % whole) + whole) % whole;
}

/** Returns the last instant that is a whole number of units, and not later. */
export const floorTo = (moment: Instant, unit: bigint): Instant => (moment - remainder(moment, unit)) as Instant;

/** Returns whether an instant is a whole number of units. */
export const isWhole = (moment: Instant, unit: bigint): boolean => remainder(moment, unit) === 0n;

/** Returns the instant halfway between two. */
export const halfWay = (a: Instant, b: Instant): Instant => ((a + b) / 2n) as Instant;

/** Returns a negative number if a is earlier, zero for the same moment, a positive number if a is later. */
export const compareInstants = (a: Instant, b: Instant): number => (a < b ? -1 : a > b ? 1 : 0);

/** Writes the instant in UTC, with as many fractional digits as it needs and at least `digits`. */
export function timestamp(moment: Instant, digits = 0): string {
  const fraction = remainder(moment, SECOND);
  const whole = new Date(Number((moment - fraction) / PER_MILLISECOND)).toISOString().slice(0, 19);
  const shown = fraction.toString().padStart(ATTOSECONDS, '0').replace(/0+$/, '').padEnd(digits, '0');
  return `${whole}${shown && `.${shown}`}Z`;
}
