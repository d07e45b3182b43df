import { randomBytes } from 'node:crypto';
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { idSpelling, inAnyCase } from './answers/id-spelling.ts';
import { shape } from './answers/shape.ts';
import { store as makeStore, type Store } from './data/store.ts';
import { Choices } from './decision.ts';
import { fixturesOf } from './fixtures.ts';
import { authenticate, carriedOutFirst } from './http/authentication.ts';
import { refuse } from './http/refusals.ts';
import { succeed } from './http/success.ts';
import { type Client, Tokens, token } from './http/token-endpoint.ts';
import { admit, send } from './http/transport.ts';
import { work } from './http/working.ts';
import { everyMs, neighbour } from './neighbour.ts';
import { type Operation, operations } from './operations.ts';
import { type Fields, isFields, Problem } from './problem.ts';

/** How an instance of the service is made. */
export interface ServiceOptions {
  readonly faults?: readonly string[];
  readonly latitudes?: readonly string[];
  /** Fiat accounts; more than 1,000, so that a page can be too large. */
  readonly accounts?: number;
  readonly seed?: number;
  /** Milliseconds from the first read of a CREATED quote execution to its settlement. */
  readonly settleAfterMs?: number;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

/** A service that listens. */
export interface Listening extends Client {
  readonly url: string;
  readonly authUrl: string;
  /** What a fixtures file for this instance holds. */
  readonly fixtures: Fields;
  close(): Promise<void>;
}

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

/** One instance: what it decides otherwise, what it holds, whom it has admitted. */
interface Instance {
  readonly choices: Choices;
  readonly store: Store;
  readonly tokens: Tokens;
  requests: number;
}

async function answer(instance: Instance, { name, handle }: Operation, context: Context): Promise<Response> {
  const { store, tokens } = instance;
  const choices = instance.choices.on(name);
  instance.requests += 1;
  try {
    await admit(choices, instance.requests);
    work(choices, context);
    const [path, query] = [context.req.param() as Record<string, string>, context.req.queries()];
    const carryOut = async () => {
      const call = { choices, store, path, query, body: await bodyOf(context) };
      return handle(choices.of(idSpelling) === idSpelling.lawful ? call : inAnyCase(call));
    };
    const early = choices.of(carriedOutFirst) ? await carryOut() : undefined;
    authenticate(choices, context, tokens);
    const made = early ?? (await carryOut());
    return send(choices, succeed(choices, shape(choices, name, made)));
  } catch (error) {
    if (error instanceof Problem) return send(choices, refuse(choices, error));
    throw error;
  }
}

const broken = (): Response =>
  new Response(JSON.stringify({ title: 'internal error' }), {
    status: 500,
    headers: { 'content-type': 'application/problem+json' },
  });

/** One instance of the service, in memory; several may run in one process. Throws for a name that no decision has. */
function service(options: ServiceOptions = {}) {
  const choices = Choices.named([...(options.faults ?? []), ...(options.latitudes ?? [])]);
  const store = makeStore(choices, options.seed ?? 1, options.accounts);
  const clientId = options.clientId ?? 'embedded';
  const clientSecret = options.clientSecret ?? randomBytes(18).toString('base64url');
  const instance: Instance = { choices, store, tokens: new Tokens(), requests: 0 };
  const app = new Hono();
  app.post('/oauth/token', (context) => token(choices, context, { clientId, clientSecret }, instance.tokens));
  for (const each of operations(options.settleAfterMs ?? 600))
    app[each.method](`/v2${each.path}`, (context) => answer(instance, each, context));
  app.onError(broken);
  app.notFound(() => send(choices, refuse(choices, new Problem(404, 'there is no such operation'))));
  return { app, fixtures: fixturesOf(store, choices), clientId, clientSecret, choices, tokens: instance.tokens };
}

/** Lets another client in, where this instance has one. */
function withNeighbour({ choices, tokens, fixtures }: ReturnType<typeof service>, url: string) {
  const interval = choices.of(everyMs);
  if (interval === 0) return undefined;
  const token = randomBytes(24).toString('base64url');
  tokens.issue(token, undefined);
  return neighbour({ url, token: async () => token, fixtures }, interval);
}

/** Starts an instance on a loopback port. */
export function listen(options: ServiceOptions = {}, port = 0): Promise<Listening> {
  const made = service(options);
  const { app, fixtures, clientId, clientSecret } = made;
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (address) => {
      const url = `http://127.0.0.1:${address.port}`;
      const other = withNeighbour(made, url);
      const end = () => Promise.all([other?.stop(), close(server)]).then(() => undefined);
      resolve({ url, authUrl: `${url}/oauth/token`, clientId, clientSecret, fixtures, close: end });
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
