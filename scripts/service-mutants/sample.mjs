// Which mutants are tried, and with which requirements first.
import { createHash } from 'node:crypto';

/** So many of these keys, a sample that another mutant in the source hardly changes: in an order that depends on keys and seed only. */
export function sampleOf(keys, size, seed) {
  const placed = keys.map((key) => ({ key, place: createHash('sha256').update(`${seed} ${key}`).digest('hex') }));
  const sorted = placed.toSorted((a, b) => (a.place < b.place ? -1 : 1));
  return sorted.slice(0, size).map(({ key }) => key);
}

const placeOf = (key) => key.slice(0, key.indexOf(': '));
/** A failure of another mutant of the same declaration counts as so many of others. */
const NEAR = 20;

/** The requirements that mutants failed before, those first that others of the same declaration failed. */
export function likelyFor({ key }, findings) {
  const counts = new Map();
  for (const { mutant, verdict, failures } of findings) {
    if (verdict !== 'nonconformant') continue;
    const weight = placeOf(mutant) === placeOf(key) ? NEAR : 1;
    counts.set(failures[0].id, (counts.get(failures[0].id) ?? 0) + weight);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([id]) => id);
}
