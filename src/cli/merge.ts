import { dirname, join, resolve } from 'node:path';
import { rows } from '../../suites/index.ts';
import { RECORDING_FILE } from '../model/har.ts';
import { readReport, reportPath } from '../run/files/read-report.ts';
import { prepare } from '../run/files/write-reports.ts';
import { mergedExchanges } from '../run/sharding/merged-exchanges.ts';
import { mergedReport } from '../run/sharding/merged-report.ts';
import { wholeOf } from '../run/sharding/whole.ts';
import { commandSettings } from '../settings/run-settings.ts';
import type { Flags } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import { conclude } from './conclude.ts';
import { readTerms } from './terms.ts';

/** Merges the reports of all shards of a run into one, and returns the exit code of the whole run. */
export async function merge(flags: Flags, given: readonly string[]): Promise<number> {
  const read = given.map(reportPath).map((path) => ({ path, report: readReport(path) }));
  const { shards, paths } = wholeOf(read);
  const settings = await commandSettings(flags);
  const terms = readTerms(settings, rows);
  const out = settings.orDefault('out');
  const overwritten = read.find(({ path }) => resolve(dirname(path)) === resolve(out));
  if (overwritten)
    throw new UsageError(`the merged report would overwrite ${overwritten.path}: give another folder with --out`);
  prepare(out);
  const files = paths.map((path) => join(dirname(path), RECORDING_FILE));
  return conclude(mergedReport(shards), terms, { settings, flags, exchanges: mergedExchanges(files, shards) });
}
