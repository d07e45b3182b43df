import { expect, test } from 'vitest';
import { usageWords } from '../../../src/cli/usage-words.ts';

test.each([
  [
    "option '--format <format>' argument 'xml' is invalid. Allowed choices are text, json",
    '--format must be one of text, json, not "xml"',
  ],
  ["option '--out <dir>' argument missing", '--out needs a value: --out <dir>'],
  ["missing required argument 'id'", 'the argument <id> is missing'],
  ["unknown option '--nope'", "unknown option '--nope'"],
])('%s is said as: %s', (message, words) => {
  expect(usageWords(message)).toBe(words);
});
