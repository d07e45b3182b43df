import { describe, expect, it } from 'vitest';
import type { Fixtures } from '../../../src/model/fixtures.ts';
import { withRemedies } from '../../../src/run/baseline/refused-withdrawals.ts';
import { type Answer, front } from './front.ts';
import { CANARY, inspect } from './inspect.ts';

const refused = (detail: string): Answer => ({
  status: 422,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ errors: [{ loc: ['body'], msg: detail }] }),
});

/** A run of two withdrawal rows against a service that refuses withdrawals for what is missing in them. */
async function run(why: (body: { amount?: string; identity_id?: string }) => string | undefined, more: Fixtures = {}) {
  const service = await front({
    instead: ({ method, url, body }) => {
      const problem = method === 'POST' && url.includes('fiat-withdrawals') ? why(JSON.parse(body)) : undefined;
      return problem === undefined ? undefined : refused(problem);
    },
  });
  const flags = { only: 'FW-TOTAL,FW-MEMO-SCB-OVER-LIMIT', runs: '1' };
  const seen = await inspect({ ...service, flags, fixtures: { ...service.fixtures, ...more } });
  await service.close();
  return seen;
}

const tooSmall =
  (words: string, least = 5) =>
  (body: { amount?: string }) =>
    Number(body.amount ?? '9999') < least ? words : undefined;

describe('a target that refuses the usual withdrawal', () => {
  it('is quoted without secrets, and the fixture that its refusal mentions is suggested first', async () => {
    const { report, written } = await run(tooSmall(`minimum is 5000 \u001b[2J ${CANARY}`, 5000));
    const row = report.requirements.find(({ id }) => id === 'FW-TOTAL');
    expect(row).toMatchObject({ status: 'not_exercised', provide: 'fiat_amount or third_party' });
    expect(report.notes.join('\n')).toMatch(
      /fiatWithdrawal answered 422 .*minimum is 5000 .*the most likely first: fiat_amount \(an amount of USD that is large enough\), third_party/,
    );
    expect(written['terminal']).toContain('provide fiat_amount or third_party: ');
    expect(written['terminal']).not.toContain('for other reasons');
  });

  it.each([
    ['the amount in the fixtures', tooSmall('minimum is 5000', 5000), { fiat_amount: '5000' }],
    ['a larger amount', tooSmall('minimum is 5'), {}],
    ['the end user', ({ identity_id }: { identity_id?: string }) => (identity_id ? undefined : 'who?'), {}],
  ] as const)('passes FW-TOTAL when it accepts %s', async (_, why, fixtures) => {
    const { report } = await run(why, fixtures);
    expect(report.requirements.find(({ id }) => id === 'FW-TOTAL')?.status).toBe('passed');
  });
});

describe('the fixtures that are suggested after a refusal', () => {
  const provided = (operation: 'fiatWithdrawal' | 'cryptoWithdrawal', words: string, fixtures: Fixtures) => {
    const refusal = { status: Number.parseInt(words, 10), words };
    return withRemedies(operation, { cause: 'refused', reason: `${operation} answered ${words}`, refusal }, fixtures)
      .provide;
  };
  const found: Fixtures = { profile_id: 'p', fiat_accounts: { wire: ['w'] }, crypto_destinations: [] };

  it.each([
    ['fiatWithdrawal', '400', found, 'fiat_amount or third_party'],
    ['fiatWithdrawal', '400 "identity_id is missing"', found, 'third_party or fiat_amount'],
    ['fiatWithdrawal', '403 "insufficient funds"', found, 'another profile_id or fiat_amount or third_party'],
    [
      'fiatWithdrawal',
      '400',
      { ...found, fiat_amount: '5', third_party: true },
      'a larger fiat_amount or another identity_id or account_id or other fiat_accounts or another profile_id',
    ],
    ['cryptoWithdrawal', '400', found, 'crypto_destinations[].amount or third_party'],
    [
      'cryptoWithdrawal',
      '400 "the address is not allowed"',
      found,
      'other crypto_destinations or crypto_destinations[].amount or third_party',
    ],
  ] as const)('depend on the operation and its answer: %s answered %s', (operation, said, fixtures, due) => {
    expect(provided(operation, said, fixtures)).toBe(due);
  });

  it('are suggested only for withdrawals that were refused', () => {
    expect(withRemedies('fiatWithdrawal', { cause: 'transport', reason: 'x' }, {}).provide).toBeUndefined();
    expect(withRemedies('createAddress', { cause: 'refused', reason: 'x' }, {}).provide).toBeUndefined();
  });
});
