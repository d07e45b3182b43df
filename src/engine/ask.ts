import type { Operation } from '../contract/operations.ts';
import type { RequestInput } from '../model/exchange.ts';
import type { JsonObject } from '../values/json.ts';

/**
 * A request that a probe can send more than once. `input` makes a new one each time, so that ids which must be fresh are.
 */
export interface Ask {
  readonly operation: Operation;
  /** Makes the request. With `isVaried`, a withdrawal that may vary its amount has another one than usual. */
  readonly input: (isVaried?: boolean) => RequestInput;
  /**
   * True for a read whose response serves every check that sends the same request in the same attempt. Controls send it
   * once more.
   */
  readonly isShared?: boolean;
  /**
   * True for a write that is sent again after a conflict or a lock (409, 423): another request of this run may be the
   * cause.
   */
  readonly retriesConflicts?: boolean;
  /** True for a withdrawal on whose exact amount nothing depends: it has another one once amounts must differ. */
  readonly mayVaryAmount?: boolean;
  /** True for a write that is sent concurrently even if the target was found to accept only one write at a time. */
  readonly isConcurrent?: boolean;
  /**
   * True if the request is invalid whatever else holds. If it is accepted, that is a failure even if its twin is
   * refused.
   */
  readonly isInvalid?: boolean;
  /**
   * True if the document does not say whether the request is valid. A server error may then be how the target refuses
   * it.
   */
  readonly isUnstated?: boolean;
}

/**
 * A valid request that a variant differs from in one point. It is sent once a run for each key; one that was generated is
 * sent for its own case only, after the first cases of a property.
 */
export interface Twin {
  readonly key: string;
  readonly ask: Ask;
  readonly isGenerated?: true;
}

/** An accepted request that contains a change among others: the twin, and its whole change to the smallest request. */
export interface Carrier {
  readonly twin: Twin;
  readonly change: JsonObject;
}

/** Requests of an operation that a server error is compared with. */
export interface Controls {
  /** The plainest valid request. If it is accepted, the operation works. */
  readonly plain: Ask;
  /**
   * A request that must be refused. If it is refused with the same status, the target uses that status for refusals.
   */
  readonly invalid: Ask;
  /**
   * Another valid request, for operations whose plainest request may be accepted only once. Returns undefined if none
   * is known.
   */
  readonly another?: () => Promise<Ask | undefined>;
}
