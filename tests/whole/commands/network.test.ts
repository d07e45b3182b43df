import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Fixtures } from '../../../src/model/fixtures.ts';
import type { Listening } from '../../../src/reference/service.ts';
import { command, service } from '../../support/command.ts';
import { closing } from '../../support/keep.ts';
import { json, serve } from '../../support/loopback.ts';

/** The name that the certificate is made for; no resolver knows it. */
const HOST = 'service.test';

const folder = mkdtempSync(join(tmpdir(), 'network-'));
const certificate = join(folder, 'certificate.pem');
let target: Listening;
let tls: number;

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing({ close: () => server.close() });
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  const key = join(folder, 'key.pem');
  const names = `subjectAltName=DNS:${HOST},DNS:localhost,IP:127.0.0.1`;
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate, '-subj', '/CN=test', '-addext', names], {
    stdio: 'ignore',
  });
  target = await service();
  const port = Number(new URL(target.url).port);
  tls = await listening(
    createTlsServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (socket) => {
      const onward = connect(port, '127.0.0.1');
      socket.on('error', () => onward.destroy()).pipe(onward);
      onward.on('error', () => socket.destroy()).pipe(socket);
    }),
  );
});

const credentials = (origin: string) => ({
  BASE_URL: origin,
  AUTH_URL: origin + new URL(target.authUrl).pathname,
  CLIENT_ID: target.clientId,
  CLIENT_SECRET: target.clientSecret,
});

const QUICK = ['--only', 'FIAT-ACCOUNT-ID-PRESENT', '--rate', '1000'];

describe('TLS', () => {
  it('trusts a private CA that NODE_EXTRA_CA_CERTS names', async () => {
    const ended = await command(QUICK, {
      ...credentials(`https://127.0.0.1:${tls}`),
      NODE_EXTRA_CA_CERTS: certificate,
    });
    expect(ended.text).toContain('conformant');
    expect([0, 3]).toContain(ended.code);
  });

  it('trusts no other private CA, and names NODE_EXTRA_CA_CERTS', async () => {
    const ended = await command(QUICK, credentials(`https://127.0.0.1:${tls}`));
    expect(ended.code).toBe(4);
    expect(ended.text.replace(/\s+/g, ' ')).toContain('set NODE_EXTRA_CA_CERTS to the file of the CA that issued it');
  });
});

describe('a proxy', () => {
  let asked: string[];
  let proxy: string;

  beforeAll(async () => {
    asked = [];
    const server = createHttpServer().on('connect', ({ url = '' }, socket) => {
      asked.push(url);
      const onward = connect(tls, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    });
    proxy = `http://user:proxy-canary-word@127.0.0.1:${await listening(server)}`;
  });

  it('of HTTPS_PROXY is used for another host, and its password is not shown', async () => {
    const ended = await command(QUICK, {
      ...credentials(`https://${HOST}`),
      HTTPS_PROXY: proxy,
      NODE_EXTRA_CA_CERTS: certificate,
    });
    expect(ended.text).toMatch(/listFiat +[^\n]*✓/);
    expect(ended.code).toBe(3);
    expect(new Set(asked)).toEqual(new Set([`${HOST}:443`]));
    expect(ended.text).not.toContain('proxy-canary-word');
  });

  it('is not used for the hosts of NO_PROXY', async () => {
    asked.length = 0;
    const ended = await command(QUICK, {
      ...credentials(`https://${HOST}`),
      HTTPS_PROXY: proxy,
      NO_PROXY: HOST,
      NODE_EXTRA_CA_CERTS: certificate,
    });
    expect(ended.code).toBe(4);
    expect(asked).toEqual([]);
  });
});

describe('credentials', () => {
  it('are not sent over plain http to another host unless that is allowed', async () => {
    const env = { BASE_URL: `http://${HOST}`, ACCESS_TOKEN: 'canary-token-0123456789' };
    const refused = await command(QUICK, env);
    expect(refused.code).toBe(2);
    expect(refused.text).toContain('--insecure-http');
    const allowed = await command([...QUICK, '--insecure-http'], env);
    expect(allowed.code).toBe(4);
    expect(refused.text + allowed.text).not.toContain('canary-token');
  });

  it.each(['--access-token', '--client-secret'])('cannot be given as arguments: there is no %s', async (flag) => {
    const ended = await command([`${flag}=canary-token-0123456789`], {});
    expect(ended.code).toBe(2);
    expect(ended.text).not.toContain('canary-token');
  });
});

describe('a plan', () => {
  it.each([['run', '--dry-run'], ['doctor']])('by %s sends no request that changes state', async (...args) => {
    const sent = await serve((_, response) => json(response, 200, { items: [] }));
    closing(sent);
    const ended = await command([...args], { BASE_URL: sent.url, ACCESS_TOKEN: 'canary-token-0123456789' });
    expect(ended.code).toBe(0);
    expect(ended.text).toMatch(/move +\d+ withdrawals: .*USD/);
    expect(sent.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
    if (args.includes('--dry-run')) expect(sent.seen).toEqual([]);
    else expect(ended.text).toMatch(/token +listFiat with it: accepted \(200\); without it: accepted \(200\)/);
  });

  it('of a run without --allow-writes shows that it moves nothing', async () => {
    const ended = await command(['--dry-run', '--base-url', 'https://sandbox.example.com'], {
      ACCESS_TOKEN: 'a-token',
    });
    expect(ended.text).toMatch(/move +no withdrawals/);
    expect(ended.text).toMatch(/leave out +\d+ requirements: add --allow-writes/);
  });
});

describe('doctor', () => {
  it('names the objects of the fixtures file that the target does not return, and no others', async () => {
    const [known = ''] = (target.fixtures as Fixtures).fiat_accounts?.wire ?? [];
    const unknown = '00000000-0000-4000-8000-00000000beef';
    const file = join(folder, 'fixtures.json');
    writeFileSync(file, JSON.stringify({ fiat_accounts: { wire: [known], scb: [unknown] } }));
    const ended = await command(['doctor', '--fixtures', file], credentials(target.url));
    expect(ended.code).toBe(0);
    expect(ended.text).toContain(`note        fiat_accounts.scb ${unknown}: getFiat is answered with 404`);
    expect(ended.text).not.toContain(`fiat_accounts.wire ${known}: getFiat`);
  });

  it('shows no control character of the target', async () => {
    const id = 'a\u001b]0;title\u0007\u001b[2J\u202e';
    const lists = closing(await serve((_, response) => json(response, 200, { items: [{ id, profile_id: id }] })));
    const file = join(folder, 'fixtures.json');
    writeFileSync(file, JSON.stringify({ account_id: 'account-1', profile_id: 'profile-1' }));
    for (const flags of [[], ['--format', 'json']]) {
      const env = { BASE_URL: lists.url, ACCESS_TOKEN: 'canary-token-0123456789' };
      const ended = await command(['doctor', '--fixtures', file, ...flags], env);
      expect(ended.text).toMatch(/account_id account-1: listAccounts does not show it/);
      expect(ended.text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });

  it.each(['doctor', 'init'])('or init shows no token that the target repeats in a redirect (%s)', async (name) => {
    const redirecting = closing(
      await serve(({ headers }, response) => {
        response.writeHead(302, { location: `/login?from=${headers.authorization?.slice('Bearer '.length)}` }).end();
      }),
    );
    const ended = await command([name], { BASE_URL: redirecting.url, ACCESS_TOKEN: 'canary-token-0123456789' });
    expect(ended.code).toBe(4);
    expect(ended.text).toContain('302, a redirect to "/login?from=$ACCESS_TOKEN"');
  });
});
