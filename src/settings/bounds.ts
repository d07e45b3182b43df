import type { Settings } from './settings.ts';

/** What a response may cost before it counts as unreadable or lost. */
export interface Bounds {
  /** Milliseconds to a connection. */
  readonly connectMs: number;
  /** Milliseconds to the end of the response's headers (`--timeout`). */
  readonly headersMs: number;
  /** Milliseconds from the headers to the end of the body (`--body-timeout`). */
  readonly bodyMs: number;
  /** The longest pause in milliseconds that Retry-After may ask for (`--max-wait`). */
  readonly waitMs: number;
  readonly headerBytes: number;
  /** Bytes of a body as they come over the wire. */
  readonly responseBytes: number;
  readonly decompressedBytes: number;
  /** Nested arrays and objects: `[[1]]` has depth 2. */
  readonly jsonDepth: number;
  readonly pages: number;
  readonly items: number;
}

/** The bounds that the settings ask for, generous by default on a loopback address. Throws SettingError. */
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
