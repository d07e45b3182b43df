import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConcurrentCases } from '../../../src/engine/concurrent-cases.ts';
import type { Failure } from '../../../src/model/outcome.ts';

const values = fc.nat({ max: 1_000 });
const parameters = { seed: 7, numRuns: 6 };

/** What fast-check itself asks for, in its order. */
function drawn(): readonly number[] {
  const seen: number[] = [];
  fc.assert(
    fc.property(values, (value) => void seen.push(value)),
    parameters,
  );
  return seen;
}

const failure = (actual: string): Failure => ({
  operation: 'listFiat',
  where: null,
  expected: '',
  actual,
  exchanges: [],
});

/** A check that holds, and notes what it was given. */
const noting =
  (seen: number[]) =>
  async (value: number): Promise<readonly Failure[]> => {
    seen.push(value);
    return [];
  };

describe('cases of a property that are checked concurrently', () => {
  test('are the values that fast-check generates, in the same order', async () => {
    const checked: number[] = [];
    const cases = new ConcurrentCases(values, noting(checked), parameters, 3);
    for (let i = 0; i < parameters.numRuns; i += 1) await cases.next();
    expect(checked).toEqual(drawn());
  });

  test('start before their results are requested, at most as many at once as allowed', async () => {
    const begun: number[] = [];
    const cases = new ConcurrentCases(values, noting(begun), parameters, 3);
    const counts: number[] = [];
    for (let i = 0; i < parameters.numRuns; i += 1) {
      await cases.next();
      counts.push(begun.length);
    }
    expect(counts).toEqual([3, 4, 5, 6, 6, 6]);
  });

  test('return their own failures in order, even if a later case ends first', async () => {
    const slowFirst = async (value: number): Promise<readonly Failure[]> => {
      if (value === drawn()[0]) await new Promise((resolve) => setImmediate(resolve));
      return [failure(String(value))];
    };
    const cases = new ConcurrentCases(values, slowFirst, parameters, 3);
    const found: (string | undefined)[] = [];
    for (let i = 0; i < parameters.numRuns; i += 1) found.push((await cases.next())?.[0]?.actual);
    expect(found).toEqual(drawn().map(String));
  });

  test('throw the error of their check only when their own result is requested', async () => {
    const second = drawn()[1];
    const check = async (value: number): Promise<readonly Failure[]> => {
      if (value === second) throw new Error('second');
      return [];
    };
    const cases = new ConcurrentCases(values, check, { ...parameters, numRuns: 2 }, 2);
    expect(await cases.next()).toEqual([]);
    await expect(cases.next()).rejects.toThrow('second');
    expect(cases.next()).toBeUndefined();
  });
});
