import { expect, it } from 'vitest';
import { mayBeOwnDollar } from '../../../../src/contract/assets.ts';
import { namesDollars } from '../../../../suites/crypto-withdrawals/dollar-balance.ts';
import { made } from '../../../support/exchanges.ts';

it('takes tokens with USD in their name for the own stablecoin, but not those of known issuers', () => {
  expect(['PYUSD', 'usdp', 'USDG', 'STABLE'].filter(mayBeOwnDollar)).toHaveLength(4);
  expect(['USD', 'USDC', 'usdt', 'BTC', 'ETH', 'LINK', 'EURC'].filter(mayBeOwnDollar)).toEqual([]);
});

const asked = (asset: string, balance_asset?: string) =>
  made('cryptoWithdrawal', { asset, ...(balance_asset ? { balance_asset } : {}) });

it('judges USD as the balance of such a token only', () => {
  expect(namesDollars(asked('PYUSD', 'USD'))).toBe(true);
  for (const other of [asked('USDC', 'USD'), asked('LINK', 'USD'), asked('PYUSD', 'EUR'), asked('PYUSD')])
    expect(namesDollars(other)).toBe(false);
});
