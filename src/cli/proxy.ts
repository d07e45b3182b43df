import { Worker } from 'node:worker_threads';
import type { Report } from '../model/report.ts';
import { Relay } from '../proxy/relay.ts';
import type { Capture } from '../recordings/capture.ts';
import { prepare } from '../run/files/write-reports.ts';
import {
  type FromJudge,
  type JudgeData,
  judgeThread,
  type Passed,
  type ToJudge,
} from '../run/traffic/proxy-channel.ts';
import { guard } from '../run/traffic/proxy-guard.ts';
import { trafficSelection, trafficSettings } from '../run/traffic/traffic-flags.ts';
import { commandSettings } from '../settings/run-settings.ts';
import { type Flags, optionValue, type Settings, text } from '../settings/settings.ts';
import { isLoopback, understandBaseUrl } from '../settings/target/address.ts';
import { UsageError } from '../settings/usage-error.ts';
import { textual } from '../settings/value-types.ts';
import { after, now } from '../values/clock.ts';
import { errorCode, sentenceOf } from '../values/error-code.ts';
import { conclude } from './conclude.ts';
import { Interruption } from './interruption.ts';
import { readTerms } from './terms.ts';
import { handleUncaught, internalError } from './uncaught.ts';

/** Maximum number of exchanges that wait for judgement. Beyond it, exchanges are passed on unjudged and counted. */
const MOST_WAITING = 20_000;
/** Exchanges are handed to the judge together: this many, or those of so many milliseconds. Each message wakes its thread. */
const [TOGETHER, WITHIN_MS] = [64, 20];
const DEFAULT_LISTEN = '127.0.0.1:8081';

interface Address {
  readonly host: string;
  readonly port: number;
}

/** Reads `127.0.0.1:8081`, `[::1]:8081` or `:8081`. Throws UsageError. */
function listenAddress(given: string): Address {
  const [, bracketed, plain, digits = ''] = /^(?:\[([\da-f:.]+)\]|([^:[\]]*)):(\d{1,5})$/i.exec(given) ?? [];
  const port = digits === '' ? Number.NaN : Number(digits);
  if (port <= 65_535) return { host: bracketed ?? (plain || '127.0.0.1'), port };
  throw new UsageError(`--listen must be an address and a port such as ${DEFAULT_LISTEN}, not "${given}"`);
}

/** Returns the URL of the target. Throws UsageError. */
function targetUrl(flags: Flags, settings: Settings): string {
  const read = optionValue('--target', textual('url', understandBaseUrl), flags['target']);
  if (!read) throw new UsageError('proxy needs a target: give its address with --target');
  const { url } = read;
  const insecure = settings.get('insecureHttp') ?? false;
  if (url.startsWith('https:') || isLoopback(url) || insecure) return url;
  throw new UsageError(
    "--target would receive the clients' tokens unencrypted: give an https address, or allow it with --insecure-http",
  );
}

/** What is done with what the judge says. */
interface Heard {
  readonly onViolation: (line: string) => void;
  readonly onBroken: (reason: string) => void;
}

/** The judge in its thread, and the exchanges that wait for it. */
class Judging {
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

  constructor(data: JudgeData, { onViolation, onBroken }: Heard) {
    this.#worker = new Worker(judgeThread, { workerData: data });
    this.#report = new Promise((resolve, reject) => {
      this.#worker.once('error', (error) => {
        this.#end();
        onBroken(`${sentenceOf(error)}: nothing is judged from now on, stop with Ctrl-C`);
        reject(error);
      });
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

  take(capture: Capture, own: boolean, release: () => void): void {
    if (this.#hasEnded || this.#waiting >= MOST_WAITING) {
      this.#skipped += 1;
      release();
      return;
    }
    this.#waiting += 1;
    this.#next.push({ passed: { capture, own }, release });
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
    return this.#worker.terminate();
  }

  /** Ends the judging, for a reason if it is incomplete, and returns the report on everything that was taken. */
  async finish(stopped?: string): Promise<Report> {
    this.#send();
    const counts = { others: this.#others, skipped: this.#skipped };
    this.#worker.postMessage({
      kind: 'finish',
      ...counts,
      ...(stopped === undefined ? {} : { stopped }),
    } satisfies ToJudge);
    try {
      return await this.#report;
    } finally {
      await this.stop();
    }
  }
}

/** Forwards traffic between clients and a target until it is interrupted, then writes the same reports as a run. */
export async function proxy(flags: Flags): Promise<number> {
  // In this command --target is a URL, never the name of a target in the configuration file.
  const settings = await commandSettings({ ...flags, target: undefined });
  const traffic = trafficSettings(settings, flags);
  const rows = trafficSelection(traffic);
  const terms = readTerms(settings, new Date(now()), rows);
  const [out, target] = [settings.or('out', true), targetUrl(flags, settings)];
  const { host, port } = listenAddress(text(flags['listen']) ?? DEFAULT_LISTEN);
  prepare(out);
  const quiet = flags['quiet'] === true;
  const judging = new Judging(
    { settings: traffic, out, target },
    {
      onViolation: (line) => {
        if (!quiet) process.stdout.write(`${line}\n`);
      },
      onBroken: (reason) => process.stderr.write(`${reason}\n`),
    },
  );
  const server = new Relay({
    target,
    mostBody: traffic.bounds.responseBytes,
    onExchange: (capture, own, release) => judging.take(capture, own, release),
    onOther: () => judging.other(),
    ...(flags['enforce'] === true ? { guard: guard(rows, traffic.bounds) } : {}),
  });
  const bound = await listening(server, { host, port }).catch(async (error: unknown) => {
    await judging.stop();
    throw error;
  });
  const interruption = new Interruption();
  const shown = host.includes(':') ? `[${host}]` : host;
  process.stdout.write(`BASE_URL=http://${shown}:${bound}\n`);
  process.stderr.write(
    `forwarding to ${target}${flags['enforce'] === true ? ', only valid requests' : ''}; stop with Ctrl-C\n`,
  );
  const broken = await interruptedOrBroken(interruption);
  if (broken !== undefined) process.stderr.write(`${broken}\n`);
  await server.close();
  const report = await judging.finish(broken);
  return conclude(report, terms, { out, flags, baseline: settings.get('baseline') });
}

/** Waits until a signal ends the command, or an error that no code handles. Returns what such an error says. */
async function interruptedOrBroken({ signal }: Interruption): Promise<string | undefined> {
  let release = (): void => undefined;
  const broken = new Promise<string>((resolve) => {
    release = handleUncaught(({ message }) => resolve(internalError(message)));
  });
  const interrupted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const reason = await Promise.race([broken, interrupted]);
  release();
  return reason;
}

async function listening(server: Relay, { host, port }: Address): Promise<number> {
  try {
    return await server.listen(port, host);
  } catch (error) {
    const code = errorCode(error);
    const why = code === 'EADDRINUSE' ? 'it is in use' : code;
    throw new UsageError(`the proxy cannot listen on ${host}:${port}: ${why}; give another address with --listen`);
  }
}
