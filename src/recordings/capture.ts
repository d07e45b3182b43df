import type { RecordedPlace } from '../model/exchange.ts';
import type { Purpose } from '../model/purpose.ts';

/** Headers by name in lower case; the values of repeated ones are joined by ", ". */
export type Headers = Readonly<Record<string, string>>;

/** A body as found in a recording or a proxy. */
export type CapturedBody =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** There is a body, or may be one, that was not kept. */
  | { readonly kind: 'unrecorded' };

export type CapturedAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly headers: Headers; readonly body: CapturedBody }
  /** Why there is no complete answer, in one sentence, and whether this tool sent no request or aborted it. */
  | { readonly kind: 'lost'; readonly reason: string; readonly isUnsent?: true };

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

/** Joins header lines and drops HTTP/2 pseudo headers. */
export function joined(lines: Iterable<readonly [name: string, value: string]>): Headers {
  const headers = new Map<string, string>();
  for (const [given, value] of lines) {
    const name = given.toLowerCase();
    if (name === '' || name.startsWith(':')) continue;
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}
