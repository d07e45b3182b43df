import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../../contract/validation/json-text.ts';
import { mistakesIn } from '../../contract/validation/mistakes.ts';
import { readDocument } from '../../contract/validation/read-document.ts';
import { REPORT_FILE, type Report } from '../../model/report.ts';
import { readText } from '../../settings/named-file.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { isObject } from '../../values/json.ts';

/** Returns the path of a report: the named file, or report.json in the named folder. */
export function reportPath(path: string): string {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? join(path, REPORT_FILE) : path;
}

const WHICH = 'the path of a report.json, or of the folder that holds it';

/** Reads the report of an earlier run by its path or its folder. Throws UsageError if the file is no report. */
export function readReport(path: string): Report {
  const text = readText('report', reportPath(path), WHICH);
  const other = otherFormatIn(text);
  if (other !== undefined)
    throw new UsageError(
      `${path} is a report of format ${other}, which ${other > FORMAT ? 'a newer' : 'an older'} version of this tool wrote: read it with that version, or make a new report with this one`,
    );
  const read = readDocument<Report>('report', text);
  const problem = read.kind === 'read' ? fixtureMistake(read.value) : read.problem;
  if (read.kind === 'read' && problem === undefined) return read.value;
  throw new UsageError(`${path} is not a report.json of this tool: ${problem}`);
}

/** The format of reports that this version writes and reads. */
const FORMAT: Report['format'] = 1;

/** Returns the format of a report if it is another one. */
function otherFormatIn(text: string): number | undefined {
  const read = readJson(text);
  const format = read.kind === 'read' && isObject(read.value) ? read.value['format'] : undefined;
  return typeof format === 'number' && format !== FORMAT ? format : undefined;
}

/** Returns what is wrong with the fixtures of a report: they have a schema of their own, so that each stands alone. */
function fixtureMistake({ audit }: Report): string | undefined {
  const [first] = (audit?.parts ?? []).flatMap(({ fixtures: { fiat_account_owners: _, ...given } }) =>
    mistakesIn('fixtures', given),
  );
  return first === undefined ? undefined : `in the fixtures, ${first}`;
}
