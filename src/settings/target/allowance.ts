import type { Shard } from '../../model/shard.ts';
import { compare, type Decimal, decimal, dividedUp, times, ZERO } from '../../values/decimal.ts';
import { Problem } from '../usage-error.ts';
import { share } from './shard.ts';

/** The most that a run may withdraw, as decimals. */
export interface AmountLimits {
  /** The limit for each fiat asset; crypto assets are limited in proportion. Null means no limit. */
  readonly each: string | null;
  /** Limits for single assets, which replace `each`. */
  readonly single: Readonly<Record<string, string>>;
}

/** The default limits. */
export const DEFAULT_AMOUNTS: { readonly loopback: AmountLimits; readonly remote: AmountLimits } = {
  loopback: { each: null, single: {} },
  remote: { each: '25', single: {} },
};

/**
 * Reads `25`, `USD=10,ETH=0.01` or both: `25,ETH=0.01`. The result has no `each` if only single assets are named.
 * Throws Problem.
 */
export function amountLimits(value: string): Partial<AmountLimits> {
  let limits: Partial<AmountLimits> & Pick<AmountLimits, 'single'> = { single: {} };
  for (const part of value.split(',')) {
    const [, asset, amount = ''] = /^\s*(?:([^=\s]+)\s*=)?\s*(\S+)\s*$/.exec(part) ?? [];
    const read = decimal(amount);
    if (!read || compare(read, ZERO) < 0)
      throw new Problem('must be decimal numbers of at least 0, such as 25 or USD=10,ETH=0.01');
    refuseMiswritten(asset);
    refuseRepeated(asset, limits);
    limits =
      asset === undefined ? { ...limits, each: amount } : { ...limits, single: { ...limits.single, [asset]: amount } };
  }
  return limits;
}

/** Refuses a second limit of the same kind, such as the rest of `3,5` after a decimal comma. Throws Problem. */
function refuseRepeated(asset: string | undefined, { each, single }: Partial<AmountLimits>): void {
  if (asset === undefined && each !== undefined)
    throw new Problem('has two amounts for all assets: write decimals with a point, as in 3.5');
  if (asset !== undefined && single !== undefined && Object.hasOwn(single, asset))
    throw new Problem(`has two amounts for ${asset}`);
}

/** Refuses a known asset in lower case, such as `usd`: its limit would never apply. Throws Problem. */
function refuseMiswritten(asset: string | undefined): void {
  const meant = asset?.toUpperCase();
  if (asset === undefined || meant === undefined || isKnown(asset) || !isKnown(meant)) return;
  throw new Problem(`has ${asset}, which is not an asset: write ${meant}`);
}

/**
 * Returns limited assets that are neither known here nor `used` in fixtures. The document leaves open which assets
 * exist, so each may be valid; a misspelt one would limit nothing.
 */
export const unfamiliar = ({ single }: AmountLimits, used: readonly string[]): readonly string[] =>
  Object.keys(single).filter((asset) => !isKnown(asset) && !used.includes(asset));

/** The budget that the amounts in the table below belong to, and its reciprocal. */
const REFERENCE = '25';
const PER_REFERENCE = decimal('0.04') ?? ZERO;
const CENTS = 2;

/**
 * The most units of a crypto asset that a run may withdraw under `--max-amount 25`. Other budgets scale them in
 * proportion: `--max-amount 100` allows four times as much. The figures cover a few withdrawals of the size that
 * sandboxes allow.
 */
const crypto: ReadonlyMap<string, string> = new Map([
  ['BTC', '0.002'],
  ['ETH', '0.05'],
  ['BCH', '0.1'],
  ['LTC', '0.5'],
  ['SOL', '0.5'],
  ['MATIC', '25'],
  ['LINK', '2'],
  ['UNI', '2'],
  ['AAVE', '0.1'],
]);

/** The same for crypto assets that the table does not name, whatever their value. */
const OTHER_CRYPTO = '0.01';

const fiat = new Set(['USD', 'EUR', 'SGD', 'GBP']);

const isKnown = (asset: string): boolean => fiat.has(asset) || crypto.has(asset);

/** An asset, and whether it counts as crypto if it is in neither table. */
export interface LimitedAsset {
  readonly asset: string;
  readonly onCrypto: boolean;
}

/** Returns the units of an asset that a run may withdraw under `--max-amount 25`. */
const unitsOf = ({ asset, onCrypto }: LimitedAsset): Decimal =>
  decimal(crypto.get(asset) ?? (onCrypto && !fiat.has(asset) ? OTHER_CRYPTO : REFERENCE)) ?? ZERO;

/** Returns the most of an asset that one shard may withdraw, or undefined for no limit. */
export function allowance(
  limited: LimitedAsset,
  { each, single }: AmountLimits,
  shard: Shard | null,
): Decimal | undefined {
  const { asset } = limited;
  const own = Object.hasOwn(single, asset) ? decimal(single[asset]) : undefined;
  if (own) return times(own, share(shard));
  if (each === null) return undefined;
  const budget = times(decimal(each) ?? ZERO, share(shard));
  return times(times(unitsOf(limited), budget), PER_REFERENCE);
}

/** Returns the limit of each fiat asset, rounded up to cents, that allows an amount of an asset without a limit of its own. */
export function eachAllowing(limited: LimitedAsset, amount: Decimal): Decimal {
  const { units, scale } = unitsOf(limited);
  return dividedUp(times(amount, decimal(`${REFERENCE}${'0'.repeat(scale)}`) ?? ZERO), Number(units), CENTS);
}

/** What bounds the withdrawals of a run. */
interface Budgets {
  readonly maxWithdrawals: number | null;
  readonly maxAmount: AmountLimits;
}

/** Returns whether no budget bounds withdrawals. */
export const isUnbounded = ({ maxWithdrawals, maxAmount: { each, single } }: Budgets): boolean =>
  maxWithdrawals === null && each === null && Object.keys(single).length === 0;

/**
 * Returns whether requests and withdrawals cost nothing: the target is on a loopback address, and the user has set no
 * budget. A loopback address with a budget may forward to a shared sandbox.
 */
export const spendsFreely = (target: Budgets & { readonly loopback: boolean }): boolean =>
  target.loopback && isUnbounded(target);
