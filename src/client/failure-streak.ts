import type { Operation } from '../contract/operations.ts';

/** From this number of consecutive failures on, the whole target may be failing. */
const LONG = 10;
/** The number of requests that are named as the possible cause. */
const MOST_NAMED = 8;

/**
 * Consecutive failures of one kind. They suggest that the whole target fails, and not one operation, when they affect
 * several operations, certainly concern all of them, or are three times as many. An answered list would disprove it.
 */
export class FailureStreak {
  readonly #operations = new Set<Operation>();
  readonly #cutOff = new Map<number, Operation>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Ends the streak after a request that went well. */
  end(): void {
    this.#length = 0;
    this.#operations.clear();
    this.#cutOff.clear();
  }

  /** Notes a request that was on its connection when that broke: it may be what ended the target. */
  cutOff(operation: Operation, exchange: number): void {
    if (this.#cutOff.size < MOST_NAMED) this.#cutOff.set(exchange, operation);
  }

  /** Names the requests whose connections broke, the first ones only; empty if there are none. */
  get suspects(): string {
    const inOrder = [...this.#cutOff].sort(([one], [other]) => one - other);
    return inOrder.map(([exchange, operation]) => `${operation} (exchange ${exchange})`).join(', ');
  }

  /** Counts one more failure. Returns true when the streak suggests that the whole target fails. */
  grow(operation: Operation, certain = false): boolean {
    this.#length += 1;
    this.#operations.add(operation);
    const general = this.#operations.size > 1 || certain;
    return this.#length >= (general ? LONG : 3 * LONG);
  }
}
