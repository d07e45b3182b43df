/** A mistake of the user. The message is one sentence that says what to do. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

/** What is wrong with a value, in words that follow the name of its setting: `must be a number, not "x"`. */
export class Problem extends Error {
  override readonly name = 'Problem';
}
