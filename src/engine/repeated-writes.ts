import { refIdOf } from '../contract/lists.ts';
import { isRead, isRepeatable } from '../contract/operations.ts';
import { isAnswered, type Recorded, type RequestInput } from '../model/exchange.ts';
import { momentaryPause } from '../model/retry-after.ts';
import { isTemporary } from '../values/http-status.ts';
import { isConflict } from './proof.ts';

/** Returns whether a write met a transient status (429 excepted), from which nothing follows. */
export const failedTransiently = (answer: Recorded): boolean =>
  !isRead(answer.operation) && isAnswered(answer) && isTemporary(answer.response.status);

/** Milliseconds that a response asks the client to wait before the next attempt; 0 if it asks for none. */
export const pauseAsked = (answer: Recorded): number => (isAnswered(answer) && momentaryPause(answer.response)) || 0;

/** Returns whether a write met a conflict or a lock (409, 423). Another request of this run may be the cause. */
export const metAConflict = (answer: Recorded): boolean =>
  !isRead(answer.operation) && isAnswered(answer) && isConflict(answer.response.status);

/**
 * A write whose connection breaks later than this is not tried again: if the target answers nothing, every attempt
 * would take as long.
 */
const LOST_WITHIN_MS = 5_000;

/** Returns whether a request got no response because its connection broke. */
export const isCutOff = (answer: Recorded): boolean =>
  !isAnswered(answer) && !answer.isUnsent && answer.durationMs < LOST_WITHIN_MS;

/** Returns whether that happened to a write. */
export const lostConnection = (answer: Recorded): boolean => !isRead(answer.operation) && isCutOff(answer);

export const mayBeRetried = (answer: Recorded): boolean => failedTransiently(answer) || metAConflict(answer);

/**
 * Returns whether a request may follow a write that may have been executed: it is safe to repeat, it has another
 * reference, or it has no reference and the first met a conflict.
 */
export function mayBeSentAfter(answer: Recorded, { body }: RequestInput): boolean {
  if (isRepeatable(answer.operation)) return true;
  const ref = refIdOf(body);
  return ref === undefined ? metAConflict(answer) : ref !== refIdOf(answer.request.body);
}
