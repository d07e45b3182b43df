import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const command = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['dist/cli/main.js', ...args], { encoding: 'utf8' });

describe('explain', () => {
  it('names the faults that prove a requirement, with section and operations', () => {
    const { stdout, status } = command('explain', 'FW-TOTAL');
    expect(status).toBe(0);
    expect(stdout).toContain('proven by the faults');
    expect(stdout).toContain('FW-TOTAL/sums-in-floating-point (2.1: fiatWithdrawal)');
  });

  it('says of what is only observed that nothing proves it', () => {
    expect(command('explain', 'FW-REPEATED-REF').stdout).toContain('it is never failed');
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
