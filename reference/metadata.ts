import { type Choices, decision } from './decision.ts';
import { type Fields, isFields, Problem } from './problem.ts';

const most = decision(6, {
  faults: { 'METADATA-PAIRS-OVER-LIMIT/accepts-seven': 7, 'METADATA-PAIRS-AT-LIMIT/accepts-five-at-most': 5 },
});
const longestKey = decision(100, {
  faults: { 'METADATA-KEY-OVER-LIMIT/accepts-101': 101, 'METADATA-KEY-AT-LIMIT/accepts-99-at-most': 99 },
});
const longestValue = decision(100, {
  faults: { 'METADATA-VALUE-OVER-LIMIT/accepts-101': 101, 'METADATA-VALUE-AT-LIMIT/accepts-99-at-most': 99 },
});
const kept = decision((pairs: Fields): Fields => pairs, {
  faults: {
    'METADATA-ECHO/lowercases-keys': (pairs) =>
      Object.fromEntries(Object.entries(pairs).map(([key, value]) => [key.toLowerCase(), value])),
    'METADATA-ECHO/loses-the-last-pair': (pairs) => Object.fromEntries(Object.entries(pairs).slice(0, 1)),
  },
});
const length = decision((text: string): number => [...text].length, {
  latitudes: { 'length/utf-16-units': (text) => text.length, 'length/bytes': (text) => Buffer.byteLength(text) },
});

/** Length in characters, counted as this instance counts. */
export const count = (choices: Choices, text: string): number => choices.of(length)(text);

/** Metadata (2.1): at most 6 pairs of strings, each key and value at most 100 characters. */
export function metadata(choices: Choices, body: Fields): Fields | undefined {
  const given = body['metadata'];
  if (given === undefined || given === null) return undefined;
  if (!isFields(given)) throw new Problem(400, 'metadata must be an object');
  const pairs = Object.entries(given);
  if (pairs.length > choices.of(most)) throw new Problem(400, 'metadata has at most 6 pairs');
  for (const [key, value] of pairs) {
    if (typeof value !== 'string') throw new Problem(400, 'metadata values are strings');
    if (count(choices, key) > choices.of(longestKey))
      throw new Problem(400, 'a metadata key has at most 100 characters');
    if (count(choices, value) > choices.of(longestValue))
      throw new Problem(400, 'a metadata value has at most 100 characters');
  }
  return choices.of(kept)(Object.fromEntries(pairs));
}
