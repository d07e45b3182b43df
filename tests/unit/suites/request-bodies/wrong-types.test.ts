import { expect, it } from 'vitest';
import { Prober } from '../../../../src/engine/prober.ts';
import { at, isObject, type JsonObject } from '../../../../src/values/json.ts';
import { takesTypes } from '../../../../suites/request-bodies/wrong-types.ts';
import { worldOf } from '../../../support/world.ts';

const id = '183d5b6f-6813-4f5f-a0b4-f35987db60c6';
const OWNER = { institution_details: { name: 'Example Inc' } };

/** An account with these bank details. */
const accountOn = (fiat_network_instructions: JsonObject) => ({
  id,
  fiat_account_owner: OWNER,
  fiat_network_instructions,
  status: 'PENDING',
  created_at: '2025-01-01T00:00:00Z',
});

/** The owners that updates send, where the service answers this many of them and loses the next one. */
async function ownersSent(answered: number) {
  const sent: unknown[] = [];
  const account = accountOn({});
  const world = worldOf(
    ({ operation, input: { body } }) => {
      const owner = isObject(body) ? body['fiat_account_owner'] : undefined;
      if (operation === 'putFiat' && owner !== undefined) sent.push(owner);
      return sent.length === answered + 1 ? { lost: 'closed' } : { status: 200, body: account };
    },
    { fixtures: { updatable_fiat_account_id: id } },
  );
  await takesTypes(new Prober(world, 'FA-WRONG-TYPES', 'putFiat')).catch(() => undefined);
  return sent;
}

it('the owner is restored if a request without an answer ends the check', async () => {
  expect((await ownersSent(2)).at(-1)).toEqual(OWNER);
});

it.each([
  ['wire', { wire: { account_number: '12345432' } }],
  ['another network', { cubix: { account_id: '4' } }],
])('wire details with a number as account number are sent to an account on %s', async (_, details) => {
  const sent: unknown[] = [];
  const world = worldOf(
    ({ operation, input: { body } }) => {
      if (operation === 'putFiat') sent.push(at(body, '/fiat_network_instructions/wire/account_number'));
      return { status: 200, body: accountOn(details) };
    },
    { fixtures: { updatable_fiat_account_id: id } },
  );
  await takesTypes(new Prober(world, 'FA-WRONG-TYPES', 'putFiat'));
  expect(sent).toContainEqual(expect.any(Number));
});
