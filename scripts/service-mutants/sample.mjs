// Which mutants are tried, and with which requirements first.
import { createHash } from 'node:crypto';

/**
 * So many of these keys, a sample that another mutant in the source hardly changes: in an order that depends on keys and seed only.
 * @param {readonly string[]} keys
 * @param {number} size
 * @param {number} seed
 */
export function sampleOf(keys, size, seed) {
  const placed = keys.map((key) => ({ key, place: createHash('sha256').update(`${seed} ${key}`).digest('hex') }));
  const sorted = placed.toSorted((a, b) => (a.place < b.place ? -1 : 1));
  return sorted.slice(0, size).map(({ key }) => key);
}

const placeOf = (key) => key.slice(0, key.indexOf(': '));
/** A failure of another mutant of the same declaration counts as so many of others. */
const NEAR = 20;

/**
 * The requirements that mutants failed before, those first that others of the same declaration failed.
 * @param {{ readonly key: string }} mutant
 * @param {readonly { readonly mutant: string, readonly verdict?: string, readonly failures?: readonly { readonly id: string }[] }[]} findings
 */
export function likelyFor({ key }, findings) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { mutant, verdict, failures } of findings) {
    const first = failures?.[0];
    if (verdict !== 'nonconformant' || !first) continue;
    const weight = placeOf(mutant) === placeOf(key) ? NEAR : 1;
    counts.set(first.id, (counts.get(first.id) ?? 0) + weight);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([id]) => id);
}
