import { describe, expect, it } from 'vitest';
import { filtersFor } from '../../../../suites/fiat-accounts/updated-look-ups.ts';

describe('the filters for an account that was updated', () => {
  it('are its ref_id and the minutes around its creation, whatever part of a minute the list shows', () => {
    expect(filtersFor({ ref_id: 'r', created_at: '2026-02-28T23:59:00.5Z' })).toEqual({
      ref_ids: ['r'],
      'created_at.gte': '2026-02-28T23:58:00Z',
      'created_at.lt': '2026-03-01T00:00:01Z',
    });
  });

  it('are those that the list allows', () => {
    expect(filtersFor({ ref_id: '', created_at: 'unknown' })).toEqual({});
  });
});
