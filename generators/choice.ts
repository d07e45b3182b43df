import fc, { type Arbitrary } from 'fast-check';
import type { JsonObject } from '../src/values/json.ts';

/** One of the values; shrinks step by step towards the first of them. */
export function among<T>(values: readonly T[]): Arbitrary<T> {
  if (values.length === 0) throw new Error('there is no value to choose from');
  return fc.nat({ max: values.length - 1 }).map((index) => values[index] as T);
}

/** The value in half of the cases, and undefined in the others; shrinks towards undefined. */
export const perhaps = <T>(values: Arbitrary<T>): Arbitrary<T | undefined> =>
  fc.option(values, { nil: undefined, freq: 2 });

/** The object without the named members. */
export const without = (object: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
