import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { Relay, type RelayOptions } from '../../src/proxy/relay.ts';
import type { AnsweredBy, Capture } from '../../src/recordings/capture.ts';
import { keep } from './keep.ts';

/** Starts a target that answers as the test says. Like everything here, it is closed after the test. */
export async function target(answer: RequestListener): Promise<string> {
  const server = createServer({ keepAliveTimeout: 60_000 }, answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  keep({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a target that must not be reached, and counts its requests. */
export async function forbidden() {
  const seen = { requests: 0 };
  const url = await target((_, res) => {
    seen.requests += 1;
    res.end();
  });
  return { url, seen };
}

/** Starts a target on a bare socket, which reads and writes every byte itself. */
export async function rawTarget(serve: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    serve(socket);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  keep({
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a proxy in front of a target, and collects what it captures. */
export async function relay(to: string, options: Partial<RelayOptions> = {}) {
  const captures: { readonly capture: Capture; readonly by: AnsweredBy }[] = [];
  const proxy = new Relay({
    target: to,
    mostBody: 1024 * 1024,
    onExchange: (capture, by, release) => {
      captures.push({ capture, by });
      release();
    },
    onOther: () => undefined,
    onError: () => undefined,
    ...options,
  });
  const port = await proxy.listen(0, '127.0.0.1');
  keep(proxy);
  return { port, url: `http://127.0.0.1:${port}`, captures };
}

/** Opens a connection whose bytes the test writes itself. */
export async function dial(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  let text = '';
  const watchers = new Set<() => void>();
  const look = (): void => {
    for (const watcher of watchers) watcher();
  };
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    look();
  });
  socket.on('close', look);
  await new Promise((resolve) => socket.once('connect', resolve));
  keep({ close: () => socket.destroy() });
  const until = (done: (text: string) => boolean): Promise<string> =>
    new Promise((resolve) => {
      const watcher = (): void => {
        if (!done(text) && !socket.destroyed) return;
        watchers.delete(watcher);
        resolve(text);
      };
      watchers.add(watcher);
      watcher();
    });
  return { socket, until };
}

/** Reads all bytes of a message. */
export async function whole(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Answers with what came in: method, path, header lines and body. */
export async function mirror(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = await whole(req);
  const said = { method: req.method, url: req.url, headers: req.rawHeaders, body: body.toString('base64') };
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
}

/** What a mirror saw. */
export interface Mirrored {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** The value of a header among header lines. */
export const lineOf = (headers: readonly string[], name: string): string | undefined =>
  headers[headers.findIndex((each, index) => index % 2 === 0 && each.toLowerCase() === name) + 1];
