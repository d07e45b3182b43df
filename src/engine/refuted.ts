import type { Failure } from '../model/outcome.ts';
import type { NonEmpty } from '../values/non-empty.ts';
import { unlessInconclusive } from './inconclusive.ts';

/**
 * Thrown inside a check when a response that it needs in order to continue is itself the failure: a valid request was
 * refused and nothing else can be the cause.
 */
export class Refuted extends Error {
  readonly failures: NonEmpty<Failure>;

  constructor(failures: NonEmpty<Failure>) {
    super(failures[0].actual);
    this.name = 'Refuted';
    this.failures = failures;
  }
}

/**
 * Returns what `make` returns, or `otherwise` if that would end the check, as inconclusive or as a failure: for what a
 * check can do without and other rows judge.
 */
export async function unlessEnded<T, U>(otherwise: U, make: () => Promise<T>): Promise<T | U> {
  try {
    return await unlessInconclusive(otherwise, make);
  } catch (error) {
    if (error instanceof Refuted) return otherwise;
    throw error;
  }
}

/** Throws Refuted if there is a failure. */
export function refute([first, ...more]: readonly Failure[]): void {
  if (first) throw new Refuted([first, ...more]);
}
