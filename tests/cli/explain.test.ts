import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const command = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['dist/src/cli/main.js', ...args], { encoding: 'utf8' });

describe('explain', () => {
  it('names the faults that prove a requirement, with section and operations', () => {
    const { stdout, status } = command('explain', 'FW-TOTAL');
    expect(status).toBe(0);
    expect(stdout).toContain('proven by these faults');
    expect(stdout).toContain('FW-TOTAL/sums-in-floating-point (fiatWithdrawal)');
  });

  it('quotes the document as a terminal shows it: rows of tables with the names of their columns, and nothing twice', () => {
    const { stdout } = command('explain', 'FW-ONE-OF');
    expect(stdout).toContain('  section 4.4   Exactly one of amount or total is specified.\n');
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'Body field: total; Type: string; Required: one of; Meaning: Total including fees',
    );
    expect(stdout).not.toContain('|');
    const memo = command('explain', 'FW-MEMO-SCB-AT-LIMIT').stdout;
    expect(memo.match(/Body field: memo/g)).toHaveLength(1);
  });

  it('fits 80 columns and quotes something for every requirement', () => {
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

  it('says of what is only observed that nothing proves it', () => {
    expect(command('explain', 'FW-REPEATED-REF').stdout).toMatch(/it is never failed/);
  });
});

describe('serve --list', () => {
  it('names faults and latitudes with section and operations', () => {
    const lines = command('serve', '--list').stdout.split('\n');
    expect(lines).toContain('fault     ST-AFFIRMED/stays-pending  (4.14: affirm)');
    expect(lines).toContain('latitude  update/approves  (4.1: putFiat)');
  });

  it.each(['--fault', '--latitude'])('refuses a name after %s that there is not, in one sentence', (flag) => {
    const { stderr, status } = command('serve', '--port', '0', flag, 'NO-SUCH/name');
    expect(status).toBe(2);
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('"serve --list" names them all')]);
  });
});
