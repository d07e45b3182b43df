import type { Operation } from '../contract/operations.ts';
import type { Response } from '../model/exchange.ts';
import { steadyNow } from '../values/clock.ts';
import { isOutage } from '../values/http-status.ts';
import type { ClientEnding } from './client-ending.ts';
import { FailureStreak } from './failure-streak.ts';
import type { Loss } from './loss.ts';
import type { OperationHistory } from './operation-history.ts';
import type { Pace } from './pace.ts';
import type { Delivery } from './transport.ts';

/**
 * Maximum number of streaks of lost requests that an answered list may excuse if they took long: each request may have taken
 * --timeout, or the target restarted. An operation that breaks its connection at once costs little time.
 */
const MOST_EXCUSED_LOSSES = 20;

/**
 * Number of lost requests of an operation after which no more are sent, if none was answered with success while lists
 * are: enough for the requirement that it answers at all.
 */
const MOST_LOST = 60;

/** How often a target that has answered before is asked whether it is back after a restart, and how far apart. */
const RESTART = { tries: 6, everyMs: 500 } as const;

/** Lists that need no parameters, in the order in which they are asked whether the target still answers. */
const PLAIN_LISTS: readonly Operation[] = ['listFiat', 'listAccounts', 'listAddresses', 'listInstructions'];

/** After this time in which every answer is that of an outage, the target counts as unavailable. */
const OUTAGE_MS = 60_000;

/** Whether a list was answered: at the first request, at a later one, or never. */
type Return = 'answered' | 'answered later' | 'lost';

export interface AvailabilityParts {
  readonly pace: Pace;
  readonly history: OperationHistory;
  readonly ending: ClientEnding;
  /** Sends a list without parameters. */
  readonly list: (operation: Operation) => Promise<Delivery>;
  /** Called when an operation gets no more requests although the target answers others, with the reason. */
  readonly onGivenUp?: ((operation: Operation, reason: string) => void) | undefined;
}

/** Finds out whether the target is still there when requests are lost or meet an outage, and ends the run when it is not. */
export class Availability {
  readonly #parts: AvailabilityParts;
  /** Consecutive requests without an answer. */
  readonly #losses = new FailureStreak();
  /** Number of streaks of lost requests that took long and after which a list was answered. */
  #explained = 0;
  readonly #lost = new Map<Operation, number>();
  /** When the first of the latest answers came that are all those of an outage, by the monotonic clock. */
  #outageBegan: number | undefined;
  #listing: Promise<Delivery> | undefined;
  #returning: Promise<Return> | undefined;

  constructor(parts: AvailabilityParts) {
    this.#parts = parts;
  }

  /** Records that the target answered, or will do so after a pause. */
  recordAnswer(): void {
    this.#losses.end();
    this.#outageBegan = undefined;
  }

  /** Records the answer of an outage. Ends the run if no other answer has come for a minute, and a plain list gets none. */
  async recordOutage(operation: Operation, { status }: Response): Promise<void> {
    this.#losses.end();
    this.#outageBegan ??= steadyNow();
    if (steadyNow() - this.#outageBegan < OUTAGE_MS) return;
    const delivery = await this.askList(operation);
    if (delivery.kind === 'answered' && !isOutage(delivery.response.status)) return this.recordAnswer();
    if (this.#parts.pace.isStopped) return;
    this.#parts.ending.unreachable(
      `the target is unavailable: for more than ${OUTAGE_MS / 1000} s it has answered every request with ${status} or a similar status`,
    );
  }

  /**
   * Records a lost request and, if its connection broke, the exchange. A target that answers a plain list is still
   * there: then it is only these requests that it does not answer.
   */
  async recordLoss(operation: Operation, { cause, reason }: Loss, exchange?: number): Promise<void> {
    if (cause === 'broken' && exchange !== undefined) this.#losses.cutOff(operation, exchange);
    this.#lost.set(operation, (this.#lost.get(operation) ?? 0) + 1);
    if (cause === 'interrupted' || !this.#losses.grow(operation, cause === 'unreached')) return;
    const { length } = this.#losses;
    const mayBeExplained = cause !== 'excess' && this.#explained < MOST_EXCUSED_LOSSES;
    const list = mayBeExplained ? await this.#whenThere(operation) : 'lost';
    if (list !== 'lost') {
      const tookLong = cause !== 'broken' || list === 'answered later';
      this.#explained += this.#losses.length > 0 && tookLong ? 1 : 0;
      this.#losses.end();
      this.#giveUpSilent();
      return;
    }
    if (this.#parts.pace.isStopped) return;
    const { suspects } = this.#losses;
    const handled = suspects === '' ? '' : `; it was handling these requests when it stopped: ${suspects}`;
    this.#parts.ending.unreachable(
      `the target stopped answering: ${length} requests in a row were lost; the last one: ${reason}${handled}`,
    );
  }

  /** Gives up the operations that never work although the target is there. */
  #giveUpSilent(): void {
    const { history, onGivenUp } = this.#parts;
    for (const [operation, count] of this.#lost) {
      if (count < MOST_LOST || history.isSucceeding(operation) || history.whyExhausted(operation) !== undefined)
        continue;
      const reason = `${count} of its requests got no complete response and none succeeded, while lists were answered`;
      history.exhaust(operation, reason);
      onGivenUp?.(operation, reason);
    }
  }

  /** Sends a plain list, which needs only a token, on another operation. Concurrent callers share it. */
  askList(failing: Operation): Promise<Delivery> {
    this.#listing ??= this.#parts.list(this.#otherList(failing)).finally(() => {
      this.#listing = undefined;
    });
    return this.#listing;
  }

  /** Sends a plain list on another operation, if that was answered with success before. */
  async askKnownList(failing: Operation): Promise<Delivery | undefined> {
    return this.#parts.history.isSucceeding(this.#otherList(failing)) ? this.askList(failing) : undefined;
  }

  /** Returns a plain list that may still be asked, preferably on another operation. */
  #otherList(failing: Operation): Operation {
    const others = PLAIN_LISTS.filter((each) => each !== failing);
    return others.find((each) => this.#parts.history.whyExhausted(each) === undefined) ?? others[0] ?? failing;
  }

  /**
   * Says whether a plain list is answered. A target that has answered before is asked again for some seconds, since it
   * may be restarting. Concurrent callers share the result.
   */
  #whenThere(operation: Operation): Promise<Return> {
    this.#returning ??= this.#comesBack(operation).finally(() => {
      this.#returning = undefined;
    });
    return this.#returning;
  }

  async #comesBack(operation: Operation): Promise<Return> {
    const { pace, history } = this.#parts;
    const tries = history.hasAnswers ? RESTART.tries : 1;
    for (let tried = 1; ; tried += 1) {
      const delivery = await this.askList(operation);
      if (delivery.kind === 'answered') return tried === 1 ? 'answered' : 'answered later';
      const { cause } = delivery.loss;
      if ((cause !== 'unreached' && cause !== 'broken') || tried >= tries || pace.isStopped) return 'lost';
      pace.hold(RESTART.everyMs);
    }
  }
}
