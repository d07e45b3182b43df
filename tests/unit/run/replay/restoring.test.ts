import { expect, it } from 'vitest';
import type { RequestInput } from '../../../../src/model/exchange.ts';
import { restoring } from '../../../../src/run/replay/restoring.ts';
import type { Json, JsonObject } from '../../../../src/values/json.ts';
import { exchange } from '../../../support/exchanges.ts';

const path = { id: '183d5b6f-6813-4f5f-a0b4-f35987db60c6' };

/** The requests around an update of an account with this body, where the account has these members before. */
async function requestsAround(account: JsonObject, body: Json, status = 200) {
  const sent: (readonly [string, RequestInput])[] = [];
  const send = async (operation: 'getFiat' | 'putFiat', input: RequestInput) => {
    sent.push([operation, input]);
    return exchange(operation, { status, body: account }, input);
  };
  await restoring(send, { path, body }, async () => sent.push(['putFiat', { path, body }]));
  return sent;
}

const account = {
  id: path.id,
  status: 'APPROVED',
  fiat_account_owner: { institution_details: { name: 'Example Inc' } },
  fiat_network_instructions: { wire: { account_number: '12345432' } },
  created_at: '2025-01-01T00:00:00Z',
};

it('an account gets back the members that the request of a failure replaced', async () => {
  const body = { metadata: { a: 'b' }, fiat_network_instructions: { dbs_act: { account_number: 1 } } };
  const { fiat_network_instructions } = account;
  expect(await requestsAround(account, body)).toEqual([
    ['getFiat', { path }],
    ['putFiat', { path, body }],
    ['putFiat', { path, body: { fiat_network_instructions } }],
  ]);
});

it.each([
  ['cannot be read', 404, { fiat_network_instructions: {} }],
  ['has none of these members', 200, { metadata: {} }],
])('nothing is sent after the request if the account %s', async (_, status, body) => {
  expect(await requestsAround(account, body, status)).toHaveLength(2);
});
