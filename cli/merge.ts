import { dirname, join } from 'node:path';
import type { Report } from '../model/report.ts';
import { harFile } from '../reporters/har.ts';
import { rows } from '../suites/index.ts';
import { type Flags, text } from '../target/configuration.ts';
import { reportOf } from './build-report.ts';
import { conclude } from './conclude.ts';
import { readReport, reportPath } from './read-report.ts';
import { TRAFFIC, trafficking } from './runner/trafficking.ts';
import { select } from './selection.ts';
import { mergedExchanges, renumbered } from './sharding/merged-exchanges.ts';
import { mergedResults, type ShardReport } from './sharding/merged-results.ts';
import { mergedStory } from './sharding/merged-story.ts';
import { ownersOf } from './sharding/partition.ts';
import { wholeOf } from './sharding/whole.ts';
import { readTerms } from './terms.ts';
import { harOptions, prepare, writeHarFile } from './write.ts';

/** Makes one report of those of all shards of a run, and returns the exit code of the whole. */
export async function merge(flags: Flags, paths: readonly string[]): Promise<number> {
  const read = paths.map(reportPath).map((path) => ({ path, report: readReport(path) }));
  const shards = wholeOf(read);
  const terms = readTerms(flags, new Date(), rows);
  const out = text(flags['out']) ?? 'conformance-report';
  prepare(out);
  const files = shards.map(({ shard }) => {
    const own = read.find(({ report }) => report.shard?.index === shard.index);
    return join(dirname(own?.path ?? ''), 'exchanges.har');
  });
  return conclude(mergedReport(renumbered(shards)), terms, {
    out,
    flags,
    exchanges: (folder, report) => writeHarFile(folder, harFile(mergedExchanges(files, shards), harOptions(report))),
  });
}

/** The report of the whole run. */
export function mergedReport(shards: readonly [ShardReport, ...ShardReport[]]): Report {
  const [{ shard }] = shards;
  const chosen = select(rows, shard.only);
  return reportOf(mergedResults(chosen, shards, ownersOf(trafficking(chosen), shard.of), TRAFFIC), mergedStory(shards));
}
