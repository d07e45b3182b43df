import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isServerError } from '../values/http-status.ts';
import { unserved } from './loss.ts';

/** Connections that this client opened: the channels below report every use of undici in the process. */
const own = new WeakSet<Socket>();
/** The connection that a request went over. */
const carrying = new WeakMap<object, Socket>();

function objectIn(message: unknown, name: string): object | undefined {
  const found: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, name) : undefined;
  return typeof found === 'object' && found !== null ? found : undefined;
}

/** Requests that were answered with a server error. */
const failed = new WeakSet<object>();

subscribe('undici:client:sendHeaders', (message) => {
  const [request, socket] = [objectIn(message, 'request'), objectIn(message, 'socket')];
  if (request && socket instanceof Socket && own.has(socket)) carrying.set(request, socket);
});

subscribe('undici:request:error', (message) => {
  const [request, error] = [objectIn(message, 'request'), objectIn(message, 'error')];
  if (request && error && carrying.get(request)?.bytesRead === 0) unserved.add(error);
});

subscribe('undici:request:headers', (message) => {
  const [request, response] = [objectIn(message, 'request'), objectIn(message, 'response')];
  const status: unknown = response && Reflect.get(response, 'statusCode');
  if (request && carrying.has(request) && typeof status === 'number' && isServerError(status)) failed.add(request);
});

subscribe('undici:request:trailers', (message) => {
  const request = objectIn(message, 'request');
  if (request && failed.has(request)) carrying.get(request)?.destroy();
});

/** Matches an interim response 100 at the beginning of what a connection has received. */
const CONTINUE = /^HTTP\/1\.[01] 100[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/;
/** Bytes of its status line up to the status, and maximum number of its bytes. */
const [STATUS_END, LONGEST] = [12, 1024];

/**
 * Removes interim responses 100 from what is read. A target may send them unasked (RFC 9110, 15.2), but undici takes them
 * for errors.
 */
function passOverContinue(socket: Socket): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    if (!Buffer.isBuffer(chunk) || !chunk.toString('latin1', 0, STATUS_END).endsWith(' 100')) return chunk;
    const [found = ''] = CONTINUE.exec(chunk.toString('latin1', 0, LONGEST)) ?? [];
    return chunk.subarray(found.length);
  };
}

/**
 * Opens connections that are not reused after a server error: servers may close them without notice, and the next
 * request would be lost without being the cause.
 */
export function connector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options);
  return (to, done) =>
    connect(to, (...made) => {
      const [, socket] = made;
      if (socket) {
        own.add(socket);
        passOverContinue(socket);
      }
      done(...made);
    });
}
