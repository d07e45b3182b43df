import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readJson } from '../../validation/json-text.ts';

const problem = (text: string): string => {
  const read = readJson(text);
  return read.kind === 'wrong' ? read.problem : 'nothing is wrong';
};

describe('where JSON text stops being JSON', () => {
  it.each([
    ['{\n  "a": 1,\n}', 'line 3, column 1: expected a name in double quotes, got }'],
    ['{a: 1}', 'line 1, column 2: expected a name in double quotes or }, got a'],
    ["{'a': 1}", "line 1, column 2: expected a name in double quotes or }, got '"],
    ['// why\n{}', 'line 1, column 1: expected a value, got /'],
    ['{"a" 1}', 'line 1, column 6: expected a colon, got 1'],
    ['{"a": 1\n "b": 2}', 'line 2, column 2: expected a comma or }, got a string'],
    ['{"a": }', 'line 1, column 7: expected a value, got }'],
    ['[1 2]', 'line 1, column 4: expected a comma or ], got 2'],
    ['[1,]', 'line 1, column 4: expected a value, got ]'],
    ['[,]', 'line 1, column 2: expected a value or ], got ,'],
    ['[1, 2', 'line 1, column 6: expected a comma or ], got the end'],
    ['{} x', 'line 1, column 4: expected nothing more, got x'],
    ['{"a": [{"b": undefined}]}', 'line 1, column 14: expected a value, got u'],
    ['[01]', 'line 1, column 2: expected a value or ], got 0'],
    ['{"a": "b}', 'line 1, column 7: expected a value, got a string that is not closed'],
    ['{"a": "C:\\users"}', 'an unknown escape in it'],
    ['{"a":\u001b[31m}', 'line 1, column 6: expected a value, got U+001b'],
    ['CLIENT_SECRET=abc', 'line 1, column 1: expected a value, got C'],
    ['😀', 'line 1, column 1: expected a value, got 😀'],
    [' \n', 'it is empty'],
    ['\uFFFD\uFFFD{\0"\0', 'save it in that encoding'],
  ])('%j: %s', (text, sentence) => {
    expect(problem(text)).toContain(sentence);
    expect(problem(text)).not.toContain('abc');
  });

  it('is nowhere in JSON, with a byte order mark too', () => {
    expect(readJson('\uFEFF{"a":[1,{},[]]}')).toEqual({ kind: 'read', value: { a: [1, {}, []] } });
  });

  test('is found in whatever is not JSON', () => {
    const almost = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom(',', '"', '}', ']', ':', '', '1', "'", '\\', 'e'), fc.nat(2))
      .map(([json, at, put, drop]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + put + json.slice(place + drop);
      });
    fc.assert(
      fc.property(fc.oneof(almost, fc.string()), (text) => {
        const said = problem(text);
        expect(said).not.toContain('expected nothing more, got the end');
        expect(said).not.toMatch(/\p{C}/u);
      }),
      { numRuns: 5000 },
    );
  });
});
