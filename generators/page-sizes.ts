import fc, { type Arbitrary } from 'fast-check';
import { among } from './choice.ts';

/** Page sizes at which paging goes wrong first, the smallest first. */
const NOTABLE = [1, 2, 3, 7, 99, 100, 101, 999, 1000] as const;

/** Page sizes from 1 to `most`, the notable ones two times in three; shrinks towards 1. */
export function pageSizes(most: number): Arbitrary<number> {
  const notable = among([...NOTABLE.filter((size) => size < most), most]);
  return fc.oneof({ arbitrary: notable, weight: 2 }, { arbitrary: fc.integer({ min: 1, max: most }), weight: 1 });
}
