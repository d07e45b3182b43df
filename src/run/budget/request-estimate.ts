import type { RunSettings } from '../../settings/run-settings.ts';
import { now } from '../../values/clock.ts';
import type { RunProgress } from '../run.ts';
import { planOf } from './rehearsal.ts';

/** A target counts as slow if after these seconds it has answered fewer requests a second than this rate. */
const [SLOW_AFTER_S, SLOW_RATE] = [3, 60];

/**
 * Estimates how many requests a run will send, by a rehearsal in the background, if its target turns out to be slow. Only
 * then is the remaining time worth knowing.
 */
export class RequestEstimate {
  readonly #settings: RunSettings;
  readonly #onExpected: (requests: number) => void;
  readonly #began = now();
  #isRehearsed = false;

  /** `onExpected` is called with the number of requests that the run will send, if it is worth knowing. */
  constructor(settings: RunSettings, onExpected: (requests: number) => void) {
    this.#settings = settings;
    this.#onExpected = onExpected;
  }

  /** Compares the requests so far with the time since the beginning, and rehearses the run if the target is slow. */
  checkSpeed({ requests }: RunProgress): void {
    const seconds = (now() - this.#began) / 1000;
    if (this.#isRehearsed || seconds < SLOW_AFTER_S || requests / seconds > SLOW_RATE) return;
    this.#isRehearsed = true;
    planOf(this.#settings).then(
      (plan) => this.#onExpected(plan.requests),
      () => undefined,
    );
  }
}
