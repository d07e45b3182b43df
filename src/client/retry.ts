import type { Response } from '../model/exchange.ts';
import { askedPause, momentaryPause } from '../model/retry-after.ts';
import { isOutage } from '../values/http-status.ts';
import type { LossCause } from './loss.ts';

/** Maximum number of attempts at one request, including the first, by reason for the retry. */
const ATTEMPTS: Readonly<Record<LossCause, { readonly read: number; readonly write: number }>> = {
  unreached: { read: 3, write: 3 },
  broken: { read: 3, write: 1 },
  late: { read: 2, write: 1 },
  excess: { read: 1, write: 1 },
  unusable: { read: 1, write: 1 },
  interrupted: { read: 1, write: 1 },
};

const UNAVAILABLE_ATTEMPTS = 3;
const LIMITED_ATTEMPTS = 6;

/** The facts about a request that decide whether it is retried. */
export interface Tried {
  /** True for operations that change nothing. */
  readonly read: boolean;
  /** Attempts made so far. */
  readonly attempt: number;
}

/** Returns the milliseconds before a lost request is retried, or undefined when it is not. */
export function afterLoss(cause: LossCause, { read, attempt }: Tried): number | undefined {
  return attempt < ATTEMPTS[cause][read ? 'read' : 'write'] ? backOff(attempt) : undefined;
}

/** The same after the status of an outage. A write may have been executed, so only reads are retried. */
export function afterUnavailable(response: Response, { read, attempt }: Tried): number | undefined {
  if (!isOutage(response.status) || !read || attempt >= UNAVAILABLE_ATTEMPTS) return undefined;
  return momentaryPause(response) ?? backOff(attempt);
}

/**
 * What to do after 429, which was not executed: `wait` with the whole client and try again, or `stop` and return the answer
 * because retrying would cost too much.
 */
export type AfterLimit =
  /** `asked`: the target asked for the pause; otherwise it is the client's own. */
  | { readonly kind: 'wait'; readonly milliseconds: number; readonly asked: boolean }
  | { readonly kind: 'stop'; readonly tooLong: boolean };

/** Decides what to do after 429. `leftMs` is the waiting that the run has left for pauses that the target asks for. */
export function afterLimit(response: Response, attempt: number, leftMs: number): AfterLimit {
  const pause = askedPause(response);
  if (pause !== undefined && pause > leftMs) return { kind: 'stop', tooLong: true };
  const milliseconds = pause ?? Math.min(backOff(attempt) * 2, leftMs);
  return attempt < LIMITED_ATTEMPTS
    ? { kind: 'wait', milliseconds, asked: pause !== undefined }
    : { kind: 'stop', tooLong: false };
}

/** Returns 200 ms, 600 ms, 1.8 s and so on, up to 8 s. */
export const backOff = (attempt: number): number => Math.min(200 * 3 ** (attempt - 1), 8_000);
