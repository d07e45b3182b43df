import fc, { type Arbitrary } from 'fast-check';
import type { QueryValue } from '../src/model/exchange.ts';
import { among } from './choice.ts';

/** Page sizes at which paging goes wrong first, the smallest first. */
const NOTABLE = [1, 2, 3, 7, 99, 100, 101, 999, 1000] as const;

/** Page sizes from 1 to `most`, the notable ones two times in three; shrinks towards 1. */
export function pageSizes(most: number): Arbitrary<number> {
  const notable = among([...NOTABLE.filter((size) => size < most), most]);
  return fc.oneof({ arbitrary: notable, weight: 2 }, { arbitrary: fc.integer({ min: 1, max: most }), weight: 1 });
}

/** Page sizes over the maximum, which may be refused or clamped; the smallest is one over it. */
export const overMaximum = (most: number): Arbitrary<number> =>
  among([most + 1, most + 2, 2 * most, 10 * most, 2_147_483_647]);

/** Page sizes that are none, or that overflow, by what is wrong with them: for observations. */
export const hostilePageSizes: Readonly<Record<string, QueryValue>> = {
  zero: 0,
  'a negative number': -1,
  'a fraction': '1.5',
  word: 'abc',
  empty: '',
  'an exponent': '1e2',
  hexadecimal: '0x10',
  'a leading zero': '007',
  'a plus sign': '+5',
  'more than 32 bits': '2147483648',
  'more than a double holds exactly': '9007199254740993',
  'more than 64 bits': '18446744073709551616',
  'digits of another script': '٣',
};
