import { isCreation, type Operation } from '../../contract/operations.ts';
import { type Exchange, isAccepted } from '../../model/exchange.ts';

/**
 * Maximum number of creations kept for each operation. They suffice for a few lookups, and memory does not grow with
 * the length of a run.
 */
const MOST = 200;

/** The first creations of a run, in the order in which they were requested. */
export class Creations {
  readonly #of = new Map<Operation, Exchange[]>();

  /** Keeps the exchange if it is an accepted creation. */
  see(exchange: Exchange): void {
    const { operation } = exchange;
    if (!isCreation(operation) || !isAccepted(exchange)) return;
    const known = [...this.of(operation), exchange].sort((a, b) => a.id - b.id);
    this.#of.set(operation, known.slice(0, MOST));
  }

  of(operation: Operation): readonly Exchange[] {
    return this.#of.get(operation) ?? [];
  }
}
