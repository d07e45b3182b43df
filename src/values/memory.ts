/** The usual number of entries: at a kilobyte each they take 10 MB. */
const USUAL = 10_000;

/**
 * A map with at most `most` entries, so that memory does not grow with the length of a run. When it is full, it drops
 * the older half. A missing entry is therefore no evidence against a target: if an entry excuses something, ask
 * {@link Memory.mayHave}.
 */
export class Memory<K, V> {
  readonly #half: number;
  #new = new Map<K, V>();
  #old = new Map<K, V>();
  #forgets = false;

  constructor(most = USUAL) {
    this.#half = Math.max(1, Math.floor(most / 2));
  }

  /** True once an entry was dropped. */
  get forgets(): boolean {
    return this.#forgets;
  }

  get isEmpty(): boolean {
    return this.#new.size + this.#old.size === 0;
  }

  has(key: K): boolean {
    return this.#new.has(key) || this.#old.has(key);
  }

  /** Returns whether a key may have been set: it has an entry, or entries of any keys were dropped. */
  mayHave(key: K): boolean {
    return this.#forgets || this.has(key);
  }

  get(key: K): V | undefined {
    return this.#new.get(key) ?? this.#old.get(key);
  }

  set(key: K, value: V): void {
    if (this.#old.has(key)) {
      this.#old.set(key, value);
      return;
    }
    if (this.#new.size >= this.#half && !this.#new.has(key)) this.#age();
    this.#new.set(key, value);
  }

  #age(): void {
    this.#forgets ||= this.#old.size > 0;
    this.#old = this.#new;
    this.#new = new Map();
  }

  /** Returns the value of a key. If there is none, stores and returns `value`. */
  first(key: K, value: V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    this.set(key, value);
    return value;
  }

  delete(key: K): void {
    this.#new.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#new.clear();
    this.#old.clear();
  }
}
