/**
 * Tolerances of time, in milliseconds, each with its reason. Limits of what is sent or remembered are next to the code
 * that sends or remembers it.
 */

import { type Instant, ofMilliseconds } from '../../src/values/instant.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The units of tolerances, in words for one of them and for several. */
const UNITS = [
  { ms: MINUTE, one: 'a minute', many: 'minutes' },
  { ms: SECOND, one: 'a second', many: 'seconds' },
  { ms: SECOND / 10, one: 'a tenth of a second', many: 'tenths of a second' },
] as const;

const NUMBERS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Returns a tolerance in words, for texts that state it: `a second`, `ten minutes`, `three tenths of a second`. */
export function inWords(ms: number): string {
  const unit = UNITS.find((each) => ms % each.ms === 0);
  const count = unit ? ms / unit.ms : 0;
  const number = NUMBERS[count - 2];
  if (unit && count === 1) return unit.one;
  if (!unit || number === undefined) throw new Error(`there are no words for ${ms} ms`);
  return `${number} ${unit.many}`;
}

/**
 * Times that differ by at most this are the same: the `created_at` of a look-up may differ from that of the creation,
 * and clocks may show whole seconds.
 */
export const SAME_INSTANT_MS = SECOND;

/**
 * A pause after which a newly generated time differs by more than {@link SAME_INSTANT_MS}, with a fifth of a second
 * for timers that end early.
 */
export const VISIBLY_LATER_MS = 1_200;

/** Requests that are at least this far apart are made at different times for any clock that counts tenths of a second. */
export const APART_MS = 300;

/** Returns a pause after which a clock that showed this time shows a later one. */
export const visiblyLaterThan = (time: Instant): number =>
  time % ofMilliseconds(100) === 0n ? VISIBLY_LATER_MS : APART_MS;

/** Whether a clock that shows this time certainly counts milliseconds. */
export const countsMilliseconds = (time: Instant): boolean => time % ofMilliseconds(10) !== 0n;

/** Whether a clock that shows this time counts fractions of a second. */
export const showsFractions = (time: Instant): boolean => time % ofMilliseconds(SECOND) !== 0n;

/** A pause after which a cache that keeps answers for a second has read again. */
export const CACHED_MS = 1_200;

/** The end of a settlement window may be before its start by at most this: examples show such windows. */
export const WINDOW_ROUNDING_MS = SECOND;

/**
 * Two changes that are less than this apart may show the same time on a clock of whole seconds: one second for the
 * resolution of the clock, and one for the time between the change and the answer that shows it.
 */
export const ONE_TICK_MS = 2 * SECOND;

/** A pause after which any clock shows a later time, even if it counts whole seconds and the answer is slow. */
export const NEXT_TICK_MS = 3 * SECOND;

/** The step of the coarsest clock whose times are judged: one that counts whole minutes. */
export const COARSEST_CLOCK_MS = MINUTE;

/**
 * How much the current time in an answer may differ from the target's own clock, or from ours: clocks need not be exact
 * to the minute.
 */
export const CLOCK_MS = 10 * MINUTE;

/**
 * Time zones differ from UTC by whole quarters of an hour, by at least one hour and at most fourteen. The slack of a
 * minute on either side is for clocks.
 */
export const ZONE_STEP_MS = 15 * MINUTE;
export const NEAREST_ZONE_MS = 60 * MINUTE;
export const FARTHEST_ZONE_MS = 14 * 60 * MINUTE;
export const ZONE_SLACK_MS = MINUTE;

/** Requests that are this far apart are made at different times for a clock that counts whole seconds, too. */
export const SECONDS_APART_MS = 2_500;

/** The step of a clock from which on several machines, whose clocks differ, may show the same time by chance. */
export const COARSE_STEP_MS = SECOND;

/** How long after a write a service may still hold a lock that refuses others with a conflict. */
export const UNLOCKED_MS = 4 * SECOND;

/** How long after a creation a replica may not list it yet. */
export const REPLICATED_MS = 5 * SECOND;

/**
 * How long a repeated attempt looks for a creation if the list has shown that of the first attempt late, and how long an
 * answer to a read from before an update may be kept.
 */
export const LATE_WITHIN_MS = 30_000;

/** What is added to a pause because a timer may end early. */
export const TIMER_SLACK_MS = 50;

/** Times that one check causes differ by at most this; an older one has another cause. */
export const ONE_CHECK_MS = MINUTE;

/** The pause before a request is repeated that met a temporary failure of the target. */
export const AGAIN_AFTER_MS = 500;

/** How long a simulated deposit may take until the balance shows it. */
export const DEPOSITED_MS = 2 * SECOND;

/** A pause after which the effects of a request would show: those of a refused creation, or of a read. */
export const LEFT_BEHIND_MS = 300;

/**
 * The pause between two of the reads that show whether others update an account: another run would update it about
 * every second.
 */
export const BETWEEN_READS_MS = 250;

/**
 * The longest pause between two reads of a quote execution. It usually settles in less than 100 ms, so some reads are
 * before and some after that.
 */
export const AROUND_SETTLEMENT_MS = 60;
