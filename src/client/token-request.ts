import * as oauth from 'oauth4webapi';
import type { Body, Response as Received } from '../model/exchange.ts';
import { askedPause } from '../model/retry-after.ts';
import type { OwnCredentials } from '../settings/target/own-credentials.ts';
import { duration } from '../values/duration.ts';
import { flagFor } from '../values/flag.ts';
import {
  CREATED,
  isRedirect,
  isTemporary,
  METHOD_NOT_ALLOWED,
  NOT_FOUND,
  OK,
  TOO_MANY_REQUESTS,
  UNAUTHORIZED,
} from '../values/http-status.ts';
import { isObject } from '../values/json.ts';
import type { Delivery, Transport } from './transport.ts';

export type ClientCredentials = Extract<OwnCredentials, { readonly kind: 'client' }>;

/** The result of one token request. `again`: a temporary failure that is worth another attempt after `waitMs`. */
export type Grant =
  | { readonly kind: 'granted'; readonly token: string; readonly lifetimeMs: number }
  | { readonly kind: 'again'; readonly problem: string; readonly waitMs: number | undefined }
  /** `ofClient`: the client's own credentials were refused in the place where they were sent. */
  | { readonly kind: 'refused'; readonly problem: string; readonly ofClient?: true };

/**
 * How a client authenticates itself, by where it sends its secret: in the header, which every server accepts, or in the
 * body, which some servers require (RFC 6749, 2.3.1). Some servers do not decode what they find in the header, so that
 * it must not be encoded.
 */
export type ClientAuthMethod = 'header' | 'body' | 'unencoded header';

const CLIENT_AUTH: Readonly<Record<ClientAuthMethod, (secret: string) => oauth.ClientAuth>> = {
  header: oauth.ClientSecretBasic,
  body: oauth.ClientSecretPost,
  'unencoded header': (secret) => (_, client, _body, headers) =>
    headers.set('authorization', `Basic ${Buffer.from(`${client.client_id}:${secret}`).toString('base64')}`),
};

/**
 * Returns the other methods to try if the server refuses the client in the header. Only letters and digits are
 * the same with and without encoding.
 */
export const otherAuthMethods = ({ clientId, clientSecret }: ClientCredentials): readonly ClientAuthMethod[] =>
  /[^0-9A-Za-z]/.test(clientId + clientSecret) ? ['body', 'unencoded header'] : ['body'];

/** Tokens are requested rarely, so no connection is kept for them: the target may allow only a few. */
const UNKEPT = { connection: 'close' } as const;

/** Asks once for a token by the client credentials grant (section 5). Names of `extra` headers are in lower case. */
export async function requestToken(
  own: ClientCredentials,
  transport: Transport,
  method: ClientAuthMethod,
  extra: Readonly<Record<string, string>> = {},
): Promise<Grant> {
  let delivery: Delivery | undefined;
  try {
    const server = { issuer: own.tokenUrl, token_endpoint: own.tokenUrl };
    const client = { client_id: own.clientId };
    const parameters: Record<string, string> = own.scope === null ? {} : { scope: own.scope };
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      CLIENT_AUTH[method](own.clientSecret),
      parameters,
      {
        // The configuration already refuses plain http, with its own exceptions.
        [oauth.allowInsecureRequests]: true,
        [oauth.customFetch]: async (url, { headers, body }) => {
          delivery = await post(transport, url, { ...headers, ...extra, ...UNKEPT }, body.toString());
          return asFetched(delivery);
        },
      },
    );
    return granted(own, await oauth.processClientCredentialsResponse(server, client, response));
  } catch (error) {
    return failedGrant(own, delivery, error);
  }
}

function post(transport: Transport, url: string, headers: Record<string, string>, body: string): Promise<Delivery> {
  const { origin, pathname, search } = new URL(url);
  return transport.deliver({ origin, path: pathname + search, method: 'POST', headers, body });
}

function asFetched(delivery: Delivery): Response {
  if (delivery.kind === 'lost') throw new Error('lost');
  const { status, headers, body } = delivery.response;
  const type = headers['content-type'];
  const text = [204, 205, 304].includes(status) ? null : grantIn(textOf(body));
  // The library accepts a token only with 200 (RFC 6749, 5.1). Some services answer 201, since it is a new token.
  return new Response(text, {
    status: status === CREATED ? OK : status,
    headers: type === undefined ? {} : { 'content-type': type },
  });
}

/**
 * Removes what RFC 6749 does not know and the library refuses: members that are null, as many services write absent
 * ones, and an ID token, which the library validates and a run does not use. A token without a type is taken for a
 * Bearer token, since the interface has no other (5).
 */
function grantIn(text: string): string {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return text;
    const own = Object.entries(answer).filter(([name, value]) => value !== null && name !== 'id_token');
    return JSON.stringify({ token_type: 'Bearer', ...Object.fromEntries(own) });
  } catch {
    return text;
  }
}

const textOf = (body: Body): string => (body.kind === 'empty' ? '' : body.text);

function granted(own: ClientCredentials, answer: oauth.TokenEndpointResponse): Grant {
  const { access_token: token, expires_in: seconds } = answer;
  if (!/^[\x21-\x7e]+$/.test(token))
    return refused(own, 'returned a token with characters that are not allowed in a header');
  if (answer.token_type !== 'bearer') return refused(own, 'returned a token that is not of type Bearer');
  // A missing or non-positive lifetime is unknown: the token is used until it is refused.
  return {
    kind: 'granted',
    token,
    lifetimeMs: seconds !== undefined && seconds > 0 ? seconds * 1000 : Number.POSITIVE_INFINITY,
  };
}

function failedGrant(own: ClientCredentials, delivery: Delivery | undefined, error: unknown): Grant {
  if (delivery === undefined) return refused(own, 'cannot be called: check AUTH_URL, CLIENT_ID and CLIENT_SECRET');
  if (delivery.kind === 'lost') {
    const problem = sentence(own, `did not respond: ${delivery.loss.reason}`);
    const passing = delivery.loss.cause !== 'unusable' && delivery.loss.cause !== 'interrupted';
    return passing ? { kind: 'again', problem, waitMs: undefined } : { kind: 'refused', problem };
  }
  const { status, headers, body } = delivery.response;
  if (status === TOO_MANY_REQUESTS || isTemporary(status)) {
    return { kind: 'again', ...unavailable(own, delivery.response) };
  }
  if (isRedirect(status))
    return refused(
      own,
      `answered ${status}, a redirect to ${place(headers['location'])}: set AUTH_URL to the final address`,
    );
  if (status === NOT_FOUND || status === METHOD_NOT_ALLOWED)
    return refused(own, `answered ${status}: ${CHECK_ADDRESS}`);
  if (status !== OK && status !== CREATED) {
    return { ...refused(own, refusalOf(status, error)), ofClient: true };
  }
  return refused(own, `answered ${status} without a usable token: ${flawOf(body)}`);
}

/** Says that the endpoint cannot give a token at the moment, and what to do about it. */
function unavailable(
  own: ClientCredentials,
  response: Received,
): Pick<Extract<Grant, { kind: 'again' }>, 'problem' | 'waitMs'> {
  const { status } = response;
  const waitMs = askedPause(response);
  const why = status === TOO_MANY_REQUESTS ? 'too many tokens are requested' : 'it is not available at the moment';
  const pause = waitMs === undefined ? '' : ` after ${duration(waitMs)}, or raise ${flagFor('maxWait')}`;
  return { problem: sentence(own, `answered ${status}: ${why}; try again${pause || ' later'}`), waitMs };
}

/** Describes a refusal. One that is neither 401 nor has an error code may come from something that is no token endpoint. */
function refusalOf(status: number, error: unknown): string {
  const code = errorCode(error);
  const address = code !== '' || status === UNAUTHORIZED ? '' : 'AUTH_URL, ';
  return `answered ${status}${code}: check ${address}CLIENT_ID, CLIENT_SECRET and SCOPE`;
}

const CHECK_ADDRESS = 'check AUTH_URL, which is the whole address of the token endpoint';

const refused = (own: ClientCredentials, what: string): Extract<Grant, { kind: 'refused' }> => ({
  kind: 'refused',
  problem: sentence(own, what),
});

const sentence = (own: ClientCredentials, what: string): string =>
  `no token: the token endpoint ${place(own.tokenUrl)} ${what}`;

/** Returns the origin and path of a URL, without the query, which may contain secrets. */
function place(url: string | undefined): string {
  if (url === undefined || !URL.canParse(url)) return 'an unknown address';
  const { origin, pathname } = new URL(url);
  return (origin + pathname).slice(0, 200);
}

/** Error codes of RFC 6749, 5.2. No other text of an error is repeated, because it could contain anything. */
const codes = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
];

function errorCode(error: unknown): string {
  const code = error instanceof oauth.ResponseBodyError ? error.error : undefined;
  return code !== undefined && codes.includes(code) ? ` (${code})` : '';
}

/** Members that must be strings if they are there. */
const TEXTS = ['access_token', 'token_type', 'refresh_token', 'scope'];

/** Says what is wrong with the body of a success that contains no usable token, without quoting it. */
function flawOf(body: Body): string {
  if (body.kind === 'empty') return `the body is empty; ${CHECK_ADDRESS}`;
  if (body.kind === 'unreadable') return body.bound === undefined ? `${body.reason}; ${CHECK_ADDRESS}` : body.reason;
  if (body.cut) return 'the body is too long for a token';
  const { value } = body;
  if (!isObject(value)) return `the body is no JSON object; ${CHECK_ADDRESS}`;
  const token = value['access_token'] ?? '';
  if (token === '') return `the body has no access_token; ${CHECK_ADDRESS}`;
  const wrong = TEXTS.find((name) => (value[name] ?? '') !== '' && typeof value[name] !== 'string');
  if (wrong !== undefined) return `its ${wrong} is not a string`;
  if (!/^bearer$/i.test(String(value['token_type'] ?? 'bearer'))) return 'its token_type is not Bearer';
  return 'expires_in' in value ? 'its expires_in is not a number' : 'the response cannot be read';
}
