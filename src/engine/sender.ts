import { isRead, type Operation } from '../contract/operations.ts';
import {
  type Exchange,
  isAccepted,
  isAnswered,
  type LostExchange,
  type Recorded,
  type RequestInput,
} from '../model/exchange.ts';
import { maskedMembers } from '../values/account-number.ts';
import type { Ask } from './ask.ts';
import { Inconclusive } from './inconclusive.ts';
import { type Evidence, evidenceOf, isPassing } from './proof.ts';
import { Refuted } from './refuted.ts';
import {
  failedTransiently,
  lostConnection,
  mayBeRetried,
  mayBeSentAfter,
  metAConflict,
  pauseAsked,
} from './repeated-writes.ts';
import { currentScope, Scope } from './scope.ts';
import { seedOf } from './seeds.ts';
import { readKey } from './shared.ts';
import type { World } from './world.ts';

/** Thrown when a request got no response. */
export class Unanswered extends Inconclusive {
  readonly exchange: LostExchange;

  constructor(exchange: LostExchange) {
    super('transport', `${exchange.operation} got no complete response: ${exchange.lost}`);
    this.exchange = exchange;
  }
}

/** Returns the exchange, or throws Unanswered if there is no response. */
function answerIn(recorded: Recorded): Exchange {
  if (!isAnswered(recorded)) throw new Unanswered(recorded);
  return recorded;
}

/** Maximum number of other writes that are tried after one that failed with a transient status or a conflict. */
export const MOST_OTHERS = 2;
/**
 * The pause before another write is tried, and its variation from check to check, so that two writes that collided do
 * not collide again.
 */
const [RETRY_DELAY_MS, RETRY_SPREAD_MS] = [500, 250];
/** Number of characters of a key that name the shared value in a recording. */
const SHOWN_KEY = 30;

/** Sends the requests of one attempt at a check, and repeats writes that failed for a passing reason. */
export class Sender {
  readonly operation: Operation;
  /** Number of the repetition of the same check; a repetition must not reuse fresh ids. */
  readonly attempt: number;
  readonly #world: World;
  readonly #id: string;
  readonly #own: Scope;
  #asked = 0;
  #last: Exchange | undefined;
  #lastOwn: Exchange | undefined;
  #isConflicted = false;
  #wasRefusedByConflict = false;

  constructor(world: World, id: string, operation: Operation, attempt: number) {
    this.operation = operation;
    this.attempt = attempt;
    this.#world = world;
    this.#id = id;
    const name = `${id} ${operation} ${attempt}`;
    const before = world.shared.begin(name);
    this.#own =
      before === 0
        ? this.#scopeOf(name, id, operation, attempt)
        : this.#scopeOf(`${name} (${before + 1})`, id, operation, attempt, before);
  }

  /** Makes a scope whose ids are derived from `parts`. */
  #scopeOf(name: string, ...parts: readonly (string | number)[]): Scope {
    return new Scope(name, this.#world.run.id, parts.join(' '));
  }

  /** The scope of the current request: the check, one of its cases, or a value that it shares. */
  get scope(): Scope {
    return currentScope() ?? this.#own;
  }

  /** Number of requests that were sent or shared. */
  get asked(): number {
    return this.#asked;
  }

  /** The last response. */
  get last(): Exchange | undefined {
    return this.#last;
  }

  /** The last response to a request in the check's own scope. */
  get lastOwn(): Exchange | undefined {
    return this.#lastOwn;
  }

  /** Whether a request that must be refused was refused with a conflict or a lock. */
  get wasRefusedByConflict(): boolean {
    return this.#wasRefusedByConflict;
  }

  /** Whether a write that should be accepted met a conflict or a lock (409, 423) each time that it was sent. */
  get isConflicted(): boolean {
    return this.#isConflicted;
  }

  /** Returns whether an operation had accepted a request of this run when this response came. */
  hadAccepted(operation: Operation, response: Exchange): boolean {
    return this.#world.shared.hadAccepted(operation, response);
  }

  /** Returns whether its operation had accepted a request for the same amount when this response came. */
  hadAcceptedAmount(response: Exchange): boolean {
    return this.#world.shared.hadAcceptedAmount(response);
  }

  /** Lets later withdrawals by an operation vary their amounts. */
  varyAmounts(operation: Operation): void {
    this.#world.shared.varyingAmounts.add(operation);
  }

  latestAccepted(operation: Operation): Exchange | undefined {
    return this.#world.shared.latestAccepted(operation);
  }

  /** Counts what is sent from now on only. */
  startOver(): void {
    this.#asked = 0;
    this.#last = undefined;
    this.#lastOwn = undefined;
    this.#isConflicted = false;
    this.#wasRefusedByConflict = false;
  }

  /** Returns what a response says about its request. */
  evidence(exchange: Exchange): Evidence {
    return evidenceOf(exchange.response.status, this.#world.recognises(exchange));
  }

  /**
   * Sends one request, alone among writes if those take turns; with `isConcurrent`, beside them. Throws Inconclusive if
   * it may not be sent.
   */
  transmit(operation: Operation, input: RequestInput, isConcurrent = false): Promise<Recorded> {
    const { writes } = this.#world.shared;
    if (isRead(operation)) return this.#transmitNow(operation, input);
    if (isConcurrent) return writes.beside(() => this.#transmitNow(operation, input));
    return writes.inTurn(async () => {
      const sent = await this.#transmitNow(operation, input);
      if (writes.restMs > 0) await this.pause(writes.restMs);
      return sent;
    });
  }

  async #transmitNow(operation: Operation, input: RequestInput): Promise<Recorded> {
    this.#asked += 1;
    const recorded = await this.#world.transmit(
      operation,
      input,
      { kind: 'requirement', id: this.#id },
      this.scope.place(operation),
    );
    if ('withheld' in recorded) throw new Inconclusive('budget', recorded.reason, recorded);
    this.#world.shared.writes.note(recorded);
    if (isAnswered(recorded)) this.#last = recorded;
    if (isAnswered(recorded) && this.scope === this.#own) this.#lastOwn = recorded;
    if (isAnswered(recorded) && this.evidence(recorded) === 'error') this.#world.shared.erring.add(operation);
    return recorded;
  }

  /** Does the same, and throws Unanswered if no response came. */
  async send(operation: Operation, input: RequestInput = {}): Promise<Exchange> {
    return answerIn(await this.transmit(operation, input));
  }

  /** Sends the request, unless it is shared and was answered before. */
  async ask(ask: Ask): Promise<Exchange> {
    if (!ask.isShared) return this.askAnew(ask);
    const key = readKey(ask.operation, ask.input(), this.attempt);
    const answer = await this.once(key, () => this.askAnew(ask));
    const { values } = this.#world.shared;
    if (isPassing(this.evidence(answer)) || !values.keeps(answer)) values.forget(key);
    this.#last = answer;
    return answer;
  }

  /**
   * Sends the request. After a write that failed with a transient status, sends others with new references: a write
   * that may have been executed is repeated only if that does no harm. The client repeats reads.
   */
  async askAnew({ operation, input, retriesConflicts, isConcurrent }: Ask): Promise<Exchange> {
    const { writes } = this.#world.shared;
    const transmit = (given: RequestInput): Promise<Recorded> => this.transmit(operation, given, isConcurrent);
    // A target whose writes take turns has refused some for another one, so any conflict may have that cause.
    const isAgain = (answer: Recorded): boolean =>
      retriesConflicts || (!isConcurrent && writes.wasInForce(answer))
        ? mayBeRetried(answer) || lostConnection(answer)
        : failedTransiently(answer);
    const restNow = (): number | undefined => (isConcurrent || !writes.isInForce ? undefined : writes.restMs);
    let [rest, answer] = [restNow(), await transmit(input())];
    for (let others = 0; others < MOST_OTHERS && isAgain(answer); others += 1) {
      const another = input();
      if (!mayBeSentAfter(answer, another)) break;
      await this.pauseAfter(answer, seedOf(this.scope.name, others) % RETRY_SPREAD_MS);
      const [before, restBefore] = [answer, rest];
      [rest, answer] = [restNow(), await transmit(another)];
      if (!mayBeRetried(before) || !isAnswered(answer) || !isAccepted(answer)) continue;
      writes.begin();
      if (restBefore !== undefined && metAConflict(before)) writes.restLongerThan(restBefore);
    }
    this.#isConflicted ||= retriesConflicts === true && metAConflict(answer);
    return answerIn(answer);
  }

  noteRefusedByConflict(): void {
    this.#wasRefusedByConflict = true;
  }

  /** Returns what `once` computed for a key, or undefined if no check has asked for it. */
  remembered<T>(key: string): Promise<T> | undefined {
    return this.#world.shared.values.remembered(key);
  }

  /** Computes a value once a run for each key. */
  async once<T>(key: string, make: () => Promise<T>): Promise<T> {
    this.#asked += 1;
    const { values } = this.#world.shared;
    try {
      return await values.once(key, (forgotten) => {
        // The key may hold a whole body, so its account numbers are masked in the name and in the ids derived from it.
        const shown = maskedMembers(key);
        const name = `${shown.slice(0, SHOWN_KEY)}#${seedOf(shown, forgotten).toString(36)}`;
        return this.#scopeOf(name, shown, forgotten).run(make);
      });
    } catch (error) {
      // Confirming a failure must send the requests again.
      if (error instanceof Refuted) values.forget(key);
      if (error instanceof Unanswered && lostConnection(error.exchange)) values.forget(key, MOST_OTHERS);
      throw error;
    }
  }

  /** Waits; another check may start meanwhile. */
  pause(milliseconds: number): Promise<void> {
    return this.#world.shared.schedule.whileIdle(() => this.#world.pause(milliseconds));
  }

  /** Waits before a request is repeated: at least as long as the response asks. */
  pauseAfter(answer: Recorded, moreMs = 0): Promise<void> {
    return this.pause(Math.max(RETRY_DELAY_MS + moreMs, pauseAsked(answer)));
  }
}
