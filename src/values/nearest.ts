/** Returns the edit distance: insertions, deletions, substitutions, and swaps of two neighbours. */
function distance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** How many edits apart similar words may be. */
const mostEdits = (given: string): number => Math.max(1, Math.floor(given.length / 3));

/** Returns the most similar word, ignoring case, or undefined if none is at most so many edits away. */
export function nearest(given: string, words: Iterable<string>, most = mostEdits(given)): string | undefined {
  let found: { readonly word: string; readonly steps: number } | undefined;
  for (const word of words) {
    if (Math.abs(word.length - given.length) > most) continue;
    const steps = distance(given.toLowerCase(), word.toLowerCase());
    if (steps <= most && (found === undefined || steps < found.steps)) found = { word, steps };
  }
  return found?.word;
}

/** Returns ` (did you mean X?)`, or an empty text if no word is similar. */
export function meant(given: string, words: Iterable<string>): string {
  const word = nearest(given, words);
  return word === undefined ? '' : ` (did you mean ${word}?)`;
}
