import type { Shard } from '../../model/shard.ts';
import { type Decimal, decimal, ZERO } from '../../values/decimal.ts';
import { Problem } from '../usage-error.ts';

/** Reads `i/n`. Throws Problem. */
export function shardOf(value: string): Shard {
  const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(value.trim()) ?? [];
  const read = { index: Number(index), of: Number(of) };
  if (read.index >= 1 && read.index <= read.of) return read;
  throw new Problem('must be i/n with i from 1 to n, such as 1/3');
}

/** Returns how many of `count`, such as requests or withdrawals, one shard gets. All shards together get exactly `count`. */
export function countOfShard(count: number, shard: Shard | null): number {
  if (!shard) return count;
  return Math.floor(count / shard.of) + (shard.index <= count % shard.of ? 1 : 0);
}

const DIGITS = 18;

/** Returns 1/n, cut after 18 digits so that the shards together never exceed the whole. */
export function share(shard: Shard | null): Decimal {
  const of = BigInt(shard?.of ?? 1);
  const digits = (10n ** BigInt(DIGITS) / of).toString().padStart(DIGITS + 1, '0');
  return decimal(`${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`) ?? ZERO;
}
