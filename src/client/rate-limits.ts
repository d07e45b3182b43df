import type { Operation } from '../contract/operations.ts';
import type { Response } from '../model/exchange.ts';
import { askedPause } from '../model/retry-after.ts';
import { counted } from '../values/counted.ts';
import { flagFor } from '../values/flag.ts';
import { SERVICE_UNAVAILABLE, TOO_MANY_REQUESTS } from '../values/http-status.ts';
import type { Availability } from './availability.ts';
import type { ClientEnding } from './client-ending.ts';
import type { OperationHistory } from './operation-history.ts';
import type { Pace } from './pace.ts';
import { afterLimit } from './retry.ts';
import type { WaitBudget } from './wait-budget.ts';

/** How often requests are slowed down because of 503: if it still comes, it is how the target refuses some requests. */
const MOST_OVERLOADS = 5;

/** The pause before a request is repeated for which the target asks for no pause. */
const AT_ONCE_MS = 50;

/** Number of answers between two limited ones from which on those are rare. */
const RARE = 4;

/**
 * By how many rare limited answers may outnumber the others. If more do, the rate is not their cause, and requests are
 * not slowed down any more. The count ends at twice this number, so that a burst of others is soon noticed.
 */
const MOST_RARE = 3;

/** How many requests of one operation in a row are given up at a limit before no more are sent. */
const MOST_GIVEN_UP = 2;

export interface RateLimitParts {
  readonly pace: Pace;
  readonly waitBudget: WaitBudget;
  readonly history: OperationHistory;
  readonly availability: Availability;
  readonly ending: ClientEnding;
  /** Milliseconds that the run may wait in total (`--max-wait`). */
  readonly waitMs: number;
  /** Called when the target allows no more requests to an operation within --max-wait, while it answers others. */
  readonly onGivenUp?: ((operation: Operation, reason: string) => void) | undefined;
}

/** One attempt that met a limit. */
export interface Limited {
  readonly operation: Operation;
  readonly attempt: number;
}

/** Follows the limits of the target on the rate of requests and on their number, within the time that a run may wait. */
export class RateLimits {
  readonly #parts: RateLimitParts;
  /** How many of the last requests of an operation were given up at a limit. */
  readonly #givenUp = new Map<Operation, number>();
  /** How often requests were slowed down because of 503. */
  #overloads = 0;
  /** Number of answers of 429 that slowed the client down. */
  #slowing = 0;
  /** Number of answers since the last one that met a limit. */
  #answers = 0;
  /** Number of rare limited answers to first attempts minus that of all others, at least zero. */
  #rare = 0;

  constructor(parts: RateLimitParts) {
    this.#parts = parts;
  }

  /** Records an answer that meets no limit; 503 from a working operation may mean that requests come too fast. */
  recordAnswer(operation: Operation, status: number): void {
    const { pace } = this.#parts;
    this.#givenUp.delete(operation);
    this.#answers += 1;
    if (!this.#isOverload(operation, status)) pace.recordSuccess();
    else if (pace.slowDown()) this.#overloads += 1;
  }

  /** Number of answers of 429 that slowed the client down. */
  get slowing(): number {
    return this.#slowing;
  }

  /** Says how often the target slowed the client down, and with which flag it need not. */
  notes(): readonly string[] {
    if (this.#slowing === 0) return [];
    const { sustained } = this.#parts.pace;
    const rate = sustained === undefined || sustained < 1 ? '' : `, such as ${Math.floor(sustained)},`;
    return [
      `${counted(this.#slowing, 'answer')} of ${TOO_MANY_REQUESTS} slowed the run down: a lower ${flagFor('rate')}${rate} stays below the limit of the target`,
    ];
  }

  #isOverload(operation: Operation, status: number): boolean {
    const { pace, history, waitMs } = this.#parts;
    const isPossible = this.#overloads < MOST_OVERLOADS && pace.slowedMs < waitMs;
    return status === SERVICE_UNAVAILABLE && history.isWorking(operation) && isPossible;
  }

  /**
   * Returns the milliseconds to wait before the next attempt, or undefined when there is none. A request that met a
   * limit was not executed, so writes are repeated too. The whole client waits. With `isCertain`, an answer with another
   * status than 429 certainly is a limit.
   */
  waitAfter(
    { operation, attempt }: Limited,
    response: Response,
    { isCertain = response.status === TOO_MANY_REQUESTS }: { readonly isCertain?: boolean } = {},
  ): number | undefined {
    const { pace, waitBudget, availability, history, waitMs } = this.#parts;
    if (response.status === TOO_MANY_REQUESTS && (askedPause(response) ?? 0) > waitMs && history.hasAnswers)
      return this.#exhaust(operation);
    const next = afterLimit(response, attempt, waitBudget.left);
    // Other statuses may also be refusals, so their request is sent once more only.
    if (!isCertain && (attempt > 1 || next.kind === 'stop')) return undefined;
    if (this.#isNoMatterOfRate(askedPause(response), attempt)) return AT_ONCE_MS;
    if (response.status === TOO_MANY_REQUESTS) this.#slowing += 1;
    pace.slowDown();
    if (next.kind === 'wait') {
      availability.recordAnswer();
      const longer = pace.hold(next.milliseconds);
      if (next.asked) waitBudget.spend(longer);
      return 0;
    }
    // To continue despite the requested pause could get the address of the run blocked, so such answers count as
    // losses.
    if (next.tooLong) void availability.recordLoss(operation, { cause: 'excess', reason: waitBudget.exceeded });
    if (!next.tooLong && askedPause(response) === undefined) this.#recordGivenUp(operation);
    this.#boundSlowness();
    return undefined;
  }

  /**
   * Records a limited answer. Returns whether a slower rate would not help: the target now and then limits a first
   * attempt and asks for no pause, or does so however slow the requests are.
   */
  #isNoMatterOfRate(askedMs: number | undefined, attempt: number): boolean {
    const isAlone = this.#answers >= RARE && attempt === 1;
    this.#answers = 0;
    this.#rare = Math.min(Math.max(this.#rare + (isAlone ? 1 : -1), 0), 2 * MOST_RARE);
    if (!isAlone || askedMs === 0) return isAlone;
    const hasNotHelped = askedMs === undefined && this.#rare > MOST_RARE;
    if (hasNotHelped) this.#parts.pace.speedUp();
    return hasNotHelped;
  }

  /**
   * Counts a request that was given up although the target did not say how long to wait. Several in a row are taken for a
   * quota of the operation, if it was answered before.
   */
  #recordGivenUp(operation: Operation): void {
    const count = (this.#givenUp.get(operation) ?? 0) + 1;
    this.#givenUp.set(operation, count);
    if (count < MOST_GIVEN_UP || !this.#parts.history.isSucceeding(operation)) return;
    this.#exhaust(
      operation,
      `the target still limited ${operation} with status 429 after ${count} requests were repeated`,
    );
  }

  /**
   * Asks an operation no more that is limited for longer than the run may wait. The run goes on while another operation
   * is answered.
   */
  #exhaust(operation: Operation, reason = this.#parts.waitBudget.exceeded): undefined {
    const { history, availability, ending, onGivenUp } = this.#parts;
    availability.recordAnswer();
    if (history.whyExhausted(operation) !== undefined) return;
    history.exhaust(operation, reason);
    if (history.isExhausted) ending.spent(reason, 'maxWait');
    else onGivenUp?.(operation, reason);
  }

  /** A target that keeps answering 429 to some requests would slow the run down for hours. */
  #boundSlowness(): void {
    const { ending, pace, waitMs } = this.#parts;
    if (ending.reason !== undefined || pace.slowedMs < waitMs) return;
    const reason = `the target has slowed the run down with status 429 for the maximum of ${waitMs / 1000} s`;
    ending.spent(reason, 'maxWait');
  }
}
