import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { CapturedAnswer, CapturedBody } from '../recordings/capture.ts';
import { errorCode } from '../values/error-code.ts';
import type { BodyCopy } from './body-copy.ts';
import { byName, endToEnd, type HeaderLine, hasBody, headerLines, requestHeaders } from './headers.ts';
import { answerProblem } from './problem.ts';
import type { Upstream } from './upstream.ts';

/** The parts of one forwarded exchange. */
export interface ForwardingParts {
  readonly req: IncomingMessage;
  /** The headers of the request. */
  readonly lines: readonly HeaderLine[];
  readonly res: ServerResponse;
  readonly upstream: Upstream;
  /** Copies of the bodies; missing for traffic that is not judged. */
  readonly copies?: { readonly request: BodyCopy; readonly answer: BodyCopy };
  /** The part of the body that was read before forwarding. */
  readonly held?: readonly Buffer[];
  /** Called once, after the exchange has ended. */
  readonly onEnd: (answer: CapturedAnswer) => void;
}

const STALE = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at the target',
  ENOTFOUND: 'the host name of the target could not be resolved',
  EAI_AGAIN: 'the host name of the target could not be resolved',
  ECONNRESET: 'the target closed the connection before its response was complete',
  ETIMEDOUT: 'no connection to the target within the time allowed',
};

const DISCONNECTED: CapturedAnswer = {
  kind: 'lost',
  reason: 'the client disconnected before the response was complete',
};

/** A response that cannot be passed on; the message says why. */
class ForwardingError extends Error {}

function reasonOf(error: Error): string {
  if (error instanceof ForwardingError) return error.message;
  return REASONS[errorCode(error)] ?? `the exchange with the target failed (${errorCode(error)})`;
}

/** Forwards links before the response. Links that Node does not take are dropped: they are only hints. */
function forwardEarlyHints(res: ServerResponse, link: string | string[]): void {
  try {
    res.writeEarlyHints({ link });
  } catch {}
}

/** Forwards one request to the target and its answer back. Both are streamed at the pace of their reader. */
export class Forwarding {
  readonly #parts: ForwardingParts;
  readonly #path: string;
  #ended = false;

  constructor(parts: ForwardingParts) {
    this.#parts = parts;
    this.#path = parts.req.url ?? '/';
  }

  begin(): void {
    const { res } = this.#parts;
    res.sendDate = false;
    // A client may disconnect while its request is checked; nothing is forwarded then.
    if (res.closed) this.#end(DISCONNECTED);
    else this.#forward(res);
  }

  #forward(res: ServerResponse): void {
    const onward = this.#send(true);
    res.once('close', () => {
      if (!res.writableFinished) this.#end(DISCONNECTED);
    });
    this.#sendBody(onward);
  }

  #send(mayRepeat: boolean): ClientRequest {
    const { req, lines, res, upstream, held } = this.#parts;
    const method = req.method ?? 'GET';
    const headers = requestHeaders(method, lines, upstream.host, held !== undefined);
    const onward = upstream.request(method, this.#path, headers);
    onward.on('continue', () => res.writeContinue());
    onward.on('information', ({ statusCode, headers: { link } }) => {
      if (statusCode === 103 && link !== undefined) forwardEarlyHints(res, link);
      if (statusCode === 102) res.writeProcessing();
    });
    // The client's Upgrade header is not forwarded, so nothing may switch the protocol.
    onward.on('upgrade', (_, socket) => {
      socket.destroy();
      this.#fail(new ForwardingError('the target switched to another protocol, which was not requested'));
    });
    onward.on('response', (answer) => this.#answer(answer));
    onward.on('error', (error) => {
      // The target may close a kept-alive connection just as it is reused.
      const repeatable = mayRepeat && onward.reusedSocket && STALE.has(errorCode(error)) && !hasBody(lines);
      if (repeatable && !res.headersSent && !this.#ended) this.#send(false).end();
      else this.#fail(error);
    });
    res.once('close', () => {
      if (!res.writableFinished) onward.destroy();
    });
    return onward;
  }

  #sendBody(onward: ClientRequest): void {
    const { req, lines, held, copies } = this.#parts;
    if (!hasBody(lines)) return void onward.end();
    for (const chunk of held ?? []) onward.write(chunk);
    if (held !== undefined && req.readableEnded) return void onward.end();
    if (copies) req.on('data', (chunk: Buffer) => copies.request.add(chunk));
    req.once('error', () => onward.destroy());
    req.pipe(onward);
    // Headers are sent with the first bytes of the body, or earlier when those are slow to arrive.
    setImmediate(() => onward.flushHeaders());
  }

  #answer(answer: IncomingMessage): void {
    const { res, copies } = this.#parts;
    const status = answer.statusCode ?? 502;
    const lines = headerLines(answer.rawHeaders);
    try {
      res.writeHead(status, answer.statusMessage ?? '', endToEnd(lines));
    } catch {
      answer.destroy();
      this.#fail(new ForwardingError('the headers of the response cannot be forwarded'));
      return;
    }
    if (copies) answer.on('data', (chunk: Buffer) => copies.answer.add(chunk));
    answer.once('end', () => {
      if (answer.rawTrailers.length > 0)
        res.addTrailers(headerLines(answer.rawTrailers).map(({ name, value }): [string, string] => [name, value]));
    });
    answer.once('error', (error) => this.#fail(error));
    res.once('finish', () => {
      const body: CapturedBody = copies?.answer.body() ?? { kind: 'unrecorded' };
      this.#end({ kind: 'answered', status, headers: byName(lines), body });
    });
    answer.pipe(res);
    setImmediate(() => res.flushHeaders());
  }

  /**
   * Before an answer has begun, the proxy sends its own; afterwards it cuts the connection, as the client would see
   * without a proxy.
   */
  #fail(error: Error): void {
    const { res } = this.#parts;
    if (this.#ended || res.writableFinished) return;
    const reason = reasonOf(error);
    this.#end({ kind: 'lost', reason });
    if (res.headersSent) res.destroy();
    else answerProblem(res, { status: 502, detail: reason });
  }

  #end(answer: CapturedAnswer): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#parts.onEnd(answer);
  }
}
