import fc, { type Arbitrary } from 'fast-check';

/** Generates one of the values. Shrinks step by step towards the first. Throws when there are none. */
export function among<T>(values: readonly T[]): Arbitrary<T> {
  if (values.length === 0) throw new Error('there is no value to choose from');
  return fc.nat({ max: values.length - 1 }).map((index) => values[index] as T);
}

/** Generates the value in half of the cases and undefined otherwise. Shrinks towards undefined. */
export const perhaps = <T>(values: Arbitrary<T>): Arbitrary<T | undefined> =>
  fc.option(values, { nil: undefined, freq: 2 });
