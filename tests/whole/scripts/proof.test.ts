import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nullTargets } from '../../../src/reference/null-targets.ts';
import { rows } from '../../../suites/index.ts';

const proof = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/proof.mjs', ...args], { encoding: 'utf8' });

/** Targets of every kind, so that a broken proof shows in seconds. */
const SAMPLE = [
  'the reference as it is',
  'FW-TOTAL/sums-in-floating-point',
  'FW-MEMO-SCB-OVER-LIMIT/accepts-141',
  'LIST-NO-GAP/skips-items-that-share-an-instant',
  'LIST-CURSOR-KEEPS-FILTERS/forgets-ids-and-the-like',
  'METADATA-ECHO/lowercases-keys',
  'FILTER-IDS-AT-LIMIT/ignores-the-hundredth',
  'CREATED-AT-LTE/excludes-equal-with-fractions',
  'TRANSFER-FEE-PRESENT/left-out',
  'timestamps/at-an-offset',
  'list/nulls',
  'page/sparse-when-filtered',
  'ref-id/replayed',
  'seed 1',
  'one-transfer',
  'the-request-echoed',
  'without FW-TOTAL:',
  'without FILTER-IDS:',
];

/** Each target is a whole run of the suite. */
const WITHIN_MS = 600_000;

describe('the proof', { timeout: WITHIN_MS }, () => {
  it('catches each fault of a sample by the requirement that it names, and accuses no latitude', () => {
    const { status, stdout } = proof(...SAMPLE);
    expect(stdout.split('\n').filter((line) => line.startsWith('WRONG'))).toEqual([]);
    expect(stdout).toContain('every fault is caught by the requirement it names');
    expect(status).toBe(0);
  });

  it.each([
    ['FW-MEMO-ECHO', 'FW-MEMO-ECHO/in-upper-case', 'MISSED: FW-MEMO-ECHO has lost its proof'],
    ['CW-TOTAL', 'CW-TOTAL/leaves-out-the-fee', 'CW-TOTAL has lost its proof, caught by another: CW-TOTAL-KEPT'],
    ['CREATED-AT-LTE:rule', 'CREATED-AT-LTE/ignored', 'CREATED-AT-LTE has lost its proof'],
  ])('names the requirement that lost its proof without %s', (left, fault, said) => {
    const { status, stdout } = proof('--without', left, fault);
    expect(stdout).toContain(said);
    expect(status).toBe(1);
  });

  it('refuses an unknown name with a hint', () => {
    const { status, stderr } = proof('NO-SUCH-FAULT');
    expect(stderr).toContain('"serve --list" names them');
    expect(status).toBe(2);
  });
});

describe('docs/proof.md', () => {
  const figures = new Map(
    readFileSync('docs/proof.md', 'utf8')
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, what = '', figure = '']) => [what, figure]),
  );

  it('shows that every fault is caught and no latitude is accused', () => {
    expect(Number(figures.get('faults'))).toBeGreaterThan(600);
    expect(figures.get('caught by the requirement they name')).toBe(figures.get('faults'));
    for (const wrong of ['missed', 'falsely accused', 'combinations falsely accused'])
      expect(figures.get(wrong), wrong).toBe('0');
  });
});

describe('requirements that pass on null targets', () => {
  const passes: readonly { reason: string; targets: readonly string[]; requirements: readonly string[] }[] = JSON.parse(
    readFileSync('scripts/proof/null-passes.json', 'utf8'),
  );
  const ids = rows.map(({ id }) => id);

  it.each(passes)('are listed with a reason and existing names: $reason', ({ reason, targets, requirements }) => {
    expect(reason.split(' ').length).toBeGreaterThan(5);
    expect(targets.filter((name) => !nullTargets.includes(name))).toEqual([]);
    expect(requirements.filter((id) => !ids.includes(id))).toEqual([]);
    expect(requirements.length).toBeGreaterThan(0);
  });

  it('are each listed once', () => {
    const named = passes.flatMap(({ targets, requirements }) =>
      targets.flatMap((target) => requirements.map((id) => `${target} ${id}`)),
    );
    expect(new Set(named).size).toBe(named.length);
  });
});

describe('the proof within the budgets of another host', { timeout: WITHIN_MS }, () => {
  const misses: readonly { fault: string; reason: string; budget: string }[] = JSON.parse(
    readFileSync('scripts/proof/remote-misses.json', 'utf8'),
  );

  it('catches a fault that fixed requests show, and one that generated requests show', () => {
    const { status, stdout } = proof('--remote', 'FW-TOTAL/subtracts-fee', 'METADATA-ECHO/lowercases-keys');
    expect(stdout).toContain('2/2 ok ');
    expect(status).toBe(0);
  });

  it('has the same number of uncaught faults in docs/proof.md and remote-misses.json', () => {
    const [, caught, all] = /^(\d+) of (\d+) faults are caught/m.exec(readFileSync('docs/proof.md', 'utf8')) ?? [];
    expect(Number(all)).toBeGreaterThan(600);
    expect(Number(all) - Number(caught)).toBe(misses.length);
  });

  it('misses at most 112 faults, each listed with a reason and the budget that would catch it', () => {
    expect(misses.length).toBeLessThanOrEqual(112);
    for (const { reason, budget } of misses) {
      expect(reason).not.toBe('');
      expect(budget).toMatch(/^(--max-\w+ \d+|a run on a loopback address)$/);
    }
  });
});
