import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Socket,
  type Server as SocketServer,
} from 'node:net';
import { environmentSource, type Flags, flagSource, Settings } from '../../src/settings/settings.ts';
import { readTarget, type TargetConfiguration } from '../../src/settings/target/configuration.ts';

/** A request as a test server saw it. */
interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Loopback {
  readonly url: string;
  readonly seen: readonly Seen[];
  close(): Promise<void>;
}

type Answer = (seen: Seen, response: ServerResponse, count: number) => void;

/**
 * A real HTTP server on a loopback address that answers as the test says. It closes a connection at once while it has
 * as many as `connections`.
 */
export async function serve(answer: Answer, { connections }: { connections?: number } = {}): Promise<Loopback> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    answer(seen.at(-1) ?? { method, url, headers, body: '' }, response, seen.length);
  });
  if (connections !== undefined) server.maxConnections = connections;
  return { url: await listening(server), seen, close: () => closed(server, () => server.closeAllConnections()) };
}

/** A server below HTTP: for answers that no HTTP library would send. */
export async function serveSocket(answer: (socket: Socket, count: number) => void): Promise<Loopback> {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.once('data', () => answer(socket, ++count));
  });
  const url = await listening(server);
  return {
    url,
    seen: [],
    close: () =>
      closed(server, () => {
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function listening(server: Server | SocketServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

async function closed(server: Server | SocketServer, cut: () => void): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  cut();
  await done;
}

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

export const TOKEN = 'test-token-0123456789';

/** A configuration as a user would get it, aimed at a test server. */
export const configured = (
  baseUrl: string,
  flags: Flags = {},
  env: Record<string, string> = { ACCESS_TOKEN: TOKEN },
): TargetConfiguration =>
  readTarget(new Settings([flagSource({ baseUrl, ...flags }), environmentSource(env)]), {
    env,
    version: '1.2.3',
    notes: [],
  });
