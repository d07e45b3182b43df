import { describe, expect, test } from 'vitest';
import { Client, type ClientOptions } from '../../../src/client/client.ts';
import { afterLimit, afterLoss } from '../../../src/client/retry.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import type { Recorded, Response } from '../../../src/model/exchange.ts';
import { askedPause, momentaryPause } from '../../../src/model/retry-after.ts';
import type { Flags } from '../../../src/settings/settings.ts';
import { keep } from '../../support/keep.ts';
import { configured, json, type Loopback, serve, serveSocket } from '../../support/loopback.ts';

const target = async (answer: Parameters<typeof serve>[0]): Promise<Loopback> => keep(await serve(answer));
const client = (url: string, options: ClientOptions = {}, flags: Flags = {}): Client =>
  keep(new Client(configured(url, flags), options));
const status = (recorded: Recorded): number | string =>
  'response' in recorded ? recorded.response.status : recorded.lost;

function send(to: Client, operation: Operation): Promise<Recorded> {
  const input = operation === 'fiatWithdrawal' ? { body: { ref_id: 'r' } } : {};
  return to.send(operation, input, { kind: 'requirement', id: 'TEST' });
}

describe('429', () => {
  test('makes the client wait and repeat the request, even a write, because it was not executed', async () => {
    const server = await target((_, response, count) =>
      json(response, count <= 2 ? 429 : 200, {}, { 'retry-after': '0' }),
    );
    expect(status(await send(client(server.url), 'fiatWithdrawal'))).toBe(200);
    expect(server.seen.map(({ body }) => body)).toEqual(Array(3).fill('{"ref_id":"r"}'));
  });

  test('delays every request of the client', async () => {
    const order: string[] = [];
    const server = await target(({ url }, response, count) => {
      order.push(url);
      json(response, count === 1 ? 429 : 200, {}, { 'retry-after': '1' });
    });
    const sent = client(server.url, { onExchange: () => order.push('seen') });
    const first = send(sent, 'listAccounts');
    while (!order.includes('seen')) await new Promise((resolve) => setTimeout(resolve, 5));
    const before = order.length;
    const second = send(sent, 'listExecutions');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(order).toHaveLength(before);
    await Promise.all([first, second]);
    expect(order.filter((each) => each !== 'seen')).toHaveLength(3);
  });

  test('is returned after six attempts', async () => {
    const server = await target((_, response) => json(response, 429, {}, { 'retry-after': '0' }));
    expect(status(await send(client(server.url), 'listAccounts'))).toBe(429);
    expect(server.seen).toHaveLength(6);
  });

  test('is returned at once when Retry-After exceeds --max-wait, and ends the run when it goes on', async () => {
    const reasons: string[] = [];
    const server = await target((_, response) => json(response, 429, {}, { 'retry-after': '3600' }));
    const sent = client(server.url, { onUnreachable: (reason) => reasons.push(reason) }, { maxWait: '1' });
    expect(status(await send(sent, 'listAccounts'))).toBe(429);
    expect(server.seen).toHaveLength(1);
    for (const operation of Array(9).fill('listExecutions')) await send(sent, operation);
    expect(reasons).toEqual([expect.stringContaining('--max-wait')]);
  });
});

describe('a target whose firewall temporarily answers every request with 403', () => {
  const forbidden = { error: 'blocked', id: '17' };

  test('gets each request again, even writes, after a list that worked before is also refused', async () => {
    const times: number[] = [];
    const server = await target((_, response) => {
      const now = performance.now();
      while (times[0] !== undefined && now - times[0] > 500) times.shift();
      if (times.length >= 20) return json(response, 403, forbidden);
      times.push(now);
      return json(response, 200, {});
    });
    const sent = client(server.url);
    expect(status(await send(sent, 'listFiat'))).toBe(200);
    const all = [...Array(40).fill('listExecutions'), ...Array(10).fill('fiatWithdrawal')] as readonly Operation[];
    expect((await Promise.all(all.map((each) => send(sent, each)))).map(status)).toEqual(Array(50).fill(200));
  });

  test('gets one list request, and no request again, when only some requests are forbidden', async () => {
    const server = await target(({ method }, response) =>
      method === 'GET' ? json(response, 200, {}) : json(response, 403, forbidden),
    );
    const sent = client(server.url);
    expect(status(await send(sent, 'listFiat'))).toBe(200);
    for (let i = 0; i < 3; i += 1) expect(status(await send(sent, 'fiatWithdrawal'))).toBe(403);
    expect(server.seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'POST', 'POST']);
  });

  test('is recognised by words that were met before any list worked', async () => {
    const server = await target((_, response, count) => {
      const isBlocked = count === 1 || (count > 2 && count < 5);
      json(response, isBlocked ? 403 : 200, isBlocked ? forbidden : {});
    });
    const sent = client(server.url);
    expect(status(await send(sent, 'fiatWithdrawal'))).toBe(403);
    expect(status(await send(sent, 'listFiat'))).toBe(200);
    expect(status(await send(sent, 'fiatWithdrawal'))).toBe(200);
  });
});

describe('a target that accepts few connections', () => {
  test.each([2, 3])('gets no more requests at once than %i after the first were lost', async (connections) => {
    const server = keep(await serve((_, response) => json(response, 200, {}), { connections }));
    const lost: string[] = [];
    const sent = client(server.url, {
      onExchange: (recorded) => {
        if (!('response' in recorded)) lost.push(recorded.operation);
      },
    });
    const reads = await Promise.all(Array.from({ length: 24 }, () => send(sent, 'listAccounts')));
    const lostReads = lost.length;
    const writes = await Promise.all(Array.from({ length: 24 }, () => send(sent, 'fiatWithdrawal')));
    expect([...reads, ...writes].map(status)).toEqual(Array(48).fill(200));
    expect(lostReads).toBeGreaterThan(0);
    expect(lost).toHaveLength(lostReads);
  });
});

describe('a target that answers only two requests at once', () => {
  test('gets fewer requests at once after its first 429, and answers all of them', async () => {
    let [inFlight, refused] = [0, 0];
    const server = await target((_, response) => {
      if (inFlight === 2) {
        refused += 1;
        return json(response, 429, {}, { 'retry-after': '0' });
      }
      inFlight += 1;
      return setTimeout(() => {
        inFlight -= 1;
        json(response, 200, {});
      }, 120);
    });
    const sent = client(server.url);
    const answers = await Promise.all(Array.from({ length: 24 }, () => send(sent, 'fiatWithdrawal')));
    expect(answers.map(status)).toEqual(Array(24).fill(200));
    expect(refused).toBeLessThan(12);
  });
});

describe('a target that answers some operations with 429', () => {
  const limiting = (headers: Record<string, string>) =>
    target((seen, response) =>
      seen.url.startsWith('/v2/executions') ? json(response, 429, {}, headers) : json(response, 200, {}),
    );

  test('gets no more requests of these operations when Retry-After exceeds --max-wait', async () => {
    const server = await limiting({ 'retry-after': '9'.repeat(30) });
    const sent = client(server.url, {}, { maxWait: '1' });
    const answers: (number | string)[] = [];
    for (const operation of ['listAccounts', 'listExecutions', 'listExecutions', 'listAccounts'] as const)
      answers.push(status(await send(sent, operation)));
    expect(answers).toEqual([200, 429, expect.stringContaining('--max-wait'), 200]);
    expect(server.seen).toHaveLength(3);
  });

  test('uses up --max-wait when it goes on with that, and gets no more requests', async () => {
    const bounds: string[] = [];
    const server = await limiting({ 'retry-after': '0' });
    const onSpent = (reason: string, bound: string) => bounds.push(`${reason} ${bound}`);
    const sent = client(server.url, { onSpent }, { maxWait: '1' });
    for (let round = 0; round < 10; round += 1)
      for (const operation of ['listExecutions', 'listAccounts'] as const) await send(sent, operation);
    expect(bounds).toEqual(['the target has slowed the run down with status 429 for the maximum of 1 s maxWait']);
    expect(server.seen.length).toBeLessThan(40);
  });

  test.each([403, 420])('has requests repeated after %i too, but only if it comes with Retry-After', async (code) => {
    const server = await target((_, response, count) =>
      json(response, count === 1 || count > 2 ? code : 200, {}, count === 1 ? { 'retry-after': '0' } : {}),
    );
    const sent = client(server.url);
    expect(status(await send(sent, 'fiatWithdrawal'))).toBe(200);
    expect(status(await send(sent, 'fiatWithdrawal'))).toBe(code);
    expect(server.seen).toHaveLength(3);
    const unauthorised = await target((_, response) => json(response, code, {}, { 'retry-after': '0' }));
    await client(unauthorised.url).send('listAccounts', { credentials: 'none' }, { kind: 'requirement', id: 'TEST' });
    expect(unauthorised.seen).toHaveLength(1);
  });
});

describe('Retry-After', () => {
  const response = (headers: Record<string, string>): Response => ({
    status: 429,
    headers,
    body: { kind: 'empty' },
    bytes: 0,
  });

  test('is read as seconds, or as a date relative to the Date header', () => {
    expect(askedPause(response({ 'retry-after': '7' }))).toBe(7000);
    const dates = { date: 'Sat, 01 Jan 2000 00:00:00 GMT', 'retry-after': 'Sat, 01 Jan 2000 00:00:09 GMT' };
    expect(askedPause(response(dates))).toBe(9000);
    expect(askedPause(response({ ...dates, 'retry-after': 'Fri, 31 Dec 1999 00:00:00 GMT' }))).toBe(0);
  });

  test('is followed for at most five seconds after a transient failure', () => {
    expect(momentaryPause(response({ 'retry-after': '2' }))).toBe(2_000);
    expect(momentaryPause(response({ 'retry-after': '3600' }))).toBe(5_000);
    expect(momentaryPause(response({}))).toBeUndefined();
  });

  test.each(['', 'soon', '-5', '1e9', 'NaN'])('is ignored when it is "%s"', (value) => {
    expect(askedPause(response({ 'retry-after': value }))).toBeUndefined();
    expect(afterLimit(response({ 'retry-after': value }), 1, 60_000)).toEqual({
      kind: 'wait',
      milliseconds: 400,
      asked: false,
    });
  });

  test.each([
    '99999999999999',
    '9'.repeat(400),
    'Fri, 31 Dec 9999 23:59:59 GMT',
  ])('is too long when it is "%s"', (value) => {
    expect(afterLimit(response({ 'retry-after': value }), 1, 60_000)).toEqual({ kind: 'stop', tooLong: true });
  });

  test('is followed for --max-wait in total, however short each pause is', async () => {
    const server = await target((_, answer, count) =>
      json(answer, count % 2 === 1 ? 429 : 200, {}, { 'retry-after': '1' }),
    );
    const sent = client(server.url, {}, { maxWait: '2' });
    const found: (number | string)[] = [];
    for (const operation of Array<Operation>(5).fill('listExecutions')) found.push(status(await send(sent, operation)));
    expect(found).toEqual([200, 200, 429, 200, 429]);
  });
});

describe('other failures', () => {
  test('after two broken connections, each further connection is closed after one request', async () => {
    const used = new WeakSet<object>();
    const server = await target((_, response) => {
      const { socket } = response;
      if (socket && used.has(socket)) return socket.destroy();
      if (socket) used.add(socket);
      return json(response, 200, {});
    });
    const sent = client(server.url);
    for (const operation of ['listAccounts', 'listAccounts', 'listAccounts', 'fiatWithdrawal'] as const) {
      expect(status(await send(sent, operation))).toBe(200);
      // A connection is free for the next request a moment later.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const connections = server.seen.map(({ headers }) => headers.connection);
    expect(connections).toEqual([...Array(4).fill('keep-alive'), 'close', 'close']);
  });

  test('after two broken connections, no connection that was open before is used again', async () => {
    // Each connection serves one request and breaks when it is used again, like idle connections that the target has closed.
    let waiting: (() => void)[] = [];
    const used = new Map<unknown, number>();
    const server = await target((_, response) => {
      const before = used.get(response.socket) ?? 0;
      used.set(response.socket, before + 1);
      if (before > 0) return void response.socket?.destroy();
      waiting.push(() => json(response, 200, {}));
      if (used.size > 3) waiting = waiting.slice(-1);
      if (waiting.length < 3 && used.size <= 3) return;
      for (const answer of waiting.splice(0)) answer();
    });
    const sent = client(server.url, {}, { concurrency: '3' });
    const three = Array<Operation>(3).fill('fiatWithdrawal');
    expect((await Promise.all(three.map((operation) => send(sent, operation)))).map(status)).toEqual([200, 200, 200]);
    const found: (number | string)[] = [];
    for (const operation of [...three, ...three]) found.push(status(await send(sent, operation)));
    expect(found.filter((each) => each !== 200)).toHaveLength(2);
  });

  test.each([408, 502, 503, 504])('a read is repeated after %i', async (code) => {
    const server = await target((_, response, count) =>
      json(response, count === 1 ? code : 200, {}, { 'retry-after': '0' }),
    );
    expect(status(await send(client(server.url), 'listAccounts'))).toBe(200);
  });

  test('later requests keep a distance after 503 from an operation that worked before', async () => {
    const starts: number[] = [];
    const server = await target((_, response, count) => {
      starts.push(performance.now());
      json(response, count === 2 ? 503 : 200, {});
    });
    const sent = client(server.url);
    for (let count = 0; count < 5; count += 1) await send(sent, 'fiatWithdrawal');
    const [third = 0, last = 0] = [starts[2], starts[4]];
    expect(last - third).toBeGreaterThan(90);
  });

  test.each([408, 500, 502, 503, 504])('a write is not repeated after %i', async (code) => {
    const server = await target((_, response) => json(response, code, {}));
    expect(status(await send(client(server.url), 'fiatWithdrawal'))).toBe(code);
    expect(server.seen).toHaveLength(1);
  });

  test('a read is repeated after a broken connection, and a write is not', async () => {
    let connections = 0;
    const server = keep(
      await serveSocket((socket, count) => {
        connections = count;
        if (count === 1) socket.destroy();
        else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      }),
    );
    expect(status(await send(client(server.url), 'listAccounts'))).toBe(200);
    expect(connections).toBe(2);
    const other = keep(
      await serveSocket((socket, count) => {
        connections = count;
        socket.destroy();
      }),
    );
    expect(status(await send(client(other.url), 'fiatWithdrawal'))).toMatch(/closed|reset/);
    expect(connections).toBe(1);
  });

  test('even a write is repeated after a refused connection, because nothing was sent', () => {
    expect(afterLoss('unreached', { read: false, attempt: 1 })).toBeGreaterThan(0);
    expect(afterLoss('late', { read: false, attempt: 1 })).toBeUndefined();
    expect(afterLoss('unreached', { read: false, attempt: 3 })).toBeUndefined();
  });
});

describe('a target that stops answering', () => {
  test('ends the run early with one reason, and gets no more requests', async () => {
    const reasons: string[] = [];
    let connections = 0;
    const server = keep(
      await serveSocket((socket, count) => {
        connections = count;
        socket.destroy();
      }),
    );
    const sent = client(server.url, { onUnreachable: (reason) => reasons.push(reason) });
    for (let i = 0; i < 8; i += 1) await Promise.all([send(sent, 'fiatWithdrawal'), send(sent, 'sandboxDeposit')]);
    expect(reasons).toEqual([expect.stringMatching(/^the target stopped answering: 10 requests in a row/)]);
    expect(reasons[0]).toMatch(/handling these requests when it stopped: \w+ \(exchange 1\), \w+ \(exchange 2\), /);
    expect(connections).toBeLessThan(14);
    expect(status(await send(sent, 'listAccounts'))).toBe(reasons[0]);
  });

  test('is distinguished from one that drops what it refuses, because a plain list is answered', async () => {
    const reasons: string[] = [];
    const server = await target((request, response) => {
      if (request.method === 'POST') response.destroy();
      else json(response, 200, { items: [] });
    });
    const sent = client(server.url, { onUnreachable: (reason) => reasons.push(reason) });
    for (let i = 0; i < 15; i += 1) await Promise.all([send(sent, 'fiatWithdrawal'), send(sent, 'sandboxDeposit')]);
    expect(reasons).toEqual([]);
    expect(status(await send(sent, 'listAccounts'))).toBe(200);
  });

  test('is distinguished from one that restarts, because requests are repeated for some seconds', async () => {
    const reasons: string[] = [];
    let isDown = false;
    const server = await target((_, response) => {
      if (isDown) response.destroy();
      else json(response, 200, { items: [] });
    });
    const sent = client(server.url, { onUnreachable: (reason) => reasons.push(reason) });
    await send(sent, 'listAccounts');
    isDown = true;
    setTimeout(() => {
      isDown = false;
    }, 700);
    for (let i = 0; i < 8; i += 1) await Promise.all([send(sent, 'fiatWithdrawal'), send(sent, 'sandboxDeposit')]);
    expect(reasons).toEqual([]);
    expect(isDown).toBe(false);
    expect(status(await send(sent, 'listAccounts'))).toBe(200);
  });

  test('is distinguished from one that refuses with 401, because a plain list is answered', async () => {
    const reasons: string[] = [];
    const server = await target(({ method }, response) => json(response, method === 'POST' ? 401 : 200, { items: [] }));
    const sent = client(server.url, { onUnreachable: (reason) => reasons.push(reason) });
    for (let i = 0; i < 15; i += 1) await Promise.all([send(sent, 'fiatWithdrawal'), send(sent, 'sandboxDeposit')]);
    expect(reasons).toEqual([]);
    expect(status(await send(sent, 'fiatWithdrawal'))).toBe(401);
  });

  test('is distinguished from one on which a single operation never answers', async () => {
    const reasons: string[] = [];
    const server = keep(await serveSocket((socket) => socket.destroy()));
    const sent = client(server.url, { onUnreachable: (reason) => reasons.push(reason) });
    for (let i = 0; i < 20; i += 1) await send(sent, 'fiatWithdrawal');
    expect(reasons).toEqual([]);
  });
});

test('--rate limits the number of requests per second', async () => {
  const server = await target((_, response) => json(response, 200, {}));
  const sent = client(server.url, {}, { rate: '50' });
  const all = Promise.all(Array.from({ length: 20 }, () => send(sent, 'listAccounts')));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(server.seen.length).toBeLessThan(20);
  await all;
  expect(server.seen).toHaveLength(20);
});
