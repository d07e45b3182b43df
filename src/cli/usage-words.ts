/** Texts of commander, and what this command says instead: the flag first, as in the messages of its own. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /^option '(-[\w-]+)[^']*' argument '(.*)' is invalid\. Allowed choices are (.+)$/s,
    '$1 must be one of $3, not "$2"',
  ],
  [/^option '((-[\w-]+)[^']*)' argument missing$/, '$2 needs a value: $1'],
  [/^missing required argument '([\w-]+)'$/, 'the argument <$1> is missing'],
];

/** Rewrites a message of commander in the words of this command. Returns any other message as it is. */
export function usageWords(message: string): string {
  const [pattern, words] = WORDS.find(([each]) => each.test(message)) ?? [];
  return pattern === undefined || words === undefined ? message : message.replace(pattern, words);
}
