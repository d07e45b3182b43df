import type { CapturedBody } from '../recordings/capture.ts';

/** Bytes that all bodies under way and not yet judged may take together. */
export class Reservoir {
  readonly #most: number;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes room for so many bytes; false when there is none. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#most) return false;
    this.#held += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }
}

/** Keeps a copy of a body that streams by, as long as there is room for it. */
export class Tap {
  readonly #most: number;
  readonly #reservoir: Reservoir;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #open = true;
  #settled = false;

  constructor(most: number, reservoir: Reservoir) {
    this.#most = most;
    this.#reservoir = reservoir;
  }

  /** Takes no more; the bytes that it holds of the reservoir, which are to be given back. */
  settle(): number {
    this.#settled = true;
    return this.#bytes;
  }

  see(chunk: Buffer): void {
    if (!this.#open || this.#settled) return;
    if (this.#bytes + chunk.length > this.#most || !this.#reservoir.take(chunk.length)) this.drop();
    else {
      this.#bytes += chunk.length;
      this.#chunks.push(chunk);
    }
  }

  /** Lets go of what it holds: the body counts as not recorded. */
  drop(): void {
    this.#open = false;
    this.#chunks = [];
    this.#reservoir.give(this.#bytes);
    this.#bytes = 0;
  }

  /** The whole body; its bytes stay reserved until they are given back. */
  body(): CapturedBody {
    return this.#open ? { kind: 'bytes', bytes: Buffer.concat(this.#chunks) } : { kind: 'unrecorded' };
  }
}
