/** Which attempt at a check is made. */
export interface AttemptKind {
  /** Number of the repetition of the same check. A repetition must not reuse fresh ids, and reads everything again. */
  readonly number: number;
  /** Whether the check's changes are combined with those of other checks. Small requests show a failure best. */
  readonly isPacked: boolean;
}

/** The attempt that a check begins with. */
export const FIRST_ATTEMPT: AttemptKind = { number: 0, isPacked: true };

/** The repetition of a check that failed. */
export const CONFIRMATION: AttemptKind = { number: 1, isPacked: false };

/**
 * The repetitions of a failure that its confirmation did not reproduce. Nothing else of the run is in flight during them.
 * The first one is packed: a failure that only the combination causes shows again.
 */
export const UNDISTURBED_ATTEMPTS: readonly AttemptKind[] = [
  { number: 2, isPacked: true },
  { number: 3, isPacked: false },
];

/** The repetition of a check that was left undecided. What the confirmation of a failure reads is read again. */
export const RETRY: AttemptKind = { number: 4, isPacked: false };

/** The repetition after a pause, when that one met a conflict or a lock too. */
export const LATER_RETRY: AttemptKind = { number: 5, isPacked: false };

/**
 * The repetition of a check that was left undecided, after all other checks. It is packed like the first attempt, because
 * many checks may be repeated and budgets may be nearly used up.
 */
export const FINAL_RETRY: AttemptKind = { number: 6, isPacked: true };

/**
 * The repetitions when that one was left undecided too, each after a pause, and with longer rests after its writes: a
 * service may refuse a write for some time after another one.
 */
export const SLOW_RETRIES: readonly (AttemptKind & { readonly restMs: number })[] = [
  { number: 7, isPacked: true, restMs: 600 },
  { number: 8, isPacked: true, restMs: 2_500 },
];
