import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Flags } from '../../../src/settings/settings.ts';
import { serveSocket } from '../../support/loopback.ts';
import { type Inspected, inspect } from './inspect.ts';

/** Servers that misbehave below the level of JSON: they send incomplete or untrustworthy HTTP answers. `memory.test.ts` measures the memory that such answers take. */

const ok = (headers: string, body = ''): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${headers}\r\n${body}`;

const sending =
  (bytes: string | Buffer) =>
  (socket: Socket): void => {
    socket.end(bytes, 'latin1');
  };

/** Sends the same piece for ever, as fast as it is taken or every 20 ms. */
const endlessly =
  (head: string, piece: string, every?: number) =>
  (socket: Socket): void => {
    socket.write(head);
    const more = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    if (every === undefined) socket.on('drain', more) && more();
    else {
      const timer = setInterval(() => socket.write(piece), every);
      socket.on('close', () => clearInterval(timer));
    }
  };

/** Runs the suite against a server that answers every connection so. */
async function against(answer: (socket: Socket) => void, flags: Flags = {}): Promise<Inspected> {
  const server = await serveSocket(answer);
  try {
    return await inspect({ url: server.url, flags });
  } finally {
    await server.close();
  }
}

const compressed = (coding: string, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(ok(`content-encoding: ${coding}\r\ncontent-length: ${bytes.length}\r\n`)), bytes]);

const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, 0x20));
const json = gzipSync('{"items":[]}');

/** Names, what they do, what the report says of it, and whether that ends the run. */
const LOST: readonly (readonly [string, (socket: Socket) => void, RegExp])[] = [
  ['closes at once', (socket) => socket.end(), /closed before the response was complete/],
  ['resets', (socket) => socket.resetAndDestroy(), /reset|closed/],
  ['never answers', () => undefined, /no response headers after 0\.6 s \(--timeout\)/],
  ['sends garbage', sending('\0\x01\x02\x1b[31m garbage\r\n\r\n'), /not HTTP/],
  ['sends half a status line', sending('HTTP/1.1 200 O'), /closed before|not HTTP/],
  ['sends a status that is not a number', sending('HTTP/1.1 abc OK\r\n\r\n'), /not HTTP/],
  ['answers as HTTP 0.9 did', sending('{"items":[]}'), /not HTTP/],
  ['answers with TLS to plain HTTP', sending('\x15\x03\x01\x00\x02\x02\x46'), /speaks TLS.*https:/],
  ['speaks SSH', sending('SSH-2.0-OpenSSH_9.6\r\n'), /not HTTP/],
  [
    'gives two lengths',
    sending(ok('content-length: 2\r\ncontent-length: 3\r\n', '{}')),
    /not HTTP|differs from content-length/,
  ],
  ['gives a negative length', sending(ok('content-length: -2\r\n', '{}')), /not HTTP/],
  [
    'promises more than it sends',
    sending(ok('content-length: 100\r\n', '{}')),
    /closed before|differs from content-length/,
  ],
  ['sends an invalid chunk', sending(ok('transfer-encoding: chunked\r\n', 'zz\r\n{}')), /not HTTP/],
  [
    'sends chunks without a last one',
    sending(ok('transfer-encoding: chunked\r\n', '2\r\n{}\r\n')),
    /closed before|not HTTP/,
  ],
  ['puts a NUL in a header', sending(ok('x: a\0b\r\ncontent-length: 2\r\n', '{}')), /not HTTP/],
  ['sends headers of a megabyte', sending(ok(`x: ${'y'.repeat(1_000_000)}\r\n`, '{}')), /--max-header-bytes/],
  ['sends endless headers slowly', endlessly('HTTP/1.1 200 OK\r\n', 'x: y\r\n', 20), /--timeout|--max-header-bytes/],
  ['sends endless headers fast', endlessly('HTTP/1.1 200 OK\r\n', `x: ${'y'.repeat(999)}\r\n`), /--max-header-bytes/],
  [
    'sends endless informational responses',
    endlessly('', 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n', 20),
    /--timeout|not HTTP/,
  ],
  ['sends an endless body slowly', endlessly(ok('content-length: 100000\r\n'), ' ', 20), /--body-timeout/],
  ['switches protocols', sending('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'), /./],
];

test.each(LOST)('a run is aborted with the reason when a target %s', { timeout: 20_000 }, async (_, answer, reason) => {
  const { report, code } = await against(answer);
  expect([report.verdict, code]).toEqual(['aborted', 4]);
  expect(report.verdict_reason).toMatch(reason);
});

/** Bodies that arrive whole over HTTP and cannot be read. */
const UNREADABLE: readonly (readonly [string, (socket: Socket) => void, RegExp])[] = [
  [
    'claims gzip for a body that is not gzip',
    sending(ok('content-encoding: gzip\r\ncontent-length: 2\r\n', '{}')),
    /not gzip/,
  ],
  ['truncates gzip', sending(compressed('gzip', json.subarray(0, 15))), /gzip body is truncated/],
  ['compresses four times', sending(compressed('gzip, gzip, gzip, gzip', json)), /4 nested content codings/],
  ['uses a coding that was not requested', sending(compressed('zstd', json)), /zstd was not requested/],
  ['sends a compression bomb', sending(compressed('gzip', bomb)), /--max-decompressed-bytes/],
  ['sends an endless body', endlessly(ok('connection: close\r\n'), 'x'.repeat(65_536)), /--max-response-bytes/],
  ['nests JSON too deep without an end', sending(ok('content-length: 50000\r\n', '['.repeat(50_000))), /not JSON/],
  ['sends bytes that are not UTF-8', sending(ok('content-length: 13\r\n', '{"items":"\xff"}')), /not UTF-8/],
  ['truncates JSON', sending(ok('content-length: 10\r\n', '{"items":[')), /not JSON/],
];

test('a run names the flag and does not judge the body when a target nests JSON too deep', {
  timeout: 30_000,
}, async () => {
  const deep = sending(ok('content-length: 50000\r\n', '['.repeat(25_000) + ']'.repeat(25_000)));
  const { report } = await against(deep, { level: 'must' });
  const statuses = Object.fromEntries(report.requirements.map(({ id, status }) => [id, status]));
  expect(statuses['SUCCESS-JSON']).toBe('not_exercised');
  expect(JSON.stringify(report.requirements)).toMatch(/--max-json-depth/);
});

test.each(UNREADABLE)(
  'a run is nonconformant with the reason when a target %s',
  { timeout: 30_000 },
  async (_, answer, reason) => {
    const { report, code } = await against(answer, {
      maxResponseBytes: '200000',
      maxDecompressedBytes: '1000000',
    });
    expect([report.verdict, code]).toEqual(['nonconformant', 1]);
    expect(JSON.stringify(report.requirements)).toMatch(reason);
  },
);
