import type { Carriage } from '../../client/transport.ts';
import type { Fixtures } from '../../model/fixtures.ts';
import { UnknownVariant } from '../../reference/decision.ts';
import { called, type Listening, listen, type ServiceOptions } from '../../reference/service.ts';
import { type SettingName, settingNames, targetSettings, variableOf } from '../../settings/declarations.ts';
import { type RunSettings, readSettings } from '../../settings/run-settings.ts';
import { type Flags, flagSource, optionSource, Settings, type UnchosenTargets } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { flagFor } from '../../values/flag.ts';
import { listed } from '../../values/listed.ts';
import { InProcess } from './in-process.ts';

/** Names of the settings that describe a target of the user. */
const OF_A_TARGET: readonly SettingName[] = settingNames.filter((name) => name in targetSettings);

/** Settings that only a target of the user needs. */
const CREDENTIALS = ['accessToken', 'authUrl', 'clientId', 'clientSecret'] as const satisfies readonly SettingName[];

/**
 * Returns whether the embedded implementation is the only target. Throws UsageError if flags, credentials or a
 * configuration file describe a target without its address: a pipeline whose variable is empty or misspelt would
 * otherwise pass without testing anything.
 */
export function isWithoutTarget(settings: Settings, flags: Flags): boolean {
  if (settings.has('baseUrl')) return false;
  if (settings.unchosen) throw new UsageError(choiceOf(settings.unchosen));
  if (settings.has('target'))
    throw new UsageError(
      `the target ${settings.get('target')} (${settings.name('target')}) has no address: add baseUrl to its settings, or give ${flagFor('baseUrl')} or BASE_URL`,
    );
  const given = flagSource(flags);
  const meant = OF_A_TARGET.find((name) => given.given(name) !== undefined);
  const credential = CREDENTIALS.find((name) => settings.has(name));
  if (meant === undefined && credential !== undefined)
    throw new UsageError(
      `${variableOf(credential)} is set, but no target is: set BASE_URL, or unset ${variableOf(credential)} to verify the embedded implementation`,
    );
  if (meant === undefined) return true;
  throw new UsageError(`${given.name(meant)} needs your own target: give its address with --base-url or BASE_URL`);
}

const choiceOf = ({ file, names }: UnchosenTargets): string =>
  `${file} defines ${names.length === 1 ? 'the target' : 'the targets'} ${listed(names, 'and')}, and none is chosen: name one with ${flagFor('target')}`;

/** Starts the embedded reference implementation. Throws UsageError for an unknown fault or latitude. */
export async function startEmbedded(options: ServiceOptions = {}, port = 0): Promise<Listening> {
  try {
    return await listen(options, port);
  } catch (error) {
    throw error instanceof UnknownVariant ? new UsageError(error.message) : error;
  }
}

/** Returns the address and credentials of an embedded implementation as a source of settings. */
const addressSource = ({ url: baseUrl, authUrl, clientId, clientSecret }: Listening) =>
  optionSource({ baseUrl, authUrl, clientId, clientSecret });

/** Adapts the settings to an embedded implementation. No setting that describes another target reaches it. */
export const onEmbedded = (settings: Settings, service: Listening): RunSettings =>
  read(settings.replacing(OF_A_TARGET, addressSource(service)), service.fixtures as Fixtures);

const read = (settings: Settings, fixtures: Fixtures): RunSettings => ({
  ...readSettings(settings, {}, fixtures),
  embedded: true,
});

/** Returns the settings of a run against an embedded implementation, read from flags only. */
export const embeddedSettings = (flags: Flags, service: Listening): RunSettings =>
  onEmbedded(new Settings([flagSource(flags)]), service);

/** The base URL of an embedded implementation that does not listen. */
const NOWHERE = 'http://127.0.0.1';

/**
 * Creates an embedded implementation that is called in this process, without a socket. Returns the settings of a run
 * against it, to which no setting of another target belongs, and what carries the requests. Throws for an unknown fault
 * or latitude.
 */
export function inProcessEmbedded(
  given: Settings,
  options: ServiceOptions = {},
): { readonly settings: RunSettings; readonly carriage: Carriage } {
  const service = called(options);
  const target = optionSource({ baseUrl: NOWHERE, accessToken: service.token });
  const settings = read(given.replacing(OF_A_TARGET, target), service.fixtures as Fixtures);
  return { settings, carriage: new InProcess(service, settings.target.bounds) };
}
