import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/engine/property.ts';
import type { Failure } from '../../src/model/outcome.ts';

const flaw = (actual: string): Failure => ({
  operation: 'listFiat',
  where: null,
  expected: 'a small number',
  actual,
  exchanges: [],
});

/** Runs a property whose cases take a while, and tells what was tried, in which order, and how many at once. */
async function tried(together: number, limit = Number.POSITIVE_INFINITY, runs = 20) {
  const values: number[] = [];
  let [running, most] = [0, 0];
  const failures = await check({
    values: fc.nat(1000),
    seed: 7,
    runs,
    options: { together, examples: [3] },
    stopped: () => false,
    check: async (value) => {
      values.push(value);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      return value > limit ? [flaw(String(value))] : [];
    },
  });
  return { values, most, failures };
}

describe('cases of a property in flight together', () => {
  it('are the same ones in the same order as one by one', async () => {
    const [alone, four] = [await tried(1), await tried(4)];
    expect(four.values).toEqual(alone.values);
    expect(four.values[0]).toBe(3);
    expect([alone.most, four.most]).toEqual([1, 4]);
  });

  it('go on one by one when a night of them is drawn', async () => {
    const [alone, four] = [
      await tried(1, Number.POSITIVE_INFINITY, 260),
      await tried(4, Number.POSITIVE_INFINITY, 260),
    ];
    expect(four.values).toEqual(alone.values);
  });

  it('shrink to the same smallest failure, and try a few cases more at the most', async () => {
    const [alone, four] = [await tried(1, 500), await tried(4, 500)];
    expect(four.failures).toEqual(alone.failures);
    expect(four.failures[0]?.actual).toBe('501');
    expect(four.values.length - alone.values.length).toBeLessThanOrEqual(3);
  });
});
