import { expect, it } from 'vitest';
import { affordableFirst } from '../../../../src/settings/target/affordable.ts';
import type { AmountLimits } from '../../../../src/settings/target/allowance.ts';

const destination = (asset: string, amount?: string) => ({
  asset,
  crypto_network: 'ETHEREUM',
  destination_address: asset,
  ...(amount === undefined ? {} : { amount }),
});

const orderOf = (maxAmount: AmountLimits, ...given: ReturnType<typeof destination>[]) =>
  affordableFirst({ crypto_destinations: given }, { maxAmount, shard: null }).crypto_destinations?.map(
    ({ asset }) => asset,
  );

it.each([
  ['of which the budget allows enough come first', { each: '25', single: {} }, ['ETH', 'LTC', 'BTC']],
  ['stay in their order without a budget', { each: null, single: {} }, ['BTC', 'ETH', 'LTC']],
  ['stay in their order if the budget allows enough of each', { each: '500', single: {} }, ['BTC', 'ETH', 'LTC']],
  [
    'with a limit of their own count with it',
    { each: '25', single: { BTC: '0.5', ETH: '0.001' } },
    ['BTC', 'LTC', 'ETH'],
  ],
])('crypto destinations %s', (_, limits, order) => {
  expect(orderOf(limits, destination('BTC'), destination('ETH'), destination('LTC'))).toEqual(order);
});

it('a crypto destination counts with its own amount', () => {
  const limits = { each: '25', single: {} };
  expect(orderOf(limits, destination('ETH', '0.01'), destination('SOL', '0.001'))).toEqual(['SOL', 'ETH']);
});
