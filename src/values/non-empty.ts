/** A list with at least one entry. */
export type NonEmpty<T> = readonly [T, ...T[]];

export const isNonEmpty = <T>(list: readonly T[]): list is NonEmpty<T> => list.length > 0;

/** The list as one with entries. Throws Error, with what it is a list of, when it has none. */
export function nonEmpty<T>(list: readonly T[], of: string): NonEmpty<T> {
  if (!isNonEmpty(list)) throw new Error(`there are no ${of}`);
  return list;
}
