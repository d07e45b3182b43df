import { describe, expect, it } from 'vitest';
import { progressLine, Rate } from '../../../src/cli/progress.ts';
import { command, onTerminal, service, towards } from '../../support/command.ts';

const standing = { kind: 'progress', requests: 1234, done: 20, all: 180, failed: 2, slowing: 0 } as const;

const ESCAPE = String.fromCharCode(27);

describe('the progress line', () => {
  it('shows counts, rate, and the time that the remaining requests take at that rate', () => {
    const counts = '20/180 probes, 2 failed, 1,234 requests (123/s)';
    expect(progressLine(standing, 123.4)).toBe(counts);
    expect(progressLine(standing, 123.4, 2468)).toBe(`${counts}, about 10.0 s left`);
    expect(progressLine(standing, 123.4, 1200)).toBe(counts);
    expect(progressLine({ ...standing, done: 180 }, 123.4, 2468)).not.toContain('left');
    expect(progressLine(standing, 0, 2468)).not.toContain('left');
  });

  it('shows the seconds from one request to the next if they are more than one, and what slows the run down', () => {
    const slow = progressLine({ ...standing, slowing: 15 }, 0.625, 2468);
    expect(slow).toContain('(1 in 1.6 s, slowed down by 15 answers of 429), about 32 min');
  });

  it('computes the rate over the last seconds, from the first request on', () => {
    const rate = new Rate();
    expect(rate.at(0, 0)).toBe(0);
    expect(rate.at(50, 1)).toBe(0);
    expect(rate.at(52, 21)).toBe(10);
    expect(rate.at(60, 61)).toBe(6);
    expect(rate.at(64, 101)).toBe(10);
  });
});

describe('the output of a run', async () => {
  const env = towards(await service({ faults: ['FW-TOTAL/subtracts-fee'] }));
  const args = ['--only', 'fiatWithdrawal'];

  it('is a line that is rewritten on a terminal, with colour and links if it supports them', async () => {
    const { text, code } = await onTerminal(args, { ...env, VTE_VERSION: '7600' });
    expect(code).toBe(1);
    expect(text).toContain(`\r${ESCAPE}[K`);
    expect(text).toContain(`${ESCAPE}[31m`);
    expect(text).toContain(`report.html#FW-TOTAL${ESCAPE}`);
  });

  it('has a line for each failed requirement when it is found', async () => {
    const found = /^✗ FW-TOTAL .*: expected .*; got /m;
    const log = (await command(args, env)).text;
    expect(log).toMatch(found);
    expect(log.search(found)).toBeLessThan(log.indexOf('nonconformant'));
    expect((await command([...args, '--quiet'], env)).text.match(/FW-TOTAL/g)?.length).toBeLessThan(
      log.match(/FW-TOTAL/g)?.length ?? 0,
    );
    expect((await onTerminal(args, { ...env, NO_COLOR: '1' })).text).toMatch(/✗ FW-TOTAL .*: expected .*; got /);
  });

  it('has no colour and no links with NO_COLOR', async () => {
    const { text } = await onTerminal(args, { ...env, VTE_VERSION: '7600', NO_COLOR: '1' });
    expect(text).not.toContain(`${ESCAPE}[31m`);
    expect(text).not.toContain(`${ESCAPE}]8`);
    expect(text).toContain('✗ FW-TOTAL');
  });

  it('has no escape sequences in CI or without a terminal', async () => {
    const { text } = await onTerminal(args, { ...env, CI: 'true', NO_COLOR: '1' });
    expect(text).not.toContain(ESCAPE);
    expect((await command(args, env)).text).not.toContain(ESCAPE);
  });
});
