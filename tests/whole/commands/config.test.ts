import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { schemas } from '../../../schemas/index.ts';
import type { Report } from '../../../src/model/report.ts';
import { readConfigFile } from '../../../src/settings/config-file.ts';
import { command, type Ended, service, towards } from '../../support/command.ts';

const CONFIG = 'transfer-conformance.config.json';
const folderWith = (files: Readonly<Record<string, unknown>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  for (const [name, value] of Object.entries(files))
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
  return folder;
};
const report = ({ folder }: Ended): Report =>
  JSON.parse(readFileSync(join(folder, 'conformance-report/report.json'), 'utf8')) as Report;

describe('the configuration file', async () => {
  const target = await service();
  const { BASE_URL, AUTH_URL, ...secrets } = towards(target);
  const address = { baseUrl: BASE_URL, authUrl: AUTH_URL };

  it('provides settings, first of the named target, which flags, environment and .env override', async () => {
    const config = {
      only: 'FW-TOTAL',
      runs: 1,
      seed: 7,
      label: 'all',
      targets: { local: { ...address, label: 'local', exclude: ['getQuote'] } },
    };
    const folder = folderWith({ [CONFIG]: config, '.env': 'CONFORMANCE_RUNS=2\n' });
    const env = { ...secrets, CONFORMANCE_SEED: '8' };
    const ended = await command(['--target', 'local', '--allow-incomplete'], env, folder);
    expect(ended.code).toBe(0);
    expect(report(ended)).toMatchObject({
      target: { base_url: BASE_URL, label: 'local' },
      seed: 8,
      runs: 2,
      selection: '--only FW-TOTAL --exclude getQuote',
    });
    const flagged = await command(
      ['--target', 'local', '--allow-incomplete', '--seed', '9', '--label', 'f'],
      env,
      folder,
    );
    expect(report(flagged)).toMatchObject({ seed: 9, target: { label: 'f' } });
  });

  it.each([
    [{ [CONFIG]: { clientSecret: 'x' } }, /clientSecret in .*json is a secret: set CLIENT_SECRET in the environment/],
    [{ [CONFIG]: { targets: { a: { accessToken: 'x' } } } }, /targets\.a\.accessToken in .* is a secret/],
    [{ [CONFIG]: { sead: 1 } }, /sead in .* is not a setting \(did you mean seed\?\)/],
    [{ [CONFIG]: { rate: 'fast' } }, /rate in .* must be a number from 0.01 to 100000, not "fast"/],
    [{ [CONFIG]: '{ "rate": 1, }' }, /transfer-conformance.config.json is not usable: it is not JSON: line 1/],
    [{ [CONFIG]: { target: 'stagin', targets: { staging: {} } } }, /no target stagin \(did you mean staging\?\)/],
    [{ [CONFIG]: {}, 'package.json': { 'transfer-conformance': {} } }, /both contain settings: keep one/],
    [
      { 'package.json': { 'transfer-conformance': { runs: 0 } } },
      /runs in "transfer-conformance" in package.json must be/,
    ],
    [
      { 'transfer-conformance.config.js': 'export default { level: "all" };' },
      /level in .*\.js must be "must", "should" or/,
    ],
  ])('%j is refused in one sentence', async (files, sentence) => {
    const ended = await command(['run'], {}, folderWith(files));
    expect(ended.code).toBe(2);
    expect(ended.text).toMatch(sentence);
    expect(ended.text.trim().split('\n')).toHaveLength(1);
  });

  it('may be package.json, but only if that contains settings', async () => {
    expect(await readConfigFile(folderWith({ 'package.json': { name: 'x' } }))).toBeUndefined();
    expect(await readConfigFile(folderWith({ 'package.json': { 'transfer-conformance': { runs: 3 } } }))).toMatchObject(
      {
        values: { runs: 3 },
      },
    );
  });

  it('has a schema in the package', () => {
    expect(schemas).toHaveProperty('config');
  });
});

describe('a run that reaches one of its limits', () => {
  it.each([
    ['--max-requests', '40', 'the run has sent its maximum of 40 requests (--max-requests); raise --max-requests to '],
    ['--max-duration', '1s', 'the run has reached its maximum duration of 1s (--max-duration)'],
  ])('ends at %s %s with exit code 3 and a report that names the limit', async (flag, value, bound) => {
    const ended = await command([flag, value, '--seed', '1', '--quiet']);
    expect(ended.code).toBe(3);
    const found = report(ended);
    expect(found.verdict_reason).toContain(bound);
    expect(found.summary.failed).toBe(0);
    if (flag === '--max-requests') expect(found.summary.requests).toBe(40);
  });

  it('reports the failures that it found until then, and exits 1', async () => {
    const target = await service({ faults: ['ADDRESS-ADDRESS1-STRING/a-number'] });
    const ended = await command(['--max-requests', '60', '--seed', '1'], towards(target));
    expect(ended.code).toBe(1);
    expect(report(ended).summary.requests).toBe(60);
    expect(ended.text).toContain('--max-requests');
  });
});
