import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../model/report.ts';
import { UsageError } from '../settings/configuration.ts';
import { readDocument } from './gate/document.ts';

const WHY: Readonly<Record<string, string>> = { ENOENT: 'does not exist', EISDIR: 'is a folder' };

/** Says why a file could not be read, as the end of a sentence. */
export function unreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return WHY[code] ?? `cannot be read (${code})`;
}

/** Reads a text file that the user names. Throws UsageError. */
export function readText(what: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`the ${what} ${path} ${unreadable(error)}: give the path of a JSON file`);
  }
}

/** Returns the path of a report: the named file, or report.json in the named folder. */
export function reportPath(path: string): string {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? join(path, 'report.json') : path;
}

/** Reads the report of an earlier run by its path or its folder. Throws UsageError if the file is no report. */
export function readReport(path: string): Report {
  const read = readDocument<Report>('report', readText('report', reportPath(path)));
  if (read.kind === 'read') return read.value;
  throw new UsageError(`${path} is not a report.json of this tool: ${read.problem}`);
}
