import { createHash, randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { Server } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { Relay } from '../../../src/proxy/relay.ts';
import {
  dial,
  forbidden,
  lineOf,
  type Mirrored,
  mirror,
  rawTarget,
  relay,
  target,
  whole,
} from '../../support/proxy-harness.ts';

const LIST = '/v2/executions';
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A target, and a promise that ends when it has got the beginning of a body. */
async function seesBeginning() {
  let began = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    began = resolve;
  });
  const to = await target((req, res) => {
    req.once('data', began);
    void mirror(req, res);
  });
  return { to, first };
}

describe('the server of the proxy', () => {
  it('goes on after connections that it could not accept, and reports each', async () => {
    const to = await target(mirror);
    const listening = vi.spyOn(Server.prototype, 'listen');
    const errors: string[] = [];
    try {
      const { url } = await relay(to, { onError: ({ message }) => errors.push(message) });
      const server = listening.mock.contexts.at(-1) as Server;
      server.emit('error', new Error('accept EMFILE'));
      server.emit('error', new Error('accept ENFILE'));
      expect(errors).toEqual(['accept EMFILE', 'accept ENFILE']);
      expect((await fetch(`${url}${LIST}`)).status).toBe(200);
    } finally {
      listening.mockRestore();
    }
  });

  it('rejects if it cannot listen', async () => {
    const to = await target(mirror);
    const { port } = await relay(to);
    const other = new Relay({
      target: to,
      mostBody: 1,
      onExchange: () => undefined,
      onOther: () => undefined,
      onError: () => undefined,
    });
    await expect(other.listen(port, '127.0.0.1')).rejects.toThrow('EADDRINUSE');
  });
});

describe('a request through the proxy', () => {
  it('reaches the target with the same header lines, order and bytes, except hop-by-hop headers', async () => {
    const { port } = await relay(await target(mirror));
    const { socket, until } = await dial(port);
    socket.write(
      'PUT /v2/odd//path?a=%20b&a=c HTTP/1.1\r\nHost: proxy\r\nX-OnE: 1\r\nx-two: \xe9\r\nX-OnE: 2\r\nConnection: close, X-Hop\r\nX-Hop: gone\r\nProxy-Authorization: Basic gone\r\nContent-Length: 3\r\n\r\na\x00\xff',
      'latin1',
    );
    const text = await until(() => false);
    const json = Buffer.from(/\{.*\}/s.exec(text)?.[0] ?? '{}', 'latin1').toString('utf8');
    const seen = JSON.parse(json) as Mirrored;
    expect([seen.method, seen.url]).toEqual(['PUT', '/v2/odd//path?a=%20b&a=c']);
    expect(seen.headers.slice(2, -2)).toEqual(['X-OnE', '1', 'x-two', '\xe9', 'X-OnE', '2', 'Content-Length', '3']);
    expect(Buffer.from(seen.body, 'base64').toString('latin1')).toBe('a\x00\xff');
  });

  it('gets the path prefix and the Host of the target', async () => {
    const to = await target(mirror);
    const { url } = await relay(`${to}/sandbox`);
    const seen = (await (await fetch(`${url}${LIST}?limit=1`)).json()) as Mirrored;
    expect(seen.url).toBe('/sandbox/v2/executions?limit=1');
    expect(lineOf(seen.headers, 'host')).toBe(new URL(to).host);
  });

  it('is streamed: the target gets its beginning before the client has sent its end', async () => {
    const { to, first } = await seesBeginning();
    const { port } = await relay(to);
    const { socket, until } = await dial(port);
    socket.write('POST /v2/x HTTP/1.1\r\nHost: p\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n');
    await first;
    socket.write('2\r\nde\r\n0\r\n\r\n');
    expect(await until((text) => text.includes(Buffer.from('abcde').toString('base64')))).toContain('200 OK');
  });

  it('gets 100 Continue before its body when it has Expect: 100-continue', async () => {
    const { port } = await relay(await target(mirror));
    const { socket, until } = await dial(port);
    socket.write('POST /v2/x HTTP/1.1\r\nHost: p\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n');
    expect(await until((text) => text.includes('\r\n\r\n'))).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write('ok');
    expect(await until((text) => text.includes(Buffer.from('ok').toString('base64')))).toContain('200 OK');
  });

  it('is forwarded while it comes, without being checked, if there is no room to hold it', async () => {
    const { to, first } = await seesBeginning();
    let checked = 0;
    const guard = async () => {
      checked += 1;
      return undefined;
    };
    const { port, captures } = await relay(to, { mostHeld: 2, guard });
    const { socket, until } = await dial(port);
    socket.write('POST /v2/transfer/fiat-withdrawals HTTP/1.1\r\nHost: p\r\nContent-Length: 5\r\n\r\nabc');
    await first;
    socket.write('de');
    await until((text) => text.includes(Buffer.from('abcde').toString('base64')));
    expect([checked, captures[0]?.capture.body]).toEqual([0, { kind: 'unrecorded' }]);
  });

  it.each([
    'http://other.example/v2/executions',
    '*',
  ])('with the request target %s is refused and sent nowhere', async (form) => {
    const other = await forbidden();
    const { port } = await relay(other.url);
    const { socket, until } = await dial(port);
    socket.write(
      `GET ${form} HTTP/1.1\r\nHost: other.example\r\nAuthorization: Bearer secret\r\nConnection: close\r\n\r\n`,
    );
    expect(await until(() => false)).toContain('421 ');
    expect(other.seen.requests).toBe(0);
  });

  it('with a path that begins with two slashes is sent to the target', async () => {
    const { port } = await relay(await target(mirror));
    const { socket, until } = await dial(port);
    socket.write('GET //other.example/v2 HTTP/1.1\r\nHost: p\r\nConnection: close\r\n\r\n');
    expect(await until(() => false)).toContain('"url":"//other.example/v2"');
  });
});

describe('an answer through the proxy', () => {
  it('reaches the client with the same status line, header lines and bytes', async () => {
    const to = await rawTarget((socket) =>
      socket.once('data', () =>
        socket.end(
          'HTTP/1.1 207 Odd Words\r\nX-OnE: 1\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\nKeep-Alive: timeout=9\r\n\r\n\x1f\x8b\x00\xff',
          'latin1',
        ),
      ),
    );
    const { port } = await relay(to);
    const { socket, until } = await dial(port);
    socket.write('GET /v2/x HTTP/1.1\r\nHost: p\r\nConnection: close\r\n\r\n');
    expect(await until(() => false)).toBe(
      'HTTP/1.1 207 Odd Words\r\nX-OnE: 1\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\nConnection: close\r\n\r\n\x1f\x8b\x00\xff',
    );
  });

  it('is streamed: the client gets its beginning before the target has sent its end', async () => {
    let end = (): void => undefined;
    const to = await target((_, res) => {
      res.write('begun');
      end = () => res.end('ended');
    });
    const { port } = await relay(to);
    const { socket, until } = await dial(port);
    socket.write(`GET ${LIST} HTTP/1.1\r\nHost: p\r\n\r\n`);
    await until((text) => text.includes('begun'));
    end();
    expect(await until((text) => text.includes('ended'))).toContain('200 OK');
  });

  it.each([
    ['HEAD', 200, { 'content-length': '77' }],
    ['GET', 204, {}],
    ['GET', 304, { etag: '"x"' }],
  ])('to %s with %i has no body and keeps its headers', async (method, status, headers) => {
    const { url } = await relay(await target((_, res) => res.writeHead(status, headers).end()));
    const answer = await fetch(`${url}${LIST}`, { method });
    expect(answer.status).toBe(status);
    for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name)).toBe(value);
    expect(await answer.text()).toBe('');
  });

  it('that redirects is passed on and never followed', async () => {
    const other = await forbidden();
    const { url } = await relay(await target((_, res) => res.writeHead(307, { location: `${other.url}/x` }).end()));
    const answer = await fetch(`${url}${LIST}`, { redirect: 'manual', headers: { authorization: 'Bearer secret' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([307, `${other.url}/x`]);
    expect(other.seen.requests).toBe(0);
  });

  it('of 24 MiB passes unchanged, like such a request, but neither body is recorded', async () => {
    const big = randomBytes(24 * 1024 * 1024);
    const { url, captures } = await relay(
      await target(async (req, res) => {
        const body = await whole(req);
        res.writeHead(200, { 'content-type': 'application/json', 'x-hash': sha(body) }).end(body);
      }),
    );
    const answer = await fetch(`${url}/v2/transfer/fiat-withdrawals`, { method: 'POST', body: big });
    expect(answer.headers.get('x-hash')).toBe(sha(big));
    expect(sha(new Uint8Array(await answer.arrayBuffer()))).toBe(sha(big));
    expect(captures[0]?.capture.body.kind).toBe('unrecorded');
    expect(captures[0]?.capture.answer).toMatchObject({ kind: 'answered', status: 200, body: { kind: 'unrecorded' } });
  });

  it('is read from the target no faster than the client takes it', async () => {
    let written = 0;
    const piece = Buffer.alloc(256 * 1024);
    const to = await target((_, res) => {
      const more = (): void => {
        while (written < 400 && res.write(piece)) written += 1;
      };
      res.on('drain', more);
      more();
    });
    const { url } = await relay(to);
    const message = await new Promise<IncomingMessage>((resolve) => get(`${url}${LIST}`, resolve));
    message.pause();
    let before = -1;
    while (written !== before) {
      before = written;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(written).toBeLessThan(200);
    message.destroy();
  });
});

describe('an interim answer through the proxy', () => {
  const after = (interim: string) =>
    rawTarget((socket) =>
      socket.once('data', () =>
        socket.write(`HTTP/1.1 ${interim}\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`),
      ),
    );

  it('with links comes before the answer', async () => {
    const { port } = await relay(await after('103 Early Hints\r\nLink: </a.css>; rel=preload'));
    const { socket, until } = await dial(port);
    socket.write(`GET ${LIST} HTTP/1.1\r\nHost: p\r\n\r\n`);
    expect(await until((text) => text.endsWith('ok'))).toMatch(/^HTTP\/1.1 103 .*<\/a.css>.*HTTP\/1.1 200 OK/s);
  });

  it('with something else than links is dropped', async () => {
    const { url } = await relay(await after('103 Early Hints\r\nLink: not a link'));
    expect(await (await fetch(`${url}${LIST}`)).text()).toBe('ok');
  });

  it('that switches the protocol, which nobody requested, is reported with 502', async () => {
    const { url, captures } = await relay(await after('101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x'));
    const answer = await fetch(`${url}${LIST}`);
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ detail: expect.stringContaining('switched to another protocol') });
    expect(captures[0]?.capture.answer.kind).toBe('lost');
  });
});

describe('connections of the proxy', () => {
  it('to the target are closed when the client disconnects', async () => {
    let gone = (): void => undefined;
    const closed = new Promise<void>((resolve) => {
      gone = resolve;
    });
    const { port, captures } = await relay(
      await target((_, res) => {
        res.once('close', gone);
        res.write('never whole');
      }),
    );
    const { socket, until } = await dial(port);
    socket.write(`GET ${LIST} HTTP/1.1\r\nHost: p\r\n\r\n`);
    await until((text) => text.includes('never'));
    socket.destroy();
    await closed;
    expect(captures[0]?.capture.answer).toEqual({
      kind: 'lost',
      reason: 'the client disconnected before the response was complete',
    });
  });

  it('to the target are not made for a client that disconnected while its request was checked', async () => {
    const { url, seen } = await forbidden();
    const client: { disconnect: () => Promise<void> } = { disconnect: async () => undefined };
    const { port, captures } = await relay(url, {
      guard: async () => {
        await client.disconnect();
        return undefined;
      },
    });
    const { socket } = await dial(port);
    const checked = new Promise<void>((resolve) => {
      client.disconnect = async () => {
        socket.destroy();
        // The proxy answers a later connection after it has seen that this one is closed.
        const later = await dial(port);
        later.socket.write('GET * HTTP/1.1\r\nHost: p\r\nConnection: close\r\n\r\n');
        await later.until(() => false);
        setImmediate(resolve);
      };
    });
    socket.write(`GET ${LIST} HTTP/1.1\r\nHost: p\r\n\r\n`);
    await checked;
    expect([seen.requests, captures[0]?.capture.answer.kind]).toEqual([0, 'lost']);
  });

  it('to the client are closed when the target disconnects within an answer', async () => {
    const to = await rawTarget((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf');
        setTimeout(() => socket.resetAndDestroy(), 50);
      }),
    );
    const { url, captures } = await relay(to);
    const answer = await fetch(`${url}${LIST}`);
    await expect(answer.text()).rejects.toThrow();
    expect(captures[0]?.capture.answer.kind).toBe('lost');
  });

  it('that the target refuses are reported with 502 and a problem document', async () => {
    const { url } = await relay('http://127.0.0.1:9');
    const answer = await fetch(`${url}${LIST}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([502, 'application/problem+json']);
    expect(await answer.json()).toMatchObject({ status: 502, detail: 'nothing listens at the target' });
  });

  it('that the target closed while idle are replaced, and a request without a body is repeated', async () => {
    let served = 0;
    const to = await rawTarget((socket) =>
      socket.on('data', () => {
        served += 1;
        // The first answer leaves the connection open; the request that reuses it meets a reset.
        if (served === 2) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      }),
    );
    const { url } = await relay(to);
    expect(await (await fetch(`${url}${LIST}`)).text()).toBe('ok');
    expect(await (await fetch(`${url}${LIST}`)).text()).toBe('ok');
    expect(served).toBe(3);
  });

  it('are reused: thirty requests need one connection to the target', async () => {
    const ports = new Set<number | undefined>();
    const { url } = await relay(
      await target((req, res) => {
        ports.add(req.socket.remotePort);
        res.end('ok');
      }),
    );
    for (let i = 0; i < 30; i += 1) await (await fetch(`${url}${LIST}`)).text();
    expect(ports.size).toBe(1);
  });

  it('of many concurrent clients each get their own answer', async () => {
    const { url, captures } = await relay(await target(mirror));
    const sent = Array.from({ length: 200 }, (_, index) => `${index}`.repeat(1 + (index % 50)));
    const answers = await Promise.all(
      sent.map(async (body) => {
        const answer = await fetch(`${url}/v2/transfer/fiat-withdrawals`, { method: 'POST', body });
        return Buffer.from(((await answer.json()) as Mirrored).body, 'base64').toString();
      }),
    );
    expect(answers).toEqual(sent);
    expect(captures.length).toBe(200);
  });
});
