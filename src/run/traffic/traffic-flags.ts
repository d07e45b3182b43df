import { trafficRows } from '../../../suites/index.ts';
import type { Row } from '../../engine/row.ts';
import { type Selection, select, selectionOf } from '../../settings/selection.ts';
import { type Flags, optionValue, type Settings } from '../../settings/settings.ts';
import { understandBaseUrl } from '../../settings/target/address.ts';
import { type Bounds, bounds } from '../../settings/target/bounds.ts';
import { choice, textual } from '../../settings/value-types.ts';

const sides = choice('side', ['both', 'target', 'client']);

/**
 * The requirements that traffic is judged by, and the bounds of reading it. It is plain data, since it is sent to a
 * worker.
 */
export interface TrafficSettings extends Selection {
  readonly side: 'both' | 'target' | 'client';
  readonly bounds: Bounds;
}

/** Reads the settings for judging traffic. Throws UsageError. */
export const trafficSettings = (settings: Settings, flags: Flags): TrafficSettings => ({
  ...selectionOf(settings),
  side: optionValue('--side', sides, flags['side']) ?? 'both',
  bounds: bounds(settings, 'loopback'),
});

/** Returns the requirements that traffic is judged by, of the side that the user chose. Throws UsageError. */
export function trafficSelection(settings: TrafficSettings): readonly Row[] {
  const { side } = settings;
  const chosen = select(trafficRows, settings);
  return side === 'both' ? chosen : chosen.filter(({ party = 'target' }) => party === side);
}

/**
 * Returns the base URL that `--base-url` names. The environment is ignored: it names a target to call, not the target
 * of a recording.
 */
export const onlyBase = (flags: Flags): string | undefined =>
  optionValue('--base-url', textual('url', understandBaseUrl), flags['baseUrl'])?.url;
