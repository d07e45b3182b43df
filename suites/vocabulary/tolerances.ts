/** Tolerances of time, in milliseconds, each with its reason. Limits of what is sent or remembered are with what sends or remembers. */

const SECOND = 1_000;

/** `created_at` of a look-up may differ from that of the creation, and clocks may show whole seconds: what differs less is the same. */
export const SAME_INSTANT_MS = SECOND;

/**
 * A pause after which a time that is made anew at each read differs by more than {@link SAME_INSTANT_MS}, with a fifth of a
 * second for timers that end early.
 */
export const VISIBLY_LATER_MS = 1_200;

/** The end of a settlement window may be before its start by less than this: examples show it. */
export const WINDOW_ROUNDING_MS = SECOND;

/**
 * Two changes less than this apart may show the same time on a clock of whole seconds: one second for its resolution, and one
 * for the time between the change and the answer that shows it.
 */
export const ONE_TICK_MS = 2 * SECOND;

/** A pause after which any clock shows another time than before, at whole seconds and with an answer that is slow. */
export const NEXT_TICK_MS = 3 * SECOND;

/** By how much a time that a target shows as now may differ from its own clock, or from ours: clocks need not agree to the minute. */
export const CLOCK_MS = 10 * 60 * SECOND;

/** Time zones are whole quarters of an hour away from UTC, and at most fourteen hours; a minute to either side is for clocks. */
export const ZONE_STEP_MS = 15 * 60 * SECOND;
export const FARTHEST_ZONE_MS = 14 * 60 * 60 * SECOND;
export const ZONE_SLACK_MS = 60 * SECOND;

/** A pause after a request in which what it left behind would show: of a refused creation, or of a read. */
export const LEFT_BEHIND_MS = 300;

/** The pause between two of the reads that show whether others update an account: another run updates one about every second. */
export const BETWEEN_READS_MS = 250;

/** The longest pause between two reads of a quote execution: it settles in less than 100 ms as a rule, so that reads fall around it. */
export const AROUND_SETTLEMENT_MS = 60;
