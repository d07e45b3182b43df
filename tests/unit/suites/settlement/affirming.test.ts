import { describe, expect, it } from 'vitest';
import { NOT_CONCERNED } from '../../../../src/engine/row.ts';
import { touched } from '../../../../suites/settlement/affirming.ts';
import { answeredWith } from '../../../support/exchanges.ts';

const DAY_MS = 24 * 3_600_000;
const CREATED = '2026-03-02T00:00:00Z';

const affirmed = (updated_at: string, answeredAfter: number) =>
  answeredWith(
    'affirm',
    { id: 'transaction-1', ref_id: 'settlement-1', legs: [], status: 'AFFIRMED', created_at: CREATED, updated_at },
    { startedAt: Date.parse(CREATED) + answeredAfter },
  );

describe('updated_at of an affirmed transaction', () => {
  it('may be any time later than created_at, whatever the clock of the service shows', () => {
    expect(touched(affirmed('2026-03-02T00:00:05Z', DAY_MS))).toEqual([]);
    expect(touched(affirmed('2026-03-02T00:00:05Z', -2 * DAY_MS))).toEqual([]);
  });

  it('must not be equal to created_at', () => {
    expect(touched(affirmed(CREATED, DAY_MS))).toMatchObject([{ where: '/updated_at' }]);
  });

  it('is not judged when the transaction may have been created a moment before', () => {
    expect(touched(affirmed(CREATED, 1))).toBe(NOT_CONCERNED);
  });
});
