import { after } from '../values/clock.ts';

/** Pauses that end early when the run is interrupted. */
export class Rest {
  readonly #waking = new Set<() => void>();
  #stopped = false;

  /** Waits; returns at once after {@link stop}. */
  async pause(milliseconds: number): Promise<void> {
    if (this.#stopped || milliseconds <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = after(milliseconds, wake);
      const waking = this.#waking;
      waking.add(wake);
      function wake(): void {
        clearTimeout(timer);
        waking.delete(wake);
        resolve();
      }
    });
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  stop(): void {
    this.#stopped = true;
    for (const wake of [...this.#waking]) wake();
  }
}
