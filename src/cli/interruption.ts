import { EXIT } from './exit-codes.ts';

/** Waits for SIGINT and SIGTERM: the first lets a command end in its own way, reports and all; the second ends it at once. */
export class Interruption {
  readonly #abort = new AbortController();
  #by: NodeJS.Signals | undefined;

  constructor() {
    process.on('SIGINT', this.#take).on('SIGTERM', this.#take);
  }

  /** Aborted by the first signal. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The first signal; undefined as long as none came. */
  get by(): NodeJS.Signals | undefined {
    return this.#by;
  }

  readonly #take = (signal: NodeJS.Signals): void => {
    if (this.#by !== undefined) process.exit(signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated);
    this.#by = signal;
    this.#abort.abort();
  };

  /** Leaves signals to Node again. */
  close(): void {
    process.off('SIGINT', this.#take).off('SIGTERM', this.#take);
  }
}
