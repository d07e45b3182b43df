import fc, { type Arbitrary } from 'fast-check';
import { type Instant, instant, shift, timestamp } from '../src/values/instant.ts';
import { among, perhaps } from './choice.ts';

/** In nanoseconds. */
const MINUTE = 60_000_000_000n;
const DAY = 24n * 60n * MINUTE;

/** Typical UTC offsets in minutes, UTC first. */
const OFFSETS = [0, 60, -300, 330, 345, -570, 840, -720] as const;

const signed = (minutes: number): string => {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
};

/**
 * Returns the timestamp of an instant at an offset of `minutes`, with at least this many fraction digits; in UTC at the
 * ends of the calendar.
 */
function withOffset(moment: Instant, minutes: number, digits = 0): string {
  const by = BigInt(minutes) * MINUTE;
  const local = shift(moment, by);
  return shift(local, -by) === moment
    ? timestamp(local, digits).replace('Z', signed(minutes))
    : timestamp(moment, digits);
}

/** How a timestamp is written: its offset in minutes (undefined for Z), and its minimum number of fraction digits. */
export interface Spelling {
  readonly minutes: number | undefined;
  readonly digits: number;
}

/** Generates spellings of timestamps that both RFC 3339 and ISO 8601 allow. Shrinks towards Z and the fewest digits. */
export const spellings = (): Arbitrary<Spelling> =>
  fc.record({ minutes: perhaps(among(OFFSETS)), digits: among([0, 1, 2, 3, 6, 7, 9]) });

/** Returns the exact timestamp of an instant in this spelling, with more digits if the instant needs them. */
export const spell = (moment: Instant, { minutes, digits }: Spelling): string =>
  minutes === undefined ? timestamp(moment, digits) : withOffset(moment, minutes, digits);

const startOfDay = (moment: Instant): Instant => {
  const found = instant(`${timestamp(moment).slice(0, 10)}T00:00:00Z`);
  if (found === undefined) throw new Error(`${timestamp(moment)} has no day`);
  return found;
};

const STEPS = [1n, 1_000n, 1_000_000n, 1_000_000_000n] as const;

/**
 * Generates a given instant and those around it, the given one first: a nanosecond, microsecond, millisecond and second
 * before and after, and the beginning and end of its day. Steps below `finest` nanoseconds are left out.
 */
export function around(moment: Instant, finest = 1n): Arbitrary<Instant> {
  const steps = STEPS.filter((step) => step >= finest);
  const midnight = startOfDay(moment);
  const next = shift(midnight, DAY);
  const ends = [shift(midnight, -(steps[0] ?? 1n)), midnight, shift(next, -(steps[0] ?? 1n)), next];
  return among([moment, ...steps.flatMap((step) => [shift(moment, step), shift(moment, -step)]), ...ends]);
}

const NOTABLE = [
  '2024-01-01T00:00:00Z',
  '2024-02-29T00:00:00Z',
  '2024-02-29T23:59:59.999999999Z',
  '2024-03-01T00:00:00Z',
  '2023-02-28T23:59:59.999Z',
  '2000-02-29T12:00:00Z',
  '2023-12-31T23:59:59.999999Z',
  '1970-01-01T00:00:00Z',
  '2038-01-19T03:14:08Z',
  '2100-02-28T23:59:59Z',
  '2100-03-01T00:00:00Z',
] as const;

/** Instants that calendar code often gets wrong: leap days, ends of years and days, the limits of 32-bit seconds. */
export const notableInstants: readonly Instant[] = NOTABLE.flatMap((text) => instant(text) ?? []);

/** Generates any instant from 1970 to 2100 with 0 to 9 fraction digits. Shrinks towards the beginning of 2024. */
export function instants(): Arbitrary<Instant> {
  const start = notableInstants[0];
  if (start === undefined) throw new Error('there is no instant to start from');
  const year = 365n * DAY;
  const anywhere = fc.tuple(fc.bigInt({ min: -54n * year, max: 76n * year }), fc.nat({ max: 9 }));
  return fc.oneof(
    among(notableInstants),
    anywhere.map(([offset, dropped]) => shift(start, offset - (offset % 10n ** BigInt(dropped)))),
  );
}
