/** So many of the mutants, in an order that depends on their keys and the seed only. */
export function sampleOf<M extends { readonly key: string }>(
  mutants: readonly M[],
  size: number,
  seed: number,
): readonly M[];
