import type { Dispatcher } from 'undici';
import type { Response } from '../model/exchange.ts';
import type { Bounds } from '../settings/bounds.ts';
import { after } from '../values/clock.ts';
import { type Collected, readBody } from './body.ts';
import { type Loss, lossOf } from './loss.ts';

/** A request in the form that goes on the wire. */
export interface WireRequest {
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export type Delivery =
  | { readonly kind: 'answered'; readonly response: Response }
  | { readonly kind: 'lost'; readonly loss: Loss };

/** What carries requests to a target, and its answers back. */
export interface Carriage {
  /** Never rejects. */
  deliver(request: WireRequest): Promise<Delivery>;
  /** Ends what is in flight; whatever comes later is lost at once. */
  interrupt(): void;
  close(): Promise<void>;
}

/**
 * Sends one request at a time per call, inside the bounds: whatever the other side does ends as a delivery, never as
 * an error.
 */
export class Transport implements Carriage {
  readonly #dispatcher: Dispatcher;
  readonly #bounds: Bounds;
  readonly #inFlight = new Set<(loss: Loss) => void>();
  #interrupted = false;

  constructor(dispatcher: Dispatcher, bounds: Bounds) {
    this.#dispatcher = dispatcher;
    this.#bounds = bounds;
  }

  interrupt(): void {
    this.#interrupted = true;
    for (const cut of this.#inFlight) cut(INTERRUPTED);
  }

  async deliver(request: WireRequest): Promise<Delivery> {
    const controller = new AbortController();
    let reason: Loss | undefined;
    const cut = (loss: Loss): void => {
      reason ??= loss;
      controller.abort();
    };
    if (this.#interrupted) cut(INTERRUPTED);
    this.#inFlight.add(cut);
    try {
      return { kind: 'answered', response: await this.#exchange(request, controller.signal, cut) };
    } catch (error) {
      return { kind: 'lost', loss: reason ?? lossOf(error, this.#bounds) };
    } finally {
      this.#inFlight.delete(cut);
    }
  }

  async #exchange(request: WireRequest, signal: AbortSignal, cut: (loss: Loss) => void): Promise<Response> {
    const { headersMs, bodyMs } = this.#bounds;
    const answer = await within(
      headersMs,
      () => cut(late('no response headers', headersMs, '--timeout')),
      () => this.#dispatcher.request({ ...request, body: request.body ?? null, signal }),
    );
    const collected = await within(
      bodyMs,
      () => cut(late('the body was not whole', bodyMs, '--body-timeout')),
      () => this.#collect(answer.body),
    );
    const headers = joined(answer.headers);
    const body = await readBody(collected, headers['content-encoding'], this.#bounds);
    return { status: answer.statusCode, headers, body, bytes: collected.bytes.length };
  }

  async #collect(stream: Dispatcher.ResponseData['body']): Promise<Collected> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > this.#bounds.responseBytes) return { bytes: Buffer.concat(chunks, BEGINNING), whole: false };
    }
    return { bytes: Buffer.concat(chunks), whole: true };
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    this.interrupt();
    await this.#dispatcher.destroy();
  }
}

/** Bytes that are kept of a body that is too long: enough to see what it was. */
const BEGINNING = 65_536;

/** What cuts a request off that is under way when a run ends. */
export const INTERRUPTED: Loss = { cause: 'interrupted', reason: 'the run was interrupted' };

const late = (what: string, milliseconds: number, flag: string): Loss => ({
  cause: 'late',
  reason: `${what} after ${milliseconds / 1000} s (${flag})`,
});

async function within<T>(milliseconds: number, expired: () => void, act: () => Promise<T>): Promise<T> {
  const timer = after(milliseconds, expired);
  try {
    return await act();
  } finally {
    clearTimeout(timer);
  }
}

function joined(headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string>> {
  const plain = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  return Object.fromEntries(plain.filter(([, value]) => value !== undefined));
}
