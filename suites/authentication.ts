import { listOperations, type Operation, operationNames, pathParameters } from '../src/contract/operations.ts';
import { evidence, failure, refusal } from '../src/engine/evidence.ts';
import { Inconclusive } from '../src/engine/inconclusive.ts';
import type { Probing } from '../src/engine/probing.ts';
import { must, observe, probe, question, suite, survey } from '../src/engine/row.ts';
import { type Exchange, isAccepted, type RequestInput } from '../src/model/exchange.ts';
import type { Failure } from '../src/model/outcome.ts';
import { type Affirmation, affirmation } from './affirmation.ts';
import { acceptsDespite } from './constraints/judging.ts';
import { tallied } from './conventions.ts';
import { type Wrong, wrongCredentials } from './credentials.ts';
import { minimal, plain, unknownId } from './requests.ts';
import { bearer } from './requests-made/headers.ts';

/**
 * A lawful request of the operation; where a fixture is missing, one that names unknown things, since who may not come in
 * need not be told that nothing is there.
 */
function request(p: Probing): { readonly input: RequestInput; readonly lawful: boolean } {
  try {
    return { input: minimal(p, p.operation), lawful: true };
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    const path = Object.fromEntries(pathParameters(p.operation).map((name) => [name, unknownId(p, name)]));
    return { input: { path, body: {} }, lawful: false };
  }
}

/** The run's token, proven by one accepted call: without it a refusal says nothing of the credentials. */
function tokenProven(p: Probing): Promise<void> {
  return p.once('token proven', async () => {
    for (const operation of listOperations) {
      if (isAccepted(await p.send(operation))) return;
    }
    throw new Inconclusive('fixture', 'no list was answered with success, so that the token itself is not proven', {
      provide: 'ACCESS_TOKEN',
    });
  });
}

/** Demands that a request under wrong credentials is refused. */
async function refusedWith(p: Probing, wrong: Wrong): Promise<readonly Failure[]> {
  await tokenProven(p);
  const once = p.operation === 'affirm' ? await oneAffirmation(p) : undefined;
  return once ? affirmRefused(once, wrong) : otherRefused(p, wrong);
}

/** The affirmation of the run; undefined when there is no transaction to affirm. */
async function oneAffirmation(p: Probing): Promise<Affirmation | undefined> {
  try {
    return await affirmation(p);
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}

const lettingIn = (answer: Exchange, wrong: Wrong): readonly Failure[] => [
  failure(answer, { expected: `${CLAIMS[wrong]}: refused`, actual: `accepted with ${answer.response.status}` }),
];

const otherCause = (answer: Exchange): string => `answered ${refusal(answer)}, which may have another cause`;

/** Affirming cannot be repeated: what was refused before the one affirmation is held against its success. */
function affirmRefused({ before, answer: after }: Affirmation, wrong: Wrong): readonly Failure[] {
  const answer = before.get(wrong) ?? after;
  if (isAccepted(answer)) return lettingIn(answer, wrong);
  if (answer.response.status === 401 || (evidence(answer) !== 'transient' && isAccepted(after))) return [];
  throw new Inconclusive('fixture', otherCause(answer), { provide: 'settlement_transactions.PENDING' });
}

async function otherRefused(p: Probing, wrong: Wrong): Promise<readonly Failure[]> {
  const { input, lawful } = request(p);
  const credentials = wrongCredentials(p).get(wrong) ?? 'none';
  const answer = await p.send(p.operation, { ...input, credentials });
  if (isAccepted(answer)) return lettingIn(answer, wrong);
  if (answer.response.status === 401) return [];
  if (evidence(answer) === 'transient' || !lawful)
    throw new Inconclusive('fixture', otherCause(answer), { provide: MISSING[p.operation] });
  await proven(p, answer);
  return [];
}

/**
 * The twin of a request that was refused for its credentials: with the run's token it is accepted, or refused otherwise where
 * it was accepted before and nothing says that it can be made twice, as with the members of an account.
 */
async function proven(p: Probing, refused: Exchange): Promise<void> {
  const again = await p.send(p.operation, minimal(p, p.operation));
  if (isAccepted(again)) return;
  const isRepeated = p.operation === 'addMembers' && again.response.status !== refused.response.status;
  if (!isRepeated || evidence(again) === 'transient')
    throw new Inconclusive(
      'refused',
      `a request that keeps every rule was refused: ${p.operation} answered ${refusal(again)}`,
    );
  await p.twin('plain', plain(p, 'addMembers').ask);
}

/** The fixture whose absence leaves an operation without a lawful request. */
const MISSING: Readonly<Record<Operation, string>> = {
  putFiat: 'updatable_fiat_account_id',
  getFiat: 'fiat_accounts',
  listFiat: 'ACCESS_TOKEN',
  fiatWithdrawal: 'fiat_accounts',
  cryptoWithdrawal: 'crypto_destinations',
  listInstructions: 'ACCESS_TOKEN',
  sandboxDeposit: 'memo_id',
  listAccounts: 'ACCESS_TOKEN',
  createAddress: 'profile_id',
  listAddresses: 'ACCESS_TOKEN',
  addMembers: 'account_id',
  listExecutions: 'ACCESS_TOKEN',
  getQuote: 'quote_executions',
  affirm: 'settlement_transactions.PENDING',
};

const CLAIMS: Readonly<Record<Wrong, string>> = {
  missing: 'a request without Authorization',
  'unknown token': 'an unknown token',
  'altered token': "the run's token with four more letters",
  'no token': 'Bearer without a token',
  'three words': 'Bearer with three words',
  'another scheme': 'the token under the scheme Basic',
  'no scheme': 'the token without a scheme',
};

const CITES = ['Every operation requires the header Authorization: Bearer <ACCESS_TOKEN>.'] as const;

/** Section 5: each of the 14 operations is closed to whoever has no token. */
export const authentication = suite('5', operationNames, {
  'AUTH-HEADER-MISSING': must(
    'A request without the Authorization header is refused',
    { aspect: 'authentication', cites: CITES },
    probe((p) => refusedWith(p, 'missing')),
  ),
  'AUTH-TOKEN-UNKNOWN': must(
    'A request with a token that was never issued is refused',
    { aspect: 'authentication', cites: CITES },
    probe(async (p) => {
      const unknown = await refusedWith(p, 'unknown token');
      return unknown.length > 0 ? unknown : refusedWith(p, 'altered token');
    }),
  ),
  'AUTH-TOKEN-MALFORMED': must(
    'A request with a Bearer header that holds no token is refused',
    { aspect: 'authentication', cites: CITES },
    probe(async (p) => {
      const empty = await refusedWith(p, 'no token');
      return empty.length > 0 ? empty : refusedWith(p, 'three words');
    }),
  ),
  'AUTH-OTHER-SCHEME': must(
    'The token under another scheme than Bearer, or under none, is refused',
    { aspect: 'authentication', cites: CITES, traffic: [acceptsDespite(bearer)] },
    probe(async (p) => {
      const other = await refusedWith(p, 'another scheme');
      return other.length > 0 ? other : refusedWith(p, 'no scheme');
    }),
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
