import { expect, it } from 'vitest';
import { Tally } from '../../../src/values/tally.ts';

it('counts what finds no room as others, apart from a key of that name', () => {
  const tally = new Tally(2);
  for (const key of ['others', 'a', 'b', 'c', 'a']) tally.add(key);
  expect(tally.entries()).toEqual([
    ['others', 1],
    ['a', 2],
    ['others', 2],
  ]);
  expect(tally.size).toBe(3);
});
