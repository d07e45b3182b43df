import { pause, steadyNow } from '../values/clock.ts';

/** Shortest and longest interval between requests after the target asked to slow down, in milliseconds. */
const [SLOW_MS, SLOWEST_MS] = [50, 2_000];
/** Throttled answers within this time belong to the same burst. */
const BURST_MS = 1_000;
/** The share of the sustained rate at which the client continues after the target throttled it. */
const SUSTAINED = 0.95;
/** Number of answers from which a rate can be told. */
const LEAST_MEASURED = 5;
/** How often a lower rate is tried. If the target still throttles, the rate is not the cause. */
const MOST_RATES = 4;
/** Number of answers that are not throttled after which the interval is halved. */
const RECOVERY = 10;
/**
 * Number of answers that are not throttled after which one more request may be in flight: after the first throttled
 * answer, and at most, since each throttled answer doubles it.
 */
const [WIDENING, SLOWEST_WIDENING] = [20, 640];

export interface PaceLimits {
  readonly concurrency: number;
  /** Requests per second; null means no limit. */
  readonly rate: number | null;
}

/**
 * Limits all requests: how many are in flight, how many start per second (evenly spaced), and none while the target has
 * asked for a pause. An answer is throttled if it says that requests come too fast (429, or 503 under load). The cause may
 * be the rate or the concurrency, so it slows the whole client down and allows one request fewer in flight. Other answers
 * let the client recover, to a little less than the rate at which the target throttled it.
 */
export class Pace {
  readonly #interruption = new AbortController();
  readonly #spacing: number;
  readonly #waiting: (() => void)[] = [];
  /** Maximum number of requests in flight: now, and if the target never throttles. */
  #concurrency: number;
  #most: number;
  #free: number;
  /** Number of turns that are withdrawn when they are returned. */
  #surplus = 0;
  #interval: number;
  /** The interval to which the client recovers: that of the rate which the target sustained. */
  #recovered: number;
  #rates = 0;
  /** When the answers of the last second came that were not throttled. */
  #answeredAt: number[] = [];
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
    this.#recovered = this.#spacing;
  }

  /** Waits for a turn, which {@link leave} returns. Resolves to false without a turn after {@link stop}. */
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

  /** Lowers the maximum number of requests in flight; those in flight continue. */
  narrow(concurrency: number): void {
    this.#most = Math.min(this.#most, concurrency);
    this.#narrowTo(concurrency);
  }

  /** Records that the target did not serve a new connection: allows one request fewer in flight, and for long. */
  recordTurnedAway(): void {
    this.#wideningAfter = SLOWEST_WIDENING;
    this.#successes = 0;
    this.#narrowTo(Math.max(1, this.#concurrency - 1));
  }

  #narrowTo(concurrency: number): void {
    const surplus = this.#concurrency - concurrency;
    if (surplus <= 0) return;
    this.#concurrency = concurrency;
    const free = Math.min(this.#free, surplus);
    this.#free -= free;
    this.#surplus += surplus - free;
  }

  /** Allows one more request in flight. */
  #widen(): void {
    this.#concurrency += 1;
    this.leave();
  }

  /** Returns a turn, which the longest waiting caller gets. */
  leave(): void {
    if (this.#surplus > 0) {
      this.#surplus -= 1;
      return;
    }
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }

  /** Lets no request start before this time has passed. Returns by how many milliseconds that is later than before. */
  hold(milliseconds: number): number {
    const now = steadyNow();
    const before = Math.max(this.#nextStart, now);
    this.#nextStart = Math.max(before, now + milliseconds);
    return this.#nextStart - before;
  }

  /**
   * Records a throttled answer: allows one request fewer in flight, and doubles the interval between requests. Returns
   * whether requests are slower than before: throttled answers that come together count once.
   */
  slowDown(): boolean {
    const now = steadyNow();
    this.#successes = 0;
    this.#narrowTo(Math.max(1, this.#concurrency - 1));
    if (now - this.#slowedAt < BURST_MS) return false;
    this.#slowedAt = now;
    this.#wideningAfter = Math.min(2 * this.#wideningAfter, SLOWEST_WIDENING);
    this.#lowerRate(SUSTAINED * this.#answersSince(now - 1000));
    this.#interval = Math.max(this.#recovered, Math.min(Math.max(this.#interval * 2, SLOW_MS), SLOWEST_MS));
    return true;
  }

  /** Lets requests follow one another as if the target had never throttled: slowing down has not helped. */
  speedUp(): void {
    this.#rates = MOST_RATES + 1;
    this.#recovered = this.#spacing;
    this.#interval = this.#spacing;
  }

  /** Recovers at most to this rate from now on, in requests per second. */
  #lowerRate(sustained: number): void {
    if (sustained < LEAST_MEASURED || this.#rates > MOST_RATES) return;
    this.#rates += 1;
    this.#recovered = this.#rates > MOST_RATES ? this.#spacing : Math.max(this.#recovered, 1000 / sustained);
  }

  /** Records an answer that is not throttled. */
  recordSuccess(): void {
    this.#successes += 1;
    this.#answeredAt.push(steadyNow());
    if (this.#concurrency < this.#most && this.#successes % this.#wideningAfter === 0) this.#widen();
    if (this.#successes % RECOVERY !== 0) return;
    this.#answersSince(steadyNow() - 1000);
    const faster = this.#interval / 2;
    this.#interval = faster < SLOW_MS ? this.#recovered : Math.max(faster, this.#recovered);
  }

  /** Returns how many answers that were not throttled came since then, and forgets those before. */
  #answersSince(time: number): number {
    this.#answeredAt = this.#answeredAt.filter((each) => each >= time);
    return this.#answeredAt.length;
  }

  /** Total milliseconds by which requests were delayed because the target throttled the client. */
  get slowedMs(): number {
    return this.#slowedMs;
  }

  /** A little less than the rate that the target sustained, in requests per second, if it is known. */
  get sustained(): number | undefined {
    return this.#recovered > this.#spacing ? 1000 / this.#recovered : undefined;
  }

  get isStopped(): boolean {
    return this.#interruption.signal.aborted;
  }

  /** Waits for this many milliseconds, or until {@link stop}. */
  async pause(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await pause(milliseconds, this.#interruption.signal);
  }

  /** Interrupts: no request gets a turn any more. */
  stop(): void {
    this.#interruption.abort();
  }

  /** Returns the milliseconds to wait; returns zero when the request may start now, and then reserves its start. */
  #untilStart(): number {
    const now = steadyNow();
    if (this.#nextStart > now) return this.#nextStart - now;
    this.#nextStart = now + this.#interval;
    this.#slowedMs += this.#interval - this.#spacing;
    return 0;
  }
}
