import { describe, expect, it } from 'vitest';
import { NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../../../src/engine/judgement.ts';
import { touched } from '../../../../suites/settlement/affirmation-times.ts';
import { affirmedStatus } from '../../../../suites/settlement/affirming.ts';
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

describe('the status of an affirmed transaction', () => {
  const SECOND_MS = 1_000;
  const answer = (status: string, updatedBefore: number, startedAt = Date.parse(CREATED)) => ({
    ...answeredWith(
      'affirm',
      {
        ...{ id: 'transaction-1', ref_id: 'settlement-1', legs: [], status, created_at: CREATED },
        updated_at: new Date(Date.parse(CREATED) - updatedBefore).toISOString(),
      },
      { startedAt },
    ),
    request: { ...affirmed(CREATED, 0).request, path: { transaction_id: 'transaction-1' } },
  });

  it.each([
    'SETTLED',
    'EXPIRED',
    'CANCELLED',
  ])('may be %s only if the transaction ended before the request', (status) => {
    expect(affirmedStatus()(answer(status, 0))).toMatchObject([{ where: '/status' }]);
    expect(affirmedStatus()(answer(status, 10 * SECOND_MS))).toBe(NOTHING_TO_JUDGE);
  });

  it('is not judged where the transaction ended and the recording shows no times', () => {
    expect(affirmedStatus()(answer('SETTLED', 0, 0))).toBe(NOTHING_TO_JUDGE);
  });

  it.each(['SETTLED', 'EXPIRED'])('may be %s after an earlier affirmation', (status) => {
    const judge = affirmedStatus();
    expect(judge(answer('AFFIRMED', 0))).toEqual([]);
    expect(judge(answer(status, 0))).toBe(NOTHING_TO_JUDGE);
  });

  it('may not be CANCELLED after an earlier affirmation, since only the source profile cancels', () => {
    const judge = affirmedStatus();
    expect(judge(answer('AFFIRMED', 0))).toEqual([]);
    expect(judge(answer('CANCELLED', 10 * SECOND_MS))).toMatchObject([{ where: '/status' }]);
  });

  it('may not be PENDING', () => {
    expect(affirmedStatus()(answer('PENDING', 10 * SECOND_MS))).toMatchObject([{ where: '/status' }]);
  });
});
