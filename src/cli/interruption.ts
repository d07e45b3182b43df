import { EXIT } from './exit-codes.ts';

/** The signals that end a command: from the keyboard, from another process, and from a terminal that is closed. */
const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Handles the signals that end a command. The first signal lets the command end normally, with its reports; the second ends it at
 * once.
 */
export class Interruption {
  readonly #abort = new AbortController();
  #by: NodeJS.Signals | undefined;

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#take);
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
    for (const signal of SIGNALS) process.off(signal, this.#take);
  }
}
