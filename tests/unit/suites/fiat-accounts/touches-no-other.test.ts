import { expect, it } from 'vitest';
import { Prober } from '../../../../src/engine/prober.ts';
import { touchedNoOther } from '../../../../suites/fiat-accounts/update-effects.ts';
import { worldOf } from '../../../support/world.ts';

const [OWN, OTHER] = ['183d5b6f-6813-4f5f-a0b4-f35987db60c6', '283d5b6f-6813-4f5f-a0b4-f35987db60c6'];

const accountWith = (id: string, note: string) => ({
  id,
  fiat_network_instructions: {},
  status: 'PENDING',
  created_at: '2025-01-01T00:00:00Z',
  metadata: { note },
});

/** The failures at the end of a run with the id `run`, where a list and a read show this note of another account. */
function failuresWith(note: string) {
  const accounts = [accountWith(OWN, 'Whole run 1'), accountWith(OTHER, note)];
  const world = worldOf(
    ({ operation, input: { path } }) => ({
      status: 200,
      body: operation === 'listFiat' ? { items: accounts } : (accounts.find(({ id }) => id === path?.['id']) ?? null),
    }),
    { fixtures: { updatable_fiat_account_id: OWN } },
  );
  return touchedNoOther(new Prober(world, 'FA-UPDATE-TOUCHES-NO-OTHER', 'putFiat'));
}

it('an account that the run did not update may have metadata of its own', async () => {
  expect(await failuresWith('rent')).toEqual([]);
});

it('an account that the run did not update has no metadata of its updates', async () => {
  const [failure] = await failuresWith('Whole run 1');
  expect(failure).toMatchObject({ where: '/items/1/metadata', actual: '{"note":"Whole run 1"}' });
});
