/**
 * Returns a 32-bit FNV-1a hash of the parts. It derives a seed for each property from the run's seed, independent of
 * the order in which properties run.
 */
export function seedOf(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of parts.join('\u0000')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}
