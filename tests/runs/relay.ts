import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Something in front of a service that keeps each answer back for up to so many milliseconds. */
export async function relay(target: string, jitterMs: number): Promise<{ readonly url: string; close(): void }> {
  const { hostname, port } = new URL(target);
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    // A connection that is kept could be closed by the service just when it is used again.
    const passed = request({ hostname, port, method, path, headers, agent: false }, (response) =>
      setTimeout(() => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      }, Math.random() * jitterMs),
    );
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${own}`, close: () => server.close() };
}
