import { describe, expect, it } from 'vitest';
import { definite } from '../../../src/values/definite.ts';

describe('definite', () => {
  it('keeps the members that are not undefined', () => {
    expect(Object.keys(definite({ a: 1, b: undefined, c: null, d: '' }))).toEqual(['a', 'c', 'd']);
  });

  it('keeps a member named __proto__', () => {
    const given = JSON.parse('{ "__proto__": 1 }') as { readonly [name: string]: number };
    expect(Object.hasOwn(definite(given), '__proto__')).toBe(true);
  });
});
