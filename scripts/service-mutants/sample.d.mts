/** So many of these keys, a sample that another mutant in the source hardly changes. */
export function sampleOf(keys: readonly string[], size: number, seed: number): readonly string[];

/** The requirements that mutants failed before, those first that others of the same declaration failed. */
export function likelyFor(
  mutant: { readonly key: string },
  findings: readonly {
    readonly mutant: string;
    readonly verdict: string;
    readonly failures: readonly { readonly id: string }[];
  }[],
): readonly string[];
