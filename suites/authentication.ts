import { CannotTell } from '../engine/cannot-tell.ts';
import { evidence, failure, refusal } from '../engine/evidence.ts';
import type { Probing } from '../engine/probing.ts';
import { must, observe, probe, question, suite, survey } from '../engine/row.ts';
import { type Credentials, isAccepted, type RequestInput } from '../model/exchange.ts';
import { listOperations, operationNames, pathParameters } from '../model/operations.ts';
import type { Failure } from '../model/outcome.ts';
import { tallied } from './conventions.ts';
import { minimal, unknownId } from './requests.ts';

/**
 * A lawful request of the operation; where a fixture is missing, one that names unknown things, since who may not come in
 * need not be told that nothing is there.
 */
function request(p: Probing): { readonly input: RequestInput; readonly lawful: boolean } {
  try {
    if (p.operation === 'affirm') return { input: { path: { transaction_id: pending(p) } }, lawful: true };
    return { input: minimal(p, p.operation), lawful: true };
  } catch (error) {
    if (!(error instanceof CannotTell)) throw error;
    const path = Object.fromEntries(pathParameters(p.operation).map((name) => [name, unknownId(p, name)]));
    return { input: { path, body: {} }, lawful: false };
  }
}

/** A PENDING transaction that is not used up: a request that is refused changes nothing. */
const pending = (p: Probing): string =>
  p.fixture('settlement_transactions.PENDING', ({ settlement_transactions }) =>
    settlement_transactions?.PENDING?.at(-1),
  );

/** The run's token, proven by one accepted call: without it a refusal says nothing of the credentials. */
function tokenProven(p: Probing): Promise<void> {
  return p.once('token proven', async () => {
    for (const operation of listOperations) {
      if (isAccepted(await p.send(operation))) return;
    }
    throw new CannotTell('no list was answered with success, so that the token itself is not proven', 'ACCESS_TOKEN');
  });
}

async function refusedWith(p: Probing, credentials: Credentials, claim: string): Promise<readonly Failure[]> {
  await tokenProven(p);
  const { input, lawful } = request(p);
  const answer = await p.send(p.operation, { ...input, credentials });
  if (isAccepted(answer)) {
    return [failure(answer, { expected: `${claim}: refused`, actual: `accepted with ${answer.response.status}` })];
  }
  if (answer.response.status === 401) return [];
  if (evidence(answer) === 'transient')
    throw new CannotTell(`answered ${refusal(answer)}, which says nothing of the credentials`);
  if (!lawful || p.operation === 'affirm') {
    throw new CannotTell(
      `answered ${refusal(answer)}, which may have another cause than the credentials`,
      missingFixture(p),
    );
  }
  await p.accepted({ operation: p.operation, input: () => minimal(p, p.operation) });
  return [];
}

const missingFixture = (p: Probing): string =>
  p.operation === 'affirm' ? 'settlement_transactions.PENDING' : 'quote_executions';

const CITES = ['Every operation requires the header Authorization: Bearer <ACCESS_TOKEN>.'] as const;

/** Section 5: each of the 14 operations is closed to whoever has no token. */
export const authentication = suite('5', operationNames, {
  'AUTH-HEADER-MISSING': must(
    'A request without the Authorization header is refused',
    { aspect: 'authentication', cites: CITES },
    probe((p) => refusedWith(p, 'none', 'a request without Authorization')),
  ),
  'AUTH-TOKEN-UNKNOWN': must(
    'A request with a token that was never issued is refused',
    { aspect: 'authentication', cites: CITES },
    probe((p) => refusedWith(p, { header: `Bearer ${unknownId(p, 'token').replaceAll('-', '')}` }, 'an unknown token')),
  ),
  'AUTH-TOKEN-MALFORMED': must(
    'A request with a Bearer header that holds no token is refused',
    { aspect: 'authentication', cites: CITES },
    probe(async (p) => {
      const empty = await refusedWith(p, { header: 'Bearer' }, 'Bearer without a token');
      return empty.length > 0 ? empty : refusedWith(p, { header: 'Bearer not a token' }, 'Bearer with three words');
    }),
  ),
  'AUTH-OTHER-SCHEME': must(
    'The token under another scheme than Bearer is refused',
    { aspect: 'authentication', cites: CITES },
    probe((p) => refusedWith(p, { scheme: 'Basic' }, 'the token under the scheme Basic')),
  ),
  'AUTH-SCHEME-CASE': observe(
    'Whether the scheme may be written in lower case',
    {
      aspect: 'authentication',
      on: ['listFiat'],
      cites: ['The service uses OAuth 2 with the client credentials grant.'],
    },
    question(async (p) => {
      const answer = await p.send(p.operation, { credentials: { scheme: 'bearer' } });
      return isAccepted(answer) ? '"bearer" is accepted' : `"bearer" is refused with ${refusal(answer)}`;
    }),
  ),
  'AUTH-REFUSAL': observe(
    'How a request without valid credentials is refused',
    { aspect: 'authentication', cites: ['Token endpoint address ({auth_url}), scopes and token lifetime: not shown.'] },
    survey(
      tallied(({ request, response }) =>
        request.credentials === 'token'
          ? undefined
          : `${response.status}${response.headers['www-authenticate'] === undefined ? '' : ' with WWW-Authenticate'}`,
      ),
    ),
  ),
});
