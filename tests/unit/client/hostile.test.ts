import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Client } from '../../../src/client/client.ts';
import type { Recorded } from '../../../src/model/exchange.ts';
import type { Flags } from '../../../src/settings/settings.ts';
import { keep } from '../../support/keep.ts';
import { configured, type Loopback, serve, serveSocket } from '../../support/loopback.ts';

const raw = async (answer: Parameters<typeof serveSocket>[0]): Promise<Loopback> => keep(await serveSocket(answer));
const client = (url: string, flags: Flags = {}): Client => keep(new Client(configured(url, flags)));
/** A write is never repeated, so that each test sees one attempt. */
const write = (url: string, flags: Flags = {}): Promise<Recorded> =>
  client(url, flags).send('fiatWithdrawal', { body: {} }, { kind: 'requirement', id: 'TEST' });

const head = (headers = ''): string => `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${headers}`;

test.each<[string, string | Buffer, RegExp]>([
  ['HTML', `${head('content-length: 15\r\n')}\r\n<html>no</html>`, /not JSON/],
  ['half of a JSON text', `${head('content-length: 5\r\n')}\r\n{"a":`, /not JSON/],
  ['NaN', `${head('content-length: 3\r\n')}\r\nNaN`, /not JSON/],
  [
    'invalid UTF-8',
    Buffer.concat([Buffer.from(`${head('content-length: 4\r\n')}\r\n`), Buffer.from([0x22, 0xc3, 0x28, 0x22])]),
    /not UTF-8/,
  ],
  [
    'UTF-16',
    Buffer.concat([Buffer.from(`${head('content-length: 6\r\n')}\r\n`), Buffer.from('\ufeff{}', 'utf16le')]),
    /not UTF-8/,
  ],
  ['bytes that are not gzip', `${head('content-encoding: gzip\r\ncontent-length: 2\r\n')}\r\n{}`, /not gzip/],
  ['an unknown coding', `${head('content-encoding: zstd\r\ncontent-length: 2\r\n')}\r\n{}`, /zstd was not requested/],
  [
    'four nested codings',
    `${head('content-encoding: gzip, gzip, gzip, gzip\r\ncontent-length: 2\r\n')}\r\n{}`,
    /4 nested content codings/,
  ],
])('a body with %s is unreadable, and the reason is given', async (_, bytes, reason) => {
  const server = await raw((socket) => socket.end(bytes));
  const recorded = await write(server.url);
  expect(recorded).toMatchObject({
    response: { status: 200, body: { kind: 'unreadable', reason: expect.stringMatching(reason) } },
  });
});

test('a gzip body that ends too early is unreadable', async () => {
  const bytes = gzipSync('{"items":[]}'.repeat(50)).subarray(0, 20);
  const server = keep(await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes)));
  expect(await write(server.url)).toMatchObject({ response: { body: { reason: 'the gzip body is truncated' } } });
});

test('a compression bomb is read only up to the limit of decompressed bytes', async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000, 32));
  const server = keep(await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)));
  const recorded = await write(server.url, { maxDecompressedBytes: '100000' });
  expect(recorded).toMatchObject({
    response: { body: { reason: 'the body is longer than 100000 bytes when decompressed (--max-decompressed-bytes)' } },
  });
});

test('an endless body is read only up to the limit of bytes', async () => {
  const server = keep(
    await serve((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', more);
      more();
    }),
  );
  const recorded = await write(server.url, { maxResponseBytes: '50000' });
  expect(recorded).toMatchObject({
    response: { body: { kind: 'unreadable', reason: 'the body is longer than 50000 bytes (--max-response-bytes)' } },
  });
});

test('of a body that is too long, only bytes that came are kept', async () => {
  const server = keep(await serve((_, response) => response.end('x'.repeat(3_000))));
  const recorded = await write(server.url, { maxResponseBytes: '2000' });
  if ('lost' in recorded || !('response' in recorded)) throw new Error('lost');
  const { body } = recorded.response;
  expect(body.kind === 'unreadable' && body.text).toMatch(/^x+$/);
});

test('JSON that is nested too deep is unreadable, not counting brackets in strings', async () => {
  const texts = ['['.repeat(200_000), `${'['.repeat(64)}${']'.repeat(64)}`, JSON.stringify(`"\\${'['.repeat(500)}`)];
  const server = keep(await serve((_, response, count) => response.end(texts[count - 1])));
  const sent = client(server.url);
  const kinds: unknown[] = [];
  for (const _ of texts) {
    const recorded = await sent.send('listAccounts', {}, { kind: 'requirement', id: 'TEST' });
    kinds.push('response' in recorded ? recorded.response.body.kind : recorded.lost);
  }
  expect(kinds).toEqual(['unreadable', 'json', 'json']);
});

test('members named __proto__ and headers named constructor are plain data', async () => {
  const server = await raw((socket) =>
    socket.end(`${head('__proto__: a\r\nconstructor: b\r\ncontent-length: 24\r\n')}\r\n{"__proto__":{"x":true}}`),
  );
  const recorded = await write(server.url);
  if ('lost' in recorded || !('response' in recorded)) throw new Error('lost');
  const { headers, body } = recorded.response;
  expect(Object.getOwnPropertyDescriptor(headers, '__proto__')?.value).toBe('a');
  expect(headers['constructor']).toBe('b');
  expect(body.kind === 'json' && Object.keys(body.value ?? {})).toEqual(['__proto__']);
  expect({}).not.toHaveProperty('x');
});

test.each(['', 'date: today\r\n'])('a response after 100 Continue, which was not asked for, is read', async (lines) => {
  const server = await raw((socket) =>
    socket.end(`HTTP/1.1 100 Continue\r\n${lines}\r\n${head('content-length: 12\r\n')}\r\n{"id":"one"}`),
  );
  expect(await write(server.url)).toMatchObject({ response: { status: 200, body: { value: { id: 'one' } } } });
});

test.each<[string, string, RegExp]>([
  ['an alert of TLS', '\x15\x03\x01\0\x02\x02\x46', /speaks TLS: the address may have to begin with https:/],
  ['garbage', '\0\x01\x02 garbage\r\n\r\n', /not HTTP/],
  ['nothing', '', /closed before the response was complete/],
  ['half a header', 'HTTP/1.1 200 O', /closed before|not HTTP/],
  ['a status that is not a number', 'HTTP/1.1 abc OK\r\n\r\n', /not HTTP/],
  [
    'two content-length headers',
    `${head('content-length: 2\r\ncontent-length: 3\r\n')}\r\n{}`,
    /not HTTP|differs from content-length/,
  ],
  [
    'a content-length greater than the body',
    `${head('content-length: 100\r\n')}\r\n{}`,
    /closed before|differs from content-length/,
  ],
  ['an invalid chunk', `${head('transfer-encoding: chunked\r\n')}\r\nzz\r\n{}`, /not HTTP/],
  ['chunks without a last one', `${head('transfer-encoding: chunked\r\n')}\r\n2\r\n{}\r\n`, /closed before|not HTTP/],
])('an exchange is lost when the target sends %s, and the reason is given', async (_, bytes, reason) => {
  const server = await raw((socket) => socket.end(bytes, 'latin1'));
  expect(await write(server.url)).toMatchObject({ lost: expect.stringMatching(reason) });
});

test('an exchange is lost when the connection is reset', async () => {
  const server = await raw((socket) => socket.resetAndDestroy());
  expect(await write(server.url)).toMatchObject({ lost: expect.stringMatching(/reset|closed/) });
});

test.each<[string, 'none' | 'silent' | undefined, (socket: Socket) => void]>([
  ['is closed at once', 'silent', (socket) => socket.end()],
  ['carries half an answer', undefined, (socket) => socket.end(`${head('content-length: 9\r\n')}\r\n{`)],
])('a lost exchange whose connection %s has the connection %j', async (_, connection, answer) => {
  const recorded = await write((await raw(answer)).url);
  expect('connection' in recorded ? recorded.connection : undefined).toBe(connection);
});

test('an exchange is lost when headers are longer than the limit', async () => {
  const server = await raw((socket) => socket.end(`${head(`x: ${'y'.repeat(5000)}\r\n`)}\r\n`));
  expect(await write(server.url, { maxHeaderBytes: '2048' })).toMatchObject({
    lost: expect.stringContaining('--max-header-bytes'),
  });
});

test('an exchange is lost at its time limit when nothing, headers or body come too slowly', async () => {
  const drip = await raw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('x: y\r\n'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  const silent = await raw(() => undefined);
  const slow = await raw((socket) => {
    socket.write(`${head('content-length: 1000\r\n')}\r\n`);
    const timer = setInterval(() => socket.write(' '), 20);
    socket.on('close', () => clearInterval(timer));
  });
  const flags = { timeout: '0.15' };
  expect(await write(silent.url, flags)).toMatchObject({ lost: 'no response headers after 0.15 s (--timeout)' });
  expect(await write(drip.url, flags)).toMatchObject({ lost: 'no response headers after 0.15 s (--timeout)' });
  expect(await write(slow.url, flags)).toMatchObject({
    lost: 'the body was not complete after 0.15 s (--body-timeout)',
  });
});

test('the reason says that nothing listens when the connection is refused', async () => {
  const server = await serveSocket(() => undefined);
  await server.close();
  expect(await write(server.url)).toMatchObject({
    lost: 'nothing listens there: the connection was refused',
    connection: 'none',
  });
});

test('the reason names the host name when it does not exist', async () => {
  const sent = keep(new Client(configured('https://nowhere.invalid')));
  const recorded = await sent.send('fiatWithdrawal', { body: {} }, { kind: 'requirement', id: 'TEST' });
  expect(recorded).toMatchObject({ lost: expect.stringMatching(/the host name/), connection: 'none' });
});

test('an informational response before the answer is skipped', async () => {
  const server = await raw((socket) =>
    socket.end(`HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${head('content-length: 2\r\n')}\r\n{}`),
  );
  expect(await write(server.url)).toMatchObject({ response: { status: 200, body: { kind: 'json' } } });
});

test('a connection is not used again after a server error', async () => {
  const failing = new WeakSet<object>();
  const server = keep(
    await serve(({ body }, response) => {
      const { socket } = response;
      // Like a server that closes the connection after an error without announcing it.
      if (socket && failing.has(socket)) socket.destroy();
      else if (socket && body.includes('fail')) failing.add(socket);
      const status = socket && failing.has(socket) ? 500 : 200;
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    }),
  );
  const target = client(server.url, { concurrency: 1 });
  const statuses: unknown[] = [];
  for (const memo of ['fine', 'fail', 'fine', 'fail', 'fail', 'fine'])
    statuses.push(await target.send('fiatWithdrawal', { body: { memo } }, { kind: 'requirement', id: 'TEST' }));
  expect(statuses).toMatchObject([200, 500, 200, 500, 500, 200].map((status) => ({ response: { status } })));
});
