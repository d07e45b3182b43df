import { describe, expect, it } from 'vitest';
import { Prober } from '../../../../src/engine/prober.ts';
import { isObject } from '../../../../src/values/json.ts';
import { setsNoStatus } from '../../../../suites/fiat-accounts/update-effects.ts';
import { worldOf } from '../../../support/world.ts';

const id = '183d5b6f-6813-4f5f-a0b4-f35987db60c6';

/** Returns the status after an update, given the one before, the one that was sent, and the number of updates so far. */
type Update = (before: string, sent: string | undefined, count: number) => string;

/** What is found wrong with the status of an account that a service updates so. */
async function found(update: Update) {
  let status = 'PENDING';
  let count = 0;
  const world = worldOf(
    ({ operation, input: { body } }) => {
      const sent = isObject(body) && typeof body['status'] === 'string' ? body['status'] : undefined;
      if (operation === 'putFiat') {
        count += 1;
        status = update(status, sent, count);
      }
      return { status: 200, body: { id, status, fiat_network_instructions: {}, created_at: '2025-01-01T00:00:00Z' } };
    },
    { fixtures: { updatable_fiat_account_id: id } },
  );
  const failures = await setsNoStatus(new Prober(world, 'FA-STATUS-ASSIGNED', 'putFiat'));
  return failures.map(({ actual }) => actual);
}

describe('the status of a fiat account after updates that name one', () => {
  it.each<[string, Update]>([
    ['is ignored', (before) => before],
    ['is set by an approval that is made meanwhile', (before, _, count) => (count === 3 ? 'APPROVED' : before)],
    ['is set by each update', () => 'PENDING'],
    [
      'is set by a check that sometimes ends before the answer',
      (_, __, count) => ([2, 3].includes(count) ? 'APPROVED' : 'PENDING'),
    ],
  ])('shows nothing when it %s', async (_, update) => {
    expect(await found(update)).toEqual([]);
  });

  it.each<[string, Update, string]>([
    ['takes any', (before, sent) => sent ?? before, '"REJECTED"'],
    ['takes any, and sets it back', (_, sent) => sent ?? 'PENDING', '"REJECTED"'],
    ['takes one, and sets it back', (_, sent) => (sent === 'APPROVED' ? sent : 'PENDING'), '"APPROVED"'],
  ])('is a failure when the service %s', async (_, update, actual) => {
    expect(await found(update)).toEqual([actual]);
  });
});
