// Which mutants are tried: a sample that another mutant in the source hardly changes.
import { createHash } from 'node:crypto';

/** So many of the mutants, in an order that depends on their keys and the seed only. */
export function sampleOf(mutants, size, seed) {
  const placed = mutants.map((mutant) => {
    const place = createHash('sha256').update(`${seed} ${mutant.key}`).digest('hex');
    return { mutant, place };
  });
  const sorted = placed.toSorted((a, b) => (a.place < b.place ? -1 : 1));
  return sorted.slice(0, size).map(({ mutant }) => mutant);
}
