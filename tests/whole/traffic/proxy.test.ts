import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import type { Verdict } from '../../../src/model/reported.ts';
import { type Listening, listen, type ServiceOptions } from '../../../src/reference/service.ts';
import { MAIN } from '../../support/command.ts';
import { keep } from '../../support/keep.ts';
import { forbidden, mirror, target } from '../../support/proxy-harness.ts';
import { command, folder, reportIn, transfer, withdrawal } from './recordings.ts';

/** The proxy as a command in front of a target. */
async function proxy(to: string, ...flags: readonly string[]) {
  const cwd = folder();
  const { PATH = '', HOME = '' } = process.env;
  const args = [MAIN, 'proxy', '--target', to, '--listen', '127.0.0.1:0', ...flags];
  const child = spawn(process.execPath, args, { cwd, env: { PATH, HOME } });
  keep({ close: () => child.kill('SIGKILL') });
  let text = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    void ended.then((code) => reject(new Error(`the proxy ended with ${code}: ${text}`)));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const found = /^BASE_URL=(\S+)$/m.exec(text)?.[1];
        if (found) resolve(found);
      });
  });
  const end = async (signal: NodeJS.Signals = 'SIGINT') => {
    child.kill(signal);
    const code = await ended;
    return { code, text, report: reportIn(cwd), cwd };
  };
  return { url, end, told: () => text };
}

const service = async (options?: ServiceOptions): Promise<Listening> => keep(await listen(options));

/** The suite against a base URL, with the fixtures and the token of a service. */
async function suite(at: Listening, base: string, ...flags: readonly string[]): Promise<Report> {
  const cwd = folder();
  writeFileSync(join(cwd, 'fixtures.json'), JSON.stringify(at.fixtures));
  const lines = { BASE_URL: base, AUTH_URL: at.authUrl, CLIENT_ID: at.clientId, CLIENT_SECRET: at.clientSecret };
  writeFileSync(
    join(cwd, '.env'),
    Object.entries(lines)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const { report, text } = await command(['--fixtures', 'fixtures.json', '--seed', '7', ...flags], cwd);
  if (!report) throw new Error(text);
  return report;
}

const matrix = ({ requirements }: Report) =>
  Object.fromEntries(requirements.map(({ id, by_operation }) => [id, by_operation]));
const failed = (report: Report | undefined) =>
  report?.requirements.filter(({ status }) => status === 'failed').map(({ id }) => id);

const post = (url: string, body: unknown, headers = {}) =>
  fetch(`${url}/v2/transfer/fiat-withdrawals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer canary-token-123456', ...headers },
    body: JSON.stringify(body),
  });

describe('a run through the proxy', () => {
  it('gives the same verdict and matrix as without it, and the proxy reports no violation', async () => {
    const [one, other] = [await service(), await service()];
    const { url, end } = await proxy(other.url);
    const [direct, through] = [await suite(one, one.url), await suite(other, url)];
    expect(through.verdict).toBe('conformant');
    expect(matrix(through)).toEqual(matrix(direct));
    const { code, report } = await end();
    expect(code).toBe(0);
    expect(report?.verdict).toBe('conformant' satisfies Verdict);
    expect(report?.summary.requests).toBe(through.summary.requests);
    expect(report?.requirements.filter(({ status }) => status === 'failed' || status === 'warned')).toEqual([]);
  });

  it.each([
    'TRANSFER-FEE-PRESENT/left-out',
    'FW-TOTAL/subtracts-fee',
    'FW-ONE-OF/accepts-both',
  ])('finds the same failures as the proxy with the fault %s', async (fault) => {
    const faulty = await service({ faults: [fault] });
    const { url, end } = await proxy(faulty.url);
    const through = await suite(faulty, url, '--only', 'fiatWithdrawal');
    const { code, report, text } = await end('SIGTERM');
    expect(code).toBe(1);
    expect(failed(report)).toEqual(failed(through));
    expect(text).toContain(`✗ ${fault.split('/')[0]} (target)`);
  });
});

describe('clients of the proxy', () => {
  it('that violate a rule are reported as clients, not as the target', async () => {
    const { url, end } = await proxy(
      await target((_, res) => res.writeHead(422, { 'content-type': 'application/json' }).end('{}')),
    );
    await post(url, { ...withdrawal, total: '6' });
    const { code, report, text } = await end();
    expect(code).toBe(1);
    expect(failed(report)).toEqual(['REQUEST-FW-ONE-OF']);
    expect(text).toContain('✗ REQUEST-FW-ONE-OF (client) fiatWithdrawal, exchange 1: ');
    expect(report?.verdict_reason).toContain("on the clients' requests");
  });

  it('that violate a rule are reported together with the target when it accepts the request', async () => {
    const { url, end } = await proxy(
      await target((_, res) =>
        res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(transfer)),
      ),
    );
    await post(url, { ...withdrawal, total: '6' });
    expect(failed((await end()).report)?.sort()).toEqual(['FW-ONE-OF', 'REQUEST-FW-ONE-OF']);
  });

  it('have none of their secrets in the output and in the reports', async () => {
    const { url, end } = await proxy(await target(mirror));
    await post(url, withdrawal, { cookie: 'session=canary-cookie' });
    const { cwd, text } = await end();
    const files = ['report.json', 'report.html', 'exchanges.har', 'junit.xml', 'summary.md'];
    const written = files.map((file) => readFileSync(join(cwd, 'conformance-report', file), 'utf8'));
    expect([text, ...written].filter((each) => each.includes('canary'))).toEqual([]);
  });
});

describe('the proxy with --enforce', () => {
  it('answers a request that violates a rule with a problem document, and does not forward it', async () => {
    const other = await forbidden();
    const { url, end } = await proxy(other.url, '--enforce');
    const answer = await post(url, { ...withdrawal, amount: undefined });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
    expect(await answer.json()).toMatchObject({
      status: 400,
      violations: [{ requirement: 'REQUEST-FW-ONE-OF', section: '4.4', actual: 'neither' }],
    });
    const list = await fetch(`${url}/v2/transfer/fiat-accounts?limit=1001`, { headers: { authorization: 'Bearer x' } });
    expect(list.status).toBe(400);
    expect(other.seen.requests).toBe(0);
    expect(failed((await end()).report)).toEqual(['REQUEST-FW-ONE-OF', 'REQUEST-LIMIT-MAXIMUM']);
  });

  it('forwards valid requests and requests of this tool unchanged', async () => {
    const { url } = await proxy(await target(mirror), '--enforce');
    for (const [body, headers] of [
      [withdrawal, {}],
      [{ ...withdrawal, total: '1' }, { 'user-agent': 'transfer-conformance' }],
    ] as const) {
      const answer = await post(url, body, headers);
      const seen = (await answer.json()) as { readonly body: string };
      expect(Buffer.from(seen.body, 'base64').toString()).toBe(JSON.stringify(body));
    }
  });
});

describe('a mistake in the arguments of proxy', () => {
  it.each([
    [['proxy'], '--target'],
    [['proxy', '--target', 'ftp://x'], '--target'],
    [['proxy', '--target', 'http://api.example.com'], 'unencrypted'],
    [['proxy', '--target', 'http://127.0.0.1:9', '--listen', 'somewhere'], '--listen'],
  ])('is reported with exit code 2: %j', async (args, named) => {
    const ended = await command(args);
    expect(ended.code).toBe(2);
    expect(ended.text).toContain(named);
    expect(ended.text).not.toMatch(/\n\s+at /);
  });
});
