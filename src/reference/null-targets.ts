import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { store as makeStore } from './data/store.ts';
import { Choices } from './decision.ts';
import { represent } from './fiat-accounts/representation.ts';
import { fixturesOf } from './fixtures.ts';
import { Tokens, token } from './http/token-endpoint.ts';
import type { Fields } from './problem.ts';
import type { Listening } from './service.ts';

/** How a null target answers, whatever it is asked. */
type Constant = (request: Request, examples: Examples) => Response | Promise<Response>;

interface Examples {
  readonly transfer: Fields;
  readonly account: Fields;
}

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const echo: Constant = async (request) => {
  const text = await request.text();
  return text === '' ? json(200, {}) : new Response(text, { headers: { 'content-type': 'application/json' } });
};

/** Servers that know nothing of the interface: none of them may come out conformant. */
const CONSTANTS: Readonly<Record<string, Constant>> = {
  'an-empty-object': () => json(200, {}),
  'an-empty-list': () => json(200, { items: [] }),
  'one-transfer': (_, { transfer }) => json(200, transfer),
  'one-account': (_, { account }) => json(200, account),
  'one-page-of-accounts': (_, { account }) => json(200, { items: [account] }),
  'the-request-echoed': echo,
  'no-content': () => new Response(null, { status: 204 }),
  'a-page-of-html': () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } }),
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

/** Starts a null target; it gives tokens and has the fixtures of a whole service, so that nothing is left out because they are missing. */
export function listenNull(name: string): Promise<Listening> {
  const constant = CONSTANTS[name];
  if (!constant) throw new Error(`there is no null target named "${name}"`);
  const choices = Choices.named([]);
  const store = makeStore(choices, 1);
  const [client, tokens] = [{ clientId: 'embedded', clientSecret: 'embedded' }, new Tokens()];
  const examples = examplesOf(choices, store.fiat[0] ?? {}, store.profiles[0], store.customer);
  const app = new Hono();
  app.post('/oauth/token', (context) => token(choices, context, client, tokens));
  app.all('*', (context) => constant(context.req.raw, examples));
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      const url = `http://127.0.0.1:${port}`;
      const close = () => new Promise<void>((closed) => server.close(() => closed()));
      resolve({ url, authUrl: `${url}/oauth/token`, ...client, fixtures: fixturesOf(store), close });
    });
  });
}
