import { describe, expect, test } from 'vitest';
import { steadyRefusal, steadyText } from '../../../src/values/steady-text.ts';

describe('what is the same in texts of one kind', () => {
  test.each([
    ['id 3f2504e0-4f89-41d3-9a0c-0305e82c3301 is unknown', 'id  is unknown'],
    ['fa_8Zk2Qx is unknown', ' is unknown'],
    ['{"detail":"locked","at":"2026-11-28T12:00:00.123Z"}', '{"detail":"locked","at":""}'],
    ['2026-11-28T12:00:00+01:00', '+'],
    ['requests from 10.0.0.1:8080 are blocked', 'requests from  are blocked'],
    ['{"code":1001,"ids":[1,2.5]}', '{"code":,"ids":[,]}'],
    ['no member: neither-nor.', 'no member: neither-nor.'],
    ['', ''],
  ])('%s: %s', (text, steady) => expect(steadyText(text)).toBe(steady));

  test('marks each word that is left out', () => {
    expect(steadyText('page 2 has 17 items', '#')).toBe('page # has # items');
  });

  test.each([
    ['403 E42: request 8f3a2 was refused', '403 E42: request  was refused'],
    ['409 used at 12:30 for 1000', '409 used at  for 1000'],
    ['no-7 and no-12345', 'no-7 and '],
  ])('of a refusal, with its short codes: %s', (text, steady) => expect(steadyRefusal(text)).toBe(steady));

  test.each([
    'T'.repeat(200_000),
    'a:'.repeat(100_000),
    '- '.repeat(100_000),
  ])('takes a time that grows with the length of the text only', (text) => {
    expect([steadyText(text), steadyRefusal(text)]).toEqual([text, text]);
  });
});
