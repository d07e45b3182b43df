import { describe, expect, test } from 'vitest';
import { difference, includes, packed, patched } from '../../../src/engine/packing.ts';

describe('changes of one request', () => {
  test.each([
    ['none', [], []],
    ['other members go together', [{ memo: 'm' }, { metadata: {} }], [{ memo: 'm', metadata: {} }]],
    ['two values of a member do not', [{ memo: 'a' }, { memo: 'b' }], [{ memo: 'a' }, { memo: 'b' }]],
    ['the same value twice is one', [{ memo: 'a' }, { memo: 'a' }], [{ memo: 'a' }]],
    [
      'what names most members comes first',
      [{ memo: 'a' }, { account: 'w', memo: 'b' }, { account: 'w' }],
      [{ account: 'w', memo: 'b' }, { memo: 'a' }],
    ],
    [
      'a member that is left out and one that is given',
      [{ amount: null, total: '2' }, { amount: '1' }],
      [{ amount: null, total: '2' }, { amount: '1' }],
    ],
    [
      'objects compare by their members',
      [{ metadata: { a: '1' } }, { metadata: { a: '1' }, memo: 'm' }],
      [{ metadata: { a: '1' }, memo: 'm' }],
    ],
  ])('%s', (_, changes, expected) => {
    expect(packed(changes)).toEqual(expected);
  });

  test.each([
    [{ memo: 'm', metadata: {} }, { memo: 'm' }, true],
    [{ memo: 'm' }, { memo: 'n' }, false],
    [{ memo: 'm' }, { metadata: {} }, false],
    [{ memo: 'm' }, {}, true],
  ])('%j includes %j: %s', (whole, change, expected) => {
    expect(includes(whole, change)).toBe(expected);
  });

  test('a body with the difference to another is that other', () => {
    const [from, to] = [
      { asset: 'USD', amount: '1' },
      { asset: 'USD', total: '2' },
    ];
    expect(difference(from, to)).toEqual({ amount: null, total: '2' });
    expect(patched(from, difference(from, to))).toEqual(to);
  });
});
