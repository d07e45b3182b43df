import type { BodyLimits } from '../../model/body-limits.ts';
import type { HostKind } from '../declarations.ts';
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
export function bounds(settings: Settings, host: HostKind): Bounds {
  const headersMs = milliseconds(settings.orDefaultOn('timeout', host));
  const bodySeconds = settings.get('bodyTimeout');
  return {
    connectMs: Math.min(headersMs, 10_000),
    headersMs,
    bodyMs: bodySeconds === undefined ? headersMs : milliseconds(bodySeconds),
    waitMs: milliseconds(settings.orDefaultOn('maxWait', host)),
    headerBytes: settings.orDefaultOn('maxHeaderBytes', host),
    responseBytes: settings.orDefaultOn('maxResponseBytes', host),
    decompressedBytes: settings.orDefaultOn('maxDecompressedBytes', host),
    jsonDepth: settings.orDefaultOn('maxJsonDepth', host),
    pages: settings.orDefaultOn('maxPages', host),
    items: settings.orDefaultOn('maxItems', host),
  };
}

const milliseconds = (seconds: number): number => Math.round(seconds * 1000);
