/** What everything is called that is counted once there is no room for another key. */
const OTHERS = 'others';

/** Counts by key. Memory is bounded: once there are `most` keys, further ones are counted together as others. */
export class Counter {
  readonly #most: number;
  readonly #counts = new Map<string, number>();
  /** Kept apart from the keys, one of which may have the same name. */
  #others = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Number of different keys, with that of the others. */
  get size(): number {
    return this.#counts.size + Math.sign(this.#others);
  }

  add(key: string): void {
    if (this.#counts.has(key) || this.#counts.size < this.#most)
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    else this.#others += 1;
  }

  /** Returns keys and counts in the order in which the keys came, the others last. */
  entries(): readonly (readonly [key: string, count: number])[] {
    return [...this.#counts, ...(this.#others > 0 ? [[OTHERS, this.#others] as const] : [])];
  }
}
