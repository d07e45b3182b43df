import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder = '';
const make = (...args: readonly string[]) =>
  spawnSync(process.execPath, [resolve('scripts/new.mjs'), ...args], { cwd: folder, encoding: 'utf8' });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'new '));
  for (const name of ['suites', 'src/reference']) cpSync(name, join(folder, name), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run new', () => {
  it('puts a row and a fault beside those of the same subject', () => {
    const { status, stdout } = make('QE-NEW-CLAIM');
    expect(status).toBe(0);
    const [suite = '', service = ''] = stdout.split('\n').map((line) => line.split(':')[0] ?? '');
    expect(readFileSync(join(folder, suite), 'utf8')).toMatch(/'QE-[A-Z-]+': must\([\s\S]*'QE-NEW-CLAIM': must\(/);
    expect(readFileSync(join(folder, service), 'utf8')).toContain("'QE-NEW-CLAIM/what-it-does'");
  });

  it.each([
    [[], 'usage: npm run new'],
    [['lower-case'], 'usage: npm run new'],
    [['FW-ONE-OF'], 'FW-ONE-OF exists'],
    [['NOSUCH-CLAIM'], 'begins with NOSUCH-'],
  ])('refuses %j in one sentence', (args, sentence) => {
    const { status, stderr } = make(...args);
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
