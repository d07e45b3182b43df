import { describe, expect, it } from 'vitest';
import { NOTHING_TO_JUDGE } from '../../../src/engine/judgement.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { includingFee } from '../../../suites/crypto-withdrawals/notional-values.ts';
import { creationSteady } from '../../../suites/fiat-accounts/creation.ts';
import { beginsAlike, isAlike } from '../../../suites/fiat-accounts/texts.ts';
import { keepsMembers } from '../../../suites/identity-accounts/former-members.ts';
import { keepsTransaction } from '../../../suites/settlement/transactions.ts';
import { movingTimes } from '../../../suites/times/frozen-times.ts';
import { inOrder } from '../../../suites/vocabulary/answers.ts';
import { answeredWith } from '../../support/exchanges.ts';

const transfer = {
  id: 't-1',
  customer_id: 'c',
  profile_id: 'p',
  total: '1',
  asset: 'ETH',
  direction: 'DEBIT',
  type: 'CRYPTO_WITHDRAWAL',
  status: 'PENDING',
  created_at: '2026-01-01T00:00:00.123Z',
  updated_at: '2026-01-01T00:00:00.123Z',
};

describe('the notional_value of a crypto withdrawal', () => {
  const AMOUNTS = [100, 200, 300, 500] as const;
  /** Judges withdrawals at the given prices with a fee of 40, whose values are of the amount or of the sum. */
  const judged = (of: 'amount' | 'sum', prices: readonly number[], fee = 40, zeros = '') => {
    const judge = includingFee();
    return AMOUNTS.map((amount, i) => {
      const value = ((of === 'sum' ? amount + fee : amount) * (prices[i] ?? 1)).toFixed(2);
      return judge(
        answeredWith('cryptoWithdrawal', {
          ...transfer,
          amount: String(amount),
          fee: String(fee),
          notional_value: value + zeros,
        }),
      );
    }).at(-1);
  };

  it('must include the fee', () => {
    expect(judged('amount', [2, 2, 2, 2])).toMatchObject([{ where: '/notional_value', actual: '"1000.00"' }]);
    expect(judged('sum', [2, 2, 2, 2])).toBe(NOTHING_TO_JUDGE);
  });

  it('is not judged when the price moves or the fee is zero', () => {
    expect(judged('amount', [2, 2, 2, 2.2])).toBe(NOTHING_TO_JUDGE);
    expect(judged('amount', [2, 2, 2, 2], 0)).toBe(NOTHING_TO_JUDGE);
  });

  it('may be rounded to cents that hide the fee, also with zeros after them', () => {
    const cheap = [0.02, 0.02, 0.02, 0.02];
    expect(judged('sum', cheap, 0.2)).toBe(NOTHING_TO_JUDGE);
    expect(judged('sum', cheap, 0.2, '000000')).toBe(NOTHING_TO_JUDGE);
    expect(judged('amount', [2, 2, 2, 2], 40, '000000')).toMatchObject([{ actual: '"1000.00000000"' }]);
  });
});

describe('legs of a settlement transaction', () => {
  const BTC = { direction: 'DELIVER', asset: 'BTC', amount: '1' };
  const USD = { direction: 'DELIVER', asset: 'USD', amount: '5' };
  /** Judges a second answer about a transaction that first had both legs. */
  const judged = (legs: readonly JsonObject[]) => {
    const judge = keepsTransaction();
    const times = { created_at: transfer.created_at, updated_at: transfer.updated_at };
    const shown = {
      id: 'x',
      ref_id: 'r',
      source_profile_id: 'p',
      target_profile_id: 'q',
      status: 'AFFIRMED',
      ...times,
    };
    judge(answeredWith('affirm', { ...shown, legs: [BTC, USD] }, { startedAt: 1 }));
    return judge(answeredWith('affirm', { ...shown, legs: [...legs] }, { startedAt: 2 }));
  };

  it('may come in another order and with other digits, but not with another amount', () => {
    expect(judged([USD, { ...BTC, amount: '1.00' }])).toEqual([]);
    expect(judged([USD, { ...BTC, amount: '2' }])).toMatchObject([{ where: '/legs' }]);
    expect(judged([USD])).toMatchObject([{ where: '/legs' }]);
  });
});

describe('times that may come from two clocks of whole seconds', () => {
  const judged = (updated_at: string) =>
    inOrder({ created_at: '2026-01-01T12:00:01Z', updated_at }, '', 'created_at', 'updated_at');

  it('may differ by one second in either direction', () => {
    expect(judged('2026-01-01T12:00:00Z')).toEqual([]);
    expect(judged('2026-01-01T11:59:59Z')).toMatchObject([{ where: '/updated_at' }]);
  });
});

describe('created_at of a second creation', () => {
  const made = (id: string, over: object, startedAt: number) =>
    answeredWith('fiatWithdrawal', { ...transfer, amount: '1', fee: '0', id, ...over }, { startedAt });

  /** Judges a second creation that is requested so many milliseconds after the first one. */
  const judged = (ms: number, over: object = {}) => {
    const judge = movingTimes();
    judge(made('t-1', { ...over, id: 't-1' }, 1));
    return judge(made('t-2', over, 11 + ms));
  };

  /** Judges a fourth creation that is requested so many milliseconds after the first one, as the others between are. */
  const judgedAgain = (ms: number, created_at: string) => {
    const judge = movingTimes();
    return ['t-1', 't-2', 't-3', 't-4'].map((id, i) => judge(made(id, { created_at }, i === 0 ? 1 : 11 + ms))).at(-1);
  };

  it('must differ from the first when it is requested more than three tenths of a second later', () => {
    expect(judged(310)).toMatchObject([{ where: '/created_at' }]);
    expect(judged(290)).toEqual([]);
  });

  it('may be equal within two of the units that it shows, and in the answer to a repeated ref_id', () => {
    const inSeconds = { created_at: '2026-01-01T00:00:00.000Z' };
    expect(judgedAgain(1_500, inSeconds.created_at)).toEqual([]);
    expect(judgedAgain(2_500, '2026-01-01T00:00:07Z')).toHaveLength(1);
    expect(judgedAgain(1_500, '2026-01-01T00:00:07.000Z')).toEqual([]);
    expect(judgedAgain(2_500, '2026-01-01T00:00:07.000Z')).toHaveLength(1);
    expect(judgedAgain(100_000, inSeconds.created_at)).toEqual([]);
    expect(judgedAgain(130_000, inSeconds.created_at)).toHaveLength(1);
    expect(judged(900, { created_at: '2026-01-01T00:00:07.500Z' })).toEqual([]);
    expect(judged(1_100, { created_at: '2026-01-01T00:00:07.500Z' })).toHaveLength(1);
    expect(judged(600, { id: 't-1' })).toEqual([]);
  });

  it('may be equal twice more in whole seconds, which three machines show whose clocks differ', () => {
    const judge = movingTimes();
    const at = { created_at: '2026-01-01T00:00:07Z' };
    expect(['t-1', 't-2', 't-3'].map((id, i) => judge(made(id, at, 1 + i * 2_500))).at(-1)).toEqual([]);
  });
});

describe('members of an account', () => {
  const account = (...members: readonly JsonObject[]) =>
    answeredWith('listAccounts', { items: [{ id: 'a-1', members }] });
  const added = answeredWith('addMembers', { account_id: 'a-1', members: [{ identity_id: 'new' }] });
  /** Judges a list after members were added to an account whose member had two roles. */
  const judged = (...members: readonly JsonObject[]) => {
    const judge = keepsMembers();
    judge(account({ identity_id: 'old', roles: ['ONE', 'TWO'] }));
    judge(added);
    return judge(account(...members));
  };

  it('must stay with all of their roles after others were added, if roles are shown', () => {
    expect(judged({ identity_id: 'new' })).toMatchObject([{ actual: 'no such member' }]);
    expect(judged({ identity_id: 'old', roles: ['TWO', 'THREE'] })).toMatchObject([{ where: '/items/0/members' }]);
    expect(judged({ identity_id: 'old', roles: ['THREE', 'TWO', 'ONE'] })).toEqual([]);
    expect(judged({ identity_id: 'old', roles: [] })).toHaveLength(1);
    expect(judged({ identity_id: 'old' })).toEqual([]);
  });
});

describe('created_at and ref_id of an account', () => {
  it('must be the same in each answer', () => {
    const account = { id: 'f-1', ref_id: 'mine', created_at: '2026-01-01T00:00:00.400Z' };
    const judge = creationSteady();
    expect(judge(answeredWith('listFiat', { items: [account] }))).toEqual([]);
    expect(judge(answeredWith('listFiat', { items: [{ ...account, ref_id: null }] }))).toEqual([]);
    expect(judge(answeredWith('listFiat', { items: [{ ...account, created_at: '2026-01-01T00:00:01Z' }] }))).toEqual(
      [],
    );
    expect(judge(answeredWith('listFiat', { items: [{ ...account, ref_id: 'f-1' }] }))).toMatchObject([
      { where: '/items/0/ref_id', actual: '"f-1"' },
    ]);
  });
});

it('isAlike and beginsAlike compare only letters and digits, without case and accents', () => {
  expect(isAlike('Zoë O’Brien & Co.', 'ZOE OBRIEN CO')).toBe(true);
  expect(isAlike('Ada', 'Adam')).toBe(false);
  expect(isAlike('漢字', '漢')).toBe(false);
  expect(isAlike(1, '1')).toBe(false);
  expect(beginsAlike('02110-1234', '02110')).toBe(true);
  expect(beginsAlike('021-000-021', '021000021')).toBe(true);
  expect(beginsAlike('2110', '02110')).toBe(false);
});
