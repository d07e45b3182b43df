import type { Shard } from '../model/shard.ts';
import { compare, type Decimal, decimal, times, ZERO } from '../values/decimal.ts';
import { Problem } from './usage-error.ts';

/** The most that a run may withdraw, as decimals. */
export interface AmountLimits {
  /** Of each fiat asset, and of crypto assets in proportion; null: no limit. */
  readonly each: string | null;
  /** Of single assets, whatever holds for the others. */
  readonly single: Readonly<Record<string, string>>;
}

/** What may be withdrawn when nobody says otherwise. */
export const STANDARD_AMOUNTS: { readonly loopback: AmountLimits; readonly remote: AmountLimits } = {
  loopback: { each: null, single: {} },
  remote: { each: '25', single: {} },
};

/** Reads `25`, `USD=10,ETH=0.01` or both: `25,ETH=0.01`; without `each` where only single assets are named. Throws Problem. */
export function amountLimits(value: string): Partial<AmountLimits> {
  let limits: Partial<AmountLimits> & Pick<AmountLimits, 'single'> = { single: {} };
  for (const part of value.split(',')) {
    const [, asset, amount = ''] = /^\s*(?:([^=\s]+)\s*=)?\s*(\S+)\s*$/.exec(part) ?? [];
    const read = decimal(amount);
    if (!read || compare(read, ZERO) < 0)
      throw new Problem('takes decimal numbers of at least 0, such as 25 or USD=10,ETH=0.01');
    refuseMiswritten(asset);
    limits =
      asset === undefined ? { ...limits, each: amount } : { ...limits, single: { ...limits.single, [asset]: amount } };
  }
  return limits;
}

/** A limit on `usd` would never hold anything back. Throws Problem. */
function refuseMiswritten(asset: string | undefined): void {
  const meant = asset?.toUpperCase();
  if (asset === undefined || meant === undefined || isKnown(asset) || !isKnown(meant)) return;
  throw new Problem(`names ${asset}, which limits nothing: write ${meant}`);
}

/**
 * Assets that have a limit of their own and are none of those known here nor `used` in fixtures. The document leaves open
 * which assets there are, so each may be meant; one that is misspelt would limit nothing.
 */
export const unfamiliar = ({ single }: AmountLimits, used: readonly string[]): readonly string[] =>
  Object.keys(single).filter((asset) => !isKnown(asset) && !used.includes(asset));

/** Reads `i/n`. Throws Problem. */
export function shardOf(value: string): Shard {
  const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(value.trim()) ?? [];
  const read = { index: Number(index), of: Number(of) };
  if (read.index >= 1 && read.index <= read.of) return read;
  throw new Problem('takes i/n with i from 1 to n, such as 1/3');
}

/** The budget that the table below belongs to. */
const REFERENCE = '25';
const PER_REFERENCE = decimal('0.04') ?? ZERO;

/**
 * Most units of a crypto asset that a run may withdraw under `--max-amount 25`; other budgets scale it in proportion,
 * so that `--max-amount 100` allows four times as much. The figures are a few withdrawals of the size that sandboxes
 * allow.
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

/** The same for crypto assets that the table does not name, whatever they are worth. */
const OTHER_CRYPTO = '0.01';

const fiat = new Set(['USD', 'EUR', 'SGD', 'GBP']);

const isKnown = (asset: string): boolean => fiat.has(asset) || crypto.has(asset);

/**
 * The most of `asset` that one shard may withdraw; undefined for no limit. `onCrypto` decides what a name outside of both
 * tables stands for.
 */
export function allowance(
  asset: string,
  onCrypto: boolean,
  { each, single }: AmountLimits,
  shard: Shard | null,
): Decimal | undefined {
  const own = Object.hasOwn(single, asset) ? decimal(single[asset]) : undefined;
  if (own) return times(own, share(shard));
  if (each === null) return undefined;
  const units = crypto.get(asset) ?? (onCrypto && !fiat.has(asset) ? OTHER_CRYPTO : REFERENCE);
  const budget = times(decimal(each) ?? ZERO, share(shard));
  return times(times(decimal(units) ?? ZERO, budget), PER_REFERENCE);
}

/** The withdrawals of one shard: all shards together make exactly `count`. */
export function countOfShard(count: number, shard: Shard | null): number {
  if (!shard) return count;
  return Math.floor(count / shard.of) + (shard.index <= count % shard.of ? 1 : 0);
}

const DIGITS = 18;

/** 1/n, cut after 18 digits so that the shards never exceed the whole. */
function share(shard: Shard | null): Decimal {
  const of = BigInt(shard?.of ?? 1);
  const digits = (10n ** BigInt(DIGITS) / of).toString().padStart(DIGITS + 1, '0');
  return decimal(`${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`) ?? ZERO;
}
