import { describe, expect, it } from 'vitest';
import { planLines } from '../../../src/cli/plan.ts';
import type { Fixtures } from '../../../src/model/fixtures.ts';
import { planOf } from '../../../src/run/budget/rehearsal.ts';
import { Run } from '../../../src/run/run.ts';
import { type RunSettings, readAsRemote } from '../../../src/settings/run-settings.ts';
import { optionSource, Settings } from '../../../src/settings/settings.ts';
import { compare, decimal, plus, times, ZERO } from '../../../src/values/decimal.ts';
import { service } from '../../support/command.ts';

/** A service that is met as one on another host is, only faster. */
async function remote(given: Parameters<typeof optionSource>[0] = {}): Promise<RunSettings> {
  const { url: baseUrl, authUrl, clientId, clientSecret, fixtures } = await service();
  const source = optionSource({
    ...{ baseUrl, authUrl, clientId, clientSecret },
    ...{ seed: 3, rate: 10_000, allowWrites: true, ...given },
  });
  return readAsRemote(new Settings([source]), {}, fixtures as Fixtures);
}

async function ran(settings: RunSettings): Promise<Run> {
  const run = new Run(settings);
  await run.complete();
  return run;
}

/** At most a tenth apart. */
function nearly(planned: number, made: number): void {
  expect(Math.abs(planned - made), `${planned} planned, ${made} made`).toBeLessThanOrEqual(made / 10);
}

const number = (text: string | undefined) => decimal(text) ?? ZERO;

/** What one generated withdrawal more may move: as many are made as there is room for. */
const ONE_CASE = number('0.001');

/** What budgets kept from being exercised, as flags with the numbers that would not. */
const budgets = (run: Run): readonly string[] => [
  ...new Set(run.report().requirements.flatMap(({ provide }) => (provide?.startsWith('--max-') ? [provide] : []))),
];

describe('the plan of a run', () => {
  it.each([
    ['all requirements', { maxWithdrawals: 1000, maxAmount: '1000' }],
    ['some requirements with small budgets', { only: 'FW-*,CW-TOTAL,LIST-*', maxWithdrawals: 9, maxAmount: '8' }],
  ])('agrees with the run for %s', { timeout: 240_000 }, async (_, given) => {
    const settings = await remote(given);
    const plan = await planOf(settings);
    const { session } = await ran(settings);
    nearly(plan.requests, session.sent);
    nearly(plan.withdrawn.withdrawals, session.withdrawn.withdrawals);
    nearly(plan.created.length, session.record.ledger.entries.length);
    // Where budgets cut a run short, which assets they cut depends on which requests are faster.
    if (plan.leftOut.length > 0) return;
    for (const [asset, amount] of Object.entries(session.withdrawn.amounts)) {
      const [least, most] = ['0.9', '1.1'].map((factor) => times(number(amount), number(factor)));
      expect(compare(number(plan.withdrawn.amounts[asset]), least ?? ZERO), asset).toBeGreaterThanOrEqual(0);
      const one = plus(most ?? ZERO, ONE_CASE);
      expect(compare(number(plan.withdrawn.amounts[asset]), one), asset).toBeLessThanOrEqual(0);
    }
  });

  it('shows the number of requests, the time at the rate, the amounts and what is left out', async () => {
    const settings = await remote({ only: 'FW-TOTAL,CW-TOTAL', maxWithdrawals: 0, rate: 0.5 });
    const lines = planLines(await planOf(settings), settings).join('\n');
    expect(lines).toMatch(/send {8}in total +\d+ requests, about .* at 0\.5 per second \(--rate\)/);
    expect(lines).toContain('move        no withdrawals');
    expect(lines).toMatch(/leave out {3}\d+ requirements?: raise --max-withdrawals to \d+/);
  });
});

describe('a budget that is too small', () => {
  it.each([
    ['--max-withdrawals', { maxWithdrawals: 2 }],
    ['--max-amount', { maxAmount: '2' }],
    ['--max-requests', { maxRequests: 30 }],
  ])('is reported with the value of %s that would be enough', { timeout: 120_000 }, async (flag, given) => {
    const only = 'FW-*,CW-TOTAL,CW-ONE-OF';
    const [needed = ''] = budgets(await ran(await remote({ only, maxWithdrawals: 1000, maxAmount: '1000', ...given })));
    const [named, value = ''] = needed.split(' ');
    expect(named).toBe(flag);
    const raised = {
      '--max-withdrawals': 'maxWithdrawals',
      '--max-amount': 'maxAmount',
      '--max-requests': 'maxRequests',
    };
    const name = raised[flag as keyof typeof raised];
    const enough = { maxWithdrawals: 1000, maxAmount: '1000', [name]: name === 'maxAmount' ? value : Number(value) };
    expect(budgets(await ran(await remote({ only, ...enough })))).toEqual([]);
  });
});
