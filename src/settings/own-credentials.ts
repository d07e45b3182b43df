import { understandTokenUrl } from './address.ts';
import { type Settings, UsageError } from './settings.ts';

/** What the run authenticates with (section 5). */
export type OwnCredentials =
  | { readonly kind: 'token'; readonly token: string }
  | {
      readonly kind: 'client';
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scope: string | null;
    };

export interface UnderstoodCredentials {
  readonly credentials: OwnCredentials;
  readonly notes: readonly string[];
}

/** A ready token, or client credentials; a token goes first when both are there. */
export function ownCredentials(settings: Settings): UnderstoodCredentials {
  const token = settings.read('accessToken', bearer);
  const client = token === undefined ? clientCredentials(settings) : undefined;
  if (token !== undefined) return { credentials: { kind: 'token', token }, notes: tokenFirst(settings) };
  if (client) return { credentials: client, notes: [] };
  throw new UsageError(
    'there is no token: set ACCESS_TOKEN, or AUTH_URL, CLIENT_ID and CLIENT_SECRET, in the environment or .env',
  );
}

function tokenFirst(settings: Settings): readonly string[] {
  if (settings.text('clientSecret') === undefined) return [];
  return ['ACCESS_TOKEN and client credentials are both set: ACCESS_TOKEN is used, and it is not renewed'];
}

function clientCredentials(settings: Settings): OwnCredentials | undefined {
  const tokenUrl = settings.read('authUrl', understandTokenUrl);
  const [clientId, clientSecret] = [settings.text('clientId'), settings.text('clientSecret')];
  const given = { AUTH_URL: tokenUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
  if (tokenUrl !== undefined && clientId !== undefined && clientSecret !== undefined) {
    return { kind: 'client', tokenUrl, clientId, clientSecret, scope: settings.text('scope') ?? null };
  }
  const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === 3) return undefined;
  throw new UsageError(
    `client credentials need AUTH_URL, CLIENT_ID and CLIENT_SECRET: set ${missing.join(' and ')} as well`,
  );
}

/** The token alone; blanks around it and a leading "Bearer " are what people paste. */
function bearer(value: string, name: string): string {
  const token = value.trim().replace(/^bearer\s+/i, '');
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UsageError(`${name} holds blanks or characters that a header cannot carry: give the token alone`);
}
