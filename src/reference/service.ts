import { randomBytes } from 'node:crypto';
import { idSpelling, inAnyCase } from './answers/id-spelling.ts';
import { shape } from './answers/shape.ts';
import { store as makeStore, type Store } from './data/store.ts';
import { Choices, decision, only } from './decision.ts';
import { fixturesOf } from './fixtures.ts';
import { authenticate, carriedOutFirst } from './http/authentication.ts';
import { keepCached, takeCached } from './http/cached-reads.ts';
import { err } from './http/erring.ts';
import { refuse } from './http/refusals.ts';
import { type Route, routes } from './http/routes.ts';
import { type Answer, answered, type Bound, bind, type Incoming, incoming, type Outgoing } from './http/server.ts';
import { succeed } from './http/success.ts';
import { type Client, TOKEN_PATH, Tokens, token } from './http/token-endpoint.ts';
import { admit, send } from './http/transport.ts';
import { besideOthers, inTurn } from './http/turns.ts';
import { finish, work } from './http/working.ts';
import { everyMs, neighbour } from './neighbour.ts';
import { OPERATIONS, operations } from './operations.ts';
import { type Fields, isFields, Problem } from './problem.ts';
import { recordForAll } from './repeated-refs.ts';
import { affirmedForAll } from './settlement.ts';

/** Options of an instance. */
export interface ServiceOptions {
  readonly faults?: readonly string[];
  readonly latitudes?: readonly string[];
  /** Number of fiat accounts. The default exceeds 1,000, so that a page can be too large. */
  readonly accounts?: number;
  readonly seed?: number;
  /** Milliseconds from the first read of a CREATED quote execution to its settlement. */
  readonly settleAfterMs?: number;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

/** A service that is listening. */
export interface Listening extends Client, Bound {
  readonly authUrl: string;
  /** The content of a fixtures file for this instance. */
  readonly fixtures: Fields;
}

/** Parses a request body, which is JSON (Conventions). */
const read = decision<(text: string) => unknown>(
  { section: 'Conventions', on: OPERATIONS },
  (text) => JSON.parse(text),
  {
    faults: {
      'BODY-NOT-JSON/mends-it': (text) => readOr(text, () => JSON.parse(`${text}}`)),
      'BODY-NOT-JSON/updates-nothing': only(['putFiat'], (text) => readOr(text, () => ({}))),
    },
  },
);

function readOr(text: string, otherwise: () => unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise();
  }
}

async function bodyOf(choices: Choices, request: Incoming): Promise<Fields> {
  const text = await request.text();
  if (request.method === 'GET' || text === '') return {};
  if (!/^application\/json/i.test(request.headers['content-type'] ?? ''))
    throw new Problem(415, 'bodies are application/json');
  try {
    const body = choices.of(read)(text);
    if (isFields(body)) return body;
  } catch {
    throw new Problem(400, 'the body is not JSON');
  }
  throw new Problem(400, 'the body must be an object');
}

/** One instance: its faults and latitudes, its data and its tokens. */
interface Instance {
  readonly choices: Choices;
  readonly store: Store;
  readonly tokens: Tokens;
  requests: number;
}

/** Returns the answer that a request without credentials gets, or undefined: it should get none. */
async function answerForAll(
  { store }: Instance,
  choices: Choices,
  { operation, parameters: path }: Route,
  request: Incoming,
): Promise<Fields | undefined> {
  if (request.headers.authorization !== undefined) return undefined;
  if (operation.name === 'affirm') return affirmedForAll({ choices, store, path });
  return request.method === 'POST'
    ? recordForAll({ choices, store, body: await bodyOf(choices, request) })
    : takeCached(choices, store, request);
}

async function answer(instance: Instance, route: Route, request: Incoming): Promise<Outgoing> {
  const { operation, parameters } = route;
  const { store, tokens } = instance;
  const { name, handle } = operation;
  const choices = instance.choices.on(name);
  instance.requests += 1;
  try {
    await admit(choices, instance.requests, request.hangUp);
    work(choices, request);
    const carryOut = async () => {
      const call = { choices, store, path: parameters, query: request.query, body: await bodyOf(choices, request) };
      err(call);
      return handle(choices.of(idSpelling) === idSpelling.lawful ? call : inAnyCase(call));
    };
    const made = await besideOthers(choices, store, async () => {
      const known = await answerForAll(instance, choices, route, request);
      if (known) return known;
      const early = choices.of(carriedOutFirst)(request.headers.authorization) ? await carryOut() : undefined;
      await authenticate(choices, request, tokens);
      return keepCached(choices, store, request, early ?? (await inTurn(choices, store, carryOut)));
    });
    finish(choices, request);
    return send(choices, succeed(choices, shape(choices, name, made)));
  } catch (error) {
    if (error instanceof Problem) return send(choices, refuse(choices, error, request.hangUp));
    throw error;
  }
}

/** Creates an instance in memory; several can run in one process. Throws for an unknown name of a fault or latitude. */
function service(options: ServiceOptions = {}) {
  const choices = Choices.named([...(options.faults ?? []), ...(options.latitudes ?? [])]);
  const store = makeStore(choices, options.seed ?? 1, options.accounts);
  const clientId = options.clientId ?? 'embedded';
  const clientSecret = options.clientSecret ?? randomBytes(18).toString('base64url');
  const instance: Instance = { choices, store, tokens: new Tokens(), requests: 0 };
  const client = { clientId, clientSecret };
  const routeOf = routes(operations(options.settleAfterMs ?? 300));
  const respond: Answer = (request) => {
    if (request.path === TOKEN_PATH) return token(choices, request, client, instance.tokens);
    const route = routeOf(request);
    if (!route) return send(choices, refuse(choices, new Problem(404, 'there is no such operation')));
    return answer(instance, route, request);
  };
  return { respond, fixtures: fixturesOf(store, choices), client, choices, tokens: instance.tokens };
}

/** A request without a socket. Header names are in lower case. */
interface Call {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: Incoming['headers'];
  readonly body: string | undefined;
}

/** An instance that is called in this process, without a socket. */
export interface Called {
  /** The content of a fixtures file for this instance. */
  readonly fixtures: Fields;
  /** A bearer token that it accepts. */
  readonly token: string;
  /** Answers a request. Returns undefined where a service that listens would cut the connection. */
  answer(call: Call): Promise<Outgoing | undefined>;
}

/** Creates an instance that does not listen. */
export function called(options: ServiceOptions = {}): Called {
  const { respond, fixtures, tokens } = service(options);
  const issued = randomBytes(24).toString('base64url');
  tokens.issue(issued, undefined);
  const answer = ({ method, path, headers, body = '' }: Call): Promise<Outgoing | undefined> =>
    new Promise((resolve) => {
      const request = { method, headers, text: async () => body, hangUp: () => resolve(undefined) };
      // The first one counts, so an answer after the connection was cut is lost.
      void answered(respond, incoming(path, request)).then(resolve);
    });
  return { fixtures, token: issued, answer };
}

/** Starts the other client, when this instance has one. */
function withNeighbour({ choices, tokens, fixtures }: ReturnType<typeof service>, url: string) {
  const interval = choices.of(everyMs);
  if (interval === 0) return undefined;
  const token = randomBytes(24).toString('base64url');
  tokens.issue(token, undefined);
  return neighbour({ url, token: async () => token, fixtures }, interval);
}

/** Starts an instance on a loopback port. */
export async function listen(options: ServiceOptions = {}, port = 0): Promise<Listening> {
  const made = service(options);
  const { url, close } = await bind(made.respond, port);
  const other = withNeighbour(made, url);
  const end = async (): Promise<void> => void (await Promise.all([other?.stop(), close()]));
  return { url, authUrl: `${url}${TOKEN_PATH}`, ...made.client, fixtures: made.fixtures, close: end };
}
