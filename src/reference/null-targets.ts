import { store as makeStore } from './data/store.ts';
import { Choices } from './decision.ts';
import { represent } from './fiat-accounts/representation.ts';
import { fixturesOf } from './fixtures.ts';
import { type Answer, bind, type Incoming, json, type Outgoing } from './http/server.ts';
import { TOKEN_PATH, Tokens, token } from './http/token-endpoint.ts';
import type { Fields } from './problem.ts';
import type { Listening } from './service.ts';

/** Returns the answer of a null target, which does not depend on the operation. */
type Constant = (request: Incoming, examples: Examples) => Outgoing | Promise<Outgoing>;

interface Examples {
  readonly transfer: Fields;
  readonly account: Fields;
}

const echo: Constant = async (request) => {
  const body = await request.text();
  return body === '' ? json(200, {}) : { ...json(200, {}), body };
};

/** Servers that know nothing of the interface. The suite must not find any of them conformant. */
const CONSTANTS: Readonly<Record<string, Constant>> = {
  'an-empty-object': () => json(200, {}),
  'an-empty-list': () => json(200, { items: [] }),
  'one-transfer': (_, { transfer }) => json(200, transfer),
  'one-account': (_, { account }) => json(200, account),
  'one-page-of-accounts': (_, { account }) => json(200, { items: [account] }),
  'the-request-echoed': echo,
  'no-content': () => ({ status: 204, headers: {}, body: '' }),
  'a-page-of-html': () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' }),
  '400': () => json(400, { message: 'bad request' }),
  '401': () => json(401, { message: 'unauthorized' }),
  '404': () => json(404, { message: 'not found' }),
  '500': () => json(500, { message: 'internal error' }),
};

/** The names of all null targets. */
export const nullTargets: readonly string[] = Object.keys(CONSTANTS);

function examplesOf(choices: Choices, account: Fields, profile: string | undefined, customer: string): Examples {
  const now = '2026-01-05T10:00:00Z';
  const transfer = {
    ...{ id: customer, customer_id: customer, profile_id: profile, asset: 'USD', direction: 'DEBIT' },
    ...{ amount: '0.50', fee: '0.25', total: '0.75', type: 'WIRE_WITHDRAWAL', status: 'PENDING' },
    ...{ created_at: now, updated_at: now },
  };
  return { transfer, account: represent(choices, account) };
}

/** Starts a null target. It issues tokens and has the fixtures of a full service, so that no fixture is missing. */
export async function listenNull(name: string): Promise<Listening> {
  const constant = CONSTANTS[name];
  if (!constant) throw new Error(`there is no null target named "${name}"`);
  const choices = Choices.named([]);
  const store = makeStore(choices, 1);
  const [client, tokens] = [{ clientId: 'embedded', clientSecret: 'embedded' }, new Tokens()];
  const examples = examplesOf(choices, store.fiat[0] ?? {}, store.profiles[0], store.customer);
  const answer: Answer = (request) =>
    request.path === TOKEN_PATH ? token(choices, request, client, tokens) : constant(request, examples);
  const { url, close } = await bind(answer);
  return { url, authUrl: `${url}${TOKEN_PATH}`, ...client, fixtures: fixturesOf(store), close };
}
