import type { RunProgress } from '../run/run.ts';
import { now } from '../values/clock.ts';
import { counted, grouped } from '../values/counted.ts';
import { duration } from '../values/duration.ts';
import { escapeForTerminal } from '../values/escape.ts';

/** Number of seconds over which the rate is measured. A run starts slowly, and its speed varies. */
const WINDOW_S = 10;

/** Measures requests a second over the last seconds. The time before the first request does not count. */
export class Rate {
  #seen: readonly (readonly [seconds: number, requests: number])[] = [];

  /** Returns the rate at a time. `requests` is the number of requests made until then. */
  at(seconds: number, requests: number): number {
    const recent = this.#seen.filter(([then]) => then >= seconds - WINDOW_S);
    this.#seen = requests > 0 ? [...recent, [seconds, requests]] : [];
    const [[began, before] = [seconds, requests]] = this.#seen;
    return seconds > began ? (requests - before) / (seconds - began) : 0;
  }
}

/** Writes a rate: `12/s`, or `1 in 1.6 s`. */
const speed = (rate: number): string =>
  rate > 0 && rate < 1 ? `1 in ${duration(1000 / rate)}` : `${Math.round(rate)}/s`;

/**
 * Describes the progress of a run: counts, the rate and what slowed it down, and the remaining time if the number of
 * requests is known.
 */
export function progressLine(
  { requests, done, all, failed, slowing }: RunProgress,
  rate: number,
  expected = 0,
): string {
  const left = expected - requests;
  const time = left > 0 && rate > 0 && done < all ? `, about ${duration(Math.ceil(left / rate) * 1000)} left` : '';
  const why = slowing > 0 ? `, slowed down by ${counted(slowing, 'answer')} of 429` : '';
  return `${grouped(done)}/${grouped(all)} probes, ${grouped(failed)} failed, ${counted(requests, 'request')} (${speed(rate)}${why})${time}`;
}

/** Default number of seconds between two lines in a log. */
const EVERY = 10;

/** Shows the progress of a run: one rewritten line on a terminal, an occasional line in a log. */
export class Progress {
  readonly #out: NodeJS.WriteStream;
  readonly #quiet: boolean;
  readonly #rewrites: boolean;
  readonly #every: number;
  readonly #began = now();
  readonly #rate = new Rate();
  #shown = 0;
  #open = false;
  #expected = 0;

  constructor(out: NodeJS.WriteStream, quiet: boolean, every = EVERY) {
    this.#every = every;
    this.#out = out;
    this.#quiet = quiet;
    this.#rewrites = out.isTTY === true && !process.env['CI'] && process.env['TERM'] !== 'dumb';
  }

  /** Prints a line. Escapes what a terminal does not show. */
  say(line: string): void {
    if (this.#quiet) return;
    this.end();
    this.#out.write(`${escapeForTerminal(line)}\n`);
  }

  show(standing: RunProgress): void {
    const rate = this.#rate.at((now() - this.#began) / 1000, standing.requests);
    this.note(progressLine(standing, rate, this.#expected));
  }

  /** Shows a line in place of the last one. In a log it prints a line only now and then. */
  note(line: string): void {
    if (this.#quiet) return;
    const seconds = (now() - this.#began) / 1000;
    if (this.#rewrites) {
      this.#out.write(`\r\u001b[K${line.slice(0, (this.#out.columns || 80) - 1)}`);
      this.#open = true;
    } else if (seconds - this.#shown >= this.#every) {
      this.#shown = seconds;
      this.#out.write(`${line}\n`);
    }
  }

  /** Sets the number of requests that the whole run is expected to make. */
  expect(requests: number): void {
    this.#expected = requests;
  }

  end(): void {
    if (this.#open) this.#out.write('\r\u001b[K');
    this.#open = false;
  }
}

/** Calls `look` every `everyMs` milliseconds while `act` lasts, and then ends the progress. */
export async function whileTicking<T>(
  progress: Progress,
  { everyMs, look }: { readonly everyMs: number; readonly look: () => void },
  act: () => Promise<T>,
): Promise<T> {
  const ticking = setInterval(look, everyMs);
  try {
    return await act();
  } finally {
    clearInterval(ticking);
    progress.end();
  }
}
