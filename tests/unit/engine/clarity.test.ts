import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/contract/operations.ts';
import { byClarity, byEase, type ShownRequests } from '../../../src/engine/clarity.ts';

const URL = 'http://127.0.0.1/v2';

const headers = { authorization: 'Bearer $ACCESS_TOKEN' };

const shown = (...bodies: readonly unknown[]): ShownRequests => ({
  operation: 'fiatWithdrawal',
  requests: bodies.map((body) => ({ url: URL, headers, body })),
});

const asked = (operation: Operation, own: Readonly<Record<string, string>> = headers): ShownRequests => ({
  operation,
  requests: [{ url: URL, headers: own }],
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

  it.each([
    {},
    { authorization: 'Bearer' },
    { authorization: 'Basic $ACCESS_TOKEN' },
  ])('one with the token is clearer than one with the headers %j', (others) => {
    const [own, other] = [shown(valid), asked('fiatWithdrawal', others)];
    expect([other, own].sort(byClarity)).toEqual([own, other]);
  });

  it('those of reads with the token come first, then other ones with it', () => {
    const [read, write, without] = [asked('listFiat'), asked('putFiat'), asked('getFiat', {})];
    expect([without, write, read].sort(byEase)).toEqual([read, write, without]);
  });
});
