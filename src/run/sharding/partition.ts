import { meetsOneObject, operationNames } from '../../contract/operations.ts';
import { onlyOn } from '../../contract/requirement.ts';
import { narrowed, type RowResult } from '../../engine/results.ts';
import { isActive, type Row } from '../../engine/row.ts';
import { keyOf } from '../../model/facts.ts';
import type { Shard } from '../../model/shard.ts';

/** The number of the shard, from 1, that exercises a row on an operation; undefined for rows that only judge. */
export type Owners = ReadonlyMap<string, number>;

interface Pile {
  readonly keys: readonly string[];
}

/** What is dealt: first the piles of operations that meet one object of the target, then each row on each operation, neighbours apart. */
function piles(rows: readonly Row[]): readonly Pile[] {
  const units = rows
    .filter(isActive)
    .flatMap((row) => row.operations.map((operation) => ({ operation, key: keyOf(row.id, operation) })));
  const kept = operationNames.filter(meetsOneObject).map((each) => ({
    keys: units.filter(({ operation }) => operation === each).map(({ key }) => key),
  }));
  const single = units.filter(({ operation }) => !meetsOneObject(operation)).map(({ key }) => ({ keys: [key] }));
  return [...kept.filter(({ keys }) => keys.length > 0), ...single];
}

/** Deals all that makes traffic to `of` shards, each pile to the shard that has least, the first of them on a tie. */
export function ownersOf(rows: readonly Row[], of: number): Owners {
  const loads = Array.from({ length: of }, () => 0);
  const owners = new Map<string, number>();
  for (const { keys } of piles(rows)) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = (loads[least] ?? 0) + keys.length;
    for (const key of keys) owners.set(key, least + 1);
  }
  return owners;
}

/** The rows that a shard exercises, each only on the operations that it owns. */
export const shareOf = (rows: readonly Row[], owners: Owners, { index }: Shard): readonly Row[] =>
  rows.flatMap((row) => onlyOn(row, (operation) => owners.get(keyOf(row.id, operation)) === index));

/** What a shard says of itself: all that it exercised, and of the rest what its traffic showed. */
export const ownResults = <F>(
  found: readonly RowResult<F>[],
  owners: Owners,
  { index }: Shard,
): readonly RowResult<F>[] =>
  found.flatMap(
    (result) =>
      narrowed(
        result,
        ({ operation, status }) => status !== 'not_exercised' || owners.get(keyOf(result.row.id, operation)) === index,
      ) ?? [],
  );
