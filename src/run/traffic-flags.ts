import { trafficRows } from '../../suites/index.ts';
import type { Row } from '../engine/row.ts';
import { understandBaseUrl } from '../settings/address.ts';
import { type Bounds, bounds } from '../settings/bounds.ts';
import { type Flags, text, UsageError } from '../settings/configuration.ts';
import { Settings } from '../settings/settings.ts';
import { patternsOf, select } from './selection.ts';

/** The requirements that traffic is held against, of the side that the user asks for. Throws UsageError. */
export function trafficSelection(flags: Flags): readonly Row[] {
  const side = text(flags['side']) ?? 'both';
  if (side !== 'client' && side !== 'target' && side !== 'both')
    throw new UsageError(`--side takes target, client or both, not "${side}"`);
  const chosen = select(trafficRows, patternsOf(flags['only']));
  return side === 'both' ? chosen : chosen.filter(({ party = 'target' }) => party === side);
}

/** The base URL that `--base-url` names; the environment says which target to call, not what a recording holds. */
export function onlyBase(flags: Flags): string | undefined {
  const given = text(flags['base-url']);
  return given === undefined ? undefined : understandBaseUrl(given, '--base-url').url;
}

/** The folder for reports. */
export const outFolder = (flags: Flags): string => text(flags['out']) ?? 'conformance-report';

/** What a body may cost. */
export const trafficBounds = (flags: Flags): Bounds => bounds(new Settings(flags, {}), true);
