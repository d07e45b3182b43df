import { describe, expect, it } from 'vitest';
import { byClarity, type ShownRequests } from '../../../src/engine/clarity.ts';

const URL = 'http://127.0.0.1/v2';

const shown = (...bodies: readonly unknown[]): ShownRequests => ({
  operation: 'fiatWithdrawal',
  requests: bodies.map((body) => ({ url: URL, body })),
});

const valid = { amount: '1', asset: 'USD', profile_id: 'p', fiat_account_id: 'a', memo: 'long'.repeat(20) };
const invalid = { amount: '1', asset: 'USD', profile_id: null, fiat_account_id: 'a' };

describe('of several failures', () => {
  it('one with a valid request is clearer than a shorter one with an invalid request', () => {
    expect([shown(invalid), shown(valid)].sort(byClarity)).toEqual([shown(valid), shown(invalid)]);
  });

  it('the shorter one is clearer if both requests are valid', () => {
    const short = { ...valid, memo: 'm' };
    expect([shown(valid), shown(short)].sort(byClarity)).toEqual([shown(short), shown(valid)]);
  });

  it('only the request that shows the failure must be valid, not the steps before it', () => {
    expect([shown(invalid), shown(invalid, valid)].sort(byClarity)).toEqual([shown(invalid, valid), shown(invalid)]);
  });
});
