import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listen } from '../../../src/reference/service.ts';
import { command, service, towards } from '../../support/command.ts';
import { closing } from '../../support/keep.ts';
import { front } from '../hostile/front.ts';

/** One run against a defective service, then the case again: while the defect is there, and when it is gone. */
async function again(fault: string, only: string) {
  const broken = await listen({ faults: [fault] });
  const run = await command(['--only', only], towards(broken));
  const args = ['replay', only, '--report', join(run.folder, 'conformance-report/report.json')];
  const still = await command(args, towards(broken));
  const { port } = new URL(broken.url);
  await broken.close();
  const repaired = closing(await listen({}, Number(port)));
  return { run, still, gone: await command(args, towards(repaired)), args };
}

describe('replay', () => {
  it.each([
    ['a rule', 'CW-TYPE/is-internal', 'CW-TYPE'],
    ['a probe', 'FW-MEMO-SCB-OVER-LIMIT/accepts-141', 'FW-MEMO-SCB-OVER-LIMIT'],
    ['a creation that is looked up', 'DA-LOOK-UP-BY-ID/in-lower-case-in-lists', 'DA-LOOK-UP-BY-ID'],
  ])('says whether the failing case of %s still fails', async (_, fault, only) => {
    const { run, still, gone } = await again(fault, only);
    expect(run.code).toBe(1);
    expect(still).toMatchObject({ code: 1, text: expect.stringContaining(`${only} still fails`) });
    expect(still.text).toContain('curl');
    expect(gone).toMatchObject({ code: 0, text: expect.stringContaining(`${only} no longer fails`) });
  });

  it('sends a JSON number where the report masks one, since a text in its place is valid', async () => {
    const only = 'DBS-ACT-ACCOUNT-NUMBER-STRING';
    const { still, gone } = await again(`${only}/as-it-was-sent`, only);
    expect(still).toMatchObject({ code: 1, text: expect.stringContaining(`${only} still fails`) });
    expect(still.text).toContain('{"dbs_act":{"account_number":1}}');
    expect(gone).toMatchObject({
      code: 3,
      text: expect.stringContaining('could not be decided: putFiat answered 400'),
    });
  });

  it('exercises the check whose failure implies the one to replay', async () => {
    const broken = await listen({ faults: ['NO-SERVER-ERROR/at-the-largest-page'] });
    const run = await command(['--only', 'NO-SERVER-ERROR,LIST-LIMIT-AT-MAXIMUM'], towards(broken));
    expect(run.code).toBe(1);
    const args = ['replay', 'NO-SERVER-ERROR', '--report', join(run.folder, 'conformance-report/report.json')];
    const still = await command(args, towards(broken));
    expect(still).toMatchObject({ code: 1, text: expect.stringContaining('500 "internal error"') });
    const { port } = new URL(broken.url);
    await broken.close();
    const gone = await command(args, towards(closing(await listen({}, Number(port)))));
    expect(gone).toMatchObject({ code: 0, text: expect.stringContaining('no longer fails') });
  });

  it('sends credentials only to a loopback address or a confirmed one, since a report may come from others', async () => {
    const { run } = await again('CW-TYPE/is-internal', 'CW-TYPE');
    const file = join(run.folder, 'conformance-report/report.json');
    const report = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(
      file,
      JSON.stringify({ ...report, target: { ...report.target, base_url: 'https://api.example.com' } }),
    );
    const { code, text } = await command(['replay', 'CW-TYPE', '--report', file], { ACCESS_TOKEN: 'secret-token' });
    expect(text).toMatch(/^[^\n]*confirm the one in [^\n]* with --base-url https:\/\/api\.example\.com\n$/);
    expect(code).toBe(2);
  });

  it('finds the report in the folder of the run, also where the environment names another one', async () => {
    const broken = await service({ faults: ['CW-TYPE/is-internal'] });
    const env = { ...towards(broken), CONFORMANCE_OUT: 'elsewhere' };
    const { folder } = await command(['--only', 'CW-TYPE'], env);
    expect(await command(['replay', 'CW-TYPE'], env, folder)).toMatchObject({ code: 1 });
    const { code, text } = await command(['replay', 'CW-TYPE'], towards(broken), folder);
    expect(text).toContain('conformance-report/report.json');
    expect(code).toBe(2);
  });

  it('shows its progress when a requirement takes longer than a second', async () => {
    const broken = await service({ faults: ['FW-MEMO-SCB-OVER-LIMIT/accepts-141'] });
    const run = await command(['--only', 'FW-MEMO-SCB-OVER-LIMIT'], towards(broken));
    const report = join(run.folder, 'conformance-report/report.json');
    const args = ['replay', 'FW-MEMO-SCB-OVER-LIMIT', '--report', report, '--rate', '2'];
    const { text } = await command(args, towards(broken));
    expect(text).toMatch(/^sending again FW-MEMO-SCB-OVER-LIMIT: \d+ requests?$/m);
  });

  it('calls a failure flaky that comes once and not in three more attempts', async () => {
    let attempt = 0;
    const lax = closing(
      await front({
        spoil: (given, { body }) => {
          if (!/"amount"/.test(body) || !/"total"/.test(body)) return given;
          attempt += 1;
          return attempt <= 3 ? { ...given, status: 200, body: '{"id":"accepted"}' } : given;
        },
      }),
    );
    const env = { ...towards(lax.service), BASE_URL: lax.url };
    const run = await command(['--only', 'FW-ONE-OF'], env);
    expect(run.code).toBe(1);
    const report = join(run.folder, 'conformance-report/report.json');
    const { code, text } = await command(['replay', 'FW-ONE-OF', '--report', report], env);
    expect(text).toMatch(/FW-ONE-OF is flaky: failed once and passed three times/);
    expect(code).toBe(0);
  });

  it('exits 4 when the token is refused, instead of calling the failure repaired', async () => {
    const broken = closing(await listen({ faults: ['CW-TYPE/is-internal'] }));
    const run = await command(['--only', 'CW-TYPE'], towards(broken));
    const report = join(run.folder, 'conformance-report/report.json');
    const { code } = await command(['replay', 'CW-TYPE', '--report', report], {
      BASE_URL: broken.url,
      ACCESS_TOKEN: 'expired',
    });
    expect(code).toBe(4);
  });

  it('repeats a failure of a target from a recording, but refuses one of a client', async () => {
    const broken = closing(await listen({ faults: ['CW-TYPE/is-internal'] }));
    const run = await command(['--only', 'CW-TYPE'], towards(broken));
    const har = join(run.folder, 'conformance-report/exchanges.har');
    const line = {
      request: { method: 'POST', url: `${broken.url}/v2/transfer/fiat-withdrawals`, headers: [], body: {} },
      response: { status: 400, headers: {}, body: {} },
    };
    const recording = join(run.folder, 'calls.ndjson');
    writeFileSync(recording, JSON.stringify(line));
    const seen = await command(['verify', har, recording]);
    const report = join(seen.folder, 'conformance-report/report.json');
    expect(seen.text).not.toContain('seed');
    const target = await command(['replay', 'CW-TYPE', '--report', report], towards(broken));
    expect(target.text).toContain('CW-TYPE still fails');
    const client = await command(['replay', 'REQUEST-FW-ONE-OF', '--report', report], towards(broken));
    expect(client).toMatchObject({ code: 2, text: expect.stringContaining('fix the client') });
  });

  it('uses new ids when those of the report are gone, and is undecided when the defect is gone too', async () => {
    const broken = closing(await listen({ faults: ['FIAT-ACCOUNT-STATUS-PRESENT/left-out-in-single-answers'] }));
    const run = await command(['--only', 'FIAT-ACCOUNT-STATUS-PRESENT'], towards(broken));
    const report = join(run.folder, 'conformance-report/report.json');
    const text = readFileSync(report, 'utf8').replace(
      /(fiat-accounts\/)[\w-]+/g,
      '$100000000-0000-4000-8000-000000000000',
    );
    writeFileSync(report, text);
    const args = ['replay', 'FIAT-ACCOUNT-STATUS-PRESENT', '--report', report];
    const still = await command(args, towards(broken));
    expect(still).toMatchObject({ code: 1, text: expect.stringContaining('still fails') });
    const repaired = await command(args, towards(closing(await listen({}))));
    expect(repaired.code).toBe(3);
    expect(repaired.text).toMatch(/could not be decided: getFiat answered 404 .*may no longer exist/);
  });

  it('repeats every failure of a report with --all, and prints a summary', async () => {
    const faults = ['CW-TYPE/is-internal', 'FW-MEMO-SCB-OVER-LIMIT/accepts-141'];
    const broken = closing(await listen({ faults }));
    const run = await command(['--only', 'CW-TYPE,FW-MEMO-SCB-OVER-LIMIT'], towards(broken));
    const args = ['replay', '--all', '--report', join(run.folder, 'conformance-report/report.json')];
    const still = await command(args, towards(broken));
    expect(still).toMatchObject({ code: 1, text: expect.stringContaining('2 cases still fail\n') });
    const half = await command(args, towards(closing(await listen({ faults: faults.slice(0, 1) }))));
    expect(half).toMatchObject({ code: 1, text: expect.stringContaining('1 case still fails; 1 no longer fails\n') });
    const gone = await command(args, towards(closing(await listen({}))));
    expect(gone).toMatchObject({ code: 0, text: expect.stringContaining('2 no longer fail\n') });
  });

  it('begins with the failure that the report shows first, and says if another request shows it now', async () => {
    const broken = closing(await listen({ faults: ['METADATA-VALUE-OVER-LIMIT/accepts-101'] }));
    const run = await command(['--only', 'METADATA-VALUE-OVER-LIMIT'], towards(broken));
    const file = join(run.folder, 'conformance-report/report.json');
    const args = ['replay', 'METADATA-VALUE-OVER-LIMIT', '--report', file];
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const [found] = report.requirements.filter(({ id }: { id: string }) => id === 'METADATA-VALUE-OVER-LIMIT');
    const places = ({ text }: { text: string }) =>
      [...text.matchAll(/OVER-LIMIT on (\w+) still fails/g)].map((each) => each[1]);
    const same = await command(args, towards(broken));
    expect(places(same)).toEqual([...new Set(found.failures.map(({ operation }: { operation: string }) => operation))]);
    expect(same.text).toMatch(/^METADATA-VALUE-OVER-LIMIT on putFiat still fails: /);
    found.failures[0].expected = 'something else';
    writeFileSync(file, JSON.stringify(report));
    const other = await command(args, towards(broken));
    expect(other.text).toMatch(/^\S+ on putFiat still fails, shown by another request than in the report: /);
  });

  it('sends again the request of a rule that the traffic of another check violated', async () => {
    const broken = closing(await listen({ faults: ['FW-TOTAL/forgets-the-fee-when-total-is-given'] }));
    const run = await command(['--only', 'FW-TOTAL'], towards(broken));
    const file = join(run.folder, 'conformance-report/report.json');
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const [
      {
        failures: [shown],
      },
    ] = report.requirements.filter(({ id }: { id: string }) => id === 'FW-TOTAL');
    delete shown.replay;
    shown.request.body = { ...shown.request.body, total: '1.23', metadata: { of: 'another check' } };
    shown.expected = '1.48: amount + fee';
    writeFileSync(file, JSON.stringify(report));
    const { text } = await command(['replay', 'FW-TOTAL', '--report', file], towards(broken));
    expect(text).toContain('FW-TOTAL still fails: `total`: expected 1.48');
    expect(text).toContain('another check');
  });

  it('uses the fixtures of the run when no others are given', async () => {
    const broken = closing(await listen({ faults: ['ST-UNKNOWN/makes-one-up'] }));
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    writeFileSync(join(folder, 'fixtures.json'), JSON.stringify(broken.fixtures));
    const run = await command(['--only', 'ST-UNKNOWN', '--fixtures', 'fixtures.json'], towards(broken), folder);
    expect(run.code).toBe(1);
    const again = await command(['replay', 'ST-UNKNOWN'], towards(broken), folder);
    expect(again).toMatchObject({ code: 1, text: expect.stringContaining('ST-UNKNOWN still fails') });
  });

  const green = listen({}).then((target) => command(['--only', 'CW-ONE-OF,CW-TYPE'], towards(closing(target))));

  it.each([
    [['replay', 'CW-TYP'], 'has no requirement CW-TYP (did you mean CW-TYPE?)'],
    [['replay'], 'replay needs the id of a requirement that failed, or --all'],
    [['replay', '--all'], 'nothing failed in '],
    [['replay', 'CW-TYPE', '--all'], 'the id of a requirement or --all, not both'],
    [['replay', 'NOPE'], 'has no requirement NOPE'],
    [['replay', 'CW-ONE-OF'], 'CW-ONE-OF has no failure'],
  ])('refuses %j in one sentence', async (args, sentence) => {
    const run = await green;
    const { code, text } = await command([...args, '--report', join(run.folder, 'conformance-report/report.json')]);
    expect(code).toBe(2);
    expect(text).toContain(sentence);
    expect(text.trim().split('\n')).toHaveLength(1);
  });
});
