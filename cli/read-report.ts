import { readFileSync } from 'node:fs';
import { readDocument } from '../gate/document.ts';
import type { Report } from '../model/report.ts';
import { UsageError } from '../target/configuration.ts';

/** The text of a file that the user names. Throws UsageError. */
export function readText(what: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new UsageError(`the ${what} ${path} cannot be read; give the path of a JSON file`);
  }
}

/** A report that a former run wrote. Throws UsageError for a file that is none. */
export function readReport(path: string): Report {
  const read = readDocument<Report>('report', readText('report', path));
  if (read.kind === 'read') return read.value;
  throw new UsageError(`${path} is no report.json of this tool: ${read.problem}`);
}
