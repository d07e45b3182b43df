import { setMaxListeners } from 'node:events';
import type { BudgetName } from '../../model/need.ts';
import type { Withheld } from '../../model/outcome.ts';
import { after } from '../../values/clock.ts';
import { inUnits } from '../../values/duration.ts';
import { flagFor } from '../../values/flag.ts';

/** Whether and why a run ends before its checks are done: something stopped it, or it reached a bound. */
export class RunEnding {
  readonly #abort = new AbortController();
  #stopped: string | undefined;
  #bound: Withheld | undefined;
  #deadline: NodeJS.Timeout | undefined;

  constructor() {
    // Every request in flight listens to this signal.
    setMaxListeners(0, this.signal);
  }

  /** Aborts requests in flight. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Why the run was stopped, if it was. */
  get stopped(): string | undefined {
    return this.#stopped;
  }

  /** The bound at which the run ended, and the budget that set it. */
  get bound(): Withheld | undefined {
    return this.#bound;
  }

  /** Why a request may not be sent any more, if so. */
  get withheld(): Withheld | undefined {
    if (this.#stopped === undefined) return this.#bound;
    return { withheld: true, reason: `the run ended early: ${this.#stopped}` };
  }

  /** Aborts requests in flight and lets nothing more be sent. */
  abort(reason: string): void {
    this.#stopped ??= reason;
    this.#abort.abort();
  }

  /** Lets nothing be sent from now on. What was found so far counts. `budget` is the one that was reached. */
  finishEarly(reason: string, budget?: BudgetName): void {
    this.#bound ??= {
      withheld: true,
      ...(budget === undefined ? { reason } : { reason: `${reason} (${flagFor(budget)})`, need: { budget } }),
    };
  }

  /** Ends the run when its time is over. Requests in flight are aborted. */
  startClock(maxDurationMs: number | null): void {
    if (maxDurationMs === null) return;
    this.#deadline = after(maxDurationMs, () => {
      this.finishEarly(`the run has reached its maximum duration of ${inUnits(maxDurationMs)}`, 'maxDuration');
      this.#abort.abort();
    });
    this.#deadline.unref();
  }

  stopClock(): void {
    clearTimeout(this.#deadline);
  }
}
