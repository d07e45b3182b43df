// Writes src/contract/openapi/examples.json: one exchange of each operation with the embedded implementation, which the
// OpenAPI document contains as examples. Run it with `npm run openapi:examples`; a test checks the result against all
// rules.
import { writeFileSync } from 'node:fs';
import { definitionOf, operationNames, VERSION_PREFIX } from '../dist/src/contract/operations.js';
import { startEmbedded } from '../dist/src/run/embedded/embedded.js';

const ADDRESS = { country: 'USA', address1: '1 Main Street', city: 'New York', province: 'NY', zip_code: '10001' };
const WIRE = {
  account_number: '000123456789',
  fiat_account_owner_address: ADDRESS,
  routing_details: {
    routing_number_type: 'ABA',
    routing_number: '021000021',
    bank_name: 'Example Bank',
    bank_address: { ...ADDRESS, address1: '2 Bank Street' },
  },
};

/**
 * @import { Operation } from '../dist/src/contract/operations.js'
 * @typedef {{ path?: Record<string, string>, query?: Record<string, string>, body?: object }} Asked
 */

/**
 * Returns a request of each operation with every member that it accepts.
 * @returns {Record<Operation, Asked>}
 */
function requestsOf(fixtures) {
  const { profile_id, identity_id, account_id } = fixtures;
  const user = { identity_id, account_id };
  const metadata = { order: '42' };
  const list = { query: { limit: '1' } };
  return {
    putFiat: {
      path: { id: fixtures.fiat_accounts.wire.at(-1) },
      body: {
        fiat_account_owner: { institution_details: { name: 'Example Trading Ltd' } },
        fiat_network_instructions: { wire: WIRE },
        metadata,
      },
    },
    getFiat: { path: { id: fixtures.fiat_accounts.wire[0] } },
    listFiat: { query: { limit: '1', ids: fixtures.fiat_accounts.wire[0] } },
    fiatWithdrawal: {
      body: {
        asset: 'USD',
        fiat_account_id: fixtures.fiat_accounts.wire[0],
        profile_id,
        amount: '25.00',
        ref_id: 'payout-42',
        ...user,
        metadata,
        memo: 'Invoice 42',
      },
    },
    cryptoWithdrawal: {
      body: {
        profile_id,
        ...fixtures.crypto_destinations[0],
        amount: '0.01',
        ref_id: 'withdrawal-42',
        ...user,
        metadata,
      },
    },
    listInstructions: list,
    sandboxDeposit: {
      body: {
        amount: '100.00',
        asset: 'USD',
        memo_id: fixtures.memo_id,
        fiat_network_instructions: { wire: WIRE },
        fiat_account_owner: { person_details: { first_name: 'Ada', last_name: 'Example' } },
      },
    },
    listAccounts: list,
    createAddress: {
      body: {
        profile_id,
        crypto_network: 'ETHEREUM',
        ref_id: 'address-42',
        ...user,
        metadata,
        conversion_target_asset: 'NO_CONVERSION',
      },
    },
    listAddresses: list,
    addMembers: {
      body: {
        account_id,
        members: [{ identity_id: '3b1f2a52-6a1c-4f0e-9f57-1c8f4f4f9d10', roles: ['AUTHORIZED_USER'] }],
      },
    },
    listExecutions: list,
    getQuote: { path: fixtures.quote_executions[0] },
    affirm: { path: { transaction_id: fixtures.settlement_transactions.PENDING[0] } },
  };
}

const service = await startEmbedded();
const form = new URLSearchParams({ grant_type: 'client_credentials' });
const authorization = `Basic ${btoa(`${service.clientId}:${service.clientSecret}`)}`;
const granted = await fetch(service.authUrl, { method: 'POST', body: form, headers: { authorization } });
const { access_token: token } = /** @type {{ access_token: string }} */ (await granted.json());

/**
 * @param {Operation} operation
 * @param {Asked} asked
 */
async function exchange(operation, { path = {}, query, body }) {
  const { method, path: template } = definitionOf(operation);
  const place = template.replace(/\{(\w+)\}/g, (_, name) => path[name] ?? '');
  const answer = await fetch(`${service.url}${VERSION_PREFIX}${place}?${new URLSearchParams(query)}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answered = await answer.json();
  if (!answer.ok) throw new Error(`${operation} answered ${answer.status} ${JSON.stringify(answered)}`);
  return { path, ...(body ? { request: body } : {}), answer: answered };
}

const requests = requestsOf(service.fixtures);
const examples = {};
for (const operation of operationNames) examples[operation] = await exchange(operation, requests[operation]);
await service.close();
// The document does not name this member of an instruction (2.3).
for (const item of examples.listInstructions.answer.items) delete item.created_at;
writeFileSync('src/contract/openapi/examples.json', `${JSON.stringify(examples, null, 2)}\n`);
