import { describe, expect, it } from 'vitest';
import { underKeptKeys } from '../../../../suites/metadata/kept-metadata.ts';

describe('metadata under the keys that an account keeps', () => {
  it.each([
    { what: 'stay where nothing is kept', pairs: { a: '1' }, kept: [], found: { a: '1' } },
    { what: 'stay where all of them are kept', pairs: { a: '1', b: '2' }, kept: ['b', 'a'], found: { a: '1', b: '2' } },
    { what: 'take a kept key', pairs: { a: '1', b: '2' }, kept: ['b', 'c'], found: { c: '1', b: '2' } },
    { what: 'take one of the same length first', pairs: { long: '1' }, kept: ['a', 'wide'], found: { wide: '1' } },
    { what: 'keep what finds no other', pairs: { a: '1', b: '2' }, kept: ['c'], found: { c: '1', b: '2' } },
    { what: 'may be none', pairs: {}, kept: ['a'], found: {} },
  ])('$what', ({ pairs, kept, found }) => {
    expect(underKeptKeys(pairs, kept)).toEqual(found);
  });
});
