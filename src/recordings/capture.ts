import type { RecordedPlace } from '../model/exchange.ts';
import type { Purpose } from '../model/purpose.ts';
import type { Headers } from '../values/headers.ts';

/** A body as found in a recording or a proxy. */
export type CapturedBody =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** There is a body, or may be one, that was not kept. */
  | { readonly kind: 'unrecorded' };

export type CapturedAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly headers: Headers; readonly body: CapturedBody }
  /** Why there is no complete answer, in one sentence. `unsent`: this tool sent no request, or aborted it. */
  | { readonly kind: 'lost' | 'unsent'; readonly reason: string };

/** One request with its answer, before it is known whether it belongs to the interface. */
export interface Capture {
  /** Number among all exchanges examined, from 1. */
  readonly id: number;
  readonly recorded?: RecordedPlace;
  readonly method: string;
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly purpose: Purpose;
  readonly headers: Headers;
  readonly body: CapturedBody;
  readonly answer: CapturedAnswer;
}

/** Who answered: the target, or the proxy in its place. */
export type AnsweredBy = 'target' | 'proxy';
