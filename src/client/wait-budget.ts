import { flagFor } from '../values/flag.ts';

/** The total waiting that the target may ask for by Retry-After in one run (`--max-wait`). */
export class WaitBudget {
  readonly #all: number;
  #left: number;

  constructor(milliseconds: number) {
    this.#all = milliseconds;
    this.#left = milliseconds;
  }

  /** Milliseconds of waiting that are left. */
  get left(): number {
    return this.#left;
  }

  /** Counts whole milliseconds: a difference of two times is rarely exact. */
  spend(milliseconds: number): void {
    this.#left = Math.max(0, this.#left - Math.round(milliseconds));
  }

  /** Returns why a pause is refused, as the end of a sentence. */
  get exceeded(): string {
    return `Retry-After asks for a longer total wait than ${flagFor('maxWait')} allows in one run (${this.#all / 1000} s)`;
  }
}
