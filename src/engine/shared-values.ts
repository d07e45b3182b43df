import type { Exchange } from '../model/exchange.ts';

/**
 * Maximum number of characters of shared responses. Beyond it, responses are requested again, so that memory does not
 * grow with the target's pages.
 */
const MOST_SHARED = 12 * 1024 * 1024;
/**
 * A huge body whose text was cut is counted as this many times the remaining text, since its parsed items take most of
 * the memory.
 */
const HELD_OF_CUT = 4;

function charactersHeld({ response: { body } }: Exchange): number {
  if (body.kind === 'empty') return 0;
  return body.kind === 'json' && body.cut ? HELD_OF_CUT * body.text.length : body.text.length;
}

/** What checks find out once for all, by key. */
export class SharedValues {
  readonly #made = new Map<string, Promise<unknown>>();
  /** What was known before the first check asked for it. */
  readonly #offered = new Map<string, () => unknown>();
  readonly #forgotten = new Map<string, number>();
  /** Keys whose computation failed. */
  readonly #failed = new Set<string>();
  readonly #kept = new WeakMap<Exchange, boolean>();
  #characters = 0;

  /** Computes a value once for each key. `make` receives how often the value was forgotten before. */
  once<T>(key: string, make: (forgotten: number) => Promise<T>): Promise<T> {
    const found = this.#made.get(key) ?? this.#take(key) ?? make(this.#forgotten.get(key) ?? 0);
    if (!this.#made.has(key)) found.catch(() => this.#failed.add(key));
    this.#made.set(key, found);
    return found as Promise<T>;
  }

  /** Offers a value to the first caller that would compute it. */
  offer(key: string, value: () => unknown): void {
    this.#offered.set(key, value);
  }

  #take(key: string): Promise<unknown> | undefined {
    const value = this.#offered.get(key);
    this.#offered.delete(key);
    return value && Promise.resolve(value());
  }

  /** Returns what was computed for a key, or undefined if it never was. */
  remembered<T>(key: string): Promise<T> | undefined {
    return this.#made.get(key) as Promise<T> | undefined;
  }

  /** Forgets a value, so that the next caller computes it again. Does this at most `most` times for each key. */
  forget(key: string, most = Number.POSITIVE_INFINITY): void {
    const times = this.#forgotten.get(key) ?? 0;
    if (times < most && this.#made.delete(key)) this.#forgotten.set(key, times + 1);
  }

  /** Forgets the values whose computation failed. */
  forgetFailed(): void {
    for (const key of this.#failed) this.forget(key);
    this.#failed.clear();
  }

  /** Returns whether there is room to keep a response for other checks that send the same request. */
  keeps(answer: Exchange): boolean {
    const known = this.#kept.get(answer);
    if (known !== undefined) return known;
    const characters = charactersHeld(answer);
    const hasRoom = this.#characters + characters <= MOST_SHARED;
    if (hasRoom) this.#characters += characters;
    this.#kept.set(answer, hasRoom);
    return hasRoom;
  }

  /** Forgets all values, when the run is over. */
  clear(): void {
    this.#made.clear();
    this.#offered.clear();
  }
}
