import { Memory } from './memory.ts';

declare const brand: unique symbol;

/** A moment in time in attoseconds since 1970-01-01T00:00:00Z, exact for up to 18 fractional digits of a second. */
export type Instant = bigint & { readonly [brand]: 'Instant' };

const ATTOSECONDS = 18;
const PER_MILLISECOND = 10n ** 15n;
const GRAMMAR =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,100}))?)?([Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/;

/** The same in the basic format of ISO 8601, without separators; seconds may be left out of either. */
const BASIC = /^(\d{4})(\d\d)(\d\d)[Tt](\d\d)(\d\d)(\d\d)?(?=[.,Zz+-])/;

/** The parts of a timestamp in the basic format, with separators. */
const separated = (_: string, year: string, month: string, day: string, hour: string, minute: string, second = '00') =>
  `${year}-${month}-${day}T${hour}:${minute}:${second}`;

function offsetMinutes(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', '') || 0)];
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Timestamps read before: lists show the same ones again and again. */
const known = new Memory<string, Instant | 'none'>(20_000);

/** Reads an RFC 3339 / ISO 8601 timestamp with any offset and any number of fractional digits (Conventions). */
export function instant(text: unknown): Instant | undefined {
  if (typeof text !== 'string') return undefined;
  const found = known.get(text);
  if (found !== undefined) return found === 'none' ? undefined : found;
  const read = parsed(text);
  known.set(text, read ?? 'none');
  return read;
}

function parsed(text: string): Instant | undefined {
  const parts = GRAMMAR.exec(text.replace(BASIC, separated));
  if (!parts) return undefined;
  const [, day = '', hour = '', minute = '', second = '00', fraction = '', zone = ''] = parts;
  const leap = second === '60';
  const start = Date.parse(`${day}T${hour}:${minute}:${leap ? '59' : second}Z`);
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(day)) return undefined;
  const whole = BigInt(start - offsetMinutes(zone) * 60_000 + (leap ? 1000 : 0)) * PER_MILLISECOND;
  return (whole + BigInt(fraction.slice(0, ATTOSECONDS).padEnd(ATTOSECONDS, '0'))) as Instant;
}

/** The instant of a clock reading in milliseconds since the epoch. */
export const ofMilliseconds = (milliseconds: number): Instant =>
  (BigInt(Math.round(milliseconds)) * PER_MILLISECOND) as Instant;

/** The distance from a to b in milliseconds, positive when b is later. */
export const millisecondsBetween = (a: Instant, b: Instant): number => Number(b - a) / Number(PER_MILLISECOND);

/** The instant `nanoseconds` later (earlier when negative). */
export const shift = (moment: Instant, nanoseconds: bigint): Instant => (moment + nanoseconds * 10n ** 9n) as Instant;

/** The instant in the middle of two. */
export const halfWay = (a: Instant, b: Instant): Instant => ((a + b) / 2n) as Instant;

/** Negative when a is earlier, zero when the same moment, positive when later. */
export const compareInstants = (a: Instant, b: Instant): number => (a < b ? -1 : a > b ? 1 : 0);

/** The timestamp in UTC, with as many fractional digits as it needs (at least `digits`). */
export function timestamp(moment: Instant, digits = 0): string {
  const second = 10n ** BigInt(ATTOSECONDS);
  const fraction = ((moment % second) + second) % second;
  const whole = new Date(Number((moment - fraction) / PER_MILLISECOND)).toISOString().slice(0, 19);
  const shown = fraction.toString().padStart(ATTOSECONDS, '0').replace(/0+$/, '').padEnd(digits, '0');
  return `${whole}${shown && `.${shown}`}Z`;
}
