/** Matches a word as ids, numbers, times and addresses are written: colons, full stops and dashes belong to it. */
const WORD = /\b[\w:.-]+/g;

/** The least length of a word with a digit that is an id or a time. A status or an error code is shorter. */
const SHORTEST_ID = 5;

const replaced = (text: string, shortest: number, mark: string): string =>
  text.replace(WORD, (word) => (word.length >= shortest && /\d/.test(word) ? mark : word));

/**
 * Returns what is the same in all texts of one kind: without words that have a digit, such as ids, numbers and times.
 * `mark` replaces each of them.
 */
export const steadyText = (text: string, mark = ''): string => replaced(text, 1, mark);

/** Does the same and keeps short words: the status and the code in a refusal distinguish it from others. */
export const steadyRefusal = (text: string): string => replaced(text, SHORTEST_ID, '');
