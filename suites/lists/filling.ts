import { evidence } from '../../src/engine/evidence.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import type { Ask, Probing } from '../../src/engine/probing.ts';
import { seedOf } from '../../src/engine/seeds.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { unknownId } from '../requests.ts';
import { ask } from './listing.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** So many digits make a hundred values that differ. */
const ENOUGH_DIGITS = 5;

/** A value that names nothing, in the form of one that does: a target may refuse what cannot be an id of its own. */
function stranger(p: Probing, like: string, index: number): string {
  const digits = like.replace(/\D/g, '').length;
  if (UUID.test(like) || digits < ENOUGH_DIGITS) return unknownId(p, `filter ${index}`);
  let drawn = BigInt(seedOf(p.run.id, p.operation, like)) * 1_000n + BigInt(index);
  return [...like]
    .reverse()
    .map((character) => {
      if (!/\d/.test(character)) return character;
      const digit = drawn % 10n;
      drawn /= 10n;
      return String(digit);
    })
    .reverse()
    .join('');
}

/** What a filter over a set is filled up with to a number of values. */
export interface Filling {
  /** So many values, of which the last is known where any is. */
  readonly values: (count: number) => readonly string[];
  /** False when known values stand in it more than once. */
  readonly distinct: boolean;
}

/**
 * Strangers and a known value; known values over and over where a target refuses strangers, since nothing says how it
 * answers a filter for what is not its client's.
 */
export async function filling(p: Probing, parameter: string, known: readonly string[]): Promise<Filling> {
  const value = known[0] ?? unknownId(p, 'filter');
  const strange = (count: number) => [...Array.from({ length: count - 1 }, (_, i) => stranger(p, value, i)), value];
  const answer = await p.once(`two ${parameter} of ${p.operation}, one of them unknown`, () => {
    const { operation, input } = ask(p, { [parameter]: strange(2) });
    return p.send(operation, input());
  });
  if (evidence(answer) === 'accepted' || known.length === 0) return { values: strange, distinct: true };
  const over = (count: number) =>
    Array.from({ length: count }, (_, i) => known[(count - 1 - i) % known.length] ?? value);
  return { values: over, distinct: known.length > 100 };
}

/** Demands that more values than a filter takes are refused, unless they may count once each. */
export async function overfull(
  p: Probing,
  [parameter, limit]: readonly [name: string, limit: number],
  { values, distinct }: Filling,
): Promise<readonly Failure[]> {
  const of = (count: number): Ask => ask(p, { [parameter]: values(count) });
  const twin = { key: `${limit} ${parameter}`, ask: of(limit) };
  const failures = await p.refused(`${parameter} of ${limit + 1} values`, of(limit + 1), twin);
  if (failures.length === 0 || distinct) return failures;
  throw new Inconclusive('other', `${parameter} that are unknown are refused, and known ones may count once each`);
}
