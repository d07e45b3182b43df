import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Memory } from '../../../src/values/memory.ts';

const filled = (most: number, keys: Iterable<number>): Memory<number, string> => {
  const memory = new Memory<number, string>(most);
  for (const key of keys) memory.set(key, `value ${key}`);
  return memory;
};

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('a memory', () => {
  it('keeps every value while it is not full', () => {
    const memory = filled(10, numbers(10));
    expect(numbers(10).map((key) => memory.get(key))).toEqual(numbers(10).map((key) => `value ${key}`));
    expect(memory.forgets).toBe(false);
  });

  it('forgets the older half when it is full, and reports that it forgets', () => {
    const memory = filled(10, numbers(11));
    expect(numbers(11).filter((key) => memory.has(key))).toEqual([5, 6, 7, 8, 9, 10]);
    expect(memory.get(0)).toBeUndefined();
    expect(memory.forgets).toBe(true);
  });

  it('replaces a value without making it newer', () => {
    const memory = filled(10, numbers(10));
    memory.set(0, 'changed');
    expect(memory.get(0)).toBe('changed');
    expect(numbers(10).every((key) => memory.has(key))).toBe(true);
    memory.set(10, 'one more');
    expect(memory.has(0)).toBe(false);
  });

  it('returns the first value of a key', () => {
    const memory = new Memory<string, number>(4);
    expect(memory.first('a', 1)).toBe(1);
    expect(memory.first('a', 2)).toBe(1);
    memory.set('a', 3);
    expect(memory.first('a', 4)).toBe(3);
  });

  it('deletes one value or all', () => {
    const memory = filled(4, numbers(4));
    memory.delete(0);
    memory.delete(3);
    expect(numbers(4).filter((key) => memory.has(key))).toEqual([1, 2]);
    memory.clear();
    expect(numbers(4).some((key) => memory.has(key))).toBe(false);
  });

  it('never holds more values than its limit, and always holds the newest half of that', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 30 }), { maxLength: 200 }), fc.integer({ min: 2, max: 12 }), (keys, most) => {
        const memory = new Memory<number, number>(most);
        const came: number[] = [];
        for (const key of keys) {
          if (!memory.has(key)) came.push(key);
          memory.set(key, key);
          expect(numbers(31).filter((each) => memory.has(each)).length).toBeLessThanOrEqual(most);
          expect(came.slice(-Math.floor(most / 2)).every((each) => memory.get(each) === each)).toBe(true);
        }
      }),
    );
  });
});
