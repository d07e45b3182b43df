import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import type { ServiceOptions } from '../../../src/reference/service.ts';
import { command, service, towards } from '../../support/command.ts';
import { once } from '../../support/once.ts';

const reportIn = (folder: string, name: string): Report =>
  JSON.parse(readFileSync(join(folder, name, 'report.json'), 'utf8')) as Report;

const matrix = ({ requirements }: Report) =>
  Object.fromEntries(requirements.map(({ id, by_operation }) => [id, by_operation]));

/** What was sent at all: in which way a limit is met depends on what else shares the request, and so on the parts. */
const reached = ({ coverage }: Report) =>
  (coverage ?? []).map(({ accepted, refused, ...cell }) => ({ ...cell, reached: accepted + refused > 0 }));

/** An implementation with its fixtures in a folder. */
async function target(folder: string, options: ServiceOptions) {
  const started = await service(options);
  writeFileSync(join(folder, 'fixtures.json'), JSON.stringify(started.fixtures));
  return { ...towards(started), FIXTURES: 'fixtures.json' };
}

const RUN = ['--quiet', '--seed', '1'];

/** Runs whole against an implementation. */
async function undivided(options: ServiceOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'shards '));
  const { code } = await command([...RUN, '--out', 'whole'], await target(folder, options), folder);
  return { code, report: reportIn(folder, 'whole') };
}

/** Runs in parts against an implementation of the same kind, and merges the parts. */
async function shared(of: number, options: ServiceOptions, args: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'shards '));
  const env = await target(folder, options);
  const names = Array.from({ length: of }, (_, i) => `${i + 1}`);
  const parts = await Promise.all(
    names.map((name) => command([...args, ...RUN, '--shard', `${name}/${of}`, '--out', name], env, folder)),
  );
  const merged = await command(['merge', ...names, '--out', 'merged', '--quiet'], {}, folder);
  return { folder, parts, merged };
}

describe('--shard', () => {
  const lawful = once(() => undivided({}));

  it.each([1, 2, 4])('with %i shards gives, when they are merged, the results of a run without shards', {
    timeout: 120_000,
  }, async (of) => {
    const whole = await lawful();
    const { folder, parts, merged } = await shared(of, {});
    const [a, b] = [whole.report, reportIn(folder, 'merged')];
    expect([whole.code, ...parts.map(({ code }) => code), merged.code]).toEqual(Array(of + 2).fill(0));
    expect(matrix(b)).toEqual(matrix(a));
    expect(reached(b)).toEqual(reached(a));
    expect(b.observations.map(({ id, operation }) => `${id} ${operation}`)).toEqual(
      a.observations.map(({ id, operation }) => `${id} ${operation}`),
    );
    expect({ ...b.summary, requests: 0 }).toEqual({ ...a.summary, requests: 0 });
    expect(b.selection).toBe(null);
    const sent = parts.map((_, i) => reportIn(folder, `${i + 1}`).summary.requests);
    expect(Math.max(...sent) / Math.min(...sent)).toBeLessThan(1.2);
  });

  it('with 3 shards gives, when they are merged, the same failures with their exchanges', {
    timeout: 120_000,
  }, async () => {
    const faults = ['FW-TOTAL/subtracts-fee', 'FILTER-PROFILE-ID/ignored', 'ST-UPDATED-AT/unchanged'];
    const whole = await undivided({ faults });
    const { folder, merged } = await shared(3, { faults });
    const [a, b] = [whole.report, reportIn(folder, 'merged')];
    expect([whole.code, merged.code]).toEqual([1, 1]);
    expect(matrix(b)).toEqual(matrix(a));
    const har = JSON.parse(readFileSync(join(folder, 'merged', 'exchanges.har'), 'utf8')) as {
      log: { entries: { _id: number; request: { url: string }; comment: string }[] };
    };
    expect(new Set(har.log.entries.map(({ _id }) => _id)).size).toBe(har.log.entries.length);
    const [failure] = b.requirements.find(({ id }) => id === 'FW-TOTAL')?.failures ?? [];
    const shown = har.log.entries.find(({ _id }) => _id === failure?.exchanges.at(-1));
    expect(shown?.request.url).toBe(failure?.request.url);
    expect(shown?.comment).toContain('FW-TOTAL');
  });

  it('keeps the sum of all shards within --max-withdrawals', { timeout: 120_000 }, async () => {
    const { folder } = await shared(3, {}, ['--max-withdrawals', '5', '--only', 'METADATA-*,FW-*']);
    const parts = ['1', '2', '3'].map((name) => reportIn(folder, name).withdrawn?.withdrawals ?? 0);
    const all = reportIn(folder, 'merged').withdrawn?.withdrawals ?? 0;
    expect(parts.reduce((sum, each) => sum + each, 0)).toBe(all);
    expect(all).toBeGreaterThan(0);
    expect(all).toBeLessThanOrEqual(5);
  });

  it('does not call a waiver unneeded that another shard may need', { timeout: 120_000 }, async () => {
    const target = await service();
    const folder = mkdtempSync(join(tmpdir(), 'shards '));
    const waiver = { requirement: 'SUCCESS-STATUS', reason: 'known', expires: '2999-12-31' };
    writeFileSync(join(folder, 'waivers.json'), JSON.stringify({ waivers: [waiver] }));
    const only = ['--only', 'SUCCESS-STATUS,SUCCESS-JSON', '--allow-incomplete'];
    const part = ['--waivers', 'waivers.json', ...only];
    for (const name of ['1', '2']) {
      const { code } = await command([...part, '--shard', `${name}/2`, '--out', name], towards(target), folder);
      expect(code).toBe(0);
    }
    const { code, text } = await command(
      ['merge', '1', '2', '--waivers', 'waivers.json', '--allow-incomplete'],
      {},
      folder,
    );
    expect(code).toBe(0);
    expect(text).toContain('SUCCESS-STATUS');
  });
});

describe('merge', () => {
  const part = async (folder: string, name: string, ...args: readonly string[]) =>
    command(['--only', 'SUCCESS-JSON', '--out', name, '--quiet', ...args], towards(await service()), folder);

  it('refuses reports that do not belong together in one sentence', { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shards '));
    const target = towards(await service());
    const run = (name: string, ...args: readonly string[]) =>
      command(['--only', 'SUCCESS-JSON', '--out', name, '--quiet', ...args], target, folder);
    await run('1', '--shard', '1/2');
    await run('2', '--shard', '2/2');
    await run('seed', '--shard', '2/2', '--seed', '9');
    await run('whole');
    await part(folder, 'other', '--shard', '2/2');
    const said = async (...names: readonly string[]) => command(['merge', ...names], {}, folder);
    for (const [names, sentence] of [
      [['1'], 'shard 2 of 2 is missing'],
      [['1', '1', '2'], 'shard 1 is given twice'],
      [['1', 'seed'], 'the seed is 1 in one and 9 in the other'],
      [['1', 'other'], 'the target is'],
      [['whole'], 'is not the report of a shard'],
      [['nowhere'], 'nowhere does not exist'],
      [['1', '2', '--out', './2/'], 'would overwrite 2/report.json: give another folder with --out'],
    ] as const) {
      const { code, text } = await said(...names);
      expect(text).toContain(sentence);
      expect(text.trim().split('\n')).toHaveLength(1);
      expect(code).toBe(2);
    }
  });
});
