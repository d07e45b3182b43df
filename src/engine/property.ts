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
  readonly options: EachOptions;
  /** Returns true once the run is ending: the remaining cases are skipped. */
  readonly stopped: () => boolean;
}

const SHRINK_BUDGET = 40;

/**
 * Runs a property with fast-check and returns the failures of the smallest failing value. Shrinking is limited by a
 * budget, since each step sends requests that have effects. Throws Inconclusive if no case reached a conclusion.
 */
export async function check<T>(property: Property<T>): Promise<readonly Failure[]> {
  const state = {
    concluded: 0,
    steps: 0,
    inconclusive: undefined as Inconclusive | undefined,
    isSpent: false,
    smallest: [] as readonly Failure[],
    broken: undefined as { readonly error: unknown } | undefined,
  };
  const budget = property.options.shrinkBudget ?? SHRINK_BUDGET;
  const { together = 1 } = property.options;
  const first =
    together > 1 && property.path === undefined
      ? new ConcurrentCases(property.values, property.check, parameters(property), together)
      : undefined;
  const predicate = async (value: T): Promise<boolean> => {
    if (property.stopped() || state.isSpent || state.broken || (state.smallest.length > 0 && state.steps++ >= budget))
      return true;
    try {
      const failures = await ((state.smallest.length === 0 ? first?.next() : undefined) ?? property.check(value));
      state.concluded += 1;
      if (failures.length === 0) return true;
      state.smallest = failures;
      return false;
    } catch (error) {
      // An error of the suite itself is not a failing case, so no request is sent to shrink it.
      if (error instanceof Inconclusive) {
        state.inconclusive ??= error;
        // A budget that is used up leaves nothing for later cases either.
        state.isSpent ||= error.cause === 'budget';
      } else state.broken = { error };
      return true;
    }
  };
  const result = await fc.check(fc.asyncProperty(property.values, predicate), parameters(property));
  if (state.broken) throw state.broken.error;
  if (result.errorInstance && state.smallest.length === 0) throw result.errorInstance;
  if (result.failed) return withReplay(state.smallest, property.seed, result.counterexamplePath ?? '');
  if (state.concluded === 0) throw state.inconclusive ?? new Inconclusive('other', 'no case could be run');
  return [];
}

function parameters<T>({ seed, runs, path, options }: Property<T>): fc.Parameters<[T]> {
  return {
    seed,
    numRuns: runs,
    ...(path === undefined ? {} : { path, endOnFailure: true }),
    ...(options.examples ? { examples: options.examples.map((value) => [value as T]) } : {}),
  };
}

const withReplay = (failures: readonly Failure[], seed: number, path: string): readonly Failure[] =>
  failures.map((failure) => ({ ...failure, replay: { seed, path } }));
