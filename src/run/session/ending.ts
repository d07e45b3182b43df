import { setMaxListeners } from 'node:events';
import type { Withheld } from '../../model/outcome.ts';
import type { SettingName } from '../../settings/declarations.ts';
import { after } from '../../values/clock.ts';
import { inUnits } from '../../values/duration.ts';
import { flagFor } from '../../values/flag.ts';

/** Whether and why a run ends before its checks are done: something stopped it, or it reached a bound. */
export class Ending {
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

  /** The bound at which the run ended, and the flag that sets it. */
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

  /** Lets nothing be sent from now on. What was found so far counts. `bound` is the setting of the bound that was reached. */
  finishEarly(reason: string, bound?: SettingName): void {
    const flag = bound && flagFor(bound);
    this.#bound ??= {
      withheld: true,
      ...(flag === undefined ? { reason } : { reason: `${reason} (${flag})`, provide: flag }),
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
