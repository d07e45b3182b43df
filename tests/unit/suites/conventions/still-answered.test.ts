import { describe, expect, it } from 'vitest';
import { exercise } from '../../../../src/engine/exercise.ts';
import type { NonEmpty } from '../../../../src/values/non-empty.ts';
import { rows } from '../../../../suites/index.ts';
import { worldOf } from '../../../support/world.ts';

const found = rows.find(({ id }) => id === 'OPERATION-ANSWERED');

/** Exercises the row on a list that answers with these statuses in turn, the last of them from then on. */
async function closingAfter(...statuses: NonEmpty<number>) {
  if (!found) throw new Error('there is no such row');
  const world = worldOf(({ index }) => ({
    status: statuses[Math.min(index, statuses.length - 1)] ?? 0,
    body: { items: [] },
  }));
  await exercise(found, 'listFiat', world, { part: 'fixed' });
  // Another check meets the error.
  if (statuses.length > 1) world.shared.erring.add('listFiat');
  const outcome = await exercise(found, 'listFiat', world, { part: 'closing' });
  return { kind: outcome.kind, asked: world.asked.length };
}

describe('an operation that was answered with success', () => {
  it('fails if it is answered with server errors after all other checks', async () => {
    expect((await closingAfter(200, 500)).kind).toBe('fails');
  });

  it('does not fail after a single error, nor if it is refused for its rate', async () => {
    expect((await closingAfter(200, 500, 200)).kind).not.toBe('fails');
    expect((await closingAfter(200, 429)).kind).not.toBe('fails');
  });

  it('is not asked again if it never answered with a server error', async () => {
    expect((await closingAfter(200)).asked).toBe(1);
  });
});
