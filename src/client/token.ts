import type { TargetConfiguration } from '../settings/target/configuration.ts';
import { pause, steadyNow } from '../values/clock.ts';
import { backOff } from './retry.ts';
import {
  type ClientAuthMethod,
  type ClientCredentials,
  type Grant,
  otherAuthMethods,
  requestToken,
} from './token-request.ts';
import { Transport } from './transport.ts';
import { WaitBudget } from './wait-budget.ts';

type TokenResult =
  | { readonly kind: 'ok'; readonly token: string }
  /** One sentence without the secret. */
  | { readonly kind: 'failed'; readonly problem: string };

/** Provides the run's bearer token (section 5). */
export interface TokenSource {
  /** False when a refused token cannot be replaced. */
  readonly renewable: boolean;
  /** Returns the current token, and requests or renews it when due. Concurrent callers share one request. */
  current(): Promise<TokenResult>;
  /** Returns another token than the refused one. */
  renew(refused: string): Promise<TokenResult>;
  /** Aborts a request in flight. */
  close(): Promise<void>;
}

/** What a token source may be given besides its configuration. */
export interface TokenOptions {
  /** Called with every token before it is used, so that it can be redacted. */
  readonly onToken?: (token: string) => void;
  /** The waiting that is left in the whole run; a separate one by default. */
  readonly waitBudget?: WaitBudget;
}

/** The part of the configuration that obtaining a token depends on. */
export type TokenConfiguration = Pick<
  TargetConfiguration,
  'baseUrl' | 'credentials' | 'bounds' | 'proxies' | 'userAgent' | 'gateway'
>;

/** Returns the token source for the credentials in the configuration. */
export function createTokenSource(configuration: TokenConfiguration, options: TokenOptions = {}): TokenSource {
  const { credentials } = configuration;
  if (credentials.kind === 'client') return new GrantedTokens(credentials, configuration, options);
  options.onToken?.(credentials.token);
  return fixed({ kind: 'ok', token: credentials.token });
}

function fixed(result: TokenResult): TokenSource {
  const given = async (): Promise<TokenResult> => result;
  return { renewable: false, current: given, renew: given, close: async () => undefined };
}

interface Kept {
  readonly token: string;
  readonly renewAt: number;
  readonly expiresAt: number;
}

/** The result of one token request, and when it was sent. */
interface Asked {
  readonly grant: Grant;
  readonly askedAt: number;
}

/** Whether the client's own credentials were refused. */
const isOfClient = ({ grant }: Asked): boolean => grant.kind === 'refused' && grant.ofClient === true;

/** Minimum time between two token requests: token endpoints may allow only one per second. */
const BETWEEN_REQUESTS_MS = 1_000;
const ATTEMPTS = 3;
/** A token is renewed this long before it expires, or at four fifths of a short lifetime. */
const MARGIN_MS = 60_000;
const MARGIN_SHARE = 0.2;

/** The headers for a gateway are sent to the token endpoint only if both have the same origin. */
function headersFor(
  own: ClientCredentials,
  { baseUrl, userAgent, gateway }: TokenConfiguration,
): Record<string, string> {
  const same = new URL(own.tokenUrl).origin === new URL(baseUrl).origin;
  const extra = same ? gateway.headers.map(({ name, value }) => [name.toLowerCase(), value]) : [];
  return { 'user-agent': userAgent, ...Object.fromEntries(extra) };
}

class GrantedTokens implements TokenSource {
  readonly renewable = true;
  readonly #own: ClientCredentials;
  readonly #transport: Transport;
  readonly #waitBudget: WaitBudget;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #onToken: (token: string) => void;
  readonly #closing = new AbortController();
  #kept: Kept | undefined;
  #failed: TokenResult | undefined;
  #pending: Promise<TokenResult> | undefined;
  #nextRequestAt = 0;
  /** How the client authenticates itself; settled by the first token. */
  #authMethod: ClientAuthMethod = 'header';
  #isSettled = false;

  constructor(own: ClientCredentials, configuration: TokenConfiguration, { onToken, waitBudget }: TokenOptions) {
    const { bounds, proxies, gateway } = configuration;
    this.#own = own;
    const { certificate } = gateway;
    this.#transport = new Transport({ url: own.tokenUrl, concurrency: 1, bounds, proxies, certificate });
    this.#waitBudget = waitBudget ?? new WaitBudget(bounds.waitMs);
    this.#headers = headersFor(own, configuration);
    this.#onToken = onToken ?? (() => undefined);
  }

  async current(): Promise<TokenResult> {
    const kept = this.#kept;
    return kept && steadyNow() < kept.renewAt ? { kind: 'ok', token: kept.token } : this.#obtain();
  }

  async renew(refused: string): Promise<TokenResult> {
    if (this.#kept?.token === refused) this.#kept = undefined;
    return this.current();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#transport.close();
  }

  #obtain(): Promise<TokenResult> {
    if (this.#failed) return Promise.resolve(this.#failed);
    this.#pending ??= this.#ask().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #ask(): Promise<TokenResult> {
    for (let attempt = 1; ; attempt += 1) {
      const { grant, askedAt } = await this.#askOnce();
      if (grant.kind === 'granted') return this.#keep(grant, askedAt);
      const wait = grant.kind === 'again' ? (grant.waitMs ?? backOff(attempt)) : undefined;
      if (wait === undefined || wait > this.#waitBudget.left || attempt >= ATTEMPTS) return this.#fail(grant.problem);
      if (grant.kind === 'again' && grant.waitMs !== undefined) this.#waitBudget.spend(wait);
      this.#nextRequestAt = Math.max(this.#nextRequestAt, steadyNow() + wait);
    }
  }

  /** Asks for a token. If the client has never been accepted and is refused, asks again with its secret elsewhere. */
  async #askOnce(): Promise<Asked> {
    const first = await this.#request(this.#authMethod);
    if (this.#isSettled || !isOfClient(first)) return first;
    for (const method of otherAuthMethods(this.#own)) {
      const other = await this.#request(method);
      if (isOfClient(other)) continue;
      if (other.grant.kind === 'granted') this.#authMethod = method;
      return other;
    }
    return first;
  }

  async #request(method: ClientAuthMethod): Promise<Asked> {
    const wait = this.#nextRequestAt - steadyNow();
    if (wait > 0) await pause(wait, this.#closing.signal);
    const askedAt = steadyNow();
    this.#nextRequestAt = askedAt + BETWEEN_REQUESTS_MS;
    return { grant: await requestToken(this.#own, this.#transport, method, this.#headers), askedAt };
  }

  #keep({ token, lifetimeMs }: Extract<Grant, { kind: 'granted' }>, askedAt: number): TokenResult {
    this.#onToken(token);
    this.#isSettled = true;
    const margin = Math.min(MARGIN_MS, lifetimeMs * MARGIN_SHARE);
    this.#kept = { token, renewAt: askedAt + lifetimeMs - margin, expiresAt: askedAt + lifetimeMs };
    return { kind: 'ok', token };
  }

  /** If an early renewal failed, the token stays in use until it expires; otherwise the failure is final. */
  #fail(problem: string): TokenResult {
    const kept = this.#kept;
    if (kept && steadyNow() < kept.expiresAt) {
      this.#kept = { ...kept, renewAt: Math.min(kept.expiresAt, steadyNow() + MARGIN_MS) };
      return { kind: 'ok', token: kept.token };
    }
    this.#failed = { kind: 'failed', problem };
    return this.#failed;
  }
}
