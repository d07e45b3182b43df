import * as oauth from 'oauth4webapi';
import { type Dispatcher, fetch as undiciFetch } from 'undici';
import type { Access } from './configuration.ts';

/** The run could not get a token: one sentence without the secret. */
export class NoToken extends Error {}

/** Seconds before its expiry at which a token is renewed, at the most; short-lived ones are renewed at half their life. */
const MARGIN = 30;
const BETWEEN_REQUESTS_MS = 1_000;

/** The bearer token of a run: given, or got by the client credentials grant (5.1) and renewed before it expires. */
export class TokenSource {
  readonly #access: Access;
  readonly #dispatcher: Dispatcher;
  readonly #learn: (secret: string) => void;
  #current: { readonly token: string; readonly renewAt: number } | undefined;
  #pending: Promise<string> | undefined;
  #lastRequest = 0;

  constructor(access: Access, dispatcher: Dispatcher, learn: (secret: string) => void) {
    this.#access = access;
    this.#dispatcher = dispatcher;
    this.#learn = learn;
    learn(access.kind === 'token' ? access.token : access.clientSecret);
  }

  /** The token to use now. Throws NoToken. */
  async get(): Promise<string> {
    if (this.#access.kind === 'token') return this.#access.token;
    if (this.#current && Date.now() < this.#current.renewAt) return this.#current.token;
    return this.renew(this.#current?.token);
  }

  /** Whether a refused token can be replaced. */
  get renewable(): boolean {
    return this.#access.kind === 'client';
  }

  /** Gets another token than the refused one; callers who come while it is under way share it. */
  async renew(refused: string | undefined): Promise<string> {
    if (this.#current && this.#current.token !== refused && Date.now() < this.#current.renewAt)
      return this.#current.token;
    this.#pending ??= this.#request().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #request(): Promise<string> {
    const access = this.#access;
    if (access.kind === 'token') return access.token;
    const wait = this.#lastRequest + BETWEEN_REQUESTS_MS - Date.now();
    if (this.#lastRequest > 0 && wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    this.#lastRequest = Date.now();
    const answer = await grant(access, this.#dispatcher);
    const life = answer.expires_in ?? 3600;
    this.#learn(answer.access_token);
    this.#current = { token: answer.access_token, renewAt: Date.now() + Math.max(life - MARGIN, life / 2) * 1000 };
    return answer.access_token;
  }
}

async function grant(
  access: Extract<Access, { kind: 'client' }>,
  dispatcher: Dispatcher,
): Promise<oauth.TokenEndpointResponse> {
  const server: oauth.AuthorizationServer = { issuer: new URL(access.authUrl).origin, token_endpoint: access.authUrl };
  const client: oauth.Client = { client_id: access.clientId };
  const parameters = new URLSearchParams(access.scope ? { scope: access.scope } : {});
  try {
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic(access.clientSecret),
      parameters,
      {
        [oauth.allowInsecureRequests]: true,
        [oauth.customFetch]: async (url, options) => {
          const { body, headers, method } = options;
          const answer = await undiciFetch(url, {
            method,
            headers,
            body: body?.toString() ?? null,
            redirect: 'manual',
            dispatcher,
            signal: AbortSignal.timeout(15_000),
          });
          return new Response(await answer.text(), { status: answer.status, headers: [...answer.headers] });
        },
      },
    );
    return await oauth.processClientCredentialsResponse(server, client, response);
  } catch (error) {
    throw new NoToken(`no token from ${access.authUrl}: ${said(error)}`);
  }
}

function said(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError)
    return `it answered ${error.status} ${error.error}; check CLIENT_ID, CLIENT_SECRET and SCOPE`;
  if (!(error instanceof Error)) return 'it could not be reached';
  const cause = error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : undefined;
  return cause === undefined ? error.message : `it could not be reached (${cause})`;
}
