import { expect, it } from 'vitest';
import { Prober } from '../../../../src/engine/prober.ts';
import type { JsonObject } from '../../../../src/values/json.ts';
import { updated } from '../../../../suites/fiat-accounts/updating.ts';
import { worldOf } from '../../../support/world.ts';

const ID = '183d5b6f-6813-4f5f-a0b4-f35987db60c6';

const accountWith = (note: string) => ({
  id: ID,
  fiat_network_instructions: {},
  status: 'APPROVED',
  created_at: '2025-01-01T00:00:00Z',
  metadata: { note },
});

const holdsNew = ({ metadata }: JsonObject) =>
  JSON.stringify(metadata) === '{"note":"new"}' ? undefined : { expected: 'the new note', actual: 'the former one' };

/** A target whose reads show an update only after the given number of them, with a prober of it. */
function readLate(reads: number) {
  let read = 0;
  const world = worldOf(
    ({ operation }) => {
      if (operation === 'getFiat') read += 1;
      return { status: 200, body: accountWith(operation === 'putFiat' || read > reads ? 'new' : 'former') };
    },
    { fixtures: { updatable_fiat_account_id: ID } },
  );
  const update = () =>
    updated(new Prober(world, 'FA-UPDATE-METADATA', 'putFiat'), { metadata: { note: 'new' } }, holdsNew);
  return { update, count: () => read };
}

/** As many reads as are made in the usual time, and no more. */
const USUAL_READS = 7;

it('an update that reads show late is waited for', async () => {
  const { update, count } = readLate(USUAL_READS + 1);
  expect(await update()).toEqual([]);
  expect(count()).toBeGreaterThan(USUAL_READS + 1);
});

it('an update that reads never show fails, and holds up only the first check', async () => {
  const { update, count } = readLate(Number.POSITIVE_INFINITY);
  expect(await update()).toMatchObject([{ actual: 'the former one' }]);
  const first = count();
  expect(await update()).toMatchObject([{ actual: 'the former one' }]);
  expect(count() - first).toBeLessThan(first);
});
