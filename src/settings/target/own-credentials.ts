import { listed } from '../../values/listed.ts';
import type { SettingName } from '../declarations.ts';
import type { Settings } from '../settings.ts';
import { UsageError } from '../usage-error.ts';

/** The credentials of the run (section 5). */
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

const CLIENT = ['authUrl', 'clientId', 'clientSecret'] as const satisfies readonly SettingName[];

/** Reads a ready token or client credentials. The token is used if both are given. Throws UsageError. */
export function ownCredentials(settings: Settings): UnderstoodCredentials {
  const token = settings.get('accessToken');
  if (token !== undefined) return { credentials: { kind: 'token', token }, notes: tokenFirst(settings) };
  const client = clientCredentials(settings);
  if (client) return { credentials: client, notes: [] };
  const [ready, ...others] = [settings.name('accessToken'), ...CLIENT.map((each) => settings.name(each))];
  throw new UsageError(
    `there is no token: set ${ready}, or ${listed(others, 'and')}; secrets come from the environment or .env`,
  );
}

function tokenFirst(settings: Settings): readonly string[] {
  if (!settings.has('clientSecret')) return [];
  const ready = settings.name('accessToken');
  return [`${ready} and client credentials are both set: ${ready} is used, and it is not renewed`];
}

function clientCredentials(settings: Settings): OwnCredentials | undefined {
  const [tokenUrl, clientId, clientSecret] = [
    settings.get('authUrl'),
    settings.get('clientId'),
    settings.get('clientSecret'),
  ];
  if (tokenUrl !== undefined && clientId !== undefined && clientSecret !== undefined)
    return { kind: 'client', tokenUrl, clientId, clientSecret, scope: settings.get('scope') ?? null };
  const missing = CLIENT.filter((each) => !settings.has(each)).map((each) => settings.name(each));
  if (missing.length === CLIENT.length) return undefined;
  throw new UsageError(
    `client credentials need a token endpoint, an id and a secret: also set ${listed(missing, 'and')}`,
  );
}
