import { dirname, join } from 'node:path';
import { harFile } from '../../reporters/har.ts';
import { rows } from '../../suites/index.ts';
import type { Report } from '../model/report.ts';
import { TRAFFIC, trafficking } from '../run/baseline-requests.ts';
import { reportOf } from '../run/build-report.ts';
import { readReport, reportPath } from '../run/read-report.ts';
import { select } from '../run/selection.ts';
import { commandSettings } from '../run/settings.ts';
import { mergedExchanges, renumbered } from '../run/sharding/merged-exchanges.ts';
import { mergedResults, type ShardReport } from '../run/sharding/merged-results.ts';
import { mergedStory } from '../run/sharding/merged-story.ts';
import { ownersOf } from '../run/sharding/partition.ts';
import { wholeOf } from '../run/sharding/whole.ts';
import { harOptions, prepare, writeHarFile } from '../run/write.ts';
import type { Flags } from '../settings/configuration.ts';
import { conclude } from './conclude.ts';
import { readTerms } from './terms.ts';

/** Makes one report of those of all shards of a run, and returns the exit code of the whole. */
export async function merge(flags: Flags, paths: readonly string[]): Promise<number> {
  const read = paths.map(reportPath).map((path) => ({ path, report: readReport(path) }));
  const shards = wholeOf(read);
  const settings = commandSettings(flags);
  const terms = readTerms(settings, new Date(), rows);
  const out = settings.or('out', true);
  prepare(out);
  const files = shards.map(({ shard }) => {
    const own = read.find(({ report }) => report.shard?.index === shard.index);
    return join(dirname(own?.path ?? ''), 'exchanges.har');
  });
  return conclude(mergedReport(renumbered(shards)), terms, {
    out,
    flags,
    baseline: settings.get('baseline'),
    exchanges: (folder, report) => writeHarFile(folder, harFile(mergedExchanges(files, shards), harOptions(report))),
  });
}

/** The report of the whole run. */
export function mergedReport(shards: readonly [ShardReport, ...ShardReport[]]): Report {
  const [{ shard }] = shards;
  const chosen = select(rows, shard.only);
  return reportOf(mergedResults(chosen, shards, ownersOf(trafficking(chosen), shard.of), TRAFFIC), mergedStory(shards));
}
