import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { command, MAIN, service, towards } from '../../support/command.ts';

const OUT = 'conformance-report';
let env: Readonly<Record<string, string>>;
let former: string;

beforeAll(async () => {
  env = towards(await service());
  former = (await command(['--only', 'listFiat,createAddress'], env)).folder;
});

interface Killed {
  readonly code: number | null;
  readonly folder: string;
}

/** Starts a run over the reports of a former one, and sends it a signal after a while. */
function killed(signal: NodeJS.Signals, after: number): Promise<Killed> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  cpSync(former, folder, { recursive: true });
  const { PATH = '', HOME = '' } = process.env;
  const args = [MAIN, '--only', 'listFiat,createAddress'];
  const child = spawn(process.execPath, args, { cwd: folder, env: { PATH, HOME, ...env }, stdio: 'ignore' });
  setTimeout(() => child.kill(signal), after);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, folder })));
}

const ENDS: Readonly<Record<string, RegExp>> = {
  'report.json': /\}\n$/,
  'report.html': /<\/html>\s*$/,
  'junit.xml': /<\/testsuites>\s*$/,
  'exchanges.har': /\}\}\n$/,
  'badge.json': /\}\n$/,
  'summary.md': /\n$/,
};

/** Twenty moments from the start of the process to beyond its end, spread by a fixed seed. */
const MOMENTS = Array.from({ length: 20 }, (_, i) => {
  const after = 40 + Math.round(((i * 7919 + 13) % 20) * 110);
  return [(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)[i % 3] ?? 'SIGINT', after] as const;
});

describe('a run that is ended by a signal', () => {
  it.each(MOMENTS)('leaves complete reports after %s at %i ms', async (signal, after) => {
    const { code, folder } = await killed(signal, after);
    for (const [file, end] of Object.entries(ENDS))
      expect(readFileSync(join(folder, OUT, file), 'utf8'), file).toMatch(end);
    const report = JSON.parse(readFileSync(join(folder, OUT, 'report.json'), 'utf8')) as Report;
    expect(['conformant', 'incomplete', 'aborted']).toContain(report.verdict);
    if (code === 130 || code === 143) expect(report.verdict_reason).toMatch(/interrupted|passed|exercised/);
    if (signal !== 'SIGKILL') expect([130, 143, 0, 3, null]).toContain(code);
  });

  it('while it writes its reports completes all of them and exits 130', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    mkdirSync(join(folder, OUT));
    const { PATH = '', HOME = '' } = process.env;
    const args = [MAIN, '--only', 'listFiat,createAddress'];
    const child = spawn(process.execPath, args, { cwd: folder, env: { PATH, HOME, ...env }, stdio: 'ignore' });
    let sent = false;
    const watcher = watch(join(folder, OUT), (_, file) => {
      // A second signal would end it at once.
      if (!sent && file?.startsWith('report.json')) sent = child.kill('SIGINT');
    });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    watcher.close();
    for (const [file, end] of Object.entries(ENDS))
      expect(readFileSync(join(folder, OUT, file), 'utf8'), file).toMatch(end);
    expect(code).toBe(130);
  });

  it('leaves drafts that the next run removes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    mkdirSync(join(folder, OUT));
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    writeFileSync(join(folder, OUT, `report.json.${pid}.tmp`), '{');
    await command(['--only', 'FW-ONE-OF'], env, folder);
    expect(readdirSync(join(folder, OUT)).filter((file) => !(file in ENDS))).toEqual([]);
  });
});

describe('verify', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('that waits for standard input exits on %s with its reports', async (signal, code) => {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, [MAIN, 'verify', '-'], { cwd: folder, env: { PATH, HOME } });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // The folder is made just before the input is waited for.
    while (!existsSync(join(folder, OUT))) await sleep(20);
    await sleep(500);
    child.kill(signal);
    expect(await ended).toBe(code);
    const report = JSON.parse(readFileSync(join(folder, OUT, 'report.json'), 'utf8')) as Report;
    expect(report).toMatchObject({ verdict: 'aborted', verdict_reason: 'interrupted' });
  });

  it('that gets SIGINT while it writes its reports completes all of them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    mkdirSync(join(folder, OUT));
    const { PATH = '', HOME = '' } = process.env;
    const args = [MAIN, 'verify', join(former, OUT, 'exchanges.har')];
    const child = spawn(process.execPath, args, { cwd: folder, env: { PATH, HOME }, stdio: 'ignore' });
    let sent = false;
    const watcher = watch(join(folder, OUT), (_, file) => {
      if (!sent && file?.startsWith('report.json')) sent = child.kill('SIGINT');
    });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    watcher.close();
    expect(code).toBe(130);
    for (const [file, end] of Object.entries(ENDS))
      expect(readFileSync(join(folder, OUT, file), 'utf8'), file).toMatch(end);
  });
});

describe('reports that cannot be written', () => {
  it('are refused with exit code 2 when their folder cannot be written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    writeFileSync(join(folder, 'file'), '');
    const ended = await command(['--out', 'file/reports'], env, folder);
    expect(ended.code).toBe(2);
    expect(ended.text).toContain('the folder file/reports cannot be written to; give another with --out');
  });

  it('are named at the end with exit code 4, while the others are written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    mkdirSync(join(folder, OUT, 'report.html', 'in the way'), { recursive: true });
    const ended = await command(['--only', 'FW-ONE-OF'], env, folder);
    expect(ended.code).toBe(4);
    expect(ended.text).toMatch(/could not write report\.html \(E\w+\) to conformance-report; free space/);
    expect(readdirSync(join(folder, OUT))).toEqual(expect.arrayContaining(['report.json', 'junit.xml']));
  });
});

it('a run completes when nobody reads its output any more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [MAIN, '--only', 'FW-ONE-OF', '--verbose'], {
    cwd: folder,
    env: { PATH, HOME, ...env },
  });
  child.stdout.destroy();
  child.stderr.destroy();
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
  expect(readdirSync(join(folder, OUT))).toContain('report.json');
});
