import fc, { type Arbitrary } from 'fast-check';
import type { Failure } from '../model/outcome.ts';

/** Checks the cases of a property a few at a time, in the order in which fast-check will ask for them. */
export class Ahead<T> {
  readonly #values: readonly T[];
  readonly #check: (value: T) => Promise<readonly Failure[]>;
  readonly #together: number;
  /** An error is kept until its case is asked for. */
  readonly #begun: Promise<() => readonly Failure[]>[] = [];
  #asked = 0;

  /** `parameters` are those of the fast-check run whose cases these are. */
  constructor(
    values: Arbitrary<T>,
    check: (value: T) => Promise<readonly Failure[]>,
    parameters: fc.Parameters<[T]>,
    together: number,
  ) {
    this.#values = fc.sample(fc.tuple(values), parameters).map(([value]) => value);
    this.#check = check;
    this.#together = together;
  }

  /** What the next case came to, while those after it are under way; undefined when there is no further case. */
  next(): Promise<readonly Failure[]> | undefined {
    const own = this.#asked;
    this.#asked += 1;
    const further = this.#values.slice(this.#begun.length, own + this.#together);
    this.#begun.push(...further.map((value) => this.#begin(value)));
    return this.#begun[own]?.then((found) => found());
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
