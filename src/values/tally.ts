/** The key of everything that is counted once there is no room for another key. */
const OTHERS = 'others';

/** Counts by key. Memory is bounded: once there are `most` keys, further ones are counted together as others. */
export class Tally {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Number of different keys, with that of the others. */
  get size(): number {
    return this.#counts.size;
  }

  add(key: string): void {
    const known = this.#counts.has(key) || this.#counts.size < this.#most ? key : OTHERS;
    this.#counts.set(known, (this.#counts.get(known) ?? 0) + 1);
  }

  /** Returns keys and counts in the order in which the keys came. */
  entries(): readonly (readonly [key: string, count: number])[] {
    return [...this.#counts];
  }
}
