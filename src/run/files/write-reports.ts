import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { behindFailures, exchangesBehindFailures, type HarOptions, harFile } from '../../../reporters/har.ts';
import { embeddable } from '../../../reporters/html/exchanges.ts';
import { formats } from '../../../reporters/index.ts';
import type { DrawnEntry } from '../../model/har.ts';
import type { Report } from '../../model/report.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { errorCode } from '../../values/error-code.ts';
import { digestOfDocument, digestOfFile, digestOfRequirements, digestOfSettings } from '../audit/seals.ts';
import { EXCHANGE_LOG } from './exchange-log.ts';
import { harLines } from './har-lines.ts';
import { appendToSummary } from './step-summary.ts';
import { removeDrafts, writeWhole } from './write-file.ts';

const HAR = 'exchanges.har';

/** Yields the exchanges of a log, each with the requirements that it shows to fail. */
async function* loggedExchanges(path: string, { failing }: HarOptions): AsyncIterable<DrawnEntry> {
  for await (const entry of harLines(path)) {
    yield behindFailures(entry, failing?.get(entry.id) ?? []);
  }
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
    removeDrafts(out, [HAR, ...Object.values(formats).map(({ file }) => file)]);
  } catch {
    throw new UsageError(`the folder ${out} cannot be written to; give another with --out`);
  }
}

/** Writes the exchanges of a run into its folder. Returns false if there are none. */
export type WriteExchanges = (out: string, report: Report) => Promise<boolean>;

/**
 * Writes every report file of a run, and appends the summary to the CI's if there is one. If one file cannot be
 * written, the others still are. Returns a sentence that says which files are missing and why, or undefined if none is.
 */
export async function writeReports(
  out: string,
  report: Report,
  exchanges: WriteExchanges = writeHar,
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
  let isWritten = false;
  await attempt(HAR, async () => {
    isWritten = await exchanges(out, report);
  });
  const sealed = isWritten ? await sealedReport(report, join(out, HAR)) : report;
  const lines = harLines(join(out, HAR));
  const shown = isWritten ? await embeddable(lines, exchangesBehindFailures(report)) : undefined;
  for (const { file, render } of Object.values(formats))
    await attempt(file, () => writeWhole(join(out, file), render(sealed, shown)));
  appendToSummary(() => formats.summary.render(report));
  if (missing.length === 0) return undefined;
  const remedy = isTooLarge ? 'select less with --only' : 'free space there or give another folder with --out';
  return `could not write ${missing.join(', ')} to ${out}; ${remedy}`;
}

/** Adds the digests by which an audit recognises the recording, the settings, the requirements and the document. */
async function sealedReport(report: Report, recording: string): Promise<Report> {
  if (!report.audit) return report;
  const seals = {
    recording_sha256: await digestOfFile(recording),
    settings_sha256: digestOfSettings(report),
    requirements_sha256: digestOfRequirements(report.requirements),
    document_sha256: digestOfDocument(),
  };
  return { ...report, audit: { ...report.audit, ...seals } };
}

async function writeHar(out: string, report: Report): Promise<boolean> {
  const source = join(out, EXCHANGE_LOG);
  if (!existsSync(source)) return false;
  const options = harOptions(report);
  await writeHarFile(out, harFile(loggedExchanges(source, options), options));
  rmSync(source, { force: true });
  return true;
}

/** Returns the options for writing the exchanges of a report. */
export const harOptions = (report: Report): HarOptions => ({
  version: report.tool.version,
  failing: exchangesBehindFailures(report),
  onDropped: (sentence) => process.stderr.write(`exchanges.har: ${sentence}\n`),
});

/** Writes exchanges.har piece by piece. */
export async function writeHarFile(out: string, pieces: AsyncIterable<string>): Promise<true> {
  await writeWhole(join(out, HAR), pieces);
  return true;
}
