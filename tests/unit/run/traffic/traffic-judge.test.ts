import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { rule } from '../../../../src/engine/check.ts';
import { must, type Row, suite } from '../../../../src/engine/row.ts';
import type { Capture } from '../../../../src/recordings/capture.ts';
import { EXCHANGE_LOG } from '../../../../src/run/files/exchange-log.ts';
import { TrafficJudge } from '../../../../src/run/traffic/traffic-judge.ts';
import { TrafficTally } from '../../../../src/run/traffic/traffic-tally.ts';
import type { Headers } from '../../../../src/values/headers.ts';
import { trafficRows } from '../../../../suites/index.ts';
import { configured } from '../../../support/loopback.ts';

const { bounds } = configured('http://127.0.0.1:1');

let entry = 0;

/** An answered request of the interface, as a recording has it. */
function captured(body: string, { url = 'http://x.test/v2/transfer/fiat-accounts', headers = {} } = {}): Capture {
  entry += 1;
  const json: Headers = { 'content-type': 'application/json' };
  return {
    id: entry,
    recorded: { file: 'calls.har', entry },
    method: 'GET',
    url,
    startedAt: 1_000,
    durationMs: 1,
    purpose: { kind: 'traffic', what: 'recorded traffic' },
    headers,
    body: { kind: 'bytes', bytes: Buffer.alloc(0) },
    answer: { kind: 'answered', status: 200, headers: json, body: { kind: 'bytes', bytes: Buffer.from(body) } },
  };
}

const judging = (rows: readonly Row[] = trafficRows): TrafficJudge =>
  new TrafficJudge({ rows, bounds, named: 'calls.har' });

/** A withdrawal that breaks rules of requests, to which no answer came. */
const lostWithdrawal = (kind: 'lost' | 'unsent' = 'lost'): Capture => ({
  ...captured(''),
  method: 'POST',
  url: 'http://x.test/v2/transfer/fiat-withdrawals',
  body: { kind: 'bytes', bytes: Buffer.from('{"asset":"EUR"}') },
  answer: { kind, reason: 'socket hang up' },
});

describe('the judge of traffic', () => {
  it('judges a request of a client that got no answer', async () => {
    const violations = await judging().take(lostWithdrawal());
    expect(violations.map(({ row }) => row.party)).toContain('client');
  });

  it('judges no request that was never sent', async () => {
    expect(await judging().take(lostWithdrawal('unsent'))).toEqual([]);
  });

  it('shows no token in failures, however many tokens came after it', async () => {
    const judge = judging();
    const token = 'token-of-the-first-client';
    const item = { id: token, status: token, fiat_network_instructions: {}, created_at: 'never' };
    await judge.take(captured(JSON.stringify({ items: [item] }), { headers: { authorization: `Bearer ${token}` } }));
    for (let i = 0; i < 250; i += 1)
      await judge.take(captured('{"items":[]}', { headers: { authorization: `Bearer token-of-client-${i}` } }));
    const report = JSON.stringify(judge.report());
    expect(report).toContain('$ACCESS_TOKEN');
    expect(report).not.toContain(token);
  });

  it("records none of the user's own secrets, however many others came before", async () => {
    vi.stubEnv('CLIENT_SECRET', 'own-client-secret');
    const out = mkdtempSync(join(tmpdir(), 'traffic-'));
    const judge = new TrafficJudge({ rows: trafficRows, bounds, named: 'calls.har', out });
    for (let i = 0; i < 250; i += 1)
      await judge.take(captured('{"items":[]}', { headers: { authorization: `Bearer token-of-client-${i}` } }));
    await judge.take(captured('{"items":[{"id":"own-client-secret"}]}'));
    judge.report();
    vi.unstubAllEnvs();
    const record = readFileSync(join(out, EXCHANGE_LOG), 'utf8');
    expect(record).toContain('$CLIENT_SECRET');
    expect(record).not.toContain('own-client-secret');
  });

  it('records no token of a client whose requests each have a key of their own', async () => {
    const out = mkdtempSync(join(tmpdir(), 'traffic-'));
    const judge = new TrafficJudge({ rows: trafficRows, bounds, named: 'calls.har', out });
    const token = 'token-of-the-only-client';
    for (let i = 0; i < 250; i += 1)
      await judge.take(
        captured(JSON.stringify({ items: [{ id: token }] }), {
          headers: { authorization: `Bearer ${token}`, 'idempotency-key': `key-of-request-${i}` },
        }),
      );
    judge.report();
    const record = readFileSync(join(out, EXCHANGE_LOG), 'utf8');
    expect(record).toContain('$ACCESS_TOKEN');
    expect(record).not.toContain(token);
  });

  it.each([
    ['a header without a scheme', { headers: { authorization: 'key-without-scheme' } }],
    ['a query parameter', { url: 'http://x.test/v2/transfer/fiat-accounts?access_token=key-without-scheme' }],
  ])('shows no secret that came in %s and back in the answer', async (_, sent) => {
    const judge = judging();
    await judge.take(captured('{"items":[{"id":"key-without-scheme","status":"key-without-scheme"}]}', sent));
    const report = JSON.stringify(judge.report());
    expect(report).toContain('FIAT-ACCOUNT-STATUS-ENUM');
    expect(report).not.toContain('key-without-scheme');
  });

  it('reports what it found when a check of its own breaks, and says which exchange broke it', async () => {
    const breaks = suite('4.3', ['listFiat'], {
      BREAKS: must(
        'A list is read',
        { aspect: 'semantics', cites: ['GET /transfer/fiat-accounts'] },
        rule(({ response: { body } }) => {
          if (body.kind === 'json' && body.text.includes('odd')) throw new Error('odd items');
          return [];
        }),
      ),
    });
    const judge = judging([...trafficRows, ...breaks]);
    await judge.take(captured('{"items":[{"id":5}]}'));
    await judge.take(captured('{"items":["odd"]}'));
    await judge.take(captured('{"items":[]}'));
    const report = judge.report();
    expect(report.verdict).toBe('aborted');
    expect(report.verdict_reason).toMatch(
      /internal error in a check of listFiat \(entry \d+ of calls\.har\): odd items; please report it/,
    );
    expect(report.requirements.find(({ id }) => id === 'FIAT-ACCOUNT-ID-UUID')?.status).toBe('failed');
  });

  it('keeps its report small whatever names members have', async () => {
    const judge = judging();
    const url = 'http://x.test/v2/executions';
    for (let i = 0; i < 80; i += 1)
      await judge.take(captured(JSON.stringify({ items: [{ [`${i} ${'x'.repeat(100_000)}`]: 1 }] }), { url }));
    expect(JSON.stringify(judge.report()).length).toBeLessThan(2_000_000);
  });

  it('reports the same each time: one run, and each count once', async () => {
    const judge = judging();
    await judge.take(captured('{"items":[]}'));
    const { run_id } = judge.report();
    expect(run_id).toBeDefined();
    expect(judge.report().run_id).toBe(run_id);
    const tally = new TrafficTally();
    for (let reports = 0; reports < 2; reports += 1) tally.leftOutInAll('possible repetition', 3);
    expect(tally.notes()).toEqual([expect.stringContaining('3 accepted requests with a ref_id')]);
  });
});
