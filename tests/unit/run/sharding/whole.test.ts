import { describe, expect, it } from 'vitest';
import { emptyFacts } from '../../../../src/model/facts.ts';
import type { Report } from '../../../../src/model/report.ts';
import type { ShardPart } from '../../../../src/model/shard.ts';
import { byRun, wholeOf } from '../../../../src/run/sharding/whole.ts';
import { sample } from '../../../support/sample.ts';

/** Returns the report of a shard as it was read. */
function shard(index: number, startedAt: string, change: Partial<Report> = {}) {
  const part: ShardPart = { index, of: 2, array_format: 'repeat', selection: null, only: [], facts: emptyFacts };
  const report: Report = { ...sample, started_at: startedAt, shard: part, ...change };
  return { path: `${startedAt}-${index}`, report };
}

const [MONDAY, LATER, TUESDAY] = ['2025-01-06T00:00:00.000Z', '2025-01-06T00:00:05.000Z', '2025-01-07T00:00:00.000Z'];

const paths = (read: ReturnType<typeof byRun>) => read.map((run) => run.map(({ path }) => path));

describe('reports of shards', () => {
  it('are grouped by run, though a target is run again with the same seed', () => {
    const read = [shard(2, TUESDAY), shard(1, TUESDAY), shard(1, MONDAY), shard(2, LATER)];
    expect(paths(byRun(read))).toEqual([
      [`${TUESDAY}-2`, `${TUESDAY}-1`],
      [`${MONDAY}-1`, `${LATER}-2`],
    ]);
  });

  it('of other seeds are of other runs, and a whole report is a run', () => {
    const { shard: _, ...whole } = sample;
    const read = [shard(1, MONDAY), { path: 'whole', report: whole }, shard(2, MONDAY, { seed: sample.seed + 1 })];
    expect(byRun(read)).toHaveLength(3);
  });

  it('are put in order, with their paths', () => {
    const { shards, paths } = wholeOf([shard(2, LATER), shard(1, MONDAY)]);
    expect(shards.map(({ shard: { index } }) => index)).toEqual([1, 2]);
    expect(paths).toEqual([`${MONDAY}-1`, `${LATER}-2`]);
  });

  it('are refused if one of them is given twice', () => {
    const [run = []] = byRun([shard(1, MONDAY), shard(1, MONDAY), shard(2, MONDAY)]);
    expect(() => wholeOf(run)).toThrow('shard 1 is given twice');
  });
});
