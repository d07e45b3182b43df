import { describe, expect, it } from 'vitest';
import { underKeptKeys } from '../../../../suites/metadata/kept-metadata.ts';
import { embeddedReport } from '../../../support/embedded.ts';

describe('new metadata for an account that keeps its former keys', () => {
  it.each([
    { what: 'is unchanged when nothing is kept', pairs: { a: '1' }, kept: [], found: { a: '1' } },
    {
      what: 'is unchanged when all of its keys are kept',
      pairs: { a: '1', b: '2' },
      kept: ['b', 'a'],
      found: { a: '1', b: '2' },
    },
    {
      what: 'uses a kept key instead of a new one',
      pairs: { a: '1', b: '2' },
      kept: ['b', 'c'],
      found: { c: '1', b: '2' },
    },
    { what: 'prefers a kept key of the same length', pairs: { long: '1' }, kept: ['a', 'wide'], found: { wide: '1' } },
    {
      what: 'keeps a key for which no kept one is left',
      pairs: { a: '1', b: '2' },
      kept: ['c'],
      found: { c: '1', b: '2' },
    },
    { what: 'may be empty', pairs: {}, kept: ['a'], found: {} },
  ])('$what', ({ pairs, kept, found }) => {
    expect(underKeptKeys(pairs, kept)).toEqual(found);
  });
});

it('an account that is full and keeps former pairs shows that a long value is accepted', async () => {
  const { requirements } = await embeddedReport(
    { seed: '1', only: 'METADATA-VALUE-OVER-LIMIT' },
    { latitudes: ['update/adds-to-metadata'], faults: ['METADATA-VALUE-OVER-LIMIT/unchecked-on-update'] },
  );
  expect(requirements.map(({ by_operation }) => by_operation['putFiat'])).toEqual(['failed']);
});
