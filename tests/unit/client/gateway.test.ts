import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import { Client } from '../../../src/client/client.ts';
import { Redaction } from '../../../src/client/redaction.ts';
import { secretsOf } from '../../../src/client/secrets.ts';
import { isAnswered, type Recorded } from '../../../src/model/exchange.ts';
import { curl } from '../../../src/run/report/curl.ts';
import { CONFIG_JSON, fileSources } from '../../../src/settings/config-file.ts';
import { environmentSource, type Flags, flagSource, Settings, type Source } from '../../../src/settings/settings.ts';
import { gateway } from '../../../src/settings/target/gateway.ts';
import { keep } from '../../support/keep.ts';
import { configured, json, serve, TOKEN } from '../../support/loopback.ts';

const API_KEY = 'k3y-of-the-gateway-0123456789';
const ENV = { ACCESS_TOKEN: TOKEN, API_KEY };

const problem = (flags: Flags, env: Record<string, string> = ENV): string => {
  try {
    configured('http://127.0.0.1:9', flags, env);
    return 'nothing is wrong';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

describe('headers for a gateway', () => {
  test('are sent with variables replaced, and their values are never shown', async () => {
    const server = keep(await serve((_, response) => json(response, 200, { items: [] })));
    const header = ['X-Api-Key: Key $API_KEY', 'X-Env: staging', 'X-Price: $$5'];
    const configuration = configured(server.url, { header, userAgent: 'nightly' }, ENV);
    const sent = await keep(new Client(configuration)).send('listFiat', {}, { kind: 'requirement', id: 'TEST' });
    expect(server.seen[0]?.headers).toMatchObject({
      'x-api-key': `Key ${API_KEY}`,
      'x-env': 'staging',
      'x-price': '$5',
      'user-agent': 'transfer-conformance/1.2.3 nightly',
      authorization: `Bearer ${TOKEN}`,
    });
    expect(JSON.stringify(sent)).not.toContain(API_KEY);
    expect(curl(sent.request)).toContain('-H "x-api-key: Key $API_KEY" -H "x-env: staging"');
    const redaction = new Redaction(secretsOf(configuration));
    expect(redaction.text(`the gateway says ${API_KEY}`)).toBe('the gateway says $API_KEY');
  });

  test('are never shown when their name suggests a secret, even if the value is given in a flag', () => {
    const configuration = configured('http://127.0.0.1:9', { header: ['X-Auth-Token: plain-in-argv'] }, ENV);
    expect(configuration.gateway.headers).toEqual([
      { name: 'X-Auth-Token', value: 'plain-in-argv', shown: '$X_AUTH_TOKEN' },
    ]);
    expect(new Redaction(secretsOf(configuration)).text('plain-in-argv')).toBe('$X_AUTH_TOKEN');
  });

  test.each([
    ['X-Api-Key: live-0123456789-$API_KEY', '$X_API_KEY', 1],
    ['Cookie: session=live-0123456789; gate=$API_KEY', '$COOKIE', 1],
    ['X-Api-Key: Key $API_KEY', 'Key $API_KEY', 0],
    ['Cookie: session=${API_KEY}; gate=$API_KEY', 'session=${API_KEY}; gate=$API_KEY', 0],
    ['X-Env: staging-$API_KEY', 'staging-$API_KEY', 0],
  ])('show besides a variable nothing that may be secret: %s', (header, shown, noted) => {
    const notes: string[] = [];
    const found = gateway(new Settings([flagSource({ header })]), ENV, notes);
    expect(found.headers.map((each) => each.shown)).toEqual([shown]);
    expect(notes).toHaveLength(noted);
    const redaction = new Redaction(found.secrets);
    expect(redaction.text(found.headers[0]?.value ?? '')).not.toMatch(/live-0123456789|k3y-of-the/);
  });

  test.each<[string, readonly Source[], readonly string[]]>([
    [
      'a flag',
      [flagSource({ header: ['X-Api-Key: plain', 'X-Env: staging', 'X-Auth-Token: $API_KEY'] })],
      [
        "--header has the value of X-Api-Key, which every user of this machine can read: set X_API_KEY in the environment or in .env, and write 'X-Api-Key: $X_API_KEY'",
      ],
    ],
    [
      'the configuration file',
      fileSources({ file: CONFIG_JSON, values: { header: 'X-Api-Key: plain' }, targets: {} }, undefined),
      [
        expect.stringMatching(
          /^header in .*config\.json has the value of X-Api-Key, which everybody who gets the file can/,
        ),
      ],
    ],
    [
      'a module that may compute it',
      fileSources(
        { file: 'transfer-conformance.config.js', values: { header: 'X-Api-Key: plain' }, targets: {} },
        undefined,
      ),
      [],
    ],
    ['the environment', [environmentSource({ CONFORMANCE_HEADER: 'X-Api-Key: plain' })], []],
  ])('get a note if a secret is written out in %s', (_, sources, due) => {
    const notes: string[] = [];
    gateway(new Settings(sources), ENV, notes);
    expect(notes).toEqual(due);
  });

  test('are sent to the token endpoint only when it has the same origin as the target', async () => {
    const answer: Parameters<typeof serve>[0] = ({ url }, response) =>
      json(response, 200, url === '/token' ? { access_token: 'granted', token_type: 'Bearer' } : { items: [] });
    const [target, elsewhere] = [keep(await serve(answer)), keep(await serve(answer))];
    const client = { CLIENT_ID: 'me', CLIENT_SECRET: 'hush-hush', API_KEY };
    for (const { url } of [target, elsewhere]) {
      const env = { ...client, AUTH_URL: `${url}/token` };
      await keep(new Client(configured(target.url, { header: ['X-Api-Key: $API_KEY'] }, env))).send(
        'listFiat',
        {},
        { kind: 'requirement', id: 'T' },
      );
    }
    const asked = [target, elsewhere].map(({ seen }) => seen.find(({ url }) => url === '/token')?.headers);
    expect(asked.map((headers) => headers?.['x-api-key'])).toEqual([API_KEY, undefined]);
    expect(asked.map((headers) => headers?.['user-agent'])).toEqual(Array(2).fill('transfer-conformance/1.2.3'));
  });

  test.each([
    ['no colon', "--header must be 'Name: value'"],
    ['Authorization: Basic x', '--header cannot set Authorization'],
    ['Content-Type: text/plain', '--header cannot set Content-Type'],
    ['X-Key: $NOT_THERE', '--header for X-Key uses $NOT_THERE, which is not set'],
    ['X-Note: a\nb', '--header must be'],
  ])('are refused in one sentence: %j', (header, sentence) => {
    expect(problem({ header: [header] })).toContain(sentence);
  });
});

const certificates = mkdtempSync(join(tmpdir(), 'certificates-'));
const file = (name: string): string => join(certificates, name);
const openssl = (...args: readonly string[]): void =>
  void execFileSync('openssl', args, { cwd: certificates, stdio: 'ignore' });

describe('a client certificate', () => {
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '2',
    '-subj',
    '/CN=ca',
  );
  for (const name of ['server', 'client']) {
    const subject = name === 'server' ? '/CN=localhost' : '/CN=the-client';
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject);
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-days',
      '2',
      '-out',
      `${name}.pem`,
    );
  }
  openssl('rsa', '-aes256', '-in', 'client.key', '-out', 'locked.key', '-passout', 'pass:open-sesame');

  const server = createServer(
    {
      cert: readFileSync(file('server.pem')),
      key: readFileSync(file('server.key')),
      ca: readFileSync(file('ca.pem')),
      requestCert: true,
      rejectUnauthorized: true,
      // TLS 1.3 closes the connection after the handshake, often without a word that reaches the client.
      maxVersion: 'TLSv1.2',
    },
    (request, response) => {
      const { subject } = (request.socket as TLSSocket).getPeerCertificate();
      json(response, 200, { items: [], subject: subject.CN });
    },
  ).listen(0, '127.0.0.1');
  const trusted = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  // Node reads NODE_EXTRA_CA_CERTS when it starts; here only the client's certificate is in question.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  afterAll(() => {
    if (trusted === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = trusted;
    server.close();
  });

  const asked = (flags: Flags, env: Record<string, string> = {}): Promise<Recorded> => {
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return keep(new Client(configured(url, flags, { ...ENV, ...env }))).send(
      'listFiat',
      {},
      { kind: 'requirement', id: 'TEST' },
    );
  };

  test('is sent to a host that asks for it', async () => {
    const found = await asked({ cert: file('client.pem'), key: file('client.key') });
    expect(isAnswered(found) ? found.response : found.lost).toMatchObject({
      status: 200,
      body: { value: { subject: 'the-client' } },
    });
  });

  test('may have an encrypted key, whose passphrase is never shown', async () => {
    const flags = { cert: file('client.pem'), key: file('locked.key') };
    const found = await asked(flags, { KEY_PASSPHRASE: 'open-sesame' });
    expect(isAnswered(found) && found.response.status).toBe(200);
    const configuration = configured('http://127.0.0.1:9', flags, { ...ENV, KEY_PASSPHRASE: 'open-sesame' });
    expect(new Redaction(secretsOf(configuration)).text('it is open-sesame')).toBe('it is $KEY_PASSPHRASE');
    expect(problem(flags)).toContain('set its passphrase with KEY_PASSPHRASE');
  });

  test('is named in the reason when the host asks for one and gets none', async () => {
    const found = await asked({});
    expect(isAnswered(found) ? 'answered' : found.lost).toMatch(/client certificate .*set --cert and --key/);
  });

  test.each([
    [{ cert: 'none.pem', key: 'none.key' }, '--cert names none.pem, which cannot be read (ENOENT)'],
    [{ cert: file('client.pem') }, '--cert also needs --key'],
    [{ key: file('client.key') }, '--key also needs --cert'],
    [{ cert: file('client.key'), key: file('client.key') }, 'does not contain a PEM certificate'],
    [{ cert: file('client.pem'), key: file('server.key') }, 'which is not the key of'],
  ])('is refused in one sentence with the flags %j', (flags, sentence) => {
    expect(problem(flags)).toContain(sentence);
  });
});
