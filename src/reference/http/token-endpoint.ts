import { randomBytes } from 'node:crypto';
import { type Choices, decision } from '../decision.ts';
import { type Incoming, json, type Outgoing } from './server.ts';

/** The document does not show the token endpoint's address, scopes or token lifetime (5.3). */
const HERE = { section: '5', on: ['token'] };

const lifetime = decision<number | undefined>(HERE, 3600, {
  latitudes: { 'token/two-seconds': 2, 'token/lifetime-left-out': undefined },
  protects: ['AUTH-TOKEN-UNKNOWN', 'AUTH-TOKEN-MALFORMED', 'SUCCESS-STATUS'],
});
const answer = decision<(body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>>(
  HERE,
  (body) => body,
  {
    latitudes: {
      'token/further-members': (body) => ({ ...body, token_type: 'Bearer', not_before: 0, jti: 'x' }),
      'token/null-members': (body) => ({ ...body, id_token: null, refresh_token: null }),
      'token/without-scope': ({ scope: _, ...body }) => body,
    },
    protects: ['AUTH-TOKEN-UNKNOWN', 'AUTH-TOKEN-MALFORMED', 'SUCCESS-STATUS'],
  },
);
const spelling = decision<() => string>(HERE, () => randomBytes(24).toString('base64url'), {
  latitudes: {
    'token/long': () => `${randomBytes(700).toString('base64url')}.${randomBytes(700).toString('base64url')}`,
    'token/with-padding': () => `${randomBytes(25).toString('base64')}`,
    'token/hexadecimal': () => randomBytes(24).toString('hex'),
  },
  protects: ['AUTH-TOKEN-UNKNOWN', 'AUTH-TOKEN-MALFORMED', 'SUCCESS-STATUS'],
});

/** The tokens that an instance has issued. */
export class Tokens {
  readonly #until = new Map<string, number>();

  issue(token: string, seconds: number | undefined): void {
    this.#until.set(token, seconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + seconds * 1000);
  }

  valid(token: string): boolean {
    return Date.now() < (this.#until.get(token) ?? 0);
  }

  /** Whether the token is a valid one except for the case of its letters. */
  validInAnyCase(token: string): boolean {
    return [...this.#until.keys()].some((each) => each.toLowerCase() === token.toLowerCase() && this.valid(each));
  }

  /** Whether the token begins with a valid one. */
  resembles(token: string): boolean {
    return [...this.#until.keys()].some((each) => token.startsWith(each) && this.valid(each));
  }

  /** Whether the token has the length of a valid one. */
  isAsLong(token: string): boolean {
    return [...this.#until.keys()].some((each) => each.length === token.length && this.valid(each));
  }

  /** Whether a valid token begins with this one. */
  begins(token: string): boolean {
    return [...this.#until.keys()].some((each) => each.startsWith(token) && this.valid(each));
  }
}

/** Path of the token endpoint. */
export const TOKEN_PATH = '/oauth/token';

/** The credentials with which a client asks for tokens. */
export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Where a client may send its credentials: OAuth 2 allows both places. */
const places = decision<readonly ('header' | 'undecoded header' | 'body')[]>(HERE, ['header', 'body'], {
  latitudes: {
    'token/client-only-in-the-body': ['body'],
    'token/client-only-in-the-header': ['header'],
    'token/client-only-in-the-header-and-not-decoded': ['undecoded header'],
  },
  protects: ['AUTH-TOKEN-UNKNOWN', 'AUTH-TOKEN-MALFORMED', 'SUCCESS-STATUS'],
});

function credentials(
  choices: Choices,
  { headers }: Incoming,
  form: URLSearchParams,
): readonly (string | null | undefined)[] {
  const taken = choices.of(places);
  if (taken.includes('body') && form.has('client_id') && form.has('client_secret'))
    return [form.get('client_id'), form.get('client_secret')];
  const header = (headers.authorization ?? '').replace(/^Basic /i, '');
  const pair = Buffer.from(header, 'base64').toString().split(':');
  if (taken.includes('undecoded header')) return pair;
  return taken.includes('header') ? pair.map(decodeURIComponent) : [];
}

/** Answers a request of the client credentials grant (5.1). */
export async function token(choices: Choices, request: Incoming, client: Client, tokens: Tokens): Promise<Outgoing> {
  const form = new URLSearchParams(await request.text());
  const [id, secret] = credentials(choices, request, form);
  if (id !== client.clientId || secret !== client.clientSecret) return json(401, { error: 'invalid_client' });
  if (form.get('grant_type') !== 'client_credentials') return json(400, { error: 'unsupported_grant_type' });
  const access_token = choices.of(spelling)();
  const expires_in = choices.of(lifetime);
  tokens.issue(access_token, expires_in);
  const body = { access_token, token_type: 'bearer', expires_in, scope: form.get('scope') ?? 'all' };
  return json(200, choices.of(answer)(body));
}
