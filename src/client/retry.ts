import type { Response } from '../model/exchange.ts';
import { askedPause, momentaryPause } from '../model/retry-after.ts';
import type { LossCause } from './loss.ts';

/** Attempts at one request, the first among them, for each reason to try again. */
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

/** What a request was, as far as trying again is concerned. */
export interface Tried {
  /** True for operations that change nothing. */
  readonly read: boolean;
  /** Attempts made so far. */
  readonly attempt: number;
}

/** Milliseconds before the next attempt at a request that was lost; undefined when it is not tried again. */
export function afterLoss(cause: LossCause, { read, attempt }: Tried): number | undefined {
  return attempt < ATTEMPTS[cause][read ? 'read' : 'write'] ? backOff(attempt) : undefined;
}

/** The same after 502, 503 or 504, which say nothing of whether a write was executed: only reads are tried again. */
export function afterUnavailable(response: Response, { read, attempt }: Tried): number | undefined {
  if (response.status < 502 || response.status > 504 || !read || attempt >= UNAVAILABLE_ATTEMPTS) return undefined;
  return momentaryPause(response) ?? backOff(attempt);
}

/**
 * What to do after 429, which was not executed: `hold` the client and try again, or `give` the answer because that
 * asks too much.
 */
export type AfterLimit =
  /** `asked`: by the target, and not our own distance. */
  | { readonly kind: 'hold'; readonly milliseconds: number; readonly asked: boolean }
  | { readonly kind: 'give'; readonly tooLong: boolean };

/** `leftMs`: the waiting that the run has left for what the target asks. */
export function afterLimit(response: Response, attempt: number, leftMs: number): AfterLimit {
  const pause = askedPause(response);
  if (pause !== undefined && pause > leftMs) return { kind: 'give', tooLong: true };
  const milliseconds = pause ?? Math.min(backOff(attempt) * 2, leftMs);
  return attempt < LIMITED_ATTEMPTS
    ? { kind: 'hold', milliseconds, asked: pause !== undefined }
    : { kind: 'give', tooLong: false };
}

/** 200 ms, 600 ms, 1.8 s … up to 8 s. */
export const backOff = (attempt: number): number => Math.min(200 * 3 ** (attempt - 1), 8_000);
