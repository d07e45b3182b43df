import { type Operation, sharesOneObject } from '../../contract/operations.ts';
import { onlyOn } from '../../contract/requirement.ts';
import { narrowed, type RowResult } from '../../engine/results.ts';
import { isActive, type Row } from '../../engine/row.ts';
import { keyOf } from '../../model/facts.ts';
import type { Shard } from '../../model/shard.ts';
import { groupBy } from '../../values/group-by.ts';
import requests from './requests.json' with { type: 'json' };

/** The number of the shard, from 1, that exercises a row on an operation. Rows that only judge are missing. */
export type Owners = ReadonlyMap<string, number>;

interface Pile {
  readonly keys: readonly string[];
  /** The approximate number of requests. */
  readonly weight: number;
}

/** Numbers of requests counted in a run (scripts/weigh.mjs). A missing key counts as one request. */
const REQUESTS: Readonly<Record<string, number>> = requests;

const pileOf = (keys: readonly string[]): Pile => ({
  keys,
  weight: keys.reduce((sum, key) => sum + (REQUESTS[key] ?? 1), 0),
});

/**
 * Returns the group that must stay in one shard: all checks on one object of the target, and the paging rows of a list,
 * which share their walks.
 */
const groupOf = ({ id, aspect }: Row, operation: Operation): string => {
  if (sharesOneObject(operation)) return operation;
  return aspect === 'paging' ? `paging ${operation}` : keyOf(id, operation);
};

/** Returns the groups to deal, heaviest first. */
function piles(rows: readonly Row[]): readonly Pile[] {
  const checks = rows
    .filter(isActive)
    .flatMap((row) =>
      row.operations.map((operation) => ({ group: groupOf(row, operation), key: keyOf(row.id, operation) })),
    );
  return [...groupBy(checks, ({ group }) => group).values()]
    .map((own) => pileOf(own.map(({ key }) => key)))
    .sort((one, other) => other.weight - one.weight);
}

/**
 * Deals everything that makes traffic to `of` shards. Each group goes to the shard with the least load, the first such
 * shard on a tie.
 */
export function ownersOf(rows: readonly Row[], of: number): Owners {
  const loads = Array.from({ length: of }, () => 0);
  const owners = new Map<string, number>();
  for (const { keys, weight } of piles(rows)) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = (loads[least] ?? 0) + weight;
    for (const key of keys) owners.set(key, least + 1);
  }
  return owners;
}

/** Returns the rows that a shard exercises, limited to the operations that it owns. */
export const shareOf = (rows: readonly Row[], owners: Owners, { index }: Shard): readonly Row[] =>
  rows.flatMap((row) => onlyOn(row, (operation) => owners.get(keyOf(row.id, operation)) === index));

/** Returns a shard's own results: all that it exercised, and for other rows what its traffic showed. */
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
