import { expect, it } from 'vitest';
import { Counter } from '../../../src/values/counter.ts';

it('counts what finds no room as others, apart from a key of that name', () => {
  const counter = new Counter(2);
  for (const key of ['others', 'a', 'b', 'c', 'a']) counter.add(key);
  expect(counter.entries()).toEqual([
    ['others', 1],
    ['a', 2],
    ['others', 2],
  ]);
  expect(counter.size).toBe(3);
});
