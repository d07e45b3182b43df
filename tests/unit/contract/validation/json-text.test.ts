import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readHandwritten, readJson } from '../../../../src/contract/validation/json-text.ts';

const problem = (text: string): string => {
  const read = readJson(text);
  return read.kind === 'wrong' ? read.problem : 'nothing is wrong';
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('the message about text that is not JSON', () => {
  it.each([
    ['{\n  "a": 1,\n}', 'line 3, column 1: a name is expected'],
    [
      '{a: 1}',
      'line 1, column 2: unexpected character at the start of a value or name: names and strings need double quotes',
    ],
    ["{'a': 1}", 'line 1, column 2: unexpected character at the start of a value or name'],
    ['// why\n{}', 'line 1, column 1: JSON has no comments'],
    ['{"a" 1}', 'line 1, column 6: a colon is expected'],
    ['{"a": 1\n "b": 2}', 'line 2, column 2: a comma or a closing bracket is expected'],
    ['{"a": }', 'line 1, column 7: a value is expected'],
    ['[1 2]', 'line 1, column 4: a comma or a closing bracket is expected'],
    ['[1,]', 'line 1, column 4: a value is expected'],
    ['[1, 2', 'line 1, column 6: ] is expected'],
    ['{"a": 1', 'line 1, column 8: } is expected'],
    ['{} 1', 'line 1, column 4: the document should end here'],
    ['{"a": [{"b": undefined}]}', 'line 1, column 14: unexpected character at the start of a value or name'],
    ['[01]', 'line 1, column 3: a comma or a closing bracket is expected'],
    ['[1.]', 'line 1, column 2: the number is incomplete'],
    ['{"a": "b}', 'line 1, column 7: the string that begins here does not end on its line'],
    ['{"a": "b\tc"}', 'line 1, column 7: a control character in a string must be an escape sequence such as \\n'],
    ['{"a": "C:\\users"}', 'write a backslash as \\\\'],
    ['{"a": "C:\\Windows"}', 'unknown escape sequence'],
    ['CLIENT_SECRET=abc', 'line 1, column 1: unexpected character at the start of a value or name'],
    [' \n', 'it is empty'],
    ['\uFFFD\uFFFD{\0"\0', 'save it in that encoding'],
  ])('for %j says: %s', (text, sentence) => {
    expect(problem(text)).toContain(sentence);
    expect(problem(text)).not.toContain('abc');
  });

  it('is absent for JSON with a byte order mark', () => {
    expect(readJson('\uFEFF{"a":[1,{},[]]}')).toEqual({ kind: 'read', value: { a: [1, {}, []] } });
  });

  test('has a line and a column for any text that is not JSON', () => {
    const almost = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom(',', '"', '}', ']', ':', '', '1', "'", '\\', 'e'), fc.nat(2))
      .map(([json, at, put, drop]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + put + json.slice(place + drop);
      });
    fc.assert(
      fc.property(fc.oneof(almost, fc.string()), (text) => {
        const said = problem(text);
        expect(said).toMatch(isJson(text) ? /^nothing is wrong$/ : /line \d+, column \d+: |is empty|in UTF-8/);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('JSON that a person wrote', () => {
  const own = (text: string): string => {
    const read = readHandwritten(text);
    return read.kind === 'wrong' ? read.problem : 'nothing is wrong';
  };

  it('must not repeat a name in an object', () => {
    expect(own('{"a": 1,\n "b": 2, "a": 3}')).toBe('line 2, column 10: this name is already used in its object');
    expect(own('{"a": [{"a": 1}, {"a": {"a": 2}}]}')).toBe('nothing is wrong');
  });
});
