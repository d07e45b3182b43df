import type { Operation } from '../contract/operations.ts';
import type { Exchange } from '../model/exchange.ts';
import { steadyNow } from '../values/clock.ts';

/** The first and the longest pause after a write where the target holds locks for a moment. */
const [LEAST_REST_MS, MOST_REST_MS] = [25, 600];
/** How long after a write beside the turns a conflict may be due to it: a retry waits before it is sent. */
const DISTURBED_MS = 2_000;

/**
 * Maximum number of characters of shared responses. Beyond it, responses are requested again, so that memory does not
 * grow with the target's pages.
 */
const MOST_SHARED = 12 * 1024 * 1024;
/**
 * A huge body whose text was cut is counted as this many times the remaining text, since its parsed items take most of
 * the memory.
 */
const HELD_OF_CUT = 4;

/** Maximum number of checks that are run again because they ended in an outage of the target. */
const MOST_RETRIED_AFTER_OUTAGE = 20;

function charactersHeld({ response: { body } }: Exchange): number {
  if (body.kind === 'empty') return 0;
  return body.kind === 'json' && body.cut ? HELD_OF_CUT * body.text.length : body.text.length;
}

/** State that all probes of one run share. */
export class Shared {
  /** Operations that accepted a request. */
  readonly accepting = new Set<Operation>();
  readonly #once = new Map<string, Promise<unknown>>();
  readonly #kept = new WeakMap<Exchange, boolean>();
  #characters = 0;
  readonly #queues = new Map<string, Promise<void>>();
  #takesTurns = false;
  #restMs = 0;
  /** Number of writes that are sent beside the turns now, and when the last one ended. */
  #beside = 0;
  #lastBeside = Number.NEGATIVE_INFINITY;
  /** Checks that wait to run undisturbed, checks that wait to start, and the check that runs undisturbed now. */
  readonly #waiting: (() => void)[] = [];
  readonly #starting: (() => void)[] = [];
  #alone: Promise<void> | undefined;
  readonly #forgotten = new Map<string, number>();
  readonly #begun = new Map<string, number>();
  #underWay = 0;
  #retriedAfterOutage = 0;
  #idle = 0;

  /** Computes a value once for each key. `make` receives how often the value was forgotten before. */
  once<T>(key: string, make: (forgotten: number) => Promise<T>): Promise<T> {
    const found = this.#once.get(key) ?? make(this.#forgotten.get(key) ?? 0);
    this.#once.set(key, found);
    return found as Promise<T>;
  }

  /** Returns whether there is room to keep a response for other checks that send the same request. */
  keeps(answer: Exchange): boolean {
    const known = this.#kept.get(answer);
    if (known !== undefined) return known;
    const characters = charactersHeld(answer);
    const hasRoom = this.#characters + characters <= MOST_SHARED;
    if (hasRoom) this.#characters += characters;
    this.#kept.set(answer, hasRoom);
    return hasRoom;
  }

  /** Returns how often `name` was begun before. The parts of a check run one after another under the same name. */
  begin(name: string): number {
    const before = this.#begun.get(name) ?? 0;
    this.#begun.set(name, before + 1);
    return before;
  }

  /** Forgets a value, so that the next caller computes it again. Does this at most `most` times for each key. */
  forget(key: string, most = Number.POSITIVE_INFINITY): void {
    const times = this.#forgotten.get(key) ?? 0;
    if (times < most && this.#once.delete(key)) this.#forgotten.set(key, times + 1);
  }

  /**
   * Returns whether a check that ended in an outage may be run again. A target may always answer some requests with the
   * status of an outage, so only so many checks are.
   */
  mayRetryAfterOutage(): boolean {
    this.#retriedAfterOutage += 1;
    return this.#retriedAfterOutage <= MOST_RETRIED_AFTER_OUTAGE;
  }

  /** Forgets all values, when the run is over. */
  clear(): void {
    this.#once.clear();
  }

  /** Runs a check and counts it as under way. The check starts when no other check runs undisturbed. */
  async underWay<T>(act: () => Promise<T>): Promise<T> {
    while (this.#alone) await this.#alone;
    this.#underWay += 1;
    try {
      return await act();
    } finally {
      this.#end();
    }
  }

  /**
   * Waits until fewer than `most` checks are at work. A check that waits for time, for its turn or to be undisturbed is
   * not at work.
   */
  async room(most: number): Promise<void> {
    while (this.#underWay - this.#idle >= most) await new Promise<void>((resolve) => this.#starting.push(resolve));
  }

  /** Lets a check wait for something other than a response. Meanwhile another check may start in its place. */
  async whileIdle<T>(wait: () => Promise<T>): Promise<T> {
    this.#idle += 1;
    this.#start();
    try {
      return await wait();
    } finally {
      this.#idle -= 1;
    }
  }

  #start(): void {
    for (const start of this.#starting.splice(0)) start();
  }

  /**
   * Runs a part of a check that is under way once every other check has ended or waits here too. So no other request of
   * the run is in flight.
   */
  async undisturbed<T>(act: () => Promise<T>): Promise<T> {
    await new Promise<void>((wake) => {
      this.#waiting.push(wake);
      this.#end();
    });
    const made = act();
    this.#alone = made.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await made;
    } finally {
      this.#alone = undefined;
    }
  }

  #end(): void {
    this.#underWay -= 1;
    this.#start();
    const wake = this.#underWay === 0 ? this.#waiting.shift() : undefined;
    if (!wake) return;
    this.#underWay += 1;
    wake();
  }

  /**
   * Makes writes wait for each other from now on. Called when a write met a conflict and was accepted a moment later.
   */
  takeTurns(): void {
    this.#takesTurns = true;
  }

  /** Returns whether writes wait for each other. */
  get takesTurns(): boolean {
    return this.#takesTurns;
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

  /** Milliseconds to pause after a write before the next one. */
  get restMs(): number {
    return this.#restMs;
  }

  /** Sends a write, alone among writes if they take turns. */
  inTurn<T>(act: () => Promise<T>): Promise<T> {
    return this.#takesTurns ? this.exclusively('writes', act) : act();
  }

  /** Sends a write whatever others are under way. */
  async besideTurns<T>(act: () => Promise<T>): Promise<T> {
    this.#beside += 1;
    try {
      return await act();
    } finally {
      this.#beside -= 1;
      this.#lastBeside = steadyNow();
    }
  }

  exclusively<T>(name: string, act: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(name);
    const turn = before ? this.whileIdle(() => before).then(act) : act();
    const end = (): void => {
      if (this.#queues.get(name) === ended) this.#queues.delete(name);
    };
    const ended: Promise<void> = turn.then(end, end);
    this.#queues.set(name, ended);
    return turn;
  }
}
