import { expect, test } from 'vitest';
import { meant, nearest } from '../../../src/values/nearest.ts';

test.each([
  ['rnu', ['run', 'replay', 'serve'], 'run'],
  ['FW-TOTL', ['FW-ONE-OF', 'FW-TOTAL', 'CW-TOTAL'], 'FW-TOTAL'],
  ['getfait', ['getFiat', 'putFiat'], 'getFiat'],
  ['proxy-everything', ['proxy', 'plan'], undefined],
  ['x', ['run', 'merge'], undefined],
  ['', ['run'], undefined],
])('the nearest word to %s among %j is %s', (given, words, word) => {
  expect(nearest(given, words)).toBe(word);
});

test('no word is suggested when none is near', () => {
  expect([meant('doctr', ['doctor']), meant('zzzzz', ['doctor'])]).toEqual([' (did you mean doctor?)', '']);
});
