import { appendFileSync, createReadStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { RecordedEntry, Report } from '../model/report.ts';
import { exchangesBehindFailures, har } from '../reporters/har.ts';
import { formats } from '../reporters/index.ts';
import { UsageError } from '../target/configuration.ts';
import { RECORD } from './runner/record.ts';
import { appendToSummary } from './screen.ts';

/** Writes a file whole or not at all. */
function writeAtomically(path: string, content: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}

async function* entries(path: string): AsyncIterable<RecordedEntry> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line !== '') yield JSON.parse(line) as RecordedEntry;
  }
}

/** Makes sure, before anything is sent, that reports can be written. Throws UsageError. */
export function prepare(out: string): void {
  try {
    mkdirSync(out, { recursive: true });
    const trial = join(out, `.trial-${process.pid}`);
    writeFileSync(trial, '');
    rmSync(trial);
  } catch {
    throw new UsageError(`the folder ${out} cannot be written to; name another by --out`);
  }
}

/** Writes every report file of a run, and appends the summary to the CI's where there is one. */
export async function writeReports(out: string, report: Report): Promise<void> {
  for (const { file, render } of Object.values(formats)) writeAtomically(join(out, file), render(report));
  appendToSummary(() => formats.summary.render(report));
  await writeHar(out, report);
}

async function writeHar(out: string, report: Report): Promise<void> {
  const source = join(out, RECORD);
  if (!existsSync(source)) return;
  const draft = join(out, `exchanges.har.${process.pid}.tmp`);
  rmSync(draft, { force: true });
  for await (const chunk of har(entries(source), {
    version: report.tool.version,
    failing: exchangesBehindFailures(report),
  }))
    appendFileSync(draft, chunk);
  renameSync(draft, join(out, 'exchanges.har'));
  rmSync(source, { force: true });
}
