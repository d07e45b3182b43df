import { expect, test } from 'vitest';
import { Client } from '../../../src/client/client.ts';
import { createTokenSource, type TokenOptions, type TokenSource } from '../../../src/client/token.ts';
import type { Recorded } from '../../../src/model/exchange.ts';
import { keep } from '../../support/keep.ts';
import { configured, json, type Loopback, serve, serveSocket } from '../../support/loopback.ts';

const SECRET = 'hush: a/b+c é';
const client = (authUrl: string): Record<string, string> => ({
  AUTH_URL: authUrl,
  CLIENT_ID: 'me',
  CLIENT_SECRET: SECRET,
});
const endpoint = async (answer: Parameters<typeof serve>[0]): Promise<Loopback> => keep(await serve(answer));

function source(authUrl: string, options: TokenOptions = {}, env: Record<string, string> = {}): TokenSource {
  return keep(
    createTokenSource(configured('http://127.0.0.1:9', { maxWait: '5' }, { ...client(authUrl), ...env }), options),
  );
}

const granting =
  (fields: object = {}): Parameters<typeof serve>[0] =>
  (_, response, count) =>
    json(response, 200, { access_token: `token-${count}`, token_type: 'bearer', ...fields });

test('client credentials are sent with Basic authentication, form-encoded, with grant type and scope', async () => {
  const server = await endpoint(granting({ expires_in: 300, scope: 'a' }));
  expect(await source(`${server.url}/token?tenant=1`, {}, { SCOPE: 'a b' }).current()).toEqual({
    kind: 'ok',
    token: 'token-1',
  });
  const [seen] = server.seen;
  expect(seen).toMatchObject({ method: 'POST', url: '/token?tenant=1' });
  expect(Object.fromEntries(new URLSearchParams(seen?.body))).toEqual({
    grant_type: 'client_credentials',
    scope: 'a b',
  });
  const [, basic = ''] = seen?.headers.authorization?.split(' ') ?? [];
  const [id, secret = ''] = Buffer.from(basic, 'base64').toString().split(':');
  expect([id, decodeURIComponent(secret.replaceAll('+', ' '))]).toEqual(['me', SECRET]);
});

test.each([
  ['Bearer', 300],
  ['BEARER', undefined],
  ['bearer', 0],
])('a token of type %s with lifetime %s is accepted and kept', async (token_type, expires_in) => {
  const server = await endpoint(granting({ token_type, expires_in }));
  const tokens = source(server.url);
  expect([await tokens.current(), await tokens.current()]).toEqual([
    { kind: 'ok', token: 'token-1' },
    { kind: 'ok', token: 'token-1' },
  ]);
  expect(server.seen).toHaveLength(1);
});

test('a token that is answered with 201 is used', async () => {
  const server = await endpoint((_, r) => json(r, 201, { access_token: 'token-1', token_type: 'bearer' }));
  expect(await source(server.url).current()).toEqual({ kind: 'ok', token: 'token-1' });
});

test('a token without a type is taken for a Bearer token', async () => {
  const server = await endpoint((_, r) => json(r, 200, { access_token: 'token-1' }));
  expect(await source(server.url).current()).toEqual({ kind: 'ok', token: 'token-1' });
});

test('concurrent callers share one token request, and the token is announced once', async () => {
  const seen: string[] = [];
  const server = await endpoint(granting());
  const tokens = source(server.url, { onToken: (token) => seen.push(token) });
  await Promise.all(Array.from({ length: 20 }, () => tokens.current()));
  expect(server.seen).toHaveLength(1);
  expect(seen).toEqual(['token-1']);
});

test('a token is renewed before it expires, at most once a second', async () => {
  const server = await endpoint(granting({ expires_in: 1 }));
  const tokens = source(server.url);
  await tokens.current();
  await new Promise((resolve) => setTimeout(resolve, 850));
  const asked = server.seen.length;
  const renewed = tokens.current();
  expect(asked).toBe(1);
  expect(await renewed).toEqual({ kind: 'ok', token: 'token-2' });
});

test('a refused token is renewed once for all callers', async () => {
  const server = await endpoint(granting({ expires_in: 300 }));
  const tokens = source(server.url);
  await tokens.current();
  const renewed = await Promise.all([tokens.renew('token-1'), tokens.renew('token-1')]);
  expect([...renewed, await tokens.renew('token-1')]).toEqual(Array(3).fill({ kind: 'ok', token: 'token-2' }));
});

test.each<[string, Parameters<typeof serve>[0], RegExp]>([
  [
    'a refusal',
    (_, r) => json(r, 401, { error: 'invalid_client', error_description: SECRET }),
    /answered 401 \(invalid_client\): check CLIENT_ID, CLIENT_SECRET and SCOPE$/,
  ],
  ['a challenge', (_, r) => json(r, 401, {}, { 'www-authenticate': 'Basic realm="x"' }), /answered 401: check/],
  [
    'an error with an unknown code',
    (_, r) => json(r, 400, { error: SECRET }),
    /answered 400: check AUTH_URL, CLIENT_ID, CLIENT_SECRET and SCOPE$/,
  ],
  ['a server that takes no POST', (_, r) => r.writeHead(501).end('<p>'), /answered 501: check AUTH_URL, /],
  [
    'a redirect',
    (_, r) => r.writeHead(302, { location: 'https://other.example/token?s=1' }).end(),
    /answered 302, a redirect to https:\/\/other\.example\/token: set AUTH_URL/,
  ],
  [
    'HTML',
    (_, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    /answered 200 without a usable token: the body is not JSON; check AUTH_URL, which is the whole address/,
  ],
  ...[{ token_type: 'bearer' }, { access_token: null }, {}].map(
    (body): [string, Parameters<typeof serve>[0], RegExp] => [
      JSON.stringify(body),
      (_, r) => json(r, 200, body),
      /answered 200 without a usable token: the body has no access_token; check AUTH_URL/,
    ],
  ),
  ['null', (_, r) => json(r, 200, null), /without a usable token: the body is no JSON object; check AUTH_URL/],
  ['nothing', (_, r) => r.writeHead(200).end(), /without a usable token: the body is empty; check AUTH_URL/],
  [
    'too much',
    (_, r) => json(r, 200, { access_token: 'a'.repeat(7 * 1024 * 1024) }),
    /without a usable token: the body is longer than \d+ bytes \(--max-response-bytes\)$/,
  ],
  [
    'a long text',
    (_, r) => json(r, 200, { access_token: 'a'.repeat(1_000_001) }),
    /: the body is too long for a token$/,
  ],
  ['a number', (_, r) => json(r, 200, { access_token: 1 }), /: its access_token is not a string$/],
  [
    'a lifetime in words',
    (_, r) => json(r, 200, { access_token: 'a', expires_in: 'x' }),
    /: its expires_in is not a number$/,
  ],
  [
    'another token type',
    (_, r) => json(r, 200, { access_token: 'a', token_type: 'mac' }),
    /without a usable token: its token_type is not Bearer$/,
  ],
  [
    'a token with a line break',
    (_, r) => json(r, 200, { access_token: 'a\r\nb', token_type: 'bearer' }),
    /token with characters that are not allowed in a header/,
  ],
  ['404', (_, r) => json(r, 404, {}), /answered 404: check AUTH_URL/],
])('%s from the token endpoint gives one sentence without the secret, and no further request', async (_, answer, sentence) => {
  const server = await endpoint(answer);
  const tokens = source(`${server.url}/token`);
  const result = await tokens.current();
  expect(result).toMatchObject({ kind: 'failed', problem: expect.stringMatching(sentence) });
  expect(JSON.stringify(result)).not.toContain('hush');
  const asked = server.seen.length;
  expect(await tokens.current()).toEqual(result);
  expect(server.seen).toHaveLength(asked);
});

test.each<[number, Record<string, string>, string]>([
  [
    429,
    { 'retry-after': '9999' },
    'answered 429: too many tokens are requested; try again after 2 h 46 min, or raise --max-wait',
  ],
  [
    503,
    { 'retry-after': '60' },
    'answered 503: it is not available at the moment; try again after 1 min 0 s, or raise --max-wait',
  ],
  [503, {}, 'answered 503: it is not available at the moment; try again later'],
])('%i with %j from the token endpoint says when to try again', async (status, headers, said) => {
  const server = await endpoint((_, response) => json(response, status, {}, headers));
  const { url } = server;
  expect(await source(`${url}/token`).current()).toEqual({
    kind: 'failed',
    problem: `no token: the token endpoint ${url}/token ${said}`,
  });
});

test('client credentials are sent in the body, also later, when the Basic header is refused', async () => {
  const server = await endpoint((request, response, count) =>
    request.headers.authorization === undefined
      ? json(response, 200, { access_token: `token-${count}`, token_type: 'bearer', expires_in: 300 })
      : json(response, 401, { error: 'invalid_client' }),
  );
  const tokens = source(server.url, {}, { SCOPE: 'a' });
  expect(await tokens.current()).toEqual({ kind: 'ok', token: 'token-2' });
  expect(Object.fromEntries(new URLSearchParams(server.seen[1]?.body))).toEqual({
    grant_type: 'client_credentials',
    scope: 'a',
    client_id: 'me',
    client_secret: SECRET,
  });
  expect(await tokens.renew('token-2')).toEqual({ kind: 'ok', token: 'token-3' });
});

test('client credentials are sent unencoded in the header when header and body are refused', async () => {
  const server = await endpoint((request, response, count) =>
    Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString() === `me:${SECRET}`
      ? json(response, 200, { access_token: `token-${count}`, token_type: 'bearer', expires_in: 300 })
      : json(response, 401, { error: 'invalid_client' }),
  );
  const tokens = source(server.url);
  expect(await tokens.current()).toEqual({ kind: 'ok', token: 'token-3' });
  expect(await tokens.renew('token-3')).toEqual({ kind: 'ok', token: 'token-4' });
});

test('client credentials are not sent in the body once the Basic header was accepted', async () => {
  const server = await endpoint((_, response, count) =>
    count === 1
      ? json(response, 200, { access_token: 'token-1', token_type: 'bearer' })
      : json(response, 401, { error: 'invalid_client' }),
  );
  const tokens = source(server.url);
  await tokens.current();
  expect(await tokens.renew('token-1')).toMatchObject({ kind: 'failed' });
  expect(server.seen).toHaveLength(2);
});

test.each([408, 503])('the token request is repeated after %i', async (status) => {
  const server = await endpoint((seen, response, count) =>
    count === 1 ? json(response, status, {}, { 'retry-after': '0' }) : granting()(seen, response, count),
  );
  expect(await source(server.url).current()).toEqual({ kind: 'ok', token: 'token-2' });
});

test('a token endpoint that cannot be reached gives one sentence', async () => {
  const server = await serveSocket(() => undefined);
  await server.close();
  expect(await source(server.url).current()).toMatchObject({
    problem: expect.stringMatching(/^no token: the token endpoint .* did not respond: nothing listens there/),
  });
});

test('closing the token source ends a request in flight', async () => {
  const tokens: TokenSource[] = [];
  const server = await endpoint(() => void tokens[0]?.close());
  tokens.push(source(server.url));
  expect(await tokens[0]?.current()).toMatchObject({ kind: 'failed', problem: expect.stringContaining('run ended') });
});

test('a 401 renews the token once and sends the request again', async () => {
  const auth = await endpoint(granting({ expires_in: 300 }));
  const server = await endpoint(({ headers }, response) =>
    json(response, headers.authorization === 'Bearer token-2' ? 200 : 401, {}),
  );
  const seen: Recorded[] = [];
  const sent = keep(
    new Client(configured(server.url, {}, client(auth.url)), { onExchange: (each) => seen.push(each) }),
  );
  const recorded = await sent.send('fiatWithdrawal', { body: {} }, { kind: 'requirement', id: 'TEST' });
  expect(recorded).toMatchObject({ id: 2, response: { status: 200 } });
  expect(seen.map((each) => 'response' in each && each.response.status)).toEqual([401, 200]);
});

test('an operation that refuses renewed tokens too causes one renewal, not one per request', async () => {
  const auth = await endpoint(granting({ expires_in: 300 }));
  const server = await endpoint((_, response) => json(response, 401, {}));
  const sent = keep(new Client(configured(server.url, {}, client(auth.url))));
  for (let i = 0; i < 5; i += 1)
    expect(await sent.send('listAccounts', {}, { kind: 'requirement', id: 'TEST' })).toMatchObject({
      response: { status: 401 },
    });
  expect(auth.seen).toHaveLength(2);
});

test('a 401 to a request with wrong credentials on purpose renews no token', async () => {
  const auth = await endpoint(granting());
  const server = await endpoint((_, response) => json(response, 401, {}));
  const sent = keep(new Client(configured(server.url, {}, client(auth.url))));
  await sent.send('listAccounts', { credentials: 'none' }, { kind: 'requirement', id: 'TEST' });
  await sent.send('listAccounts', { credentials: { scheme: 'Basic' } }, { kind: 'requirement', id: 'TEST' });
  expect(auth.seen).toHaveLength(1);
});

test('nothing is sent without a token, and the run ends with the reason', async () => {
  const auth = await endpoint((_, response) => json(response, 401, { error: 'invalid_client' }));
  const server = await endpoint((_, response) => json(response, 200, {}));
  const reasons: string[] = [];
  const sent = keep(
    new Client(configured(server.url, {}, client(auth.url)), { onUnreachable: (reason) => reasons.push(reason) }),
  );
  expect(await sent.send('listAccounts', {}, { kind: 'requirement', id: 'TEST' })).toMatchObject({
    lost: expect.stringMatching(/^no token: /),
  });
  expect(server.seen).toHaveLength(0);
  expect(reasons).toHaveLength(1);
});
