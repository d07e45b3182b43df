import fc, { type Arbitrary } from 'fast-check';
import { isLowerBound, isUpperBound } from '../src/contract/lists.ts';
import type { Comparison, Parameter } from '../src/contract/operations.ts';
import type { Query } from '../src/model/exchange.ts';
import { compareInstants, type Instant } from '../src/values/instant.ts';
import { among, perhaps } from './choice.ts';
import { around, instants, spell, spellings } from './timestamps.ts';
/** The filters that compare one time of items: `created_at` in five ways, or `executed_at` with its two bounds. */
export interface TimeFilter {
  readonly member: string;
  readonly lower: readonly string[];
  readonly upper: readonly string[];
  readonly exact: readonly string[];
}

/** Returns the time filters among the parameters of an operation. */
export function timeFilters(query: Readonly<Record<string, Parameter>>): readonly TimeFilter[] {
  const filters = Object.entries(query).flatMap(([name, { filter }]) =>
    filter?.by === 'time' ? [{ name, ...filter }] : [],
  );
  return [...new Set(filters.map(({ member }) => member))].map((member) => {
    const those = (selects: (comparison: Comparison) => boolean): readonly string[] =>
      filters.filter((each) => each.member === member && selects(each.comparison)).map(({ name }) => name);
    return { member, lower: those(isLowerBound), upper: those(isUpperBound), exact: those((each) => each === 'eq') };
  });
}
/** Generates the parameters of one use: an upper bound, a lower bound, both, or an exact instant. */
function uses({ lower, upper, exact }: TimeFilter): Arbitrary<readonly string[]> {
  const bound = (names: readonly string[]): Arbitrary<string | undefined> =>
    names.length === 0 ? fc.constant(undefined) : perhaps(among(names));
  const bounds = fc
    .tuple(bound(lower), bound(upper))
    .map((names) => names.filter((name) => name !== undefined))
    .filter((names) => names.length > 0);
  return exact.length === 0
    ? bounds
    : fc.oneof({ arbitrary: bounds, weight: 3 }, { arbitrary: among(exact).map((name) => [name]), weight: 1 });
}
/**
 * Generates instants at, or at least `finest` nanoseconds from, those of the data; any instants when there are none.
 */
const near = (moments: readonly Instant[], finest: bigint): Arbitrary<Instant> =>
  moments.length === 0 ? instants() : fc.oneof(...moments.slice(0, 20).map((moment) => around(moment, finest)));
/**
 * Generates lawful uses of one time filter: at most one lower and one upper bound, the lower not after the upper, or an
 * exact instant, in any spelling. The bounds of a window may be equal.
 */
export function windows(filter: TimeFilter, moments: readonly Instant[], finest = 1n): Arbitrary<Query> {
  const bounds = fc
    .tuple(near(moments, finest), near(moments, finest))
    .map(([a, b]): readonly [Instant, Instant] => (compareInstants(a, b) <= 0 ? [a, b] : [b, a]));
  return fc.tuple(uses(filter), bounds, fc.tuple(spellings(), spellings())).map(([names, ends, written]) =>
    Object.fromEntries(
      names.flatMap((name, index) => {
        const [end, spelling] = [ends[index], written[index]];
        return end === undefined || spelling === undefined ? [] : [[name, spell(end, spelling)]];
      }),
    ),
  );
}
