import { expect, test } from 'vitest';
import { needsFrom } from '../../../../src/run/budget/needs.ts';
import { decimal, ZERO } from '../../../../src/values/decimal.ts';
import { configured } from '../../../support/loopback.ts';

const target = { ...configured('http://127.0.0.1:1'), maxAmount: { each: '25', single: { USD: '5' } } };
const COST = { requests: 1, withdrawals: 1, round: 0, withdrawing: 0 };

/** Returns the limits of amounts that a run needs which withdraws half a unit of an asset. */
const needed = (asset: string, onCrypto: boolean): string | undefined => {
  const amounts = new Map([[asset, { amount: decimal('0.5') ?? ZERO, onCrypto }]]);
  return needsFrom({ cost: COST, amounts, created: [] }, target).maxAmount;
};

test('an unknown asset has the limit of fiat assets unless it was withdrawn to crypto networks', () => {
  expect(needed('XYZ', false)).toBe('25,USD=5');
  expect(needed('XYZ', true)).toBe('25,USD=5,XYZ=0.5');
});
