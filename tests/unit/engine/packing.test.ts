import { describe, expect, test } from 'vitest';
import { difference, includes, packed, patched } from '../../../src/engine/packing.ts';

describe('changes to one request', () => {
  test.each([
    ['are none when none are given', [], []],
    ['are combined when they set different members', [{ memo: 'm' }, { metadata: {} }], [{ memo: 'm', metadata: {} }]],
    [
      'are kept apart when they set one member to different values',
      [{ memo: 'a' }, { memo: 'b' }],
      [{ memo: 'a' }, { memo: 'b' }],
    ],
    ['are merged when they are equal', [{ memo: 'a' }, { memo: 'a' }], [{ memo: 'a' }]],
    [
      'begin with the one that sets the most members',
      [{ memo: 'a' }, { account: 'w', memo: 'b' }, { account: 'w' }],
      [{ account: 'w', memo: 'b' }, { memo: 'a' }],
    ],
    [
      'are kept apart when one omits a member that another sets',
      [{ amount: null, total: '2' }, { amount: '1' }],
      [{ amount: null, total: '2' }, { amount: '1' }],
    ],
    [
      'are combined when they set a member to objects with equal members',
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

  test('turn one body into another when they are the difference between the two', () => {
    const [from, to] = [
      { asset: 'USD', amount: '1' },
      { asset: 'USD', total: '2' },
    ];
    expect(difference(from, to)).toEqual({ amount: null, total: '2' });
    expect(patched(from, difference(from, to))).toEqual(to);
  });
});
