import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import type { Query } from '../call.ts';

/** A request as received. */
export interface Incoming {
  readonly method: string;
  /** The path as it was sent, without its query. */
  readonly path: string;
  readonly query: Query;
  readonly headers: IncomingHttpHeaders;
  /** The body, read from the connection once. */
  text(): Promise<string>;
  /** Cuts the connection, so that no answer arrives. */
  hangUp(): void;
}

/** An answer before it is sent. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** Answers one request. */
export type Answer = (request: Incoming) => Outgoing | Promise<Outgoing>;

/** Returns a JSON answer. */
export const json = (status: number, body: unknown, type = 'application/json') => ({
  status,
  headers: { 'content-type': type },
  body: JSON.stringify(body),
});

function queryOf(search: string): Query {
  const parameters = new URLSearchParams(search);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]));
}

/** Returns a request for a target, which is a path with its query. */
export function incoming(target: string, rest: Omit<Incoming, 'path' | 'query'>): Incoming {
  const [path = '/', ...search] = target.split('?');
  return { ...rest, path, query: queryOf(search.join('?')) };
}

function received(message: IncomingMessage): Incoming {
  let text: Promise<string> | undefined;
  return incoming(message.url ?? '', {
    method: message.method ?? 'GET',
    headers: message.headers,
    text: () => {
      text ??= textOf(message);
      return text;
    },
    hangUp: () => void message.socket.destroy(),
  });
}

/** Answers a request. An error thrown by `answer` becomes a 500. */
export const answered = (answer: Answer, request: Incoming): Promise<Outgoing> =>
  Promise.resolve(request)
    .then(answer)
    .catch(() => json(500, { title: 'internal error' }, 'application/problem+json'));

async function respond(answer: Answer, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, headers, body } = await answered(answer, received(message));
  // The connection may have been cut meanwhile.
  if (!response.destroyed) response.writeHead(status, headers).end(body);
}

/** A server that listens on a loopback address. */
export interface Bound {
  readonly url: string;
  /** Stops the server and cuts all connections. */
  close(): Promise<void>;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Starts a server on the loopback address; port 0 takes a free one. */
export function bind(answer: Answer, port = 0): Promise<Bound> {
  const server = createServer((message, response) => void respond(answer, message, response));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const { port: bound } = server.address() as AddressInfo;
      resolve({ url: `http://127.0.0.1:${bound}`, close: () => close(server) });
    });
  });
}
