import type { Fixtures } from '../model/fixtures.ts';
import { type Listening, listen, type ServiceOptions } from '../reference/service.ts';
import { type Environment, type Flags, UsageError } from '../settings/configuration.ts';
import type { RunSettings } from './settings.ts';
import { readSettings } from './settings.ts';

/** Flags that speak of a target of the user's. */
const OF_A_TARGET = ['auth-url', 'fixtures', 'fixtures-command'];

/**
 * Whether there is no target but the embedded implementation. Throws UsageError where one was meant: a pipeline whose
 * variable is empty would be green for nothing.
 */
export function isWithoutTarget(flags: Flags, env: Environment): boolean {
  if (flags['base-url'] || env['BASE_URL']) return false;
  if (process.env['BASE_URL'] === '')
    throw new UsageError(
      'BASE_URL is set and empty: give the address of the target, or unset it for the embedded implementation',
    );
  const meant = OF_A_TARGET.find((flag) => flags[flag] !== undefined);
  if (meant === undefined) return true;
  throw new UsageError(`--${meant} is for a target of yours: give its address by --base-url or BASE_URL`);
}

/** Starts the embedded reference implementation; an unknown fault or latitude is a mistake of the user. */
export async function startEmbedded(options: ServiceOptions = {}, port = 0): Promise<Listening> {
  try {
    return await listen(options, port);
  } catch (error) {
    // What the system says of the port is told by those who chose it.
    if (error instanceof Error && 'code' in error) throw error;
    throw new UsageError(error instanceof Error ? error.message : 'the embedded implementation could not be started');
  }
}

/** The environment that makes a run speak to an embedded implementation, whatever else is set. */
export const towards = ({ url, authUrl, clientId, clientSecret }: Listening) => ({
  BASE_URL: url,
  AUTH_URL: authUrl,
  CLIENT_ID: clientId,
  CLIENT_SECRET: clientSecret,
});

/** The settings of a run against an embedded implementation. */
export function embeddedSettings(flags: Flags, service: Listening): RunSettings {
  const settings = readSettings({ ...flags, 'base-url': undefined, 'auth-url': undefined }, towards(service));
  return { ...settings, embedded: true, fixtures: service.fixtures as Fixtures };
}
