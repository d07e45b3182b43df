import type { Fixtures } from '../model/fixtures.ts';
import { type Listening, listen, type ServiceOptions } from '../reference/service.ts';
import { ofTheTarget, type SettingName, settingNames } from '../settings/declarations.ts';
import { type Flags, flagSource, optionSource, Settings } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import { type RunSettings, readSettings } from './settings.ts';

/** Settings of a target of the user's. */
const OF_A_TARGET: readonly SettingName[] = settingNames.filter((name) => name in ofTheTarget);

/**
 * Whether there is no target but the embedded implementation. Throws UsageError where one was meant: a pipeline whose
 * variable is empty would be green for nothing.
 */
export function isWithoutTarget(settings: Settings, flags: Flags): boolean {
  if (settings.has('baseUrl')) return false;
  const given = flagSource(flags);
  const meant = OF_A_TARGET.find((name) => given.given(name) !== undefined);
  if (meant === undefined) return true;
  throw new UsageError(`${given.name(meant)} is for a target of yours: give its address by --base-url or BASE_URL`);
}

/** Starts the embedded reference implementation; an unknown fault or latitude is a mistake of the user. */
export async function startEmbedded(options: ServiceOptions = {}, port = 0): Promise<Listening> {
  try {
    return await listen(options, port);
  } catch (error) {
    // The callers that chose the port report what the system says of it.
    if (error instanceof Error && 'code' in error) throw error;
    throw new UsageError(error instanceof Error ? error.message : 'the embedded implementation could not be started');
  }
}

/** What says where an embedded implementation is and how it is spoken to. */
const towards = ({ url: baseUrl, authUrl, clientId, clientSecret }: Listening) =>
  optionSource({ baseUrl, authUrl, clientId, clientSecret });

/** These settings for an embedded implementation: nothing that was meant for another target reaches it. */
export function onEmbedded(settings: Settings, service: Listening): RunSettings {
  const read = readSettings(settings.replacing(OF_A_TARGET, towards(service)), {}, service.fixtures as Fixtures);
  return { ...read, embedded: true };
}

/** The settings of a run against an embedded implementation, of flags and nothing else. */
export const embeddedSettings = (flags: Flags, service: Listening): RunSettings =>
  onEmbedded(new Settings([flagSource(flags)]), service);
