/** Limits for a body. Beyond them it counts as unreadable. */
export interface BodyLimits {
  /** Bytes of a body as received. */
  readonly responseBytes: number;
  readonly decompressedBytes: number;
  /** Nesting depth of arrays and objects: `[[1]]` has depth 2. */
  readonly jsonDepth: number;
}
