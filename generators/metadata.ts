import fc, { type Arbitrary } from 'fast-check';
import { metadataLimits } from '../src/contract/constraints/index.ts';
import type { Json, JsonObject } from '../src/values/json.ts';
import { among } from './choice.ts';
import { awkward, awkwardPieces, plain, plainUpTo } from './text.ts';

type Pair = readonly [key: string, value: Json];

/** Returns an object of the pairs; a key `__proto__` becomes an own member, so that JSON contains it. */
const ofPairs = (pairs: readonly Pair[]): JsonObject => Object.fromEntries(pairs);

const pairs = (
  keys: Arbitrary<string>,
  values: Arbitrary<string>,
  least: number,
  most: number,
): Arbitrary<JsonObject> =>
  fc.uniqueArray(fc.tuple(keys, values), { minLength: least, maxLength: most, selector: ([key]) => key }).map(ofPairs);

const SHORT = 20;

/** Generates metadata with exactly this many short pairs. */
const ofPairCount = (count: number): Arbitrary<JsonObject> => pairs(plainUpTo(SHORT), plainUpTo(SHORT), count, count);

/** Generates metadata of one pair whose key has exactly this many characters. */
const ofKeyLength = (length: number): Arbitrary<JsonObject> =>
  fc.tuple(plain(length), plainUpTo(SHORT)).map((pair) => ofPairs([pair]));

/** Generates metadata of one pair whose value has exactly this many characters. */
const ofValueLength = (length: number): Arbitrary<JsonObject> =>
  fc.tuple(plainUpTo(SHORT), plain(length)).map((pair) => ofPairs([pair]));

/**
 * Generates metadata within all limits: 0 to 6 pairs of plain ASCII text, with keys in both cases. Exactly 6 pairs, and
 * keys and values of exactly 100 characters, occur often. Shrinks towards no pairs.
 */
export const metadata = (): Arbitrary<JsonObject> =>
  fc.oneof(
    { withCrossShrink: true },
    { arbitrary: pairs(plainUpTo(SHORT), plainUpTo(SHORT), 0, metadataLimits.pairs), weight: 3 },
    {
      arbitrary: pairs(plainUpTo(metadataLimits.key), plainUpTo(metadataLimits.value), 1, metadataLimits.pairs),
      weight: 1,
    },
    { arbitrary: ofPairCount(metadataLimits.pairs), weight: 1 },
    { arbitrary: ofKeyLength(metadataLimits.key), weight: 1 },
    { arbitrary: ofValueLength(metadataLimits.value), weight: 1 },
  );

/** Names that every object inherits or that have a special meaning. */
const INHERITED = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'length'] as const;

/** Keys that naive code corrupts: inherited names, numbers, separators of paths and queries, other scripts. */
const awkwardKeys: readonly string[] = [
  ...INHERITED,
  ...['0', '-1', 'a.b', 'a[b]', 'a/b', '$key', 'A', 'a b', 'ref_id'],
  ...Object.values(awkwardPieces).filter((piece) => piece.length < SHORT),
];

/**
 * Generates metadata within the limits, however characters are counted, with keys and values that naive code corrupts.
 */
export function awkwardMetadata(): Arbitrary<JsonObject> {
  const keys = fc.oneof(among(awkwardKeys), awkward(metadataLimits.key));
  return pairs(keys, fc.oneof(plainUpTo(SHORT), awkward(metadataLimits.value)), 1, metadataLimits.pairs);
}
