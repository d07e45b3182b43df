import type { Operation } from '../contract/operations.ts';

/** So many failures in a row are the whole target's. */
const LONG = 10;

/**
 * Failures of one kind in a row. They may be the whole target's, rather than one operation's, when they are met on several
 * operations, are certain to concern all of them, or are three times as many: a list that is answered would show otherwise.
 */
export class FailureRun {
  readonly #operations = new Set<Operation>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A request went well: the run is over. */
  end(): void {
    this.#length = 0;
    this.#operations.clear();
  }

  /** One more failure; true when the run is the whole target's by now. */
  grow(operation: Operation, certain = false): boolean {
    this.#length += 1;
    this.#operations.add(operation);
    const general = this.#operations.size > 1 || certain;
    return this.#length >= (general ? LONG : 3 * LONG);
  }
}
