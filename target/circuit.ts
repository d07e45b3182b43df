import type { Operation } from '../model/operations.ts';
import type { Loss } from './loss.ts';

/** Losses in a row after which a target counts as gone. */
const MOST_IN_A_ROW = 10;

/**
 * Tells a target that stopped answering from one operation that never answers: the losses in a row must be of several
 * operations, or without any connection, or three times as many.
 */
export class Circuit {
  readonly #operations = new Set<Operation>();
  #losses = 0;

  answered(): void {
    this.#losses = 0;
    this.#operations.clear();
  }

  /** Counts a loss; the sentence to end the run with, once there are too many. */
  lost(operation: Operation, loss: Loss): string | undefined {
    if (loss.cause === 'interrupted') return undefined;
    this.#losses += 1;
    this.#operations.add(operation);
    const general = this.#operations.size > 1 || loss.cause === 'unreached';
    if (this.#losses < (general ? MOST_IN_A_ROW : 3 * MOST_IN_A_ROW)) return undefined;
    return `the target stopped answering: ${this.#losses} requests in a row were lost, the last because ${loss.reason}`;
  }
}
