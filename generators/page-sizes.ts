import fc, { type Arbitrary } from 'fast-check';
import { page } from '../src/contract/operations.ts';
import { among } from './choice.ts';

const around = (size: number): readonly number[] => [size - 1, size, size + 1];

/** Page sizes at which paging is most likely to fail, smallest first. */
const NOTABLE = [1, 2, 3, 7, ...around(page.default), page.most - 1, page.most];

/** Generates page sizes from 1 to `most`; two in three are notable ones. Shrinks towards 1. */
export function pageSizes(most: number): Arbitrary<number> {
  const notable = among([...NOTABLE.filter((size) => size < most), most]);
  return fc.oneof({ arbitrary: notable, weight: 2 }, { arbitrary: fc.integer({ min: 1, max: most }), weight: 1 });
}
