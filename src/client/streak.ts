import type { Operation } from '../contract/operations.ts';

/** Length from which the same trouble in a row is the whole target's. */
const LONG = 10;

/**
 * The same trouble in a row. That of the whole target is told from that of one operation: it must be met on several
 * operations, or be certain to concern all of them, or last three times as long.
 */
export class Streak {
  readonly #operations = new Set<Operation>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The trouble is over. */
  end(): void {
    this.#length = 0;
    this.#operations.clear();
  }

  /** The trouble once more; true when it is the whole target's by now. */
  grow(operation: Operation, certain = false): boolean {
    this.#length += 1;
    this.#operations.add(operation);
    const general = this.#operations.size > 1 || certain;
    return this.#length >= (general ? LONG : 3 * LONG);
  }
}
