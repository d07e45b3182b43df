/** Edits of one character that lead from one text to another (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      const [left = 0, above = 0, across = 0] = [next[j], row[j + 1], row[j]];
      next.push(Math.min(left + 1, above + 1, across + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Most names that are suggested. */
const MOST = 3;

/** The names that a mistyped one may mean, in words after the complaint; empty where none is near. */
export function didYouMean(given: string, names: readonly string[]): string {
  const nearest = names
    .map((name) => ({ name, edits: distance(given.toUpperCase(), name.toUpperCase()) }))
    .filter(({ name, edits }) => edits <= Math.max(2, Math.floor(name.length / 5)))
    .sort((one, other) => one.edits - other.edits)
    .slice(0, MOST)
    .map(({ name }) => name);
  return nearest.length > 0 ? `; did you mean ${nearest.join(' or ')}?` : '';
}
