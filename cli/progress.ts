import type { Told } from './runner/channel.ts';

/** What a run shows while it goes on: one line rewritten on a terminal, a few plain lines elsewhere. */
export class Progress {
  readonly #out: NodeJS.WriteStream;
  readonly #quiet: boolean;
  readonly #began = Date.now();
  #shown = 0;
  #open = false;

  constructor(out: NodeJS.WriteStream, quiet: boolean) {
    this.#out = out;
    this.#quiet = quiet;
  }

  say(line: string): void {
    if (this.#quiet) return;
    this.end();
    this.#out.write(`${line}\n`);
  }

  show({ requests, done, all, failed }: Extract<Told, { kind: 'progress' }>): void {
    if (this.#quiet) return;
    const seconds = (Date.now() - this.#began) / 1000;
    const left = done > 0 ? Math.ceil((seconds / done) * (all - done)) : undefined;
    const line = `${done}/${all} probes, ${failed} failed, ${requests} requests (${Math.round(requests / Math.max(seconds, 0.1))}/s)${left === undefined || done === all ? '' : `, about ${left} s left`}`;
    if (this.#out.isTTY) {
      this.#out.write(`\r\u001b[K${line}`);
      this.#open = true;
    } else if (seconds - this.#shown >= 10) {
      this.#shown = seconds;
      this.#out.write(`${line}\n`);
    }
  }

  end(): void {
    if (this.#open) this.#out.write('\r\u001b[K');
    this.#open = false;
  }
}
