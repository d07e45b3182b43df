import { trafficRows } from '../../suites/index.ts';
import type { Row } from '../engine/row.ts';
import { understandBaseUrl } from '../settings/address.ts';
import { type Bounds, bounds } from '../settings/bounds.ts';
import { type Flags, optionValue, type Settings } from '../settings/settings.ts';
import { choice, textual } from '../settings/value-types.ts';
import { type Selection, select, selectionOf } from './selection.ts';

const sides = choice('side', ['both', 'target', 'client']);

/** The requirements that traffic is checked against, and the bounds of reading it; plain data, since it crosses to a worker. */
export interface TrafficSettings extends Selection {
  readonly side: 'both' | 'target' | 'client';
  readonly bounds: Bounds;
}

/** Reads what the judging of traffic depends on. Throws UsageError. */
export const trafficSettings = (settings: Settings, flags: Flags): TrafficSettings => ({
  ...selectionOf(settings),
  side: optionValue('--side', sides, flags['side']) ?? 'both',
  bounds: bounds(settings, true),
});

/** The requirements that traffic is checked against, of the side that the user asks for. Throws UsageError. */
export function trafficSelection(settings: TrafficSettings): readonly Row[] {
  const { side } = settings;
  const chosen = select(trafficRows, settings);
  return side === 'both' ? chosen : chosen.filter(({ party = 'target' }) => party === side);
}

/** The base URL that `--base-url` names; the environment says which target to call, not what a recording holds. */
export const onlyBase = (flags: Flags): string | undefined =>
  optionValue('--base-url', textual('url', understandBaseUrl), flags['baseUrl'])?.url;
