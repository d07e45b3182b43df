import { counted, duration, grouped } from '../../reporters/view/wording.ts';
import type { Standing } from '../run/run.ts';
import { now } from '../values/clock.ts';

/** Seconds over which the rate is seen: a run begins slowly, and is slower at some times than at others. */
const WINDOW_S = 10;

/** Requests a second, over the last seconds; the time before the first request does not count. */
export class Rate {
  #seen: readonly (readonly [seconds: number, requests: number])[] = [];

  /** The rate at a time, when so many requests were made until then. */
  at(seconds: number, requests: number): number {
    const recent = this.#seen.filter(([then]) => then >= seconds - WINDOW_S);
    this.#seen = requests > 0 ? [...recent, [seconds, requests]] : [];
    const [[began, before] = [seconds, requests]] = this.#seen;
    return seconds > began ? (requests - before) / (seconds - began) : 0;
  }
}

/** How far a run has come: counts, requests a second, and the time left of those that are still to be expected. */
export function progressLine({ requests, done, all, failed }: Standing, rate: number, expected = 0): string {
  const left = expected - requests;
  const time = left > 0 && rate > 0 && done < all ? `, about ${duration(Math.ceil(left / rate) * 1000)} left` : '';
  return `${grouped(done)}/${grouped(all)} probes, ${grouped(failed)} failed, ${counted(requests, 'request')} (${Math.round(rate)}/s)${time}`;
}

/** Seconds between the lines of a log, where nothing else is asked for. */
const EVERY = 10;

/** What a run shows while it goes on: one line rewritten on a terminal, a plain line now and then in a log. */
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

  say(line: string): void {
    if (this.#quiet) return;
    this.end();
    this.#out.write(`${line}\n`);
  }

  show(standing: Standing): void {
    const rate = this.#rate.at((now() - this.#began) / 1000, standing.requests);
    this.note(progressLine(standing, rate, this.#expected));
  }

  /** Shows a line in place of the last one; in a log, now and then. */
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

  /** Requests that the whole run is expected to make. */
  expect(requests: number): void {
    this.#expected = requests;
  }

  end(): void {
    if (this.#open) this.#out.write('\r\u001b[K');
    this.#open = false;
  }
}
