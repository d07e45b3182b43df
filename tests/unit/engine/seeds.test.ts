import { expect, it } from 'vitest';
import { seedOf } from '../../../src/engine/seeds.ts';

it('seedOf makes the same 32-bit seed of the same parts, and another if only their joined text is equal', () => {
  expect(seedOf(7, 'FW-TOTAL', 1)).toBe(seedOf(7, 'FW-TOTAL', 1));
  expect(seedOf('a')).toBe(0xe40c292c);
  expect(seedOf('ab', 'c')).not.toBe(seedOf('a', 'bc'));
  expect(seedOf(1, 2)).not.toBe(seedOf(2, 1));
  expect(seedOf('x'.repeat(1000))).toBeLessThan(2 ** 32);
});
