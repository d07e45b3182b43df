import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../src/run/catalogue/catalogue.ts';

const command = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['dist/bundled/main.js', ...args], { encoding: 'utf8' });

describe('explain', () => {
  it('names the faults that prove a requirement, with section and operations', () => {
    const { stdout, status } = command('explain', 'FW-TOTAL');
    expect(status).toBe(0);
    expect(stdout).toContain('proven by these faults');
    expect(stdout).toContain('FW-TOTAL/sums-in-floating-point (fiatWithdrawal)');
  });

  it('quotes rows of tables with the names of their columns, without markup and only once', () => {
    const { stdout } = command('explain', 'FW-ONE-OF');
    expect(stdout).toContain('  section 4.4   Exactly one of amount or total is specified.\n');
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'Body field: total; Type: string; Required: one of; Meaning: Total including fees',
    );
    expect(stdout).not.toContain('|');
    const memo = command('explain', 'FW-MEMO-SCB-AT-LIMIT').stdout;
    expect(memo.match(/Body field: memo/g)).toHaveLength(1);
  });

  it('fits 80 columns', () => {
    for (const id of [
      'DA-CRYPTO-NETWORK-LISTED',
      'CREATED-AT-LT',
      'FILTER-PROFILE-IDS-AT-LIMIT',
      'REQUEST-BODY-JSON',
    ]) {
      const { stdout } = command('explain', id);
      const lines = stdout.split('\n').filter((line) => !line.includes('/'));
      expect(Math.max(...lines.map((line) => line.length)), id).toBeLessThanOrEqual(80);
    }
  });

  it('shows file and line of the row, its checks, faults and latitudes', () => {
    const [found] = JSON.parse(command('explain', 'FW-TOTAL', '--format', 'json').stdout);
    const lineOf = (place: string): string => {
      const [file = '', line] = place.split(':');
      return readFileSync(file, 'utf8').split('\n')[Number(line) - 1] ?? '';
    };
    expect(lineOf(found.places.row)).toContain("'FW-TOTAL'");
    expect(found.faults.length).toBeGreaterThan(0);
    for (const { name, place } of found.faults) expect(lineOf(place), name).toContain(`'${name}'`);
    expect(found.latitudes.map(({ name }: { name: string }) => name)).toContain('fee/zero');
    for (const { name, place } of found.latitudes) expect(lineOf(place), name).toContain(`'${name}'`);
    const text = command('explain', 'FW-TOTAL').stdout;
    for (const place of [found.places.row, ...found.places.checks, found.latitudes[0].place])
      expect(text).toContain(place);
  });

  it('names no sources outside a clone, where nobody has them, and only the first of many faults', () => {
    const main = join(process.cwd(), 'dist/bundled/main.js');
    const explained = (id: string) =>
      spawnSync(process.execPath, [main, 'explain', id], { encoding: 'utf8', cwd: tmpdir() }).stdout;
    const text = explained('METADATA-ECHO');
    expect(text).not.toMatch(/\.ts\b/);
    expect(text.match(/^ {4}METADATA-ECHO\//gm)).toHaveLength(6);
    expect(text).toMatch(/^ {4}and \d+ more: transfer-conformance serve --list$/m);
    expect(explained('FW-TOTAL')).toContain('FW-TOTAL/sums-in-floating-point');
  });

  it('has an existing file and line for every row, check, fault and latitude of the catalogue', () => {
    const { target, clients, faults, latitudes }: Catalogue = JSON.parse(
      readFileSync('dist/src/run/catalogue/catalogue.json', 'utf8'),
    );
    const files = new Map<string, number>();
    const isLine = (place: string | undefined): boolean => {
      const [file = '', line] = (place ?? '').split(':');
      if (!files.has(file)) files.set(file, existsSync(file) ? readFileSync(file, 'utf8').split('\n').length : 0);
      return Number(line) > 0 && Number(line) <= (files.get(file) ?? 0);
    };
    const rows = [...target, ...clients];
    expect(rows.filter(({ places }) => !places || ![places.row, ...places.checks].every(isLine))).toEqual([]);
    expect([...faults, ...latitudes].filter(({ place }) => !isLine(place))).toEqual([]);
    // A row is in the file of its subject: what rows share makes none.
    expect(rows.filter(({ places }) => !/^suites\/(?!vocabulary\/)/.test(places?.row ?? ''))).toEqual([]);
    const derived = ['FW-REQUIRED-ALONE', 'TRANSFER-FEE-PRESENT', 'CREATED-AT-LT', 'REQUEST-ORDER-BY-LISTED'].map(
      (id) => rows.find((each) => each.id === id)?.places?.row.split(':')[0],
    );
    expect(derived).toEqual([
      'suites/required-alone.ts',
      'suites/resources/rows.ts',
      'suites/lists/time-filters/rows.ts',
      'suites/requests-made.ts',
    ]);
  });

  it.each([
    ['FW-MEMO-SCB-*', ['FW-MEMO-SCB-AT-LIMIT', 'FW-MEMO-SCB-OVER-LIMIT']],
    ['qe-id,QE-PROFILE', ['QE-ID', 'QE-PROFILE']],
  ])('accepts the pattern %s', (pattern, ids) => {
    const found: readonly { id: string }[] = JSON.parse(command('explain', pattern, '--format', 'json').stdout);
    expect(found.map(({ id }) => id)).toEqual(ids);
  });

  it('shows each requirement of an operation', () => {
    const { stdout, status } = command('explain', 'affirm');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ST-AFFIRMED {2}must$/m);
    expect(stdout).not.toMatch(/^FW-TOTAL /m);
  });

  it.each([
    ['FW-TOTL', 'did you mean FW-TOTAL?'],
    ['fiatwithdrawl', 'did you mean fiatWithdrawal?'],
    ['NOTHING-LIKE-IT-AT-ALL', 'there is no requirement NOTHING-LIKE-IT-AT-ALL; "transfer-conformance list"'],
  ])('refuses %s and suggests a similar name if there is one', (given, said) => {
    const { stderr, status } = command('explain', given);
    expect(status).toBe(2);
    expect(stderr).toContain(said);
  });

  it('says that an observation can never fail', () => {
    expect(command('explain', 'FW-REPEATED-REF').stdout).toMatch(/it can never fail/);
  });
});

describe('serve --list', () => {
  it('names faults and latitudes with section and operations', () => {
    const lines = command('serve', '--list').stdout.split('\n');
    expect(lines).toContain('fault     ST-AFFIRMED/stays-pending  (4.14: affirm)');
    expect(lines).toContain('latitude  update/approves  (4.1: putFiat)');
  });

  it.each(['--fault', '--latitude'])('refuses an unknown name after %s in one sentence', (flag) => {
    const { stderr, status } = command('serve', '--port', '0', flag, 'NO-SUCH/name');
    expect(status).toBe(2);
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('"serve --list" names them all')]);
  });
});

describe('serve', () => {
  it.each([
    ['--latitude', 'FW-TOTAL/sums-in-floating-point', 'is a fault, not a latitude: give it with --fault'],
    ['--fault', 'update/approves', 'is a latitude, not a fault: give it with --latitude'],
  ])('refuses after %s the name %s, which %s', (flag, name, problem) => {
    const { stdout, stderr, status } = command('serve', '--port', 'none', flag, name);
    expect([status, stdout, stderr]).toEqual([2, '', `transfer-conformance: ${name} ${problem}\n`]);
  });
});

describe('list', () => {
  it('prints the same with --format json as with --json', () => {
    const { stdout } = command('list', '--only', 'affirm', '--format', 'json');
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ id: 'ST-AFFIRMED', section: '4.14' }));
    expect(command('list', '--only', 'affirm', '--json').stdout).toBe(stdout);
  });
});
