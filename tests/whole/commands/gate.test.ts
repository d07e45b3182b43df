import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../../src/model/comparison.ts';
import type { Report } from '../../../src/model/report.ts';
import { command, service, towards } from '../../support/command.ts';
import { sample } from '../../support/sample.ts';

const ONLY = ['--only', 'FW-TOTAL,FW-ONE-OF,TRANSFER-FEE-PRESENT'];

const folder = (files: Readonly<Record<string, unknown>>): string => {
  const made = mkdtempSync(join(tmpdir(), 'conformance-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(made, name), JSON.stringify(content));
  return made;
};

const read = (dir: string, file: string): string => readFileSync(join(dir, 'conformance-report', file), 'utf8');

describe('a waiver', async () => {
  const target = await service({ faults: ['FW-TOTAL/subtracts-fee'] });
  const waivers = (expires: string, requirement = 'FW-TOTAL') => ({
    waivers: [{ requirement, reason: 'booked twice', expires }],
  });
  const run = (file: object) =>
    command([...ONLY, '--waivers', 'waivers.json'], towards(target), folder({ 'waivers.json': file }));

  it('turns exit code 1 into 0, and the reports still show the failure', async () => {
    const without = await command(ONLY, towards(target));
    expect(without.code).toBe(1);
    expect(without.text).toContain('"requirement": "FW-TOTAL"');
    const ended = await run(waivers('2999-12-31'));
    expect(ended.code).toBe(0);
    expect(ended.text).toContain('waived until 2999-12-31: booked twice');
    const report = JSON.parse(read(ended.folder, 'report.json')) as Report;
    expect(report.verdict).toBe('nonconformant');
    expect(report.gate).toMatchObject({ outcome: 'passes', waivers: [{ requirement: 'FW-TOTAL', state: 'in_force' }] });
    for (const file of ['report.html', 'summary.md', 'junit.xml'])
      expect(read(ended.folder, file)).toContain('booked twice');
  });

  it('excuses a requirement that cannot be judged because of the waived failure, with a note', async () => {
    const lacking = await service({ faults: ['TRANSFER-FEE-PRESENT/left-out'] });
    const file = waivers('2999-12-31', 'TRANSFER-FEE-PRESENT');
    const args = ['--only', 'FW-TOTAL,TRANSFER-FEE-PRESENT', '--waivers', 'waivers.json'];
    const ended = await command(args, towards(lacking), folder({ 'waivers.json': file }));
    expect(ended.code).toBe(0);
    const words = ended.text.replace(/\s+/g, ' ');
    expect(words).toContain('1 requirement stated in the document could not be judged because of waived failures');
    expect(words).toContain(
      'no response of fiatWithdrawal could be judged: each of them violates TRANSFER-FEE-PRESENT FW-TOTAL',
    );
  });

  it('excuses a requirement whose probe the waived failure blocks', async () => {
    const ignoring = await service({ faults: ['ORDER-ASC/ignored'] });
    const args = ['--only', 'ORDER-ASC,LIST-CURSOR-KEEPS-ORDER', '--waivers', 'waivers.json'];
    const file = waivers('2999-12-31', 'ORDER-ASC');
    const ended = await command(args, towards(ignoring), folder({ 'waivers.json': file }));
    const { requirements } = JSON.parse(read(ended.folder, 'report.json')) as Report;
    const blocked = requirements.find(({ id }) => id === 'LIST-CURSOR-KEEPS-ORDER');
    expect(blocked).toMatchObject({ status: 'not_exercised', blocked_by: { listFiat: ['ORDER-ASC'] } });
    expect(ended.code).toBe(0);
  });

  it('can be used as the tool printed it', async () => {
    const without = await command(ONLY, towards(target));
    const printed = /^ {2}\{[\s\S]*?^ {2}\}$/m.exec(without.text)?.[0] ?? '';
    expect((await run(JSON.parse(printed) as object)).code).toBe(0);
  });

  it('fails the run when it has expired', async () => {
    const ended = await run(waivers('2020-02-29'));
    expect(ended.code).toBe(1);
    expect(ended.text.replace(/\s+/g, ' ')).toContain('the waiver of FW-TOTAL expired on 2020-02-29');
  });

  it('fails the run when it is not needed', async () => {
    const ended = await command(
      [...ONLY, '--waivers', 'waivers.json'],
      towards(await service()),
      folder({ 'waivers.json': waivers('2999-12-31') }),
    );
    expect(ended.code).toBe(1);
    expect(ended.text.replace(/\s+/g, ' ')).toContain('the waiver of FW-TOTAL is no longer needed');
  });

  it('exits 2 when it names an unknown requirement', async () => {
    const ended = await run(waivers('2999-12-31', 'FW-TOTALS'));
    expect(ended.code).toBe(2);
    expect(ended.text).toBe(
      'transfer-conformance: the waivers in waivers.json are not usable: there is no requirement FW-TOTALS (did you mean FW-TOTAL?); "transfer-conformance list" shows them all\n',
    );
  });
});

describe('a baseline', () => {
  it('lets the run pass with the same failure, but not when another requirement fails', async () => {
    const before = await command(ONLY, towards(await service({ faults: ['FW-TOTAL/subtracts-fee'] })));
    const baseline = join(before.folder, 'conformance-report/report.json');
    const same = await command(
      [...ONLY, '--baseline', baseline],
      towards(await service({ faults: ['FW-TOTAL/subtracts-fee'] })),
    );
    expect(same.code).toBe(0);
    const faults = ['FW-TOTAL/subtracts-fee', 'FW-ONE-OF/accepts-both'];
    const worse = await command([...ONLY, '--baseline', baseline], towards(await service({ faults })));
    expect(worse.code).toBe(1);
    const report = JSON.parse(read(worse.folder, 'report.json')) as Report;
    expect(report.gate?.baseline?.worse.map(({ id }) => id)).toEqual(['FW-ONE-OF']);
  });
});

describe('a report', async () => {
  const dir = folder({});
  await command([...ONLY], {}, dir);

  it('can be named by its folder', async () => {
    expect((await command(['compare', 'conformance-report', 'conformance-report'], {}, dir)).code).toBe(0);
    expect((await command([...ONLY, '--baseline', 'conformance-report', '--out', 'new'], {}, dir)).code).toBe(0);
  });

  it('is named in a note when it was the baseline and the run replaces it', async () => {
    const kept = await command([...ONLY, '--baseline', 'conformance-report', '--out', 'new'], {}, dir);
    expect(kept.text).not.toContain('was the baseline');
    const replaced = await command([...ONLY, '--baseline', 'conformance-report/report.json'], {}, dir);
    expect(replaced.text).toContain('note: conformance-report/report.json was the baseline and now contains this run');
  });
});

describe('flags of the gate', () => {
  it.each([
    [['--waivers', 'none.json'], 'none.json'],
    [['--waivers', 'bad.json'], 'bad.json'],
    [['--baseline', 'none.json'], 'none.json'],
    [['--baseline', 'bad.json'], 'bad.json'],
    [['--baseline', 'aborted.json'], 'aborted.json'],
    [['--fail-on', 'observe'], '--fail-on'],
    [['compare', 'bad.json', 'bad.json'], 'bad.json'],
    [['compare', 'report.json'], 'after'],
  ])('are refused in one sentence with exit code 2: %j', async (args, named) => {
    const files = {
      'bad.json': { waivers: 'none' },
      'aborted.json': { ...sample, verdict: 'aborted' },
      'report.json': sample,
    };
    const ended = await command(args, {}, folder(files));
    expect(ended.code).toBe(2);
    expect(ended.text).toContain(named);
    expect(ended.text.trimEnd()).not.toContain('\n');
  });
});

describe('compare', () => {
  const dir = folder({ 'a.json': { ...sample, verdict: 'conformant', requirements: [] }, 'b.json': sample });

  it('exits 1 when something became worse, and 0 otherwise', async () => {
    expect((await command(['compare', 'a.json', 'b.json'], {}, dir)).code).toBe(1);
    expect((await command(['compare', 'b.json', 'b.json'], {}, dir)).code).toBe(0);
  });

  it('prints JSON, and writes Markdown and HTML with the same changes', async () => {
    const ended = await command(
      ['compare', 'a.json', 'b.json', '--json', '--markdown', 'c.md', '--html', 'c.html'],
      {},
      dir,
    );
    const comparison = JSON.parse(ended.text) as Comparison;
    expect(comparison.worse).toBe(true);
    for (const { id } of comparison.changes.filter(({ kind }) => kind === 'broke'))
      for (const file of ['c.md', 'c.html']) expect(readFileSync(join(dir, file), 'utf8')).toContain(id);
  });
});
