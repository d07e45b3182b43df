import type { Settings } from '../settings.ts';

/** Limits for a response. Beyond them it counts as unreadable or lost. */
export interface Bounds {
  /** Milliseconds until the connection is established. */
  readonly connectMs: number;
  /** Milliseconds until the end of the response's headers (`--timeout`). */
  readonly headersMs: number;
  /** Milliseconds from the headers to the end of the body (`--body-timeout`). */
  readonly bodyMs: number;
  /** The longest pause in milliseconds that Retry-After may ask for (`--max-wait`). */
  readonly waitMs: number;
  readonly headerBytes: number;
  /** Bytes of a body as received. */
  readonly responseBytes: number;
  readonly decompressedBytes: number;
  /** Nesting depth of arrays and objects: `[[1]]` has depth 2. */
  readonly jsonDepth: number;
  readonly pages: number;
  readonly items: number;
}

/** Reads the bounds from the settings. Their defaults are generous on a loopback address. Throws SettingError. */
export function bounds(settings: Settings, loopback: boolean): Bounds {
  const headersMs = milliseconds(settings.or('timeout', loopback));
  const bodySeconds = settings.get('bodyTimeout');
  return {
    connectMs: Math.min(headersMs, 10_000),
    headersMs,
    bodyMs: bodySeconds === undefined ? headersMs : milliseconds(bodySeconds),
    waitMs: milliseconds(settings.or('maxWait', loopback)),
    headerBytes: settings.or('maxHeaderBytes', loopback),
    responseBytes: settings.or('maxResponseBytes', loopback),
    decompressedBytes: settings.or('maxDecompressedBytes', loopback),
    jsonDepth: settings.or('maxJsonDepth', loopback),
    pages: settings.or('maxPages', loopback),
    items: settings.or('maxItems', loopback),
  };
}

const milliseconds = (seconds: number): number => Math.round(seconds * 1000);
