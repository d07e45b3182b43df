import { Agent, type Dispatcher, EnvHttpProxyAgent, request as undiciRequest } from 'undici';
import type { Credentials, Recorded, RequestInput, Response, SentRequest } from '../model/exchange.ts';
import { isRead, type Operation, operations, VERSION_PREFIX } from '../model/operations.ts';
import { readBody } from './body.ts';
import type { TargetConfiguration } from './configuration.ts';
import { Gate } from './gate.ts';
import { TokenSource } from './token.ts';

/** How a client is watched. */
export interface ClientHooks {
  /** Every attempt, in the order of its end. */
  readonly onExchange: (recorded: Recorded) => void;
  /** A secret that must be shown nowhere. */
  readonly learn: (secret: string) => void;
  readonly signal: AbortSignal;
}

const ATTEMPTS = 5;
const TRANSIENT = new Set([502, 503, 504]);
const LONGEST_WAIT_MS = 60_000;

/** The URL of an operation, its path filled in and its query serialised. */
export function urlOf(base: string, operation: Operation, input: RequestInput, format: 'repeat' | 'comma'): string {
  const path = operations[operation].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(input.path?.[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (typeof value !== 'object') query.append(name, String(value));
    else if (format === 'comma') query.append(name, value.join(','));
    else for (const each of value) query.append(name, each);
  }
  const search = query.toString();
  return `${base}${VERSION_PREFIX}${path}${search && `?${search}`}`;
}

const lists = (query: RequestInput['query']): SentRequest['query'] =>
  Object.fromEntries(
    Object.entries(query ?? {}).map(([name, value]) => [name, typeof value === 'object' ? value : [String(value)]]),
  );

/** Header lines as one record: names in lower case, repeated ones joined. */
const plainHeaders = (headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );

/** Milliseconds that a Retry-After header asks for. */
export function retryAfter(header: string | undefined, attempt: number): number {
  const seconds = Number(header);
  if (header !== undefined && header.trim() !== '' && Number.isFinite(seconds))
    return Math.min(Math.max(seconds * 1000, 0), LONGEST_WAIT_MS);
  const until = header === undefined ? Number.NaN : Date.parse(header) - Date.now();
  if (Number.isFinite(until)) return Math.min(Math.max(until, 0), LONGEST_WAIT_MS);
  return Math.min(250 * 2 ** attempt, 8_000);
}

/** Speaks to a target over one keep-alive pool. Redirects are never followed. */
export class Client {
  readonly #configuration: TargetConfiguration;
  readonly #hooks: ClientHooks;
  readonly #agent: Dispatcher;
  readonly #gate: Gate;
  readonly #tokens: TokenSource;
  #count = 0;
  #lostInRow = 0;

  constructor(configuration: TargetConfiguration, hooks: ClientHooks) {
    this.#configuration = configuration;
    this.#hooks = hooks;
    const options = {
      connections: configuration.concurrency,
      headersTimeout: configuration.timeoutMs,
      bodyTimeout: configuration.timeoutMs,
      connect: { timeout: 10_000 },
      maxHeaderSize: 65_536,
    };
    const proxied =
      process.env['HTTPS_PROXY'] ??
      process.env['https_proxy'] ??
      process.env['HTTP_PROXY'] ??
      process.env['http_proxy'];
    this.#agent = proxied && !configuration.loopback ? new EnvHttpProxyAgent(options) : new Agent(options);
    this.#gate = new Gate(configuration.concurrency, configuration.rate);
    this.#tokens = new TokenSource(configuration.access, this.#agent, hooks.learn);
  }

  /** Requests in a row that got no answer: a target that stopped answering. */
  get lostInRow(): number {
    return this.#lostInRow;
  }

  /** Gets the token before the first request. Throws NoToken. */
  async authenticate(): Promise<void> {
    await this.#tokens.get();
  }

  /** Sends one request and waits for its answer: 429 is waited out, reads survive a passing fault, a refused token is renewed once. */
  async send(operation: Operation, input: RequestInput, purpose: string): Promise<Recorded> {
    let renewed = false;
    for (let attempt = 1; ; attempt += 1) {
      const token = await this.#tokens.get();
      const recorded = await this.#gate.pass(() => this.#attempt(operation, input, purpose, token));
      this.#hooks.onExchange(recorded);
      this.#lostInRow = 'lost' in recorded ? this.#lostInRow + 1 : 0;
      const status = 'response' in recorded ? recorded.response.status : undefined;
      if (status === 401 && (input.credentials ?? 'token') === 'token' && this.#tokens.renewable && !renewed) {
        renewed = true;
        await this.#tokens.renew(token);
      } else if (this.#worthRepeating(operation, recorded) && attempt < ATTEMPTS && !this.#hooks.signal.aborted) {
        await this.#backOff(recorded, attempt);
      } else return recorded;
    }
  }

  #worthRepeating(operation: Operation, recorded: Recorded): boolean {
    if ('response' in recorded && recorded.response.status === 429) return true;
    if (!isRead(operation)) return false;
    return 'lost' in recorded
      ? !/refused|not be resolved/.test(recorded.lost)
      : TRANSIENT.has(recorded.response.status);
  }

  async #backOff(recorded: Recorded, attempt: number): Promise<void> {
    const wait = retryAfter('response' in recorded ? recorded.response.headers['retry-after'] : undefined, attempt);
    if ('response' in recorded && recorded.response.status === 429) this.#gate.holdBack(wait);
    else await new Promise((resolve) => setTimeout(resolve, wait));
  }

  async #attempt(operation: Operation, input: RequestInput, purpose: string, token: string): Promise<Recorded> {
    const credentials = input.credentials ?? 'token';
    const url = urlOf(this.#configuration.baseUrl, operation, input, this.#configuration.arrayFormat);
    const headers = headersOf(credentials, token, input.body !== undefined);
    const { method } = operations[operation];
    this.#count += 1;
    const common = {
      id: this.#count,
      operation,
      purpose,
      startedAt: Date.now(),
      request: {
        method,
        url,
        headers: headersOf(credentials, '$ACCESS_TOKEN', input.body !== undefined),
        path: input.path ?? {},
        query: lists(input.query),
        body: input.body,
        credentials,
      },
    };
    const began = performance.now();
    try {
      const body = input.body === undefined ? null : JSON.stringify(input.body);
      const signal = AbortSignal.any([this.#hooks.signal, AbortSignal.timeout(this.#configuration.timeoutMs * 2)]);
      const answer = await undiciRequest(url, { method, headers, body, dispatcher: this.#agent, signal });
      const response = await this.#read(answer);
      return { ...common, durationMs: performance.now() - began, response };
    } catch (error) {
      return { ...common, durationMs: performance.now() - began, lost: lostReason(error, url) };
    }
  }

  async #read(answer: Dispatcher.ResponseData): Promise<Response> {
    const headers = plainHeaders(answer.headers);
    const { maxResponseBytes } = this.#configuration;
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer.body) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxResponseBytes) {
        answer.body.destroy();
        return {
          status: answer.statusCode,
          headers,
          bytes,
          body: { kind: 'unreadable', text: '', reason: `a body of more than ${maxResponseBytes} bytes` },
        };
      }
      chunks.push(chunk as Buffer);
    }
    const body = readBody(Buffer.concat(chunks), headers['content-encoding'], this.#configuration);
    return { status: answer.statusCode, headers, bytes, body };
  }

  /** Ends the pool; requests in flight are cut. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

function headersOf(credentials: Credentials, token: string, body: boolean): Record<string, string> {
  const authorization =
    credentials === 'token'
      ? `Bearer ${token}`
      : credentials === 'none'
        ? undefined
        : 'header' in credentials
          ? credentials.header
          : `${credentials.scheme} ${token}`;
  return {
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate',
    'user-agent': 'transfer-conformance',
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(authorization === undefined ? {} : { authorization }),
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused: nothing listens there',
  ENOTFOUND: 'the host name could not be resolved',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed before the answer was whole',
  UND_ERR_HEADERS_TIMEOUT: 'no answer within the time allowed',
  UND_ERR_BODY_TIMEOUT: 'the body did not arrive within the time allowed',
  UND_ERR_CONNECT_TIMEOUT: 'no connection within the time allowed',
  UND_ERR_HEADERS_OVERFLOW: 'the headers are larger than allowed',
  ABORT_ERR: 'the run was interrupted',
};

function lostReason(error: unknown, url: string): string {
  const code =
    error instanceof Error && 'code' in error ? String(error.code) : error instanceof Error ? error.name : '';
  const nested =
    error instanceof AggregateError && error.errors[0] instanceof Error && 'code' in error.errors[0]
      ? String(error.errors[0].code)
      : code;
  if (code === 'TimeoutError') return 'no whole answer within the time allowed';
  return (
    REASONS[nested] ??
    REASONS[code] ??
    `the answer of ${new URL(url).host} is not valid HTTP (${code || 'unknown error'})`
  );
}
