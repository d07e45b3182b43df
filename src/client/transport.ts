import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Response } from '../model/exchange.ts';
import { type Collected, readBody } from '../model/read-body.ts';
import type { SettingName } from '../settings/declarations.ts';
import type { Bounds } from '../settings/target/bounds.ts';
import { after } from '../values/clock.ts';
import { flagFor } from '../values/flag.ts';
import { type Headers, joinedHeaders } from '../values/headers.ts';
import { type Connecting, usesProxy } from './connection-settings.ts';
import { type Loss, lossOf } from './loss.ts';

/** A request as it is sent. */
export interface WireRequest {
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What became of one request on the wire. */
export type Delivery =
  | { readonly kind: 'answered'; readonly response: Response }
  | { readonly kind: 'lost'; readonly loss: Loss };

/**
 * Number of connections that may break before each request gets a connection of its own. A target that closes idle
 * connections sooner than it says may close one just as a request is sent on it, and a lost write is not repeated.
 */
const MOST_BROKEN = 2;

/** Carries requests to a target and returns its answers. */
export interface Carriage {
  /** Never rejects. */
  deliver(request: WireRequest): Promise<Delivery>;
  /** Ends the requests in flight; later ones are lost at once. */
  interrupt(): void;
  close(): Promise<void>;
}

/** Creates a pool of new connections. Loads undici only here: runs against the embedded implementation do without it. */
async function newConnections(connecting: Connecting): Promise<Dispatcher> {
  const { createDispatcher } = await import('./dispatcher.ts');
  return createDispatcher(connecting);
}

/** Sends one request per call within the bounds. Whatever the other side does becomes a delivery, never an error. */
export class Transport implements Carriage {
  readonly #connecting: Connecting;
  readonly #bounds: Bounds;
  readonly #inFlight = new Set<Reception>();
  /** The dispatcher in use, and before it one whose connections take no more requests. */
  #dispatchers: readonly [Promise<Dispatcher>, ...Promise<Dispatcher>[]];
  #brokenConnections = 0;
  /** The target did not serve a new connection, so another one is opened only when each is in use. */
  #isConfined = false;
  #interrupted = false;

  constructor(connecting: Connecting) {
    this.#connecting = connecting;
    this.#dispatchers = [newConnections(connecting)];
    this.#bounds = connecting.bounds;
  }

  interrupt(): void {
    this.#interrupted = true;
    for (const reception of this.#inFlight) reception.cut(INTERRUPTED);
  }

  async deliver(request: WireRequest): Promise<Delivery> {
    if (this.#isConfined) await nextTurn();
    const dispatcher = await this.#dispatchers[0];
    if (this.#interrupted) return { kind: 'lost', loss: INTERRUPTED };
    const received = await this.#received(request, dispatcher);
    if (received.kind === 'lost') return { kind: 'lost', loss: this.#withProxy(received.loss) };
    const { status, headers, collected, bytes } = received;
    const body = await readBody(collected, headers['content-encoding'], this.#bounds);
    return { kind: 'answered', response: { status, headers, body, bytes } };
  }

  #received(request: WireRequest, dispatcher: Dispatcher): Promise<Received> {
    return new Promise((resolve) => {
      const reception = new Reception(this.#bounds, (received) => {
        this.#inFlight.delete(reception);
        if (received.kind === 'lost') this.#noteLost(received.loss);
        resolve(received);
      });
      this.#inFlight.add(reception);
      const reset = this.#brokenConnections >= MOST_BROKEN;
      dispatcher.dispatch({ ...request, body: request.body ?? null, reset }, reception);
    });
  }

  /** Names the proxy as another possible cause if no connection was established through it. */
  #withProxy(loss: Loss): Loss {
    if (loss.cause !== 'unreached' || !usesProxy(this.#connecting)) return loss;
    return {
      ...loss,
      reason: `${loss.reason} (HTTP_PROXY or HTTPS_PROXY is set: check the proxy too)`,
    };
  }

  /** Counts broken connections. After the last one that may break, each connection is closed once it is idle. */
  #noteLost({ cause, isOfNewConnection = false }: Loss): void {
    this.#isConfined ||= isOfNewConnection;
    if (cause !== 'broken' || isOfNewConnection) return;
    this.#brokenConnections += 1;
    if (this.#brokenConnections !== MOST_BROKEN) return;
    for (const each of this.#dispatchers) void each.then((dispatcher) => dispatcher.close());
    this.#dispatchers = [newConnections(this.#connecting), ...this.#dispatchers];
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    this.interrupt();
    await Promise.all(this.#dispatchers.map(async (each) => (await each).destroy()));
  }
}

/** A response with its raw body, or the reason why there is none. */
type Received =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Headers;
      readonly collected: Collected;
      /** Number of bytes of the body that came. */
      readonly bytes: number;
    }
  | { readonly kind: 'lost'; readonly loss: Loss };

/** Receives one response from undici within the bounds, and ends exactly once. */
class Reception implements Dispatcher.DispatchHandler {
  readonly #bounds: Bounds;
  readonly #end: (received: Received) => void;
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #status = 0;
  #headers: Headers = {};
  #controller: Dispatcher.DispatchController | undefined;
  /** Why this client ends the reception. */
  #cut: Loss | undefined;
  #timer: NodeJS.Timeout;
  #ended = false;

  constructor(bounds: Bounds, end: (received: Received) => void) {
    this.#bounds = bounds;
    this.#end = end;
    this.#timer = this.#limit('no response headers', bounds.headersMs, 'timeout');
  }

  /** Ends the reception without a response. */
  cut(loss: Loss): void {
    if (this.#ended) return;
    this.#cut = loss;
    this.#controller?.abort(new Error(loss.reason));
    this.#finish({ kind: 'lost', loss });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#ended) controller.abort(new Error('it ended before it began'));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < FIRST_FINAL) return;
    this.#status = status;
    this.#headers = joinedHeaders(linesOf(headers));
    clearTimeout(this.#timer);
    this.#timer = this.#limit('the body was not complete', this.#bounds.bodyMs, 'bodyTimeout');
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length <= this.#bounds.responseBytes) return;
    this.#answer({ bytes: Buffer.concat(this.#chunks, Math.min(this.#length, BEGINNING)), whole: false });
    controller.abort(new Error('the body is too long'));
  }

  onResponseEnd(): void {
    this.#answer({ bytes: Buffer.concat(this.#chunks), whole: true });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#finish({ kind: 'lost', loss: lossOf(error, this.#bounds, this.#cut) });
  }

  #limit(what: string, milliseconds: number, setting: SettingName): NodeJS.Timeout {
    return after(milliseconds, () => this.cut(late(what, milliseconds, setting)));
  }

  #answer(collected: Collected): void {
    const [status, headers, bytes] = [this.#status, this.#headers, this.#length];
    this.#finish({ kind: 'answered', status, headers, collected, bytes });
  }

  #finish(received: Received): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#end(received);
  }
}

/** The lowest final status; lower ones are interim responses. */
const FIRST_FINAL = 200;

/** Bytes that are kept of a body that is too long, so that a reader can recognise it. */
const BEGINNING = 65_536;

/** The loss of requests that are in flight when a run ends. */
export const INTERRUPTED: Loss = { cause: 'interrupted', reason: 'the run ended' };

const late = (what: string, milliseconds: number, setting: SettingName): Loss => ({
  cause: 'late',
  reason: `${what} after ${milliseconds / 1000} s (${flagFor(setting)})`,
});

const linesOf = (headers: IncomingHttpHeaders): readonly (readonly [name: string, value: string])[] =>
  Object.entries(headers).flatMap(([name, value = []]) => [value].flat().map((each) => [name, each] as const));
