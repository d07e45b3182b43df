import type { Settings } from './settings.ts';

/** What a response may cost before it counts as unreadable or lost. Each is a flag. */
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

const MIB = 1024 * 1024;
const DAY_S = 86_400;

/** The bounds that the settings ask for, generous by default on a loopback address. */
export function bounds(settings: Settings, loopback: boolean): Bounds {
  const headersMs = seconds(settings.number('timeout', 0.01, DAY_S) ?? (loopback ? 10 : 30));
  return {
    connectMs: Math.min(headersMs, 10_000),
    headersMs,
    bodyMs: seconds(settings.number('bodyTimeout', 0.01, DAY_S)) ?? headersMs,
    waitMs: seconds(settings.number('maxWait', 0, DAY_S) ?? 120),
    headerBytes: settings.integer('maxHeaderBytes', 1024, 16 * MIB) ?? 32 * 1024,
    responseBytes: settings.integer('maxResponseBytes', 1024, 512 * MIB) ?? 6 * MIB,
    decompressedBytes: settings.integer('maxDecompressedBytes', 1024, 512 * MIB) ?? 8 * MIB,
    jsonDepth: settings.integer('maxJsonDepth', 1, 1000) ?? 64,
    pages: settings.integer('maxPages', 1, 1_000_000) ?? (loopback ? 1000 : 100),
    items: settings.integer('maxItems', 1, 10_000_000) ?? (loopback ? 20_000 : 5000),
  };
}

function seconds(value: number): number;
function seconds(value: number | undefined): number | undefined;
function seconds(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value * 1000);
}
