import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { exchangesBehindFailures, harFile, withFailures } from '../../../reporters/har.ts';
import { type EmbeddedExchanges, Embedding } from '../../../reporters/html/exchanges.ts';
import { formats } from '../../../reporters/index.ts';
import { type EntryLine, RECORDING_FILE } from '../../model/har.ts';
import type { Report } from '../../model/report.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { errorCode } from '../../values/error-code.ts';
import { digestOfDocument, digestOfRequirements, digestOfSettings } from '../audit/seals.ts';
import { EXCHANGE_LOG } from './exchange-log.ts';
import { harLines } from './har-lines.ts';
import { appendToSummary } from './step-summary.ts';
import { removeDrafts, writeWhole } from './write-file.ts';

/** Maximum number of characters that are written at once. */
const CHUNK = 1_048_576;

/** The exchanges to write: those in the log of the run, others, or none. */
export type Exchanges = AsyncIterable<EntryLine> | 'logged' | 'none';

/** Returns the exchanges in the log of a run, each with the requirements that it shows to fail, if there is a log. */
function loggedExchanges(
  out: string,
  failing: ReturnType<typeof exchangesBehindFailures>,
): AsyncIterable<EntryLine> | 'none' {
  const path = join(out, EXCHANGE_LOG);
  if (!existsSync(path)) return 'none';
  return mapped(harLines(path), (entry) => withFailures(entry, failing.get(entry.id) ?? []));
}

/**
 * Makes a folder and its parents. Node's own recursive mkdir never ends for a folder that claims not to exist, as in
 * /proc.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(path)) throw error;
  }
}

/** Checks that reports can be written, before any request is sent. Throws UsageError. */
export function prepare(out: string): void {
  try {
    makeFolder(out);
    const trial = join(out, `.trial-${process.pid}`);
    writeFileSync(trial, '');
    rmSync(trial);
    removeDrafts(out, [RECORDING_FILE, ...Object.values(formats).map(({ file }) => file)]);
  } catch {
    throw new UsageError(`the folder ${out} cannot be written to; give another with --out`);
  }
}

/**
 * Writes every report file of a run, and appends the summary to the CI's if there is one. If one file cannot be
 * written, the others still are. Returns a sentence that says which files are missing and why, or undefined if none is.
 */
export async function writeReports(
  out: string,
  report: Report,
  given: Exchanges = 'logged',
): Promise<string | undefined> {
  const missing: string[] = [];
  let isTooLarge = false;
  const attempt = async (file: string, write: () => Promise<void>): Promise<void> => {
    try {
      await write();
    } catch (error) {
      missing.push(`${file} (${errorCode(error)})`);
      isTooLarge ||= error instanceof RangeError;
    }
    // This lets a pending signal be handled.
    await setImmediate();
  };
  // If no HAR is written, one of an earlier run must not be used for this report.
  let written: Written | undefined;
  await attempt(RECORDING_FILE, async () => {
    written = await writeHar(out, report, given);
  });
  const sealed = written ? sealedReport(report, written.digest) : report;
  for (const { file, render } of Object.values(formats))
    await attempt(file, () => writeWhole(join(out, file), render(sealed, written?.shown)));
  appendToSummary(() => formats.summary.render(report));
  if (missing.length === 0) return undefined;
  const remedy = isTooLarge ? 'select less with --only' : 'free space there or give another folder with --out';
  return `could not write ${missing.join(', ')} to ${out}; ${remedy}`;
}

/** Adds the digests by which an audit recognises the recording, the settings, the requirements and the document. */
function sealedReport(report: Report, recording_sha256: string): Report {
  if (!report.audit) return report;
  const seals = {
    recording_sha256,
    settings_sha256: digestOfSettings(report),
    requirements_sha256: digestOfRequirements(report.requirements),
    document_sha256: digestOfDocument(),
  };
  return { ...report, audit: { ...report.audit, ...seals } };
}

/** What other files need of a HAR file: its SHA-256, and the exchanges that the HTML page contains. */
interface Written {
  readonly digest: string;
  readonly shown: EmbeddedExchanges;
}

/** Writes exchanges.har in one pass over the exchanges. Returns undefined if there are none. */
async function writeHar(out: string, report: Report, given: Exchanges): Promise<Written | undefined> {
  const failing = exchangesBehindFailures(report);
  const exchanges = given === 'logged' ? loggedExchanges(out, failing) : given;
  if (exchanges === 'none') return undefined;
  const [embedding, hash] = [new Embedding(failing), createHash('sha256')];
  const seen = mapped(exchanges, (entry) => {
    embedding.add(entry);
    return entry;
  });
  const pieces = harFile(seen, {
    version: report.tool.version,
    failing,
    onDropped: (sentence) => process.stderr.write(`${RECORDING_FILE}: ${sentence}\n`),
  });
  const chunks = mapped(inChunks(pieces), (chunk) => {
    hash.update(chunk);
    return chunk;
  });
  try {
    await writeWhole(join(out, RECORDING_FILE), chunks);
  } finally {
    // On a full disk the log would take the room that the other files need.
    rmSync(join(out, EXCHANGE_LOG), { force: true });
  }
  return { digest: hash.digest('hex'), shown: embedding.chosen };
}

async function* mapped<T, R>(all: AsyncIterable<T>, change: (each: T) => R): AsyncGenerator<R, void> {
  for await (const each of all) yield change(each);
}

/** Joins short pieces of text, since each is written on its own. */
async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let chunk = '';
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
