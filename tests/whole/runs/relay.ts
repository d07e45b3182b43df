import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What something in front of a service does to requests and answers. */
export interface Relaying {
  /** Milliseconds that the next answer is kept back. */
  readonly delayMs?: () => number;
  /** The status that a request is refused with in place of the service, by its path with the query and its method. */
  readonly refuses?: (path: string, method: string) => number | undefined;
  /** Requests that pass in `everyMs`: others are answered 429, with what Retry-After says where it says something. */
  readonly most?: { readonly requests: number; readonly everyMs: number; readonly retryAfter?: string };
}

/** Something in front of a service. */
export interface Relayed {
  readonly url: string;
  /** Requests that were answered 429 so far. */
  refused(): number;
  close(): void;
}

const SECOND_MS = 1_000;

/** Keeps answers back, refuses chosen requests, and refuses what is over a limit. */
export async function relay(
  target: string,
  { delayMs = () => 0, refuses = () => undefined, most }: Relaying,
): Promise<Relayed> {
  const { hostname, port } = new URL(target);
  let [passed, refused]: [readonly number[], number] = [[], 0];
  const isOver = (): boolean => {
    const now = performance.now();
    passed = passed.filter((then) => now - then < (most?.everyMs ?? SECOND_MS));
    if (most && passed.length >= most.requests) return true;
    passed = [...passed, now];
    return false;
  };
  const server = createServer((asked, answer) => {
    const { method = '', url: path = '', headers } = asked;
    const status = refuses(path, method);
    if (isOver()) {
      refused += 1;
      asked.resume();
      const again = most?.retryAfter === undefined ? {} : { 'retry-after': most.retryAfter };
      setTimeout(() => answer.writeHead(429, again).end(), delayMs());
      return;
    }
    if (status !== undefined) {
      asked.resume();
      answer.writeHead(status).end();
      return;
    }
    // A connection that is kept could be closed by the service just when it is used again.
    const forwarded = request({ hostname, port, method, path, headers, agent: false }, (response) =>
      setTimeout(() => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      }, delayMs()),
    );
    forwarded.on('error', () => answer.destroy());
    asked.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${own}`, refused: () => refused, close: () => server.close() };
}
