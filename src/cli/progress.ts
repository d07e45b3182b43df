import { counted, duration, grouped } from '../../reporters/view/wording.ts';
import type { Standing } from '../run/run.ts';
import { now } from '../values/clock.ts';

/** How far a run has come after some seconds: counts, rate and time left. */
export function progressLine({ requests, done, all, failed }: Standing, seconds: number): string {
  const rate = `${Math.round(requests / Math.max(seconds, 0.1))}/s`;
  const left =
    done > 0 && done < all ? `, about ${duration(Math.ceil((seconds / done) * (all - done)) * 1000)} left` : '';
  return `${grouped(done)}/${grouped(all)} probes, ${grouped(failed)} failed, ${counted(requests, 'request')} (${rate})${left}`;
}

/** Seconds between the lines of a log. */
const EVERY = 10;

/** What a run shows while it goes on: one line rewritten on a terminal, a plain line now and then in a log. */
export class Progress {
  readonly #out: NodeJS.WriteStream;
  readonly #quiet: boolean;
  readonly #rewrites: boolean;
  readonly #began = now();
  #shown = 0;
  #open = false;

  constructor(out: NodeJS.WriteStream, quiet: boolean) {
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
    if (this.#quiet) return;
    const seconds = (now() - this.#began) / 1000;
    const line = progressLine(standing, seconds);
    if (this.#rewrites) {
      this.#out.write(`\r\u001b[K${line.slice(0, (this.#out.columns || 80) - 1)}`);
      this.#open = true;
    } else if (seconds - this.#shown >= EVERY) {
      this.#shown = seconds;
      this.#out.write(`${line}\n`);
    }
  }

  end(): void {
    if (this.#open) this.#out.write('\r\u001b[K');
    this.#open = false;
  }
}
