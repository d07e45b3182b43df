import fc, { type Arbitrary } from 'fast-check';
import type { Failure } from '../model/outcome.ts';

/**
 * The maximum number of cases that are drawn in advance. A longer run draws the rest one by one, so that its memory use
 * stays flat.
 */
const MOST = 200;

/** Checks the cases of a property, a few at a time, in the order in which fast-check will ask for them. */
export class ConcurrentCases<T> {
  readonly #values: readonly T[];
  readonly #check: (value: T) => Promise<readonly Failure[]>;
  readonly #together: number;
  /** Checks that have started. A check that throws keeps its error until fast-check asks for that case. */
  readonly #begun = new Map<number, Promise<() => readonly Failure[]>>();
  #asked = 0;
  #next = 0;

  /** `parameters` are those of the fast-check run that these cases belong to. */
  constructor(
    values: Arbitrary<T>,
    check: (value: T) => Promise<readonly Failure[]>,
    parameters: fc.Parameters<[T]>,
    together: number,
  ) {
    const cases = Math.min(parameters.numRuns ?? MOST, MOST);
    this.#values = fc.sample(fc.tuple(values), { ...parameters, numRuns: cases }).map(([value]) => value);
    this.#check = check;
    this.#together = together;
  }

  /**
   * Returns the failures of the next case and meanwhile starts the cases after it. Returns undefined when no case is
   * left.
   */
  next(): Promise<readonly Failure[]> | undefined {
    const own = this.#asked;
    this.#asked += 1;
    for (const value of this.#values.slice(this.#next, own + this.#together)) {
      this.#begun.set(this.#next, this.#begin(value));
      this.#next += 1;
    }
    const due = this.#begun.get(own);
    this.#begun.delete(own);
    return due?.then((found) => found());
  }

  /** Resolves when no check is under way any more. Those of cases that were never asked for are, after a failure. */
  async ended(): Promise<void> {
    await Promise.all(this.#begun.values());
  }

  #begin(value: T): Promise<() => readonly Failure[]> {
    return this.#check(value).then(
      (failures) => () => failures,
      (error: unknown) => () => {
        throw error;
      },
    );
  }
}
