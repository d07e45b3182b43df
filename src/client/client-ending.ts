import type { SettingName } from '../settings/declarations.ts';
import { flagFor } from '../values/flag.ts';

/** The settings of the bounds at which a client ends the run. */
type ClientBound = Extract<SettingName, 'maxRequests' | 'maxWait'>;

/** Who is told that a client sends no more requests, and why. */
export interface ClientEndingOptions {
  /**
   * Called once, with one sentence, when the run cannot continue: the target stopped answering, or there is no token.
   */
  readonly onUnreachable?: (reason: string) => void;
  /** Called when a bound of the run is reached, with the setting of it; no more requests are sent. */
  readonly onSpent?: (reason: string, bound: ClientBound) => void;
}

/** Whether and why a client sends no more requests. The first reason counts. */
export class ClientEnding {
  readonly #options: ClientEndingOptions;
  #reason: string | undefined;

  constructor(options: ClientEndingOptions) {
    this.#options = options;
  }

  /** Why the client sends no more requests, as one sentence. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** Ends the run because it cannot continue. */
  unreachable(reason: string): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#options.onUnreachable?.(reason);
  }

  /** Ends the run because of what it found. */
  finishEarly(reason: string): void {
    this.#reason ??= reason;
  }

  /** Ends the run at a bound. */
  spent(reason: string, bound: ClientBound): void {
    this.#reason ??= `${reason} (${flagFor(bound)})`;
    this.#options.onSpent?.(reason, bound);
  }
}
