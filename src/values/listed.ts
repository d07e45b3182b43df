/** Joins words, with "and" or "or" before the last one: `a, b and c`. */
export const listed = (words: readonly string[], last: 'and' | 'or'): string =>
  // English of other regions has a comma before the last word.
  new Intl.ListFormat('en-GB', { type: last === 'and' ? 'conjunction' : 'disjunction' }).format(words);
