import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import type { ServiceOptions } from '../../../src/reference/service.ts';
import { auditOf } from '../../../src/run/audit/audit.ts';
import { readRecorded } from '../../../src/run/audit/recorded.ts';
import { digestOfFile } from '../../../src/run/audit/seals.ts';
import { command, MAIN, OFFLINE, service, towards } from '../../support/command.ts';
import { closing } from '../../support/keep.ts';
import { relay } from './relay.ts';

const audited = (folder: string, name = 'conformance-report') => command(['audit', name], OFFLINE, folder);

/** Runs against an implementation with these options. */
async function recorded(options: ServiceOptions, args: readonly string[] = [], jitterMs = 0): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'audit '));
  const target = await service(options);
  writeFileSync(join(folder, 'fixtures.json'), JSON.stringify(target.fixtures));
  const url =
    jitterMs === 0 ? target.url : closing(await relay(target.url, { delayMs: () => Math.random() * jitterMs })).url;
  const env = { ...towards({ ...target, url }), FIXTURES: 'fixtures.json' };
  const ended = await command(['--quiet', '--seed', '1', ...args], env, folder);
  expect([0, 1], ended.text).toContain(ended.code);
  return folder;
}

const agrees = (folder: string, name?: string): Promise<void> =>
  audited(folder, name).then((ended) => {
    expect(ended.text).toMatch(/^all [\d,]+ verdicts follow from the recording of [\d,]+ exchanges\n$/);
    expect(ended.code).toBe(0);
  });

/** Faults of one operation do not hide those of another; account numbers that lists mask wrongly are hidden in the recording. */
const FAULTS = [
  'FW-TOTAL/subtracts-fee',
  'FILTER-PROFILE-ID/ignored',
  'ST-UPDATED-AT/unchanged',
  'FA-LIST-MASKED-LAST-FOUR/six-digits',
  'CW-REF-ID-ECHO/a-new-one',
  'DA-LOOK-UP-BY-ID/loses-metadata-keys-in-lists',
  'AM-MEMBER-ID/empty',
  'QE-AMOUNTS/a-dollar-off',
  'AUTH-HEADER-MISSING/open-list-of-accounts',
  'METADATA-PAIRS-OVER-LIMIT/keeps-the-first-six',
];

describe.concurrent('audit of a whole run', () => {
  it('agrees with each verdict on a correct service, without network access', { timeout: 240_000 }, async () => {
    await agrees(await recorded({}));
  });

  it.each([
    { latitudes: [] },
    { latitudes: ['withdrawals/none-of-equal-amounts'] },
    { latitudes: ['update/all-of-it-approved-after-a-moment'] },
    { latitudes: ['balance/credited-after-four-seconds'] },
    { latitudes: ['withdrawals/forty-in-four-seconds', 'rate-limit/503-at-times'] },
  ])('agrees whichever check comes first (%j)', { timeout: 240_000 }, async (options) => {
    const folder = join(await recorded(options), 'conformance-report');
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
    const recording = join(folder, 'exchanges.har');
    const found = await auditOf(report, readRecorded(recording), await digestOfFile(recording), 'reversed');
    expect([found.broken, found.missing, found.differences]).toEqual([[], [], []]);
  });

  it('agrees when 8 requests are in flight with up to 60 ms of jitter, and some are repeated', {
    timeout: 240_000,
  }, async () => {
    const latitudes = ['transport/slow-at-times', 'rate-limit/429-with-retry-after'];
    await agrees(await recorded({ latitudes }, ['--concurrency', '8'], 60));
  });

  it('contradicts nothing when the run was interrupted, and names the checks that had not ended', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'audit '));
    const target = await service({});
    writeFileSync(join(folder, 'fixtures.json'), JSON.stringify(target.fixtures));
    const { PATH = '', HOME = '' } = process.env;
    let asked = 0;
    const counts = () => {
      asked += 1;
      return undefined;
    };
    const { url } = closing(await relay(target.url, { refuses: counts }));
    const env = { PATH, HOME, ...towards({ ...target, url }), FIXTURES: 'fixtures.json' };
    // At this rate the run takes ten seconds.
    const args = [MAIN, '--quiet', '--seed', '1', '--rate', '100'];
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    while (asked < 200) await sleep(20);
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    const { code, text } = await audited(folder);
    const lines = text.trimEnd().split('\n');
    expect(lines.pop()).toMatch(
      /^nothing contradicts the report, but not all of it could be computed again: \d+ reasons? above$/,
    );
    expect(
      lines.filter((line) => !/: the run was stopped before a check of \w+ ended$|^and \d+ more$/.test(line)),
    ).toEqual([]);
    expect(code).toBe(3);
  });

  it('agrees on a service with ten faults', { timeout: 240_000 }, async () => {
    await agrees(await recorded({ faults: FAULTS }));
  });

  it.each([
    'other-digits',
    'the-first-four',
    'the-first-two-as-well',
    'six-digits',
  ])('agrees when a list masks account numbers wrongly: %s', async (how) => {
    const fault = `FA-LIST-MASKED-LAST-FOUR/${how}`;
    await agrees(await recorded({ faults: [fault] }, ['--only', 'FA-*,getFiat', '--runs', '2']));
  });

  it('agrees with each of two shards, and with both when they are merged', { timeout: 240_000 }, async () => {
    const target = await service();
    const folder = mkdtempSync(join(tmpdir(), 'audit '));
    writeFileSync(join(folder, 'fixtures.json'), JSON.stringify(target.fixtures));
    const env = { ...towards(target), FIXTURES: 'fixtures.json' };
    await Promise.all(
      ['1', '2'].map((n) => command(['--quiet', '--seed', '1', '--shard', `${n}/2`, '--out', n], env, folder)),
    );
    await command(['merge', '1', '2', '--out', 'merged', '--quiet'], {}, folder);
    for (const name of ['1', '2', 'merged']) await agrees(folder, name);
  });

  it('agrees with merged shards whose embedded services used different ports', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'audit '));
    const few = ['--quiet', '--only', 'getFiat,FILTER-IDS', '--runs', '2'];
    await Promise.all(['1', '2'].map((n) => command([...few, '--shard', `${n}/2`, '--out', n], {}, folder)));
    await command(['merge', '1', '2', '--out', 'merged', '--quiet'], {}, folder);
    await agrees(folder, 'merged');
  });
});

interface Har {
  log: {
    entries: {
      _id: number;
      request: { url: string; postData?: { text: string } };
      response: { status: number; content: { text: string } };
    }[];
  };
}

describe('audit of a report that was changed', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await recorded({ faults: ['FW-TOTAL/subtracts-fee'] }, ['--only', 'FW-*,getFiat', '--runs', '3']);
  });

  /** The audit of a copy that was changed. With `sealed`, as if the run itself had written it so. */
  async function changed(
    change: (report: Report, har: Har) => { report?: object; har?: unknown },
    { sealed = false } = {},
  ) {
    const copy = mkdtempSync(join(tmpdir(), 'audit '));
    cpSync(folder, copy, { recursive: true });
    const [report, har] = ['report.json', 'exchanges.har'].map((name) => join(copy, 'conformance-report', name)) as [
      string,
      string,
    ];
    const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
    const made = change(read(report), read(har));
    if (made.har) writeFileSync(har, JSON.stringify(made.har));
    const kept: { readonly audit?: object } = made.report ?? read(report);
    const audit = { ...kept.audit, ...(sealed ? { recording_sha256: await digestOfFile(har) } : {}) };
    writeFileSync(report, JSON.stringify({ ...kept, audit }));
    return audited(copy);
  }

  it('agrees when nothing was changed', () => agrees(folder));

  it('names a changed status', async () => {
    const { code, text } = await changed((report) => ({
      report: {
        ...report,
        requirements: report.requirements.map((each) =>
          each.id === 'FW-TOTAL'
            ? { ...each, status: 'passed', failures: [], by_operation: { fiatWithdrawal: 'passed' } }
            : each,
        ),
      },
    }));
    expect([code, text]).toEqual([1, expect.stringContaining('FW-TOTAL: status: reported passed; recomputed failed')]);
  });

  it('names the recording when a body in it was changed', async () => {
    const { code, text } = await changed((_, { log }) => {
      const entry = log.entries.find(({ response }) => response.content.text.includes('"total"'));
      if (entry)
        entry.response.content.text = entry.response.content.text.replace(/"total":"[^"]*"/, '"total":"1000000"');
      return { har: { log } };
    });
    expect([code, text]).toEqual([1, expect.stringContaining('exchanges.har is not the recording that the run wrote')]);
  });

  it('names the verdict that follows from a changed body', async () => {
    const { text } = await changed((_, { log }) => {
      for (const { response } of log.entries)
        response.content.text = response.content.text.replace('"asset":"USD"', '"asset":"EUR"');
      return { har: { log } };
    });
    expect(text).toContain('FW-ASSET-ECHO: status: reported passed; recomputed failed');
  });

  it('names an exchange that was removed, and the requirement that needs it', async () => {
    const removed = (report: Report, { log }: Har) => {
      const [number] = report.requirements.find(({ id }) => id === 'FW-TOTAL')?.failures[0]?.exchanges ?? [];
      return { har: { log: { ...log, entries: log.entries.filter(({ _id }) => _id !== number) } } };
    };
    const { code, text } = await changed(removed, { sealed: true });
    expect(code).toBe(3);
    expect(text).toMatch(/FW-[A-Z-]+: the recording has no request \d+ to fiatWithdrawal for/);
    expect(text).toMatch(/the recording has \d+ of the \d+ exchanges of the run; \d+ is missing/);
    const tampered = await changed(removed);
    expect([tampered.code, tampered.text]).toEqual([
      1,
      expect.stringContaining('is not the recording that the run wrote'),
    ]);
  });

  it('looks no further than the recording for exchanges that were removed', async () => {
    const spread = (_: Report, { log }: Har) => {
      const [first, ...entries] = log.entries.slice(1);
      const last = first && { ...first, _id: 300_000_000 };
      return { har: { log: { ...log, entries: last ? [...entries, last] : entries } } };
    };
    const { code, text } = await changed(spread, { sealed: true });
    expect([code, text]).toEqual([3, expect.stringMatching(/exchanges of the run; 1, 2(, \d+){8} are missing/)]);
  });

  it('says that the report is based on a different document', async () => {
    const { code, text } = await changed((report) => ({
      report: { ...report, audit: { ...report.audit, document_sha256: '0'.repeat(64) } },
    }));
    expect([code, text]).toEqual([1, expect.stringContaining('a different docs/interface.md')]);
  });

  it('says that settings were changed', async () => {
    const named = expect.stringContaining(
      'the settings in report.json (target, seed, runs, selection or parts) are not those',
    );
    const { code, text } = await changed((report) => ({ report: { ...report, seed: report.seed + 1 } }));
    expect([code, text]).toEqual([1, named]);
    const other = await changed((report) => ({
      report: {
        ...report,
        audit: {
          ...report.audit,
          parts: report.audit?.parts.map((part) => ({ ...part, taken: { 'PENDING nobody': ['x'] } })),
        },
      },
    }));
    expect([other.code, other.text]).toEqual([1, named]);
  });

  describe('of a report by another version', () => {
    const older = ({ tool }: Report) => ({ tool: { ...tool, version: '0.0.1' } });

    it('covers the requirements of both versions, and names the new ones', async () => {
      const { code, text } = await changed((report) => ({
        report: {
          ...report,
          ...older(report),
          requirements: report.requirements.filter(({ id }) => id !== 'FW-TOTAL'),
        },
      }));
      expect(text).toContain('version 0.0.1 wrote the report');
      expect(text).toContain('requirements that did not exist then: FW-TOTAL');
      expect(code).toBe(1);
    });

    it('names the verdicts that would differ', async () => {
      const { code, text } = await changed((report) => ({
        report: {
          ...report,
          ...older(report),
          requirements: report.requirements.map((each) =>
            each.id === 'FW-TOTAL' ? { ...each, status: 'passed' } : each,
          ),
        },
      }));
      expect([code, text]).toEqual([
        1,
        expect.stringContaining('FW-TOTAL: status: reported passed; recomputed failed'),
      ]);
    });

    it('names what it cannot judge because its requests differ, and reports no other verdict', async () => {
      const { code, text } = await changed(
        (report, { log }) => {
          for (const { request } of log.entries)
            request.url = request.url.replace('include_deleted=true', 'include_deleted=false');
          return { har: { log }, report: { ...report, ...older(report) } };
        },
        { sealed: true },
      );
      expect(code, text).toBe(3);
      expect(text).toMatch(/^FA-[A-Z-]+: request \d+ to getFiat .* is now .*include_deleted=true, and exchange /m);
      expect(text).not.toContain('reported');
    });
  });

  it('signs a report that agrees, and does not trust it after a change', async () => {
    const [key, open] = ['key.pem', 'key.pub'].map((name) => join(folder, name)) as [string, string];
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(open, publicKey.export({ type: 'spki', format: 'pem' }));
    const trust = () => command(['audit', 'conformance-report', '--trust', open], OFFLINE, folder);
    expect(await trust()).toMatchObject({ code: 1, text: expect.stringContaining('the report is not signed') });
    const ended = await command(['audit', 'conformance-report', '--sign', key], OFFLINE, folder);
    expect(ended).toMatchObject({ code: 0, text: expect.stringContaining('signed: ') });
    expect((await trust()).code).toBe(0);
    const report = join(folder, 'conformance-report/report.json');
    writeFileSync(report, `${readFileSync(report, 'utf8')}\n`);
    expect(await trust()).toMatchObject({
      code: 1,
      text: expect.stringContaining('report.json differs from what was signed'),
    });
    const har = join(folder, 'conformance-report/exchanges.har');
    const { log } = JSON.parse(readFileSync(har, 'utf8'));
    writeFileSync(har, JSON.stringify({ log: { ...log, entries: log.entries.slice(1) } }));
    expect((await trust()).code, 'of a recording that lacks an exchange').toBe(1);
  });
});
