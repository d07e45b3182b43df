import { expect, test } from 'vitest';
import { needsFrom } from '../../../../src/run/budget/needs.ts';
import { decimal, ZERO } from '../../../../src/values/decimal.ts';
import { configured } from '../../../support/loopback.ts';

const target = { ...configured('http://127.0.0.1:1'), maxAmount: { each: '25', single: { USD: '5' } } };
const COST = { requests: 1, withdrawals: 1, round: 0, withdrawing: 0 };

/** Returns the limits of amounts that a run needs which withdraws half a unit of an asset. */
const needed = (asset: string, onCrypto: boolean, amount = '0.5'): string | undefined => {
  const amounts = new Map([[asset, { amount: decimal(amount) ?? ZERO, onCrypto }]]);
  return needsFrom({ cost: COST, amounts, assets: new Set(['USD', 'ETH']), created: [] }, target).maxAmount;
};

test('only assets of the target and those with a limit of their own are named; others raise the limit of each asset', () => {
  expect(needed('ETH', true)).toBe('25,USD=5,ETH=0.5');
  expect(needed('USD', false, '7')).toBe('25,USD=7');
  expect(needed('NOSUCH', true)).toBe('1250,USD=5');
  expect(needed('NOSUCH', true, '0.0123')).toBe('30.75,USD=5');
  expect(needed('LTC', true, '0.7')).toBe('35,USD=5');
});

test('an unknown asset has the limit of fiat assets unless it was withdrawn to crypto networks', () => {
  expect(needed('XYZ', false)).toBe('25,USD=5');
  expect(needed('XYZ', false, '25.001')).toBe('25.01,USD=5');
  expect(needed('XYZ', true)).toBe('1250,USD=5');
});

test.each([
  [1000, 0, 500, '1030'],
  [990, 10, 500, '1030'],
  [1001, 0, 500, '1040'],
  [1000, 0, 1030, '1240'],
])('%i fixed requests and %i for generated cases, of which a run has sent %i, need %s', (requests, round, sent, needs) => {
  const unbounded = { cost: { ...COST, requests, round }, amounts: new Map(), assets: new Set<string>(), created: [] };
  const spent = { requests: sent, withdrawals: 0, milliseconds: 1000, amounts: {}, created: [] };
  expect(needsFrom(unbounded, target, spent).maxRequests).toBe(needs);
  expect(needsFrom(unbounded, target).maxRequests).toBe(
    needsFrom(unbounded, target, { ...spent, requests: 1 }).maxRequests,
  );
});

test.each([
  [37, 20, '37'],
  [37, 40, '48'],
])('a run of %i withdrawals in which %i were not enough needs %s', (rehearsed, made, needs) => {
  const cost = { ...COST, withdrawals: rehearsed, withdrawing: 0 };
  const unbounded = { cost, amounts: new Map(), assets: new Set<string>(), created: [] };
  const spent = { requests: 1, withdrawals: made, milliseconds: 1000, amounts: {}, created: [] };
  expect(needsFrom(unbounded, target, spent).maxWithdrawals).toBe(needs);
});

const unboundedOf = (requests: number) => {
  const cost = { ...COST, requests };
  return { cost, amounts: new Map(), assets: new Set<string>(), created: [] };
};

test.each([
  [null, '24s'],
  [3_000, '8s'],
])('with a maximum duration of %j ms only the time counts in which requests were sent: %s', (maxDurationMs, needs) => {
  const spent = { requests: 500, withdrawals: 0, milliseconds: 10_000, amounts: {}, created: [] };
  expect(needsFrom(unboundedOf(970), { ...target, maxDurationMs }, spent).maxDuration).toBe(needs);
});

test.each([
  [null, undefined],
  [10, '120s'],
  [500, undefined],
])('the first requests of a run do not tell its duration, but a rate of %j per second may: %s', (rate, needs) => {
  const spent = { requests: 20, withdrawals: 0, milliseconds: 4_000, amounts: {}, created: [] };
  expect(needsFrom(unboundedOf(970), { ...target, rate, maxDurationMs: 4_000 }, spent).maxDuration).toBe(needs);
});
