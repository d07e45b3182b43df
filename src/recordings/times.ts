/** The longest duration in milliseconds that is believed: a day. */
const LONGEST_MS = 86_400_000;
/** The latest time that is believed, in milliseconds since the epoch: the end of the year 9999, so that ends are dates, too. */
const LATEST = Date.UTC(9999, 11, 31);

/** Returns when a recorded exchange began, in milliseconds since the epoch; 0 if the text is no usable date. */
export function startOf(text: unknown): number {
  const began = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Math.abs(began) <= LATEST ? began : 0;
}

/** Returns how long a recorded exchange took, in milliseconds; 0 if the value is no number. */
export const durationOf = (value: unknown): number =>
  typeof value === 'number' ? Math.min(Math.max(0, value), LONGEST_MS) : 0;
