import { type ArrayFormat, arrayFormats } from '../contract/array-formats.ts';
import { definitionOf, type Operation, pathParameters, VERSION_PREFIX } from '../contract/operations.ts';
import type { Credentials, Query, QueryValue, RequestInput, SentRequest } from '../model/exchange.ts';
import type { ExtraHeader, Gateway } from '../settings/target/gateway.ts';
import type { Json } from '../values/json.ts';
import { Memory } from '../values/memory.ts';
import { IN_OTHER_CASE, inOtherCase } from './token-case.ts';
import type { WireRequest } from './transport.ts';

/** A request that is complete except for the token. */
export interface Composed {
  /** The request as reports show it, with `$ACCESS_TOKEN` in place of the token. */
  readonly shown: SentRequest;
  /** Returns the request as it is sent with a token. */
  wire(token: string): WireRequest;
}

/** Where requests are sent, and in which format. */
export interface Addressing {
  readonly baseUrl: string;
  readonly arrayFormat: ArrayFormat;
  readonly userAgent: string;
  readonly gateway: Pick<Gateway, 'headers'> & Partial<Pick<Gateway, 'certificate'>>;
}

/** The header of a JSON Web Token without a signature. */
const UNSIGNED = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');

/** Returns an unsigned JSON Web Token. The claims of a token that is none are the token itself. */
const unsigned = (claims: string): string => `${UNSIGNED}.${claims}.`;

/** Returns the token as it is sent, without its scheme and suffix. */
function alteredToken(credentials: Credentials, token: string): string {
  if (typeof credentials !== 'object') return token;
  if ('unsigned' in credentials) return unsigned(token.split('.')[1] ?? token);
  if ('otherCase' in credentials) return inOtherCase(token);
  return 'cut' in credentials ? token.slice(0, token.length - (credentials.cut ?? 0)) : token;
}

/** Returns what reports show in place of the token: a shell expands it to what was sent. */
function shownToken(credentials: Credentials): string {
  if (typeof credentials !== 'object') return '$ACCESS_TOKEN';
  if ('unsigned' in credentials) return unsigned('$(echo $ACCESS_TOKEN | cut -d. -f2)');
  if ('otherCase' in credentials) return IN_OTHER_CASE;
  const cut = 'cut' in credentials ? (credentials.cut ?? 0) : 0;
  return cut === 0 ? '$ACCESS_TOKEN' : `\${ACCESS_TOKEN%${'?'.repeat(cut)}}`;
}

/** A prefix that makes a path which no implementation has. */
const NOWHERE = '/no-such-path';

/** Builds a request: `{base}/v2/…`, encoded path parameters and query, and the body as JSON. */
export function compose(addressing: Addressing, operation: Operation, input: RequestInput): Composed {
  const { method } = definitionOf(operation);
  const { origin } = baseOf(addressing.baseUrl);
  const path = pathOf(addressing, operation, input);
  const body = input.text ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
  const credentials = input.credentials ?? 'token';
  const extra = addressing.gateway.headers;
  const headers = (token: string, text: 'value' | 'shown'): Record<string, string> => ({
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': addressing.userAgent,
    ...named(extra, text),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...authorization(credentials, token),
  });
  return {
    shown: {
      method,
      url: origin + path,
      headers: headers(shownToken(credentials), 'shown'),
      ...(extra.length === 0 ? {} : { gateway: extra.map(({ name }) => name.toLowerCase()) }),
      ...(addressing.gateway.certificate ? { certificate: true } : {}),
      path: input.path ?? {},
      query: asLists(input.query),
      ...(input.text === undefined ? { body: sent(body) } : asText(input.text)),
      credentials,
      ...(input.elsewhere ? { elsewhere: true } : {}),
    },
    wire: (token) => ({ origin, path, method, headers: headers(alteredToken(credentials, token), 'value'), body }),
  };
}

const pathOf = ({ baseUrl, arrayFormat }: Addressing, operation: Operation, input: RequestInput): string =>
  baseOf(baseUrl).prefix +
  VERSION_PREFIX +
  (input.elsewhere ? NOWHERE : '') +
  filled(operation, input) +
  search(input.query, arrayFormat);

/** Describes a body that was sent as text. */
const asText = (text: string) => ({ body: undefined, unread: 'the body is not JSON', text });

/** The part of the URL before each path. */
interface Base {
  readonly origin: string;
  readonly prefix: string;
}

/** Cache of parsed base URLs; a run has only one. */
const bases = new Memory<string, Base>(10);

function baseOf(baseUrl: string): Base {
  const known = bases.get(baseUrl);
  if (known) return known;
  const { origin, pathname } = new URL(baseUrl);
  return bases.first(baseUrl, { origin, prefix: pathname.replace(/\/+$/, '') });
}

const named = (extra: readonly ExtraHeader[], text: 'value' | 'shown'): Record<string, string> =>
  Object.fromEntries(extra.map((each) => [each.name.toLowerCase(), each[text]]));

/** Returns the body as the target reads it, without undefined members. */
function sent(body: string | undefined): Json | undefined {
  return body === undefined ? undefined : JSON.parse(body);
}

function authorization(credentials: Credentials, token: string): Record<string, string> {
  if (credentials === 'none') return {};
  if (credentials === 'token' || 'unsigned' in credentials || 'otherCase' in credentials)
    return { authorization: `Bearer ${token}` };
  if ('header' in credentials) return { authorization: credentials.header };
  return { authorization: `${credentials.scheme} ${token}${credentials.suffix ?? ''}`.trimStart() };
}

function filled(operation: Operation, input: RequestInput): string {
  return pathParameters(operation).reduce((path, name) => {
    const value = input.path?.[name];
    if (value === undefined) throw new Error(`${operation} needs the path parameter ${name}`);
    return path.replace(`{${name}}`, () => encoded(value));
  }, definitionOf(operation).path);
}

function search(query: Query | undefined, format: ArrayFormat): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) => written(name, value, format));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function written(name: string, value: QueryValue, format: ArrayFormat): readonly string[] {
  const { write } = arrayFormats[typeof value === 'object' ? format : 'repeat'];
  return write(encoded(name), texts(value).map(encoded));
}

const texts = (value: QueryValue): readonly string[] => (typeof value === 'object' ? value : [String(value)]);

const asLists = (query: Query | undefined): SentRequest['query'] =>
  Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, texts(value)]));

/** Percent-encodes a text; half of a surrogate pair, which UTF-8 cannot represent, becomes U+FFFD. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
