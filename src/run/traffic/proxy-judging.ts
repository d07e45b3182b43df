import { Worker } from 'node:worker_threads';
import type { Report } from '../../model/report.ts';
import type { AnsweredBy, Capture } from '../../recordings/capture.ts';
import { after } from '../../values/clock.ts';
import { definite } from '../../values/definite.ts';
import { sentenceOf } from '../../values/error-code.ts';
import { type FromJudge, type JudgeData, judgeThread, type Passed, type ToJudge } from './proxy-channel.ts';

/** Maximum number of exchanges that wait for judgement. Beyond it, exchanges are passed on unjudged and counted. */
const MOST_WAITING = 20_000;
/** Exchanges are handed to the judge together: this many, or those of so many milliseconds. Each message wakes its thread. */
const [TOGETHER, WITHIN_MS] = [64, 20];

/** What is done with what the judge says. */
interface Heard {
  readonly onViolation: (line: string) => void;
  readonly onBroken: (reason: string) => void;
}

/** The judge in its thread, and the exchanges that wait for it. */
export class ProxyJudging {
  readonly #worker: Worker;
  /** What frees the bytes of exchanges that are being judged, message by message, and of those to be sent next. */
  readonly #judged: (readonly (() => void)[])[] = [];
  #next: { readonly passed: Passed; readonly release: () => void }[] = [];
  #handOver: NodeJS.Timeout | undefined;
  #waiting = 0;
  #others = 0;
  #skipped = 0;
  readonly #report: Promise<Report>;
  #hasEnded = false;

  constructor(data: JudgeData, { onViolation, onBroken }: Heard, thread = judgeThread) {
    this.#worker = new Worker(thread, { workerData: data });
    this.#report = new Promise((resolve, reject) => {
      const fail = (error: unknown): void => {
        reject(error);
        // A thread ends after an error, too, and after its report.
        if (this.#hasEnded) return;
        this.#end();
        onBroken(`${sentenceOf(error)}: nothing is judged from now on, stop with Ctrl-C`);
      };
      this.#worker
        .once('error', fail)
        .once('exit', (code) => fail(new Error(`the judging thread ended with exit code ${code}`)));
      this.#worker.on('message', (message: FromJudge) => {
        if (message.kind === 'violation') onViolation(message.line);
        else if (message.kind === 'broken') onBroken(message.reason);
        else if (message.kind === 'judged') this.#release();
        else resolve(message.report);
      });
    });
    // This prevents an unhandled rejection. The error is thrown when the report is requested.
    this.#report.catch(() => undefined);
  }

  /** Lets go of everything that waits for the judge, and takes nothing more. */
  #end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#handOver);
    this.#judged.push(this.#next.map(({ release }) => release));
    this.#next = [];
    while (this.#judged.length > 0) this.#release();
  }

  #release(): void {
    const judged = this.#judged.shift() ?? [];
    this.#waiting -= judged.length;
    for (const release of judged) release();
  }

  take(capture: Capture, by: AnsweredBy, release: () => void): void {
    if (this.#hasEnded || this.#waiting >= MOST_WAITING) {
      this.#skipped += 1;
      release();
      return;
    }
    this.#waiting += 1;
    this.#next.push({ passed: { capture, by }, release });
    if (this.#next.length >= TOGETHER) this.#send();
    else this.#handOver ??= after(WITHIN_MS, () => this.#send());
  }

  #send(): void {
    clearTimeout(this.#handOver);
    this.#handOver = undefined;
    const next = this.#next;
    if (next.length === 0) return;
    this.#next = [];
    this.#judged.push(next.map(({ release }) => release));
    this.#worker.postMessage({ kind: 'exchanges', exchanges: next.map(({ passed }) => passed) } satisfies ToJudge);
  }

  other(): void {
    this.#others += 1;
  }

  stop(): Promise<unknown> {
    this.#end();
    return this.#worker.terminate();
  }

  /** Ends the judging, for a reason if it is incomplete, and returns the report on everything that was taken. */
  async finish(stopped?: string): Promise<Report> {
    this.#send();
    const counts = { others: this.#others, skipped: this.#skipped };
    this.#worker.postMessage({
      kind: 'finish',
      ...counts,
      ...definite({ stopped }),
    } satisfies ToJudge);
    try {
      return await this.#report;
    } finally {
      await this.stop();
    }
  }
}
