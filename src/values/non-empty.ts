/** A list with at least one entry. */
export type NonEmpty<T> = readonly [T, ...T[]];

/** Returns whether a list has entries. */
export const isNonEmpty = <T>(list: readonly T[]): list is NonEmpty<T> => list.length > 0;

/** Returns the list if it has entries. Otherwise throws Error; `of` names what the list should hold. */
export function nonEmpty<T>(list: readonly T[], of: string): NonEmpty<T> {
  if (!isNonEmpty(list)) throw new Error(`there are no ${of}`);
  return list;
}
