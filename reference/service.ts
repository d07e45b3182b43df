import { randomBytes } from 'node:crypto';
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { cryptoAddress } from './crypto-addresses.ts';
import { CRYPTO_NETWORKS, store as makeStore, type Store } from './data.ts';
import { Choices, decision } from './decision.ts';
import type { Query } from './lists.ts';
import { type Fields, isFields, Problem } from './problem.ts';
import * as resources from './resources.ts';
import { random } from './values.ts';
import { cryptoWithdrawal, fiatWithdrawal } from './withdrawals.ts';

/** How an instance of the service is made. */
export interface ServiceOptions {
  readonly faults?: readonly string[];
  readonly latitudes?: readonly string[];
  readonly accounts?: number;
  readonly seed?: number;
  /** Milliseconds from the first read of a CREATED quote execution to its settlement. */
  readonly settleAfterMs?: number;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

/** A service that listens. */
export interface Listening {
  readonly url: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What a fixtures file for this instance holds. */
  readonly fixtures: Fields;
  close(): Promise<void>;
}

type Handler = (
  choices: Choices,
  store: Store,
  request: { readonly path: Record<string, string>; readonly query: Query; readonly body: Fields },
) => Fields;

const unauthenticated = decision<string | undefined>(undefined, {
  faults: { 'AUTH-HEADER-MISSING/open-affirm': 'affirm', 'AUTH-HEADER-MISSING/open-list': 'listFiat' },
});
const scheme = decision<RegExp>(/^Bearer ([\w.~+/-]+=*)$/i, {
  faults: { 'AUTH-OTHER-SCHEME/any-scheme': /^\w+ ([\w.~+/-]+=*)$/ },
});
const success = decision<200 | 201>(200, { faults: { 'SUCCESS-STATUS/created': 201 } });
const mediaType = decision('application/json', {
  faults: { 'SUCCESS-CONTENT-TYPE/text': 'text/plain' },
  latitudes: { 'content-type/charset': 'application/json; charset=utf-8' },
});
const failures = decision<(problem: Problem) => { status: number; type: string; body: string }>(
  ({ status, message }) => ({
    status,
    type: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', title: 'refused', status, detail: message }),
  }),
  {
    latitudes: {
      'failure/unprocessable': ({ status, message }) => ({
        status: status === 400 ? 422 : status,
        type: 'application/json',
        body: JSON.stringify({ error: message }),
      }),
      'failure/empty-body': ({ status }) => ({ status, type: 'text/plain', body: '' }),
      'failure/forbidden': ({ status, message }) => ({
        status: status === 400 ? 403 : status,
        type: 'application/json',
        body: JSON.stringify({ message }),
      }),
    },
  },
);
const shaped = decision((_: string, body: Fields): Fields => body, {
  faults: {
    'TRANSFER-FEE-PRESENT/left-out': (operation, body) =>
      operation === 'fiatWithdrawal' ? without(body, 'fee') : body,
    'TRANSFER-AMOUNT-DECIMAL/number': (operation, body) =>
      operation === 'cryptoWithdrawal' ? { ...body, amount: Number(body['amount']) } : body,
    'DEPOSIT-ADDRESS-ADDRESS-PRESENT/left-out': (operation, body) =>
      operation === 'createAddress' ? without(body, 'address') : body,
    'QUOTE-EXECUTION-STATUS-ENUM/other-value': (operation, body) =>
      operation === 'getQuote' ? { ...body, status: 'DONE' } : body,
  },
  latitudes: {
    'answer/unknown-members': (operation, body) =>
      operation === 'sandboxDeposit' ? body : { ...body, x_extra: { more: [1, 2] } },
    'answer/no-optional-transfer-members': (operation, body) =>
      operation.endsWith('Withdrawal') ? requiredOnly(body) : body,
  },
});

const TRANSFER = [
  'id',
  'customer_id',
  'profile_id',
  'amount',
  'total',
  'fee',
  'asset',
  'direction',
  'type',
  'status',
  'created_at',
  'updated_at',
];
const requiredOnly = (body: Fields): Fields =>
  Object.fromEntries(Object.entries(body).filter(([name]) => TRANSFER.includes(name)));
const without = (body: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));

const routes = (
  settleAfterMs: number,
): readonly (readonly [method: 'get' | 'put' | 'post', path: string, operation: string, handler: Handler])[] => [
  [
    'put',
    '/transfer/fiat-accounts/:id',
    'putFiat',
    (choices, store, { path, body }) => resources.putFiat(choices, store, path['id'] ?? '', body),
  ],
  [
    'get',
    '/transfer/fiat-accounts/:id',
    'getFiat',
    (choices, store, { path, query }) => resources.getFiat(choices, store, path['id'] ?? '', query),
  ],
  [
    'get',
    '/transfer/fiat-accounts',
    'listFiat',
    (choices, store, { query }) => resources.listFiat(choices, store, query),
  ],
  [
    'post',
    '/transfer/fiat-withdrawals',
    'fiatWithdrawal',
    (choices, store, { body }) => fiatWithdrawal(choices, store, body),
  ],
  [
    'post',
    '/transfer/crypto-withdrawals',
    'cryptoWithdrawal',
    (choices, store, { body }) => cryptoWithdrawal(choices, store, body),
  ],
  [
    'get',
    '/transfer/fiat-deposit-instructions',
    'listInstructions',
    (choices, store, { query }) => resources.listInstructions(choices, store, query),
  ],
  ['post', '/sandbox/fiat-deposits', 'sandboxDeposit', (_, store, { body }) => resources.sandboxDeposit(store, body)],
  [
    'get',
    '/identity/accounts',
    'listAccounts',
    (choices, store, { query }) => resources.listAccounts(choices, store, query),
  ],
  [
    'post',
    '/transfer/deposit-addresses',
    'createAddress',
    (choices, store, { body }) => resources.createAddress(choices, store, body),
  ],
  [
    'get',
    '/transfer/deposit-addresses',
    'listAddresses',
    (choices, store, { query }) => resources.listAddresses(choices, store, query),
  ],
  [
    'post',
    '/identity/account-members',
    'addMembers',
    (choices, store, { body }) => resources.addMembers(choices, store, body),
  ],
  [
    'get',
    '/executions',
    'listExecutions',
    (choices, store, { query }) => resources.listExecutions(choices, store, query),
  ],
  [
    'get',
    '/profiles/:profile_id/quote-executions/:id',
    'getQuote',
    (choices, store, { path }) =>
      resources.getQuote(choices, store, path['profile_id'] ?? '', path['id'] ?? '', settleAfterMs),
  ],
  [
    'put',
    '/settlement/transactions/:transaction_id/affirm',
    'affirm',
    (choices, store, { path }) => resources.affirm(choices, store, path['transaction_id'] ?? ''),
  ],
];

async function bodyOf(context: Context): Promise<Fields> {
  const text = await context.req.text();
  if (context.req.method === 'GET' || text === '') return {};
  if (!/^application\/json/i.test(context.req.header('content-type') ?? ''))
    throw new Problem(415, 'bodies are application/json');
  try {
    const body: unknown = JSON.parse(text);
    if (isFields(body)) return body;
  } catch {
    throw new Problem(400, 'the body is not JSON');
  }
  throw new Problem(400, 'the body must be an object');
}

/** One instance of the service, in memory; several may run in one process. */
export function service(options: ServiceOptions = {}) {
  const choices = new Choices(options.faults, options.latitudes);
  const store = makeStore(options.seed ?? 1, options.accounts ?? 1_240, cryptoAddress);
  const clientId = options.clientId ?? 'embedded';
  const clientSecret = options.clientSecret ?? randomBytes(18).toString('base64url');
  const tokens = new Set<string>();
  const app = new Hono();
  app.post('/oauth/token', async (context) => token(context, clientId, clientSecret, tokens));
  for (const [method, path, operation, handler] of routes(options.settleAfterMs ?? 600)) {
    app[method](`/v2${path}`, async (context) => {
      const open = choices.of(unauthenticated) === operation && context.req.header('authorization') === undefined;
      if (!open) authenticate(choices, context, tokens);
      const request = {
        path: context.req.param() as Record<string, string>,
        query: context.req.queries(),
        body: await bodyOf(context),
      };
      const answer = choices.of(shaped)(operation, handler(choices, store, request));
      return new Response(JSON.stringify(answer), {
        status: choices.of(success),
        headers: { 'content-type': choices.of(mediaType) },
      });
    });
  }
  app.onError((error) => refuse(choices, error));
  app.notFound(() => refuse(choices, new Problem(404, 'there is no such operation')));
  return { app, store, clientId, clientSecret };
}

function refuse(choices: Choices, error: Error): Response {
  if (!(error instanceof Problem))
    return new Response(JSON.stringify({ title: 'internal error' }), {
      status: 500,
      headers: { 'content-type': 'application/problem+json' },
    });
  const { status, type, body } = choices.of(failures)(error);
  return new Response(body, {
    status,
    headers: { 'content-type': type, ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}) },
  });
}

function authenticate(choices: Choices, context: Context, tokens: ReadonlySet<string>): void {
  const given = choices.of(scheme).exec(context.req.header('authorization') ?? '')?.[1];
  if (given === undefined || !tokens.has(given)) throw new Problem(401, 'a valid bearer token is required');
}

async function token(context: Context, clientId: string, clientSecret: string, tokens: Set<string>): Promise<Response> {
  const form = new URLSearchParams(await context.req.text());
  const basic = Buffer.from((context.req.header('authorization') ?? '').replace(/^Basic /i, ''), 'base64')
    .toString()
    .split(':')
    .map(decodeURIComponent);
  const [id, secret] =
    form.has('client_id') && form.has('client_secret') ? [form.get('client_id'), form.get('client_secret')] : basic;
  if (id !== clientId || secret !== clientSecret) return context.json({ error: 'invalid_client' }, 401);
  if (form.get('grant_type') !== 'client_credentials') return context.json({ error: 'unsupported_grant_type' }, 400);
  const access_token = randomBytes(24).toString('base64url');
  tokens.add(access_token);
  return context.json({ access_token, token_type: 'bearer', expires_in: 3600, scope: form.get('scope') ?? 'all' });
}

/** The fixtures of an instance, in the format of the fixtures file. */
function fixturesOf(store: Store): Fields {
  const ids = (state: string) =>
    store.transactions.filter((each) => each['status'] === state).map((each) => each['id']);
  const next = random(99);
  const destinations = CRYPTO_NETWORKS.map((crypto_network) => ({
    asset: ASSETS[crypto_network] ?? 'ETH',
    crypto_network,
    destination_address: cryptoAddress(crypto_network, next),
  }));
  return {
    profile_id: store.profiles[0],
    identity_id: store.people[0]?.['identity_id'],
    account_id: store.people[0]?.['id'],
    order_id: store.executions[0]?.['order_id'],
    memo_id: store.instructions[0]?.['memo_id'],
    fiat_accounts: Object.fromEntries(Object.entries(store.destinations).map(([network, id]) => [network, [id]])),
    deleted_fiat_account_id: [...store.deleted][0],
    crypto_destinations: destinations,
    quote_executions: store.quotes.map((each) => ({ profile_id: each['profile_id'], id: each['id'] })),
    settlement_transactions: Object.fromEntries(
      ['PENDING', 'AFFIRMED', 'SETTLED', 'EXPIRED', 'CANCELLED'].map((state) => [state, ids(state)]),
    ),
  };
}

const ASSETS: Readonly<Record<string, string>> = {
  BITCOIN: 'BTC',
  BITCOIN_CASH: 'BCH',
  LITECOIN: 'LTC',
  SOLANA: 'SOL',
  POLYGON_POS: 'MATIC',
};

/** Starts an instance on a loopback port. */
export function listen(options: ServiceOptions = {}, port = 0): Promise<Listening> {
  const { app, store, clientId, clientSecret } = service(options);
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (address) => {
      const url = `http://127.0.0.1:${address.port}`;
      resolve({
        url,
        authUrl: `${url}/oauth/token`,
        clientId,
        clientSecret,
        fixtures: fixturesOf(store),
        close: () => close(server),
      });
    });
    server.once('error', reject);
  });
}

function close(server: ReturnType<typeof serve>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}
