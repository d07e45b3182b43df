import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Purpose } from '../model/purpose.ts';
import type { AnsweredBy, Capture, CapturedAnswer, CapturedBody } from '../recordings/capture.ts';
import { isRecognised } from '../recordings/recognise.ts';
import { after, now, steadyNow } from '../values/clock.ts';
import { BodyCopy, ByteBudget } from './body-copy.ts';
import { Forwarding } from './forwarding.ts';
import { byName, type HeaderLine, hasBody, headerLines } from './headers.ts';
import { answerProblem, PROBLEM_HEADERS, type ProblemDocument, problemText } from './problem.ts';
import { Upstream } from './upstream.ts';

/** Settings of a proxy. */
export interface RelayOptions {
  /** The target: every request goes to this origin, under its path. */
  readonly target: string;
  /** Maximum number of bytes of one body that are kept for judging. */
  readonly mostBody: number;
  /** Maximum total bytes of all bodies that are held to be judged; 256 MiB by default. */
  readonly mostHeld?: number;
  /**
   * Called when an exchange of the interface has ended. `by` says who answered. `release` frees its bytes.
   */
  readonly onExchange: (capture: Capture, by: AnsweredBy, release: () => void) => void;
  /** Called for each request that is no operation of the interface. */
  readonly onOther: () => void;
  /** Called for an error of the listening server, such as a connection that could not be accepted. It goes on. */
  readonly onError: (error: Error) => void;
  /** Returns what is wrong with a request, which is then answered by the proxy and never forwarded. */
  readonly guard?: (capture: Capture) => Promise<ProblemDocument | undefined>;
}

const MOST_HELD = 256 * 1024 * 1024;
/** Longer than client pools keep a connection, so that the client closes it first. */
const KEEP_ALIVE_MS = 75_000;
const GRACE_MS = 5_000;

const LIVE: Purpose = { kind: 'traffic', what: 'live traffic' };

const UNANSWERED: CapturedAnswer = { kind: 'lost', reason: 'not forwarded' };

/** A proxy for one target: forwards everything unchanged, and hands over copies of exchanges of the interface. */
export class Relay {
  readonly #options: RelayOptions;
  readonly #upstream: Upstream;
  readonly #server: Server;
  readonly #budget: ByteBudget;
  #count = 0;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#upstream = new Upstream(options.target);
    this.#budget = new ByteBudget(options.mostHeld ?? MOST_HELD);
    const settings = { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0, maxHeaderSize: 64 * 1024 };
    const take = (req: IncomingMessage, res: ServerResponse): void => {
      this.#take(req, res).catch(() => answerProblem(res, { status: 502, detail: 'the request cannot be forwarded' }));
    };
    this.#server = createServer(settings, take);
    this.#server.on('checkContinue', take).on('checkExpectation', take);
  }

  /** Starts to listen. Resolves to the port. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject).on('error', this.#options.onError);
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  /** Accepts no more connections, gives those in use some time to finish, then cuts them. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    const cut = after(GRACE_MS, () => this.#server.closeAllConnections());
    await closed;
    clearTimeout(cut);
    this.#upstream.close();
  }

  async #take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    req.on('error', () => undefined);
    res.on('error', () => undefined);
    const path = req.url ?? '/';
    if (!path.startsWith('/')) {
      // An absolute URL, as for a general proxy, may name another host, which must not get the client's credentials.
      return answerProblem(res, {
        status: 421,
        detail: 'this proxy forwards only to its target: request a path, not a whole URL',
      });
    }
    const lines = headerLines(req.rawHeaders);
    if (!isRecognised(req.method ?? '', this.#upstream.url(path))) {
      this.#options.onOther();
      new Forwarding({ req, lines, res, upstream: this.#upstream, onEnd: () => undefined }).begin();
    } else if (this.#options.guard) await this.#guarded({ req, lines, res }, this.#options.guard);
    else this.#pass({ req, lines, res });
  }

  #pass(asked: Asked, held?: Held): void {
    const { mostBody } = this.#options;
    const copies = {
      request: held?.copy ?? new BodyCopy(mostBody, this.#budget),
      answer: new BodyCopy(mostBody, this.#budget),
    };
    const began = held?.began ?? this.#begin(asked);
    const onEnd = (answer: CapturedAnswer): void =>
      this.#over({ ...began, body: copies.request.body() }, answer, 'target', copies);
    new Forwarding({
      ...asked,
      upstream: this.#upstream,
      copies,
      onEnd,
      ...(held ? { held: held.chunks } : {}),
    }).begin();
  }

  #begin({ req, lines }: Asked): Begun {
    this.#count += 1;
    return {
      id: this.#count,
      method: req.method ?? 'GET',
      url: this.#upstream.url(req.url ?? '/'),
      startedAt: now(),
      began: steadyNow(),
      headers: byName(lines),
    };
  }

  #over(
    { began, ...request }: Begun & { readonly body: CapturedBody },
    answer: CapturedAnswer,
    by: AnsweredBy,
    copies: { readonly request: BodyCopy; readonly answer?: BodyCopy },
  ): void {
    const capture = { ...request, durationMs: steadyNow() - began, purpose: LIVE, answer };
    const bytes = copies.request.settle() + (copies.answer?.settle() ?? 0);
    this.#options.onExchange(capture, by, () => this.#budget.free(bytes));
  }

  async #guarded(asked: Asked, guard: NonNullable<RelayOptions['guard']>): Promise<void> {
    const began = this.#begin(asked);
    const held = await this.#hold(asked, began);
    if (!held) return;
    const { began: _, ...request } = began;
    const problem = held.whole
      ? await guard({ ...request, durationMs: 0, purpose: LIVE, body: held.copy.body(), answer: UNANSWERED })
      : undefined;
    if (!problem) return this.#pass(asked, held);
    answerProblem(asked.res, problem);
    const body: CapturedBody = { kind: 'bytes', bytes: Buffer.from(problemText(problem)) };
    const answer: CapturedAnswer = { kind: 'answered', status: problem.status, headers: PROBLEM_HEADERS, body };
    this.#over({ ...began, body: held.copy.body() }, answer, 'proxy', { request: held.copy });
  }

  /**
   * Reads the body of a request before forwarding it, as far as there is room. Returns undefined if the client has
   * gone.
   */
  async #hold({ req, lines, res }: Asked, began: Begun): Promise<Held | undefined> {
    const copy = new BodyCopy(this.#options.mostBody, this.#budget);
    const chunks: Buffer[] = [];
    if (req.headers.expect !== undefined) res.writeContinue();
    if (!hasBody(lines)) return { copy, chunks, began, whole: true };
    const ending = await new Promise<'whole' | 'full' | 'gone'>((resolve) => {
      const add = (chunk: Buffer): void => {
        chunks.push(chunk);
        copy.add(chunk);
        if (!copy.isKept) settle('full');
      };
      const settle = (how: 'whole' | 'full' | 'gone'): void => {
        req.off('data', add);
        req.pause();
        resolve(how);
      };
      req
        .on('data', add)
        .once('end', () => settle('whole'))
        .once('close', () => settle('gone'));
    });
    if (ending !== 'gone') return { copy, chunks, began, whole: ending === 'whole' };
    copy.drop();
    return undefined;
  }
}

/** A request of a client, its headers, and the answer that is to be written. */
interface Asked {
  readonly req: IncomingMessage;
  readonly lines: readonly HeaderLine[];
  readonly res: ServerResponse;
}

/** What is known of an exchange when it begins. */
type Begun = Pick<Capture, 'id' | 'method' | 'url' | 'startedAt' | 'headers'> & { readonly began: number };

/** A request that was read before it is forwarded. */
interface Held {
  readonly copy: BodyCopy;
  readonly chunks: readonly Buffer[];
  readonly began: Begun;
  readonly whole: boolean;
}
