import { pause, steadyNow } from '../values/clock.ts';

/** Shortest and longest distance between requests after the target asked to slow down, in milliseconds. */
const [SLOW_MS, SLOWEST_MS] = [50, 2_000];
/** Complaints that come closer together than this are about the same burst. */
const BURST_MS = 1_000;
/** Answers without complaint after which the distance is halved. */
const RECOVERY = 20;
/** Answers without complaint after which one more request is in flight: after the first complaint, and at most, as each doubles it. */
const [WIDENING, SLOWEST_WIDENING] = [20, 640];

export interface PaceLimits {
  readonly concurrency: number;
  /** Requests a second; null: no limit. */
  readonly rate: number | null;
}

/**
 * The gate that every request passes: at most so many in flight, at most so many a second, evenly spaced, and none
 * while the target has asked for a pause. A complaint may be about the rate or about requests at once: it slows the whole client
 * down and takes one request out of flight; answers without one let it recover.
 */
export class Pace {
  readonly #interruption = new AbortController();
  readonly #spacing: number;
  readonly #waiting: (() => void)[] = [];
  /** Requests in flight at most now, and where the target does not complain. */
  #concurrency: number;
  #most: number;
  #free: number;
  /** Turns that are not given on once they are given back. */
  #surplus = 0;
  #interval: number;
  #nextStart = 0;
  #slowedAt = Number.NEGATIVE_INFINITY;
  #successes = 0;
  #wideningAfter = WIDENING / 2;
  #slowedMs = 0;

  constructor({ concurrency, rate }: PaceLimits) {
    this.#concurrency = concurrency;
    this.#most = concurrency;
    this.#free = concurrency;
    this.#spacing = rate === null ? 0 : 1000 / rate;
    this.#interval = this.#spacing;
  }

  /** Waits for a turn; each turn is given back by {@link leave}. False: interrupted, there is no turn. */
  async enter(): Promise<boolean> {
    if (this.isStopped) return false;
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    for (let wait = this.#untilStart(); wait > 0 && !this.isStopped; wait = this.#untilStart()) {
      await this.pause(wait);
    }
    if (this.isStopped) this.leave();
    return !this.isStopped;
  }

  /** From now on at most so many requests are in flight; those that are go on. */
  narrow(concurrency: number): void {
    this.#most = Math.min(this.#most, concurrency);
    this.#narrowTo(concurrency);
  }

  #narrowTo(concurrency: number): void {
    const surplus = this.#concurrency - concurrency;
    if (surplus <= 0) return;
    this.#concurrency = concurrency;
    const free = Math.min(this.#free, surplus);
    this.#free -= free;
    this.#surplus += surplus - free;
  }

  /** One more request may be in flight. */
  #widen(): void {
    this.#concurrency += 1;
    this.leave();
  }

  /** Gives a turn back: the one who waits longest gets it. */
  leave(): void {
    if (this.#surplus > 0) {
      this.#surplus -= 1;
      return;
    }
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }

  /** No request starts before this time has passed. Returns the milliseconds by which that is later than before. */
  hold(milliseconds: number): number {
    const now = steadyNow();
    const before = Math.max(this.#nextStart, now);
    this.#nextStart = Math.max(before, now + milliseconds);
    return this.#nextStart - before;
  }

  /** The target complained: have one request less in flight, and double the distance between requests. */
  slowDown(): void {
    const now = steadyNow();
    this.#successes = 0;
    this.#narrowTo(Math.max(1, this.#concurrency - 1));
    if (now - this.#slowedAt < BURST_MS) return;
    this.#slowedAt = now;
    this.#wideningAfter = Math.min(2 * this.#wideningAfter, SLOWEST_WIDENING);
    this.#interval = Math.max(this.#spacing, Math.min(Math.max(this.#interval * 2, SLOW_MS), SLOWEST_MS));
  }

  /** An answer without complaint. */
  recordSuccess(): void {
    this.#successes += 1;
    if (this.#concurrency < this.#most && this.#successes % this.#wideningAfter === 0) this.#widen();
    if (this.#successes % RECOVERY !== 0 || this.#interval === this.#spacing) return;
    const faster = this.#interval / 2;
    this.#interval = faster < SLOW_MS ? this.#spacing : Math.max(faster, this.#spacing);
  }

  /** Milliseconds in all by which requests were further apart because the target complained. */
  get slowedMs(): number {
    return this.#slowedMs;
  }

  get isStopped(): boolean {
    return this.#interruption.signal.aborted;
  }

  /** Waits so many milliseconds, or until {@link stop}. */
  async pause(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await pause(milliseconds, this.#interruption.signal);
  }

  /** Interrupts: no request gets a turn any more. */
  stop(): void {
    this.#interruption.abort();
  }

  /** Milliseconds to wait; zero takes the start. */
  #untilStart(): number {
    const now = steadyNow();
    if (this.#nextStart > now) return this.#nextStart - now;
    this.#nextStart = now + this.#interval;
    this.#slowedMs += this.#interval - this.#spacing;
    return 0;
  }
}
