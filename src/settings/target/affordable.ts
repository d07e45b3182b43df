import { CRYPTO_AMOUNT, type CryptoDestination, type Fixtures } from '../../model/fixtures.ts';
import { compare, decimal, times } from '../../values/decimal.ts';
import { allowance } from './allowance.ts';
import type { TargetConfiguration } from './configuration.ts';

/** More withdrawals than a run on another host makes, as the fees of each count too. */
const ENOUGH = decimal('100');

/**
 * Returns fixtures whose first crypto destinations are those to which the budget allows enough withdrawals, in the given
 * order: most checks use the first one.
 */
export function affordableFirst(
  fixtures: Fixtures,
  { maxAmount, shard }: Pick<TargetConfiguration, 'maxAmount' | 'shard'>,
): Fixtures {
  const { crypto_destinations: all } = fixtures;
  if (!all) return fixtures;
  const isAffordable = ({ asset, amount = CRYPTO_AMOUNT }: CryptoDestination): boolean => {
    const [most, each] = [allowance({ asset, onCrypto: true }, maxAmount, shard), decimal(amount)];
    return !most || !each || !ENOUGH || compare(most, times(each, ENOUGH)) >= 0;
  };
  const [first, last] = [all.filter(isAffordable), all.filter((each) => !isAffordable(each))];
  return { ...fixtures, crypto_destinations: [...first, ...last] };
}
