import type { Failure } from '../model/outcome.ts';

/**
 * Thrown inside a check when an answer that it goes on by is itself the failure: a request that keeps every rule was refused
 * although nothing else can be the cause.
 */
export class Refuted extends Error {
  readonly failures: readonly [Failure, ...Failure[]];

  constructor(failures: readonly [Failure, ...Failure[]]) {
    super(failures[0].actual);
    this.name = 'Refuted';
    this.failures = failures;
  }
}

/** Throws where there is a failure. */
export function refute([first, ...more]: readonly Failure[]): void {
  if (first) throw new Refuted([first, ...more]);
}
