import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Inconclusive } from '../../../src/engine/inconclusive.ts';
import { check } from '../../../src/engine/property.ts';
import type { Failure } from '../../../src/model/outcome.ts';

const flaw = (actual: string): Failure => ({
  operation: 'listFiat',
  where: null,
  expected: 'a small number',
  actual,
  exchanges: [],
});

/** Runs a property whose cases take a while, and gives what was tried, in which order, and how many at once. */
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
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return value > limit ? [flaw(String(value))] : [];
    },
  });
  return { values, most, failures };
}

describe('cases of a property that are in flight together', () => {
  it('are the same and in the same order as one at a time', async () => {
    const [alone, four] = [await tried(1), await tried(4)];
    expect(four.values).toEqual(alone.values);
    expect(four.values[0]).toBe(3);
    expect([alone.most, four.most]).toEqual([1, 4]);
  });

  it('are the same and in the same order as one at a time also when there are 260', async () => {
    const [alone, four] = [
      await tried(1, Number.POSITIVE_INFINITY, 260),
      await tried(4, Number.POSITIVE_INFINITY, 260),
    ];
    expect(four.values).toEqual(alone.values);
  });

  it('have all ended when a failure is reported', async () => {
    let running = 0;
    await check({
      values: fc.constant(0),
      seed: 7,
      runs: 20,
      options: { together: 4 },
      stopped: () => false,
      check: async () => {
        running += 1;
        for (let turns = running; turns > 0; turns -= 1) await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return [flaw('0')];
      },
    });
    expect(running).toBe(0);
  });

  it('shrink to the same smallest failure as one at a time, with at most three more cases', async () => {
    const [alone, four] = [await tried(1, 500), await tried(4, 500)];
    expect(four.failures).toEqual(alone.failures);
    expect(four.failures[0]?.actual).toBe('501');
    expect(four.values.length - alone.values.length).toBeLessThanOrEqual(3);
  });
});

describe('a property', () => {
  /** Checks numbers from 0 to 1000 of which those above 100 fail, and counts what was sent. */
  async function sentFor(options: { shrinkBudget?: number }, path?: string) {
    const sent: number[] = [];
    const failures = await check({
      values: fc.nat(1000),
      seed: 7,
      runs: 20,
      options,
      stopped: () => false,
      ...(path === undefined ? {} : { path }),
      check: async (value) => {
        sent.push(value);
        return value > 100 ? [flaw(String(value))] : [];
      },
    });
    return { sent, failures };
  }

  it('stops shrinking a failure when its budget of requests is used up', async () => {
    const [none, some] = [await sentFor({ shrinkBudget: 0 }), await sentFor({ shrinkBudget: 3 })];
    const first = none.sent.findIndex((value) => value > 100);
    expect(none.sent).toHaveLength(first + 1);
    expect(none.failures[0]?.actual).toBe(String(none.sent.at(-1)));
    expect(some.sent).toHaveLength(first + 1 + 3);
    expect((await sentFor({ shrinkBudget: 200 })).failures[0]?.actual).toBe('101');
  });

  it('sends only its smallest failing case when it is given the path to it', async () => {
    const { failures } = await sentFor({});
    const again = await sentFor({}, failures[0]?.replay?.path);
    expect(again.sent).toHaveLength(1);
    expect(again.failures[0]?.actual).toBe(failures[0]?.actual);
  });

  const inconclusiveAbove = (limit: number, cause: 'refused' | 'budget' = 'refused', sent: number[] = []) =>
    check({
      values: fc.nat(1000),
      seed: 7,
      runs: 20,
      options: {},
      stopped: () => false,
      check: async (value) => {
        sent.push(value);
        if (value > limit) throw new Inconclusive(cause, `${value} was refused`);
        return [];
      },
    });

  it.each([
    ['refused', 20],
    ['budget', 1],
  ] as const)('after an inconclusive case (%s) sends %i cases in all', async (cause, count) => {
    const sent: number[] = [];
    await expect(inconclusiveAbove(-1, cause, sent)).rejects.toThrow('was refused');
    expect(sent).toHaveLength(count);
  });

  it('holds when some of its cases are inconclusive, and is inconclusive when all are', async () => {
    expect(await inconclusiveAbove(500)).toEqual([]);
    await expect(inconclusiveAbove(-1)).rejects.toMatchObject({ cause: 'refused' });
  });

  it('passes on an error that its check throws', async () => {
    const broken = check({
      values: fc.nat(),
      seed: 7,
      runs: 3,
      options: {},
      stopped: () => false,
      check: () => Promise.reject(new TypeError('a defect of ours')),
    });
    await expect(broken).rejects.toThrow('a defect of ours');
  });

  it('sends nothing when the run has been stopped', async () => {
    const stopped = check({
      values: fc.nat(),
      seed: 7,
      runs: 3,
      options: {},
      stopped: () => true,
      check: async () => [flaw('sent')],
    });
    await expect(stopped).rejects.toMatchObject({ reason: 'no case could be run' });
  });
});
