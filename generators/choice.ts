import fc, { type Arbitrary } from 'fast-check';

/** One of the values; shrinks step by step towards the first of them. */
export function among<T>(values: readonly T[]): Arbitrary<T> {
  if (values.length === 0) throw new Error('there is no value to choose from');
  return fc.nat({ max: values.length - 1 }).map((index) => values[index] as T);
}

/** The value in half of the cases, and undefined in the others; shrinks towards undefined. */
export const perhaps = <T>(values: Arbitrary<T>): Arbitrary<T | undefined> =>
  fc.option(values, { nil: undefined, freq: 2 });
