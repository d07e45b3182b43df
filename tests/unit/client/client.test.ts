import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as listening, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Client, type ClientOptions } from '../../../src/client/client.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import type { Recorded, RequestInput } from '../../../src/model/exchange.ts';
import type { Flags } from '../../../src/settings/settings.ts';
import { keep } from '../../support/keep.ts';
import { configured, json, type Loopback, serve, TOKEN } from '../../support/loopback.ts';

const target = async (answer: Parameters<typeof serve>[0]): Promise<Loopback> => keep(await serve(answer));

const client = (url: string, flags: Flags = {}, options: ClientOptions = {}): Client =>
  keep(new Client(configured(url, flags), options));

const send = (to: Client, operation: Operation, input: RequestInput = {}): Promise<Recorded> =>
  to.send(operation, input, { kind: 'requirement', id: 'TEST' });

function answer(recorded: Recorded): Extract<Recorded, { response: unknown }> {
  if ('lost' in recorded) throw new Error(recorded.lost);
  return recorded as Extract<Recorded, { response: unknown }>;
}

test.each([
  ['', ''],
  ['/', ''],
  ['/api/bank', '/api/bank'],
  ['/api/bank/v2/', '/api/bank'],
])('a base URL that ends in "%s" gives paths with the prefix "%s" before /v2', async (suffix, prefix) => {
  const server = await target((_, response) => json(response, 200, {}));
  await send(client(server.url + suffix), 'listAccounts');
  expect(server.seen[0]?.url).toBe(`${prefix}/v2/identity/accounts`);
});

test('path parameters and query values are percent-encoded, including lone surrogates', async () => {
  const server = await target((_, response) => json(response, 200, {}));
  const sent = client(server.url);
  await send(sent, 'getFiat', { path: { id: 'a/b?c#d é' } });
  await send(sent, 'listFiat', {
    query: { ref_ids: ['a&b', '+,%'], page_cursor: 'x=y \ud800', limit: 3, include_deleted: true },
  });
  expect(server.seen.map(({ url }) => url)).toEqual([
    '/v2/transfer/fiat-accounts/a%2Fb%3Fc%23d%20%C3%A9',
    '/v2/transfer/fiat-accounts?ref_ids=a%26b&ref_ids=%2B%2C%25&page_cursor=x%3Dy%20%EF%BF%BD&limit=3&include_deleted=true',
  ]);
});

test('lists in queries are separated by commas with the array format comma', async () => {
  const server = await target((_, response) => json(response, 200, {}));
  const recorded = await send(client(server.url, { arrayFormat: 'comma' }), 'listFiat', {
    query: { ids: ['a', 'b,c'] },
  });
  expect(server.seen[0]?.url).toBe('/v2/transfer/fiat-accounts?ids=a,b%2Cc');
  expect(recorded.request.query).toEqual({ ids: ['a', 'b,c'] });
});

test('a body is sent as JSON and recorded as the target parses it', async () => {
  const server = await target((_, response) => json(response, 200, { id: '1' }));
  const body = JSON.parse('{"__proto__":{"a":1},"memo":"é"}');
  const recorded = answer(await send(client(server.url), 'fiatWithdrawal', { body: { ...body, gone: undefined } }));
  expect(server.seen[0]).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
  });
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual(recorded.request.body);
  expect(Object.keys(recorded.request.body ?? {})).not.toContain('gone');
});

test('a request without a body has no content type', async () => {
  const server = await target((_, response) => json(response, 200, {}));
  await send(client(server.url), 'affirm', { path: { transaction_id: 't' } });
  expect(server.seen[0]?.headers['content-type']).toBeUndefined();
  expect(server.seen[0]?.headers['content-length']).toBe('0');
});

test('each kind of credentials is sent as specified, and the token is never recorded', async () => {
  const server = await target((_, response) => json(response, 200, {}));
  const sent = client(server.url);
  const asked = [
    undefined,
    'none',
    { header: 'Bearer unknown' },
    { scheme: 'Token' },
    { scheme: 'Bearer', cut: 4 },
    { scheme: 'Bearer', cut: 4, suffix: '0000' },
    { unsigned: true },
    { otherCase: true },
  ] as const;
  const recorded: Recorded[] = [];
  for (const credentials of asked)
    recorded.push(await send(sent, 'listAccounts', credentials === undefined ? {} : { credentials }));
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${TOKEN}`,
    undefined,
    'Bearer unknown',
    `Token ${TOKEN}`,
    `Bearer ${TOKEN.slice(0, -4)}`,
    `Bearer ${TOKEN.slice(0, -4)}0000`,
    `Bearer eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.${TOKEN}.`,
    'Bearer TeST-TOKeN-0123456789',
  ]);
  expect(recorded.map(({ request }) => request.headers['authorization'])).toEqual([
    'Bearer $ACCESS_TOKEN',
    undefined,
    'Bearer unknown',
    'Token $ACCESS_TOKEN',
    `Bearer \${ACCESS_TOKEN%????}`,
    `Bearer \${ACCESS_TOKEN%????}0000`,
    'Bearer eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.$(echo $ACCESS_TOKEN | cut -d. -f2).',
    "Bearer $(echo $ACCESS_TOKEN | sed 's/^[^g-zG-Z]*$/&-AAA/' | tr g-zG-Z G-Zg-z)",
  ]);
  expect(JSON.stringify(recorded)).not.toContain(TOKEN.slice(0, -4));
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
])('a %s body is decompressed, and its length is that of the compressed bytes', async (coding, compress) => {
  const bytes = compress(Buffer.from('{"items":[]}'));
  const server = await target((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(bytes));
  const { response } = answer(await send(client(server.url), 'listAccounts'));
  expect(response).toMatchObject({ body: { kind: 'json', value: { items: [] } }, bytes: bytes.length });
});

test('a body in several chunks is joined', async () => {
  const server = await target((_, response) => {
    response.write('{"items"');
    setTimeout(() => response.end(':[1]}'), 5);
  });
  expect(answer(await send(client(server.url), 'listAccounts')).response.body).toMatchObject({
    kind: 'json',
    value: { items: [1] },
  });
});

test('a response without a body has the kind empty, and repeated headers are joined', async () => {
  const server = await target((_, response) => response.writeHead(204, { 'X-Twice': ['a', 'b'] }).end());
  const { response } = answer(await send(client(server.url), 'listAccounts'));
  expect(response.body).toEqual({ kind: 'empty' });
  expect(response.headers['x-twice']).toBe('a, b');
});

test('a redirect is an answer and is never followed', async () => {
  const elsewhere = await target((_, response) => json(response, 200, {}));
  const server = await target((_, response) =>
    response.writeHead(307, { location: `${elsewhere.url}/v2/identity/accounts` }).end(),
  );
  const { response } = answer(await send(client(server.url), 'listAccounts'));
  expect(response.status).toBe(307);
  expect(elsewhere.seen).toHaveLength(0);
});

test('each attempt of a retried request is reported with a number of its own', async () => {
  const server = await target((_, response, count) => json(response, count === 1 ? 503 : 200, {}));
  const seen: Recorded[] = [];
  const recorded = await send(client(server.url, {}, { onExchange: (each) => seen.push(each) }), 'listAccounts');
  expect(seen.map(({ id }) => id)).toEqual([1, 2]);
  expect(seen[1]).toBe(recorded);
});

test('no more requests are in flight than allowed', async () => {
  let [now, most] = [0, 0];
  const server = await target((_, response) => {
    now += 1;
    most = Math.max(most, now);
    setTimeout(() => {
      now -= 1;
      json(response, 200, {});
    }, 10);
  });
  const sent = client(server.url, { concurrency: '3' });
  await Promise.all(Array.from({ length: 12 }, () => send(sent, 'listAccounts')));
  expect(most).toBe(3);
});

test('requests without the token are soon repeated no more if the target limits only them', async () => {
  const server = await target((request, response) =>
    json(response, request.headers.authorization === undefined ? 429 : 200, {}),
  );
  const sent = client(server.url);
  const withoutToken = () => server.seen.filter(({ headers }) => headers['authorization'] === undefined).length;
  for (let refused = 0; refused < 12; refused += 1) {
    expect(answer(await send(sent, 'listAccounts', { credentials: 'none' })).response.status).toBe(429);
    await send(sent, 'listAccounts');
  }
  expect(withoutToken()).toBe(14);
});

test('a client that finishes sends no request that waits for its turn, and repeats none', async () => {
  const sent = await target((_, response) => {
    finishing.finishEarly('1 requirement failed');
    json(response, 503, {});
  });
  const finishing = client(sent.url, { concurrency: '1' });
  const [first, second] = [send(finishing, 'listAccounts'), send(finishing, 'listFiat')];
  expect(await first).toMatchObject({ response: { status: 503 } });
  expect(await second).toMatchObject({ lost: '1 requirement failed', isUnsent: true });
  expect(sent.seen).toHaveLength(1);
});

test('an interruption ends the request in flight, and nothing is sent afterwards', async () => {
  const controller = new AbortController();
  const seen: Recorded[] = [];
  const server = await target(() => controller.abort());
  const sent = client(server.url, {}, { signal: controller.signal, onExchange: (each) => seen.push(each) });
  expect(await send(sent, 'listAccounts')).toMatchObject({ lost: 'the run ended' });
  expect(await send(sent, 'listAccounts')).toMatchObject({ lost: 'the run ended' });
  expect(server.seen).toHaveLength(1);
  expect(seen).toHaveLength(1);
});

test('a request with a header that HTTP does not allow has no response, and the reason is given', async () => {
  const server = await target((_, response) => json(response, 200, {}));
  const recorded = await send(client(server.url), 'listAccounts', { credentials: { header: 'a\r\nb: c' } });
  expect(recorded).toMatchObject({ lost: 'the request contains something that HTTP does not allow' });
});

test('the proxy of the environment is used for another host, but not for a loopback address', async () => {
  const server = await target((_, response) => json(response, 200, {}));
  const asked: string[] = [];
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    const onward = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    keep({ close: async () => void onward.destroy() });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  keep({ close: async () => void proxy.close() });
  const env = { ACCESS_TOKEN: TOKEN, HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
  for (const url of ['http://target.test', server.url]) {
    const sent = keep(new Client(configured(url, { insecureHttp: true }, env)));
    expect(answer(await send(sent, 'listAccounts')).response.status).toBe(200);
  }
  expect(asked).toEqual(['target.test:80']);
});

test('the proxy is named as a possible cause if nothing listens at its address', async () => {
  const env = { ACCESS_TOKEN: TOKEN, HTTP_PROXY: 'http://127.0.0.1:1' };
  const reasons = ['http://target.test', 'http://127.0.0.1:1'].map(async (url) => {
    const sent = keep(new Client(configured(url, { insecureHttp: true }, env)));
    return send(sent, 'addMembers');
  });
  expect(await Promise.all(reasons)).toMatchObject([
    { lost: expect.stringMatching(/HTTP_PROXY/) },
    { lost: 'nothing listens there: the connection was refused' },
  ]);
});

/** Serves one connection at a time; others wait until it is closed, as with a pool of one worker. */
async function oneConnectionAtOnce(): Promise<string> {
  const http = createServer((_, response) => json(response, 200, {}));
  const waiting: Socket[] = [];
  let served: Socket | undefined;
  const next = (): void => {
    served = waiting.shift();
    if (served) http.emit('connection', served.once('close', next));
  };
  const sockets = new Set<Socket>();
  const server = listening((socket) => {
    sockets.add(socket.on('error', () => undefined));
    waiting.push(socket);
    if (!served) next();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  keep({
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a target that serves one connection at once gets one request at once after the first losses', async () => {
  const sent = client(await oneConnectionAtOnce(), { timeout: '0.4', concurrency: '3' });
  const read = (): Promise<Recorded> => send(sent, 'getFiat', { path: { id: '1' } });
  await Promise.all([read(), read(), read()]);
  const later = await Promise.all(Array.from({ length: 12 }, read));
  expect(later.filter((each) => 'lost' in each)).toEqual([]);
});

test('a run that may send one request says so in the singular', async () => {
  const server = keep(await serve((_, response) => json(response, 200, {})));
  const said: string[] = [];
  const client = keep(
    new Client(configured(server.url, { maxRequests: '1' }), { onSpent: (reason) => said.push(reason) }),
  );
  for (let i = 0; i < 2; i += 1) await client.send('listFiat', {}, { kind: 'run', what: 'fixtures' });
  expect(said).toEqual(['the run has sent its maximum of 1 request']);
});
