// The lawful requests as an Arazzo document, with what its criteria can say of the answers.

const is = (pointer, value) => ({ condition: `$response.body#/${pointer} == '${value}'` });

/** What the document says of an answer, as far as a condition can compare a member with a value. */
const CRITERIA = {
  fiatWithdrawal: ({ body }) => [is('profile_id', body.profile_id), is('asset', 'USD'), is('direction', 'DEBIT')],
  cryptoWithdrawal: ({ body }) => [
    is('profile_id', body.profile_id),
    is('asset', body.asset),
    is('type', 'CRYPTO_WITHDRAWAL'),
  ],
  createAddress: ({ body }) => [is('profile_id', body.profile_id), is('crypto_network', body.crypto_network)],
  addMembers: ({ body }) => [is('account_id', body.account_id)],
  affirm: () => [is('status', 'AFFIRMED')],
};

/** Requests that the document forbids: nothing but a refusal is right. */
const refusals = ({ fiatWithdrawal, cryptoWithdrawal }) => ({
  'both-of-fiat': { operation: 'fiatWithdrawal', body: { ...fiatWithdrawal.body, total: '1.00' } },
  'neither-of-fiat': { operation: 'fiatWithdrawal', body: { ...fiatWithdrawal.body, amount: undefined } },
  'both-of-crypto': { operation: 'cryptoWithdrawal', body: { ...cryptoWithdrawal.body, total: '1' } },
  'without-profile': { operation: 'fiatWithdrawal', body: { ...fiatWithdrawal.body, profile_id: undefined } },
});

function parametersOf(path, operation) {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const parts = pathname.split('/');
  const named = {
    putFiat: { id: parts.at(-1) },
    getFiat: { id: parts.at(-1) },
    getQuote: { profile_id: parts[3], id: parts.at(-1) },
    affirm: { transaction_id: parts.at(-2) },
  };
  return [
    ...Object.entries(named[operation] ?? {}).map(([name, value]) => ({ in: 'path', name, value })),
    ...[...searchParams].map(([name, value]) => ({ in: 'query', name, value: Number(value) })),
  ];
}

const step = (stepId, operation, path, body, successCriteria) => ({
  stepId,
  operationId: `$sourceDescriptions.api.${operation}`,
  parameters: parametersOf(path, operation),
  ...(body ? { requestBody: { contentType: 'application/json', payload: JSON.parse(JSON.stringify(body)) } } : {}),
  successCriteria,
});

export function arazzo(requests, openapi) {
  const steps = Object.entries(requests).map(([operation, request]) =>
    step(operation, operation, request.path, request.body, [
      { condition: '$statusCode == 200' },
      ...(CRITERIA[operation]?.(request) ?? []),
    ]),
  );
  const refused = Object.entries(refusals(requests)).map(([id, { operation, body }]) =>
    step(id, operation, requests[operation].path, body, [{ condition: '$statusCode != 200' }]),
  );
  const workflow = ({ stepId, ...rest }) => ({
    workflowId: stepId,
    parameters: [{ in: 'header', name: 'Authorization', value: requests.listFiat.headers.authorization }],
    steps: [{ stepId, ...rest }],
  });
  return {
    arazzo: '1.0.1',
    info: { title: 'Lawful requests', version: '1' },
    sourceDescriptions: [{ name: 'api', type: 'openapi', url: openapi }],
    workflows: [...steps, ...refused].map(workflow),
  };
}
