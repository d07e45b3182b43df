// One lawful request for each operation, from the fixtures of a service: what tools get that cannot find ids themselves.

const WIRE = {
  account_number: '000123456789',
  routing_details: { routing_number_type: 'ABA', routing_number: '021000021', bank_name: 'Example Bank' },
};

export function lawful(fixtures, token) {
  const { profile_id, identity_id, account_id } = fixtures;
  const [wire] = fixtures.fiat_accounts.wire;
  const [quote] = fixtures.quote_executions;
  const [transaction] = fixtures.settlement_transactions.PENDING;
  const [{ asset, crypto_network, destination_address }] = fixtures.crypto_destinations;
  const unique = () => `peer-${Math.random().toString(36).slice(2)}`;
  const requests = {
    putFiat: { method: 'PUT', path: `/transfer/fiat-accounts/${wire}`, body: { metadata: { note: 'kept' } } },
    getFiat: { method: 'GET', path: `/transfer/fiat-accounts/${wire}` },
    listFiat: { method: 'GET', path: '/transfer/fiat-accounts?limit=5' },
    fiatWithdrawal: {
      method: 'POST',
      path: '/transfer/fiat-withdrawals',
      body: {
        asset: 'USD',
        fiat_account_id: wire,
        profile_id,
        amount: '0.50',
        ref_id: unique(),
        memo: 'memo',
        identity_id,
        account_id,
      },
    },
    cryptoWithdrawal: {
      method: 'POST',
      path: '/transfer/crypto-withdrawals',
      body: {
        profile_id,
        destination_address,
        asset,
        crypto_network,
        amount: '0.0001',
        ref_id: unique(),
        identity_id,
        account_id,
      },
    },
    listInstructions: { method: 'GET', path: '/transfer/fiat-deposit-instructions?limit=5' },
    sandboxDeposit: {
      method: 'POST',
      path: '/sandbox/fiat-deposits',
      body: { amount: '1.00', asset: 'USD', memo_id: fixtures.memo_id, fiat_network_instructions: { wire: WIRE } },
    },
    listAccounts: { method: 'GET', path: '/identity/accounts?limit=5' },
    createAddress: {
      method: 'POST',
      path: '/transfer/deposit-addresses',
      body: {
        profile_id,
        crypto_network: 'ETHEREUM',
        ref_id: unique(),
        identity_id,
        account_id,
        metadata: { note: 'kept' },
      },
    },
    listAddresses: { method: 'GET', path: '/transfer/deposit-addresses?limit=5' },
    addMembers: {
      method: 'POST',
      path: '/identity/account-members',
      body: {
        account_id,
        members: [{ identity_id: fixtures.new_member_identity_id ?? identity_id, roles: ['AUTHORIZED_USER'] }],
      },
    },
    listExecutions: { method: 'GET', path: '/executions?limit=5' },
    getQuote: { method: 'GET', path: `/profiles/${quote.profile_id}/quote-executions/${quote.id}` },
    affirm: { method: 'PUT', path: `/settlement/transactions/${transaction}/affirm` },
  };
  return Object.fromEntries(
    Object.entries(requests).map(([operation, request]) => [
      operation,
      { ...request, path: `/v2${request.path}`, headers: { authorization: `Bearer ${token}` } },
    ]),
  );
}
