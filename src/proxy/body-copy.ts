import type { CapturedBody } from '../recordings/capture.ts';

/** Limits the total bytes of all bodies that are in flight or not yet judged. */
export class ByteBudget {
  readonly #most: number;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Reserves this many bytes. Returns false when there is no room. */
  reserve(bytes: number): boolean {
    if (this.#held + bytes > this.#most) return false;
    this.#held += bytes;
    return true;
  }

  /** Frees bytes that were reserved. */
  free(bytes: number): void {
    this.#held -= bytes;
  }
}

/** Keeps a copy of a streamed body, as long as there is room for it. */
export class BodyCopy {
  readonly #most: number;
  readonly #budget: ByteBudget;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #open = true;
  #settled = false;

  constructor(most: number, budget: ByteBudget) {
    this.#most = most;
    this.#budget = budget;
  }

  /** Stops copying. Returns the number of reserved bytes, which the caller must free. */
  settle(): number {
    this.#settled = true;
    return this.#bytes;
  }

  /** Whether it still keeps the body: there was room for all of it so far. */
  get isKept(): boolean {
    return this.#open;
  }

  /** Adds the next part of the body. */
  add(chunk: Buffer): void {
    if (!this.#open || this.#settled) return;
    if (this.#bytes + chunk.length > this.#most || !this.#budget.reserve(chunk.length)) this.drop();
    else {
      this.#bytes += chunk.length;
      this.#chunks.push(chunk);
    }
  }

  /** Frees what it holds; the body then counts as not recorded. */
  drop(): void {
    this.#open = false;
    this.#chunks = [];
    this.#budget.free(this.#bytes);
    this.#bytes = 0;
  }

  /** Returns the whole body. Its bytes stay reserved until they are freed. */
  body(): CapturedBody {
    return this.#open ? { kind: 'bytes', bytes: joined(this.#chunks, this.#bytes) } : { kind: 'unrecorded' };
  }
}

/** Joins pieces in a buffer of their length. Buffer.concat may take a part of a larger one, which messages copy whole. */
function joined(pieces: readonly Buffer[], length: number): Buffer {
  const whole = Buffer.from(new ArrayBuffer(length));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
