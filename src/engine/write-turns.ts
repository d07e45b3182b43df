import { steadyNow } from '../values/clock.ts';
import type { Schedule } from './schedule.ts';

/** The first and the longest pause after a write where the target holds locks for a moment. */
const [LEAST_REST_MS, MOST_REST_MS] = [25, 600];
/** How long after a write beside the turns a conflict may be due to it: a retry waits before it is sent. */
const DISTURBED_MS = 2_000;

/** Lets writes wait for each other once the target has refused one because of another. */
export class WriteTurns {
  readonly #schedule: Schedule;
  #latest = 0;
  /** Number of the latest exchange that was over when writes began to take turns. */
  #since: number | undefined;
  readonly #isFixed: boolean;
  #restMs = 0;
  #leastRestMs = 0;
  /** Number of writes that are sent beside the turns now, and when the last one ended. */
  #beside = 0;
  #lastBeside = Number.NEGATIVE_INFINITY;

  /** `recorded` says since when writes took turns in a run that is repeated from its recording, if they did. */
  constructor(schedule: Schedule, recorded?: { readonly since: number | undefined }) {
    this.#schedule = schedule;
    this.#isFixed = recorded !== undefined;
    this.#since = recorded?.since;
  }

  /** Notes that a write is over. */
  note({ id }: { readonly id: number }): void {
    this.#latest = Math.max(this.#latest, id);
  }

  /** Makes writes wait for each other from now on. Called when a write met a conflict and was accepted a moment later. */
  begin(): void {
    if (!this.#isFixed) this.#since ??= this.#latest;
  }

  /** Number of the latest exchange that was over when writes began to take turns, if they did. */
  get since(): number | undefined {
    return this.#since;
  }

  /** Whether writes wait for each other. */
  get isInForce(): boolean {
    return this.#since !== undefined;
  }

  /**
   * Whether a write was over when writes took turns already. Its number decides, and not the time, so that an audit, which
   * makes the requests in another order, decides alike.
   */
  wasInForce({ id }: { readonly id: number }): boolean {
    return this.#since !== undefined && id > this.#since;
  }

  /**
   * Lengthens the pause after each write. Called when a write met a conflict in its turn, after a pause of `before`: the
   * target holds locks for a moment after its response. A longer pause since then, or a write beside the turns, may have
   * been enough.
   */
  restLongerThan(before: number): void {
    const isDisturbed = this.#beside > 0 || steadyNow() - this.#lastBeside < DISTURBED_MS;
    if (before < this.#restMs || isDisturbed) return;
    this.#restMs = Math.min(MOST_REST_MS, Math.max(LEAST_REST_MS, 2 * this.#restMs));
  }

  /** Makes the pause after each write this long, if it is shorter; 0 takes that back. */
  restAtLeast(milliseconds: number): void {
    this.#leastRestMs = milliseconds;
  }

  /** Milliseconds to pause after a write before the next one. */
  get restMs(): number {
    return Math.max(this.#restMs, this.#leastRestMs);
  }

  /** Sends a write, alone among writes if they take turns. */
  inTurn<T>(act: () => Promise<T>): Promise<T> {
    return this.isInForce ? this.#schedule.exclusively('writes', act) : act();
  }

  /** Sends a write whatever others are under way. */
  async beside<T>(act: () => Promise<T>): Promise<T> {
    this.#beside += 1;
    try {
      return await act();
    } finally {
      this.#beside -= 1;
      this.#lastBeside = steadyNow();
    }
  }
}
