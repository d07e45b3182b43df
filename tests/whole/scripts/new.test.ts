import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as answers from '../../../suites/vocabulary/answers.ts';

let folder = '';
const make = (...args: readonly string[]) =>
  spawnSync(process.execPath, [resolve('scripts/new.mjs'), ...args], { cwd: folder, encoding: 'utf8' });
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'new '));
  for (const name of ['suites', 'src/reference']) cpSync(name, join(folder, name), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run new', () => {
  it('lists the suites of the subject, with section and operations', () => {
    const { status, stdout } = make('FA-GET-NEW');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^suites\/fiat-accounts\/look-ups\.ts#accountReads +section 4\.2: getFiat$/m);
    expect(stdout).toMatch(/^suites\/fiat-accounts\/updates\.ts#updates +section 4\.1: putFiat$/m);
    expect(stdout).not.toContain('suites/executions/rows.ts');
  });

  it('lists all suites for a new subject', () => {
    const { status, stdout } = make('NOSUCH-CLAIM');
    expect(status).toBe(0);
    expect(stdout).toContain('suites/executions/rows.ts#executions');
    expect(stdout).toMatch(/^suites\/conventions\/rows\.ts#conventions +section Conventions: all operations$/m);
  });

  it('adds a row to a suite and a fault to the service, with section and operations of the suite', () => {
    const { status, stdout } = make('FA-GET-NEW', '--in', 'suites/fiat-accounts/look-ups.ts#accountReads');
    expect(status).toBe(0);
    expect(stdout).toContain('suites/fiat-accounts/look-ups.ts: a row, FA-GET-NEW, of section 4.2 on getFiat');
    expect(read('suites/fiat-accounts/look-ups.ts')).toMatch(
      /const accountReads: [\s\S]*'FA-GET-NEW': must\([\s\S]*?\n\}\);\n[\s\S]*const accountLists: /,
    );
    expect(read('src/reference/fiat-accounts/look-ups.ts')).toContain(
      "const faGetNew = decision({ section: '4.2', on: ['getFiat'] }, 'the lawful answer', {\n  faults: { 'FA-GET-NEW/what-it-does'",
    );
  });

  it('adds the imports that the new code uses', () => {
    const { status } = make(
      'FA-GET-NEW',
      '--in=suites/fiat-accounts/look-ups.ts#accountReads',
      '--fault-in=src/reference/problem.ts',
    );
    expect(status).toBe(0);
    const made = read('suites/fiat-accounts/look-ups.ts');
    expect(made).toMatch(/import \{[^}]*\bNOT_CONCERNED\b[^}]*\} from '\.\.\/\.\.\/src\/engine\/judgement\.ts';/);
    expect(made).toMatch(/import \{[^}]*\brule\b[^}]*\} from '\.\.\/\.\.\/src\/engine\/check\.ts';/);
    const [, names = ''] = /import \{([^}]*)\} from '\.\.\/vocabulary\/answers\.ts';/.exec(made) ?? [];
    const used = names.split(',').map((name) => name.trim());
    expect(used).toContain('acceptedBody');
    expect(Object.keys(answers)).toEqual(expect.arrayContaining(used));
    expect(read('src/reference/problem.ts')).toMatch(/import \{[^}]*\bdecision\b[^}]*\} from '\.\/decision\.ts';/);
  });

  it('adds no fault for a requirement on clients', () => {
    const { status, stdout } = make('REQUEST-NEW', '--in', 'suites/requests-made.ts#general');
    expect(status).toBe(0);
    expect(stdout).not.toContain('a fault');
    expect(read('suites/requests-made.ts')).toContain('request(() => NOT_CONCERNED)');
  });

  it.each([
    [[], 'usage: npm run new'],
    [['lower-case'], 'usage: npm run new'],
    [['FW-NEW', '--at', 'suites/executions/rows.ts'], 'usage: npm run new'],
    [['FW-ONE-OF'], 'FW-ONE-OF exists'],
    [['FW-NEW', '--in', 'suites/executions/rows.ts#nosuch'], 'no suite is suites/executions/rows.ts#nosuch'],
    [
      ['FW-NEW', '--in', 'suites/executions/rows.ts#executions', '--fault-in', 'src/nosuch.ts'],
      'src/nosuch.ts is no file of src/reference/',
    ],
  ])('refuses %j in one sentence', (args, sentence) => {
    const { status, stderr } = make(...args);
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
