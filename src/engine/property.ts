import fc, { type Arbitrary } from 'fast-check';
import type { Failure } from '../model/outcome.ts';
import { ConcurrentCases } from './concurrent-cases.ts';
import { Inconclusive } from './inconclusive.ts';
import type { EachOptions } from './probing.ts';

/** One property to check, with all that makes it repeatable. */
export interface Property<T> {
  readonly values: Arbitrary<T>;
  readonly check: (value: T) => Promise<readonly Failure[]>;
  readonly seed: number;
  readonly runs: number;
  /** The fast-check path of an earlier failure; only that case is run. */
  readonly path?: string;
  readonly options: EachOptions<T>;
  /** Returns true once the run is ending: the remaining cases are skipped. */
  readonly stopped: () => boolean;
}

const SHRINK_BUDGET = 40;

/** What the cases of a property have shown so far. */
interface Progress {
  concluded: number;
  /** Number of cases that shrinking has tried. */
  steps: number;
  /** True once a budget is used up. */
  isSpent: boolean;
  smallest: readonly Failure[];
  inconclusive?: Inconclusive;
  /** An error of the suite itself. */
  broken?: { readonly error: unknown };
}

/**
 * Runs a property with fast-check and returns the failures of the smallest failing value. Shrinking is limited by a
 * budget, since each step sends requests that have effects. Throws Inconclusive if no case reached a conclusion.
 */
export async function check<T>(property: Property<T>): Promise<readonly Failure[]> {
  const progress: Progress = { concluded: 0, steps: 0, isSpent: false, smallest: [] };
  const concurrent = concurrentCases(property);
  const predicate = predicateOf(property, progress, concurrent);
  const result = await fc.check(fc.asyncProperty(property.values, predicate), parameters(property));
  // No request may be in flight when a failure is confirmed.
  await concurrent?.ended();
  const { broken, concluded, inconclusive, smallest } = progress;
  if (broken) throw broken.error;
  if (result.errorInstance && smallest.length === 0) throw result.errorInstance;
  if (result.failed) return withReplay(smallest, property.seed, result.counterexamplePath ?? '');
  if (concluded === 0) throw inconclusive ?? new Inconclusive('other', 'no case could be run');
  return [];
}

/** Returns the cases that are checked concurrently, before one of them fails; undefined if all are checked in turn. */
function concurrentCases<T>(property: Property<T>): ConcurrentCases<T> | undefined {
  const { together = 1 } = property.options;
  return together > 1 && property.path === undefined
    ? new ConcurrentCases(property.values, property.check, parameters(property), together)
    : undefined;
}

/** Makes the predicate of a property, which notes what each case shows. Skips the cases after the end of a budget. */
function predicateOf<T>(
  property: Property<T>,
  progress: Progress,
  concurrent: ConcurrentCases<T> | undefined,
): (value: T) => Promise<boolean> {
  const { shrinkBudget = SHRINK_BUDGET } = property.options;
  const isShrinking = (): boolean => progress.smallest.length > 0;
  const isOver = (): boolean =>
    property.stopped() ||
    progress.isSpent ||
    progress.broken !== undefined ||
    (isShrinking() && progress.steps >= shrinkBudget);
  return async (value) => {
    if (isOver()) return true;
    if (isShrinking()) progress.steps += 1;
    try {
      const failures = await ((isShrinking() ? undefined : concurrent?.next()) ?? property.check(value));
      progress.concluded += 1;
      if (failures.length > 0) progress.smallest = failures;
      return failures.length === 0;
    } catch (error) {
      // An error of the suite itself is not a failing case, so no request is sent to shrink it.
      if (error instanceof Inconclusive) {
        progress.inconclusive ??= error;
        // A budget that is used up leaves nothing for later cases either.
        progress.isSpent ||= error.cause === 'budget';
      } else progress.broken = { error };
      return true;
    }
  };
}

function parameters<T>({ seed, runs, path, options }: Property<T>): fc.Parameters<[T]> {
  return {
    seed,
    numRuns: runs,
    ...(path === undefined ? {} : { path, endOnFailure: true }),
    ...(options.examples ? { examples: options.examples.map((value): [T] => [value]) } : {}),
  };
}

const withReplay = (failures: readonly Failure[], seed: number, path: string): readonly Failure[] =>
  failures.map((failure) => ({ ...failure, replay: { seed, path } }));
