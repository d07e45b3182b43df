import { closeSync, openSync, writeSync } from 'node:fs';
import { errorCode } from '../../values/error-code.ts';

/** Number of characters that are buffered before they are written. */
const PIECE = 65_536;

/** An append-only file of JSON lines. A write error becomes a problem to report; nothing is thrown. */
export class Journal {
  readonly #mostBytes: number;
  #file: number | undefined;
  #pending = '';
  #bytes = 0;
  #problem: string | undefined;

  constructor(path: string, mostBytes: number) {
    this.#mostBytes = mostBytes;
    this.#try(() => {
      this.#file = openSync(path, 'w', 0o600);
    });
  }

  /** One sentence if lines are missing. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Adds one line of JSON. `text` is not called when there is no room or the file failed. */
  write(text: () => string): void {
    if (this.#file === undefined || this.#problem !== undefined) return;
    const line = `${text()}\n`;
    this.#bytes += Buffer.byteLength(line);
    if (this.#bytes > this.#mostBytes) {
      this.#problem = `the record of exchanges ends early: it reached ${this.#mostBytes} bytes`;
      return;
    }
    this.#pending += line;
    if (this.#pending.length >= PIECE) this.#flush();
  }

  close(): void {
    const file = this.#file;
    if (file === undefined) return;
    this.#flush();
    this.#file = undefined;
    this.#try(() => closeSync(file));
  }

  #flush(): void {
    const [file, rest] = [this.#file, Buffer.from(this.#pending)];
    this.#pending = '';
    if (file === undefined) return;
    this.#try(() => {
      for (let at = 0; at < rest.length; ) at += writeSync(file, rest, at);
    });
  }

  #try(act: () => void): void {
    try {
      act();
    } catch (error) {
      const code = errorCode(error);
      this.#problem ??= `the record of exchanges is incomplete: its file could not be written (${code})`;
    }
  }
}
