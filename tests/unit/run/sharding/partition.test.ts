import { describe, expect, it } from 'vitest';
import { keyOf } from '../../../../src/model/facts.ts';
import { withBaselineRequests } from '../../../../src/run/baseline/baseline-requests.ts';
import { ownersOf, shareOf } from '../../../../src/run/sharding/partition.ts';
import requests from '../../../../src/run/sharding/requests.json' with { type: 'json' };
import { rows } from '../../../../suites/index.ts';

const weights: Readonly<Record<string, number>> = requests;
const active = withBaselineRequests(rows);
const units = active.flatMap((row) => row.operations.map((operation) => keyOf(row.id, operation)));
const sizes = (of: number): readonly number[] =>
  Array.from({ length: of }, (_, i) =>
    shareOf(active, ownersOf(active, of), { index: i + 1, of })
      .flatMap((row) => row.operations.map((operation) => weights[keyOf(row.id, operation)] ?? 1))
      .reduce((sum, weight) => sum + weight, 0),
  );

describe('a run that is divided into shards', () => {
  it.each([1, 2, 3, 4, 5, 6, 7])('gives each row on each operation to exactly one of %i shards', (of) => {
    const given = Array.from({ length: of }, (_, i) => shareOf(active, ownersOf(active, of), { index: i + 1, of }))
      .flat()
      .flatMap((row) => row.operations.map((operation) => keyOf(row.id, operation)));
    expect(given.toSorted()).toEqual(units.toSorted());
  });

  it.each([2, 3, 4, 5])('gives each of %i shards about the same number of requests', (of) => {
    expect(Math.max(...sizes(of)) / Math.min(...sizes(of))).toBeLessThan(1.1);
  });

  it('has recorded numbers of requests only for rows that exist', () => {
    expect(Object.keys(requests).filter((key) => !units.includes(key))).toEqual([]);
  });

  it.each([
    'affirm',
    'putFiat',
  ] as const)('leaves all rows on %s to one shard, because they use the same object', (operation) => {
    const owners = ownersOf(active, 5);
    const own = active.filter((row) => row.operations.includes(operation));
    expect(new Set(own.map(({ id }) => owners.get(keyOf(id, operation)))).size).toBe(1);
  });
});
