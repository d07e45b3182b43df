import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { type Delivery, Transport } from '../../../src/client/transport.ts';
import { keep } from '../../support/keep.ts';
import { configured, serveSocket } from '../../support/loopback.ts';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';

/** Breaks the first connection before an answer, and each later one at its second request. */
function breaking(socket: Socket, count: number): void {
  if (count === 1) socket.destroy();
  socket.write(OK);
  socket.once('data', () => socket.destroy());
}

const reasonOf = (delivery: Delivery): string => (delivery.kind === 'lost' ? delivery.loss.reason : 'answered');

test('requests that follow broken connections are sent on new ones', async () => {
  const reasons = new Set<string>();
  for (let round = 0; round < 10; round += 1) {
    const { url } = keep(await serveSocket(breaking));
    const { bounds } = configured(url);
    const transport = keep(new Transport({ url, concurrency: 3, bounds, proxies: null, certificate: null }));
    const send = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i += 1)
        reasons.add(
          reasonOf(await transport.deliver({ origin: url, path: '/', method: 'POST', headers: {}, body: undefined })),
        );
    };
    await send(1);
    await Promise.all([send(1), send(1)]);
    await Promise.all([send(3), send(3), send(3)]);
  }
  expect([...reasons].filter((reason) => !/answered|was reset|was closed before the response/.test(reason))).toEqual(
    [],
  );
});
