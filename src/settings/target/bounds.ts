import type { BodyLimits } from '../../model/body-limits.ts';
import type { Place } from '../declarations.ts';
import type { Settings } from '../settings.ts';

/** Limits for a response. Beyond them it counts as unreadable or lost. */
export interface Bounds extends BodyLimits {
  /** Milliseconds until the connection is established. */
  readonly connectMs: number;
  /** Milliseconds until the end of the response's headers (`--timeout`). */
  readonly headersMs: number;
  /** Milliseconds from the headers to the end of the body (`--body-timeout`). */
  readonly bodyMs: number;
  /** Milliseconds that a run waits in total where Retry-After asks for pauses (`--max-wait`). */
  readonly waitMs: number;
  readonly headerBytes: number;
  readonly pages: number;
  readonly items: number;
}

/** Reads the bounds from the settings. Their defaults are generous on a loopback address. Throws SettingError. */
export function bounds(settings: Settings, place: Place): Bounds {
  const headersMs = milliseconds(settings.orDefaultAt('timeout', place));
  const bodySeconds = settings.get('bodyTimeout');
  return {
    connectMs: Math.min(headersMs, 10_000),
    headersMs,
    bodyMs: bodySeconds === undefined ? headersMs : milliseconds(bodySeconds),
    waitMs: milliseconds(settings.orDefaultAt('maxWait', place)),
    headerBytes: settings.orDefaultAt('maxHeaderBytes', place),
    responseBytes: settings.orDefaultAt('maxResponseBytes', place),
    decompressedBytes: settings.orDefaultAt('maxDecompressedBytes', place),
    jsonDepth: settings.orDefaultAt('maxJsonDepth', place),
    pages: settings.orDefaultAt('maxPages', place),
    items: settings.orDefaultAt('maxItems', place),
  };
}

const milliseconds = (seconds: number): number => Math.round(seconds * 1000);
