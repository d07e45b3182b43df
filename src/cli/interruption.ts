import { EXIT } from './exit-codes.ts';

/**
 * Handles SIGINT and SIGTERM. The first signal lets the command end normally, with its reports; the second ends it at
 * once.
 */
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

  /** The first signal, or undefined until one comes. */
  get by(): NodeJS.Signals | undefined {
    return this.#by;
  }

  readonly #take = (signal: NodeJS.Signals): void => {
    if (this.#by !== undefined) process.exit(signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated);
    this.#by = signal;
    this.#abort.abort();
  };

  /** Stops handling signals. */
  close(): void {
    process.off('SIGINT', this.#take).off('SIGTERM', this.#take);
  }
}
