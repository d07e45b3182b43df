import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { listen } from '../../../src/reference/service.ts';
import { command, MAIN, service, towards } from '../../support/command.ts';
import { closing } from '../../support/keep.ts';

/** The command while it goes on: on a terminal, whose keys can be pressed. */
function onTerminal(args: readonly string[], env: Readonly<Record<string, string>>) {
  const { PATH = '', HOME = '' } = process.env;
  const words = [process.execPath, MAIN, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qefc', `stty cols 100 rows 40; exec ${words}`, '/dev/null'], {
    cwd: mkdtempSync(join(tmpdir(), 'conformance-')),
    env: { PATH, HOME, TERM: 'xterm', SHELL: '/bin/sh', NO_COLOR: '1', ...env },
  });
  let text = '';
  let from = 0;
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  /** Everything until some words come that were not there at the last call. */
  const until = async (words: string): Promise<string> => {
    while (!text.includes(words, from)) await new Promise((wake) => setTimeout(wake, 50));
    const end = text.indexOf(words, from) + words.length;
    const said = text.slice(from, end);
    from = end;
    return said;
  };
  return { until, press: (key: string) => child.stdin.write(key), code, text: () => text };
}

/** The second requirement sends no crypto withdrawals, so it never shows a failure of the first one. */
const TWO = 'CW-TYPE,FW-ONE-OF';
const ONLY = ['--only', TWO, '--watch'];

describe('--watch', () => {
  it('repeats failed requirements on a key, all of them after a repair, and ends on Ctrl-C', {
    timeout: 240_000,
  }, async () => {
    const broken = await listen({ faults: ['CW-TYPE/is-internal'] });
    const watching = onTerminal(ONLY, towards(broken));
    expect(await watching.until('stop with Ctrl-C')).toMatch(
      /nonconformant: 1 failed, 1 passed[\s\S]*or a key is pressed/,
    );
    watching.press('r');
    const again = await watching.until('stop with Ctrl-C');
    expect(again).toContain('nonconformant: 1 failed;');
    expect(again).toMatch(/selection\s+--last-failed:\s+CW-TYPE\s/);
    const { port } = new URL(broken.url);
    await broken.close();
    await new Promise((wake) => setTimeout(wake, 1_000));
    closing(await listen({ clientSecret: broken.clientSecret }, Number(port)));
    const repaired = await watching.until('stop with Ctrl-C');
    expect(repaired.match(/conformant: \d passed/g)).toEqual(['conformant: 1 passed', 'conformant: 2 passed']);
    watching.press('\u0003');
    expect(await watching.code).toBe(130);
    expect(watching.text().match(/interrupted/g)).toEqual(['interrupted']);
  });

  it('refuses to run without a target of the user or with --format json', async () => {
    const none = await command(ONLY);
    expect([none.code, none.text]).toEqual([2, expect.stringContaining('--watch needs your own target')]);
    const json = await command([...ONLY, '--format', 'json']);
    expect([json.code, json.text]).toEqual([2, expect.stringContaining("cannot be used with option '--watch'")]);
  });
});

describe('--last-failed', () => {
  it('runs the requirements that failed in the last report, or all if none did', async () => {
    const broken = await service({ faults: ['CW-TYPE/is-internal'] });
    const first = await command(['--only', TWO, '--seed', '7'], towards(broken));
    const again = await command(['--last-failed'], towards(broken), first.folder);
    expect(again).toMatchObject({
      code: 1,
      text: expect.stringMatching(/selection\s+--last-failed:\s+CW-TYPE\s/),
    });
    expect(again.text).toContain('seed 7');
    const none = await command(['--last-failed', '--only', 'FW-TOTAL'], towards(broken), first.folder);
    expect(none).toMatchObject({ code: 2, text: expect.stringContaining('widen the selection') });
    await command(['--only', 'FW-ONE-OF'], towards(broken), first.folder);
    const whole = await command(['--last-failed', '--only', 'FW-ONE-OF'], towards(broken), first.folder);
    expect(whole).toMatchObject({ code: 0, text: expect.stringContaining('running everything') });
  });

  it('runs the requirement whose requests showed the failure of a rule, too', async () => {
    const broken = await service({ faults: ['FW-AMOUNT-KEPT/loses-the-cents-of-thousands'] });
    const first = await command(['--only', 'FW-AMOUNT-KEPT,FW-AMOUNT-DIGITS'], towards(broken));
    expect(first.code).toBe(1);
    const again = await command(['--last-failed'], towards(broken), first.folder);
    expect(again).toMatchObject({
      code: 1,
      text: expect.stringMatching(/--last-failed:\s+FW-AMOUNT-KEPT,FW-AMOUNT-DIGITS\s/),
    });
  });

  it('runs what an aborted run did not exercise', async () => {
    const target = await service();
    const env = { ...towards(target), BASE_URL: 'http://127.0.0.1:9' };
    const first = await command(['--only', 'CW-TYPE'], env);
    expect(first.code).toBe(4);
    const again = await command(['--last-failed'], towards(target), first.folder);
    expect(again).toMatchObject({
      code: 0,
      text: expect.stringMatching(/selection\s+--last-failed:\s+CW-TYPE[,\s]/),
    });
  });

  it('exits 2 without a report', async () => {
    const { code, text } = await command(['--last-failed']);
    expect([code, text]).toEqual([2, expect.stringMatching(/needs the report of an earlier run[^\n]*\n$/)]);
  });
});

describe('--bail', () => {
  it('ends the run after the given number of failures', async () => {
    const broken = await service({ faults: ['CW-TYPE/is-internal'] });
    const { code, text } = await command(['--bail', '--only', 'CW-TYPE,LIST-*'], towards(broken));
    expect(code).toBe(1);
    expect(text).toContain('1 requirement failed (--bail)');
    expect(text).toMatch(/nonconformant: 1 failed, \d+ not exercised/);
    const two = await command(['--bail', '2', '--only', 'CW-TYPE,CW-ONE-OF'], towards(broken));
    expect(two.text).toContain('nonconformant: 1 failed, 1 passed');
    // What a probe found is confirmed before more is sent.
    const probed = await service({ faults: ['FW-ONE-OF/accepts-both'] });
    const early = await command(['--bail'], towards(probed));
    const { summary } = JSON.parse(
      readFileSync(join(early.folder, 'conformance-report/report.json'), 'utf8'),
    ) as Report;
    expect(summary.not_exercised).toBeGreaterThan(100);
    expect(summary.requests).toBeLessThan(500);
    const wrong = await command(['--bail', 'x']);
    expect([wrong.code, wrong.text]).toEqual([2, expect.stringContaining('--bail must be a whole number')]);
  });
});

describe('--format json', () => {
  const whole = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

  it.each([
    [
      ['run', '--only', 'CW-ONE-OF'],
      ['verdict', 'gate', 'requirements'],
    ],
    [
      ['run', '--only', 'CW-ONE-OF', '--dry-run'],
      ['requests', 'withdrawn', 'traffic', 'left_out'],
    ],
    [['doctor'], ['target', 'token', 'writes', 'fixtures', 'notes', 'plan']],
  ])('makes %j print one JSON document and nothing else', async (args, members) => {
    const { code, out } = await printed([...args, '--format', 'json'], towards(await service()));
    expect(code).toBe(0);
    expect(whole(out)).toMatchObject(Object.fromEntries(members.map((name) => [name, expect.anything()])));
  });

  it.each([
    [['list', '--only', 'FW-TOTAL']],
    [['explain', 'FW-TOTAL']],
  ])('makes %j print a JSON array and nothing else', async (args) => {
    const { out } = await printed([...args, '--format', 'json'], {});
    expect(JSON.parse(out)).toMatchObject([{ id: 'FW-TOTAL' }]);
  });

  it('makes a run print its report.json', async () => {
    const { out, folder } = await printed(['--only', 'CW-ONE-OF', '--format', 'json'], towards(await service()));
    expect(out).toBe(readFileSync(join(folder, 'conformance-report/report.json'), 'utf8'));
  });
});

/** What the command writes to standard output. */
async function printed(args: readonly string[], env: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: { PATH, HOME, ...env, GITHUB_ACTIONS: 'true' },
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.resume();
  return { code: await new Promise<number | null>((resolve) => child.on('close', resolve)), out, folder };
}
