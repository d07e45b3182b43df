/** Maximum number of names of one flag in a sentence. */
const MOST_NAMED = 6;

function briefWord(word: string): string {
  const names = word.split(',');
  return names.length <= MOST_NAMED
    ? word
    : `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`;
}

/** Shortens the `selection` of a report for a sentence: what failed before may be hundreds of requirements. */
export const briefSelection = (selection: string): string => selection.split(' ').map(briefWord).join(' ');
