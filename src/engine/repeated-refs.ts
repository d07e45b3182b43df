import { refIdOf } from '../contract/lists.ts';
import { type Exchange, isAccepted } from '../model/exchange.ts';
import { Memory } from '../values/memory.ts';

const MOST_REFS = 100_000;

/**
 * Finds requests that repeat a client reference (`ref_id`) that was accepted before, for whatever operation: one reference
 * may stand for one transfer of any kind (2.1). The document does not show how such a request is answered (4.15).
 */
export class RepeatedRefs {
  readonly #accepted = new Memory<string, true>(MOST_REFS);
  #possible = 0;

  /** Number of requests that count as repetitions only because the memory may have dropped their reference. */
  get possible(): number {
    return this.#possible;
  }

  /**
   * Notes the reference of an accepted request, and returns whether it is a repetition. Once the memory has dropped a
   * reference, every reference may be a repetition.
   */
  isRepetition(exchange: Exchange): boolean {
    const ref = refIdOf(exchange.request.body);
    if (typeof ref !== 'string' || !isAccepted(exchange)) return false;
    if (this.#accepted.has(ref)) return true;
    this.#accepted.set(ref, true);
    if (!this.#accepted.forgets) return false;
    this.#possible += 1;
    return true;
  }
}
