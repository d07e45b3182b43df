import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Client } from '../../../src/client/client.ts';
import { Redaction } from '../../../src/client/redaction.ts';
import { secretsOf } from '../../../src/client/secrets.ts';
import { ExchangeLog } from '../../../src/run/files/exchange-log.ts';
import { Journal } from '../../../src/run/files/journal.ts';
import { writeReports } from '../../../src/run/files/write-reports.ts';
import { LatencyHistogram } from '../../../src/run/report/latency.ts';
import { RequestStats } from '../../../src/run/report/request-stats.ts';
import { keep } from '../../support/keep.ts';
import { configured, json, serve, TOKEN } from '../../support/loopback.ts';
import { sample } from '../../support/sample.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'record-'));
const redaction = new Redaction([{ name: 'ACCESS_TOKEN', value: TOKEN }]);

/** Sends one request for each status, records and counts what comes. */
async function recorded(
  out: string,
  statuses: readonly (number | 'reset')[],
  body: unknown = {},
): Promise<RequestStats> {
  const server = await serve((_, response, count) => {
    const status = statuses[count - 1] ?? 200;
    if (status === 'reset') response.destroy();
    else json(response, status, body);
  });
  const [record, traffic] = [new ExchangeLog(out, redaction), new RequestStats()];
  const client = new Client(configured(server.url), {
    onExchange: (each) => {
      record.add(each);
      traffic.add(each);
    },
  });
  for (const each of [server, client]) keep(each);
  for (const _ of statuses)
    await client.send('fiatWithdrawal', { body: { memo: 'x' } }, { kind: 'requirement', id: 'FW-TEST' });
  record.close();
  return traffic;
}

const lines = (out: string): { [member: string]: unknown }[] =>
  readFileSync(join(out, '.exchanges.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('exchanges.har contains every exchange, even with Unicode line separators in its text', async () => {
  const out = folder();
  await recorded(out, [200, 200, 200], { memo: 'a\u20281\u2029{}\u2028b' });
  expect(await writeReports(out, sample)).toBeUndefined();
  const { log } = JSON.parse(readFileSync(join(out, 'exchanges.har'), 'utf8'));
  expect(log.entries.map((entry: { _id: number }) => entry._id)).toEqual([1, 2, 3]);
});

test('an exchange that shows no failure is logged without its response when space runs out', async () => {
  const out = folder();
  const log = new ExchangeLog(out, redaction);
  const text = 'x'.repeat(900_000);
  const request = {
    method: 'GET',
    url: 'https://t/v2/x',
    headers: {},
    path: {},
    query: {},
    body: undefined,
    credentials: 'token',
  } as const;
  const response = { status: 200, headers: {}, body: { kind: 'json', value: text, text }, bytes: 0 } as const;
  for (let id = 1; id <= 70; id += 1) {
    const exchange = {
      id,
      operation: 'getFiat',
      request,
      response,
      startedAt: 0,
      durationMs: 1,
      purpose: { kind: 'traffic', what: 'recorded traffic' },
    } as const;
    if (id === 69) log.add(exchange);
    else log.addOrdinary(exchange);
  }
  log.close();
  expect(log.problem).toBeUndefined();
  const long = lines(out).filter((line) => 'response' in line);
  expect(lines(out).map(({ _id }) => _id)).toEqual(Array.from({ length: 70 }, (_, index) => index + 1));
  expect(long.map(({ _id }) => _id)).toEqual([...Array.from({ length: 56 }, (_, index) => index + 1), 69]);
});

test('exchanges.har omits an exchange that is truncated in the log', async () => {
  const out = folder();
  await recorded(out, [200, 200, 200]);
  const log = join(out, '.exchanges.ndjson');
  const whole = readFileSync(log, 'utf8');
  writeFileSync(log, whole.slice(0, whole.lastIndexOf('},"comment"') + 1));
  expect(await writeReports(out, sample)).toBeUndefined();
  const { log: har } = JSON.parse(readFileSync(join(out, 'exchanges.har'), 'utf8'));
  expect(har.entries.map((entry: { _id: number }) => entry._id)).toEqual([1, 2]);
});

test('the log has one line for each exchange, and traffic is counted by operation', async () => {
  const out = folder();
  const traffic = await recorded(out, [200, 400, 'reset'], { id: '1' });
  expect(lines(out)).toMatchObject([
    {
      _id: 1,
      _operation: 'fiatWithdrawal',
      _requirements: ['FW-TEST'],
      request: { method: 'POST', postData: { text: '{"memo":"x"}' } },
      response: { status: 200, content: { text: '{"id":"1"}' } },
    },
    { _id: 2, response: { status: 400 } },
    { _id: 3, response: { status: 0, _error: expect.any(String) } },
  ]);
  expect(traffic.total).toBe(3);
  expect(traffic.table()).toMatchObject([
    {
      operation: 'fiatWithdrawal',
      requests: 3,
      accepted: 1,
      refused: 1,
      lost: 1,
      latency_ms: { min: expect.any(Number), p95: expect.any(Number) },
    },
  ]);
});

test('a long body is truncated in the log with a comment', async () => {
  const out = folder();
  await recorded(out, [200], { long: 'x'.repeat(1_000_000) });
  expect(lines(out)).toMatchObject([
    {
      response: { content: { comment: 'only a part of the body', text: expect.stringContaining('x'.repeat(19_000)) } },
    },
  ]);
});

test('a journal that reaches its limit ends with a complete line and reports a problem', () => {
  const path = join(folder(), 'lines');
  const journal = new Journal(path, 100);
  for (let i = 0; i < 50; i += 1) journal.write(() => JSON.stringify({ i }));
  journal.close();
  const written = readFileSync(path, 'utf8');
  expect(written.length).toBeLessThanOrEqual(100);
  expect(
    written
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))[0],
  ).toEqual({ i: 0 });
  expect(journal.problem).toBe('the record of exchanges ends early: it reached 100 bytes');
});

test('a journal reports a missing folder or a full disk as a problem, and throws no error', () => {
  const nowhere = new Journal(join(folder(), 'nowhere', 'lines'), 1000);
  nowhere.write(() => '{}');
  nowhere.close();
  expect(nowhere.problem).toContain('could not be written (ENOENT)');
  const full = new Journal('/dev/full', 1000);
  full.write(() => '{}');
  full.close();
  expect(full.problem).toContain('could not be written (ENOSPC)');
});

test('the histogram of latencies gives percentiles with an error below 3 %', () => {
  const histogram = new LatencyHistogram();
  expect(histogram.summary()).toBeNull();
  for (let i = 1; i <= 1000; i += 1) histogram.add(i);
  const { min, p50, p95, max } = histogram.summary() ?? { min: 0, p50: 0, p95: 0, max: 0 };
  expect([min, max]).toEqual([1, 1000]);
  expect(Math.abs(p50 / 500 - 1)).toBeLessThan(0.03);
  expect(Math.abs(p95 / 950 - 1)).toBeLessThan(0.03);
  histogram.add(Number.MAX_VALUE);
  histogram.add(0);
  expect(histogram.summary()?.min).toBe(0);
});

test('the log contains no secret or account number even if the target echoes them everywhere', async () => {
  const SECRET = 'canary-client-secret/äöü+%';
  const NUMBER = '98765432101234';
  const OWN = '555666777888';
  const granted: string[] = [];
  const auth = await serve((_, response, count) => {
    granted.push(`canary-access-token-${count}/0123456789abcdef`);
    json(response, 200, { access_token: granted.at(-1), token_type: 'bearer', expires_in: 300 });
  });
  const target = await serve(({ headers, url, body }, response, count) => {
    const { authorization = '' } = headers;
    const echo = {
      authorization,
      [authorization]: url,
      secret: SECRET,
      detail: `account ${NUMBER}`,
      again: body,
      wire: { account_number: OWN, Account_Number: Number(OWN) },
      encoded: encodeURIComponent(authorization),
      basic: Buffer.from(`me:${SECRET}`).toString('base64'),
    };
    const extra = {
      'x-echo': authorization,
      'set-cookie': `s=${authorization}`,
      location: `/?t=${encodeURIComponent(authorization)}`,
    };
    if (count === 1) json(response, 401, echo, extra);
    else if (count === 2) response.writeHead(200, extra).end(`<p>${JSON.stringify(echo)}`);
    else json(response, 200, { ...echo, padding: authorization.repeat(4000) }, extra);
  });
  const env = { AUTH_URL: auth.url, CLIENT_ID: 'me', CLIENT_SECRET: SECRET };
  const configuration = configured(target.url, {}, env);
  const shielding = new Redaction(secretsOf(configuration));
  const out = folder();
  const record = new ExchangeLog(out, shielding);
  const client = new Client(configuration, {
    onToken: (token) => shielding.learn(token),
    onExchange: (each) => {
      shielding.notice(each.request.body);
      record.add(each);
    },
  });
  for (const each of [auth, target, client]) keep(each);
  const body = { fiat_network_instructions: { wire: { account_number: NUMBER } } };
  for (let i = 0; i < 3; i += 1)
    await client.send('putFiat', { path: { id: granted.at(-1) ?? 'x' }, body }, { kind: 'requirement', id: 'CANARY' });
  record.close();
  const written = readFileSync(join(out, '.exchanges.ndjson'), 'utf8');
  expect(lines(out)).toHaveLength(4);
  expect(granted).toHaveLength(2);
  for (const secret of [SECRET, NUMBER, OWN, ...granted]) {
    for (const spelling of [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('base64'),
    ]) {
      expect(written).not.toContain(spelling);
    }
  }
  expect(written).not.toContain('canary-');
});
