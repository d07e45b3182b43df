import { rows } from '../../../suites/index.ts';
import { results } from '../../engine/results.ts';
import type { Report } from '../../model/report.ts';
import { select } from '../../settings/selection.ts';
import { definite } from '../../values/definite.ts';
import type { NonEmpty } from '../../values/non-empty.ts';
import { reportOf } from '../report/build-report.ts';
import { mergeFacts } from './merge-facts.ts';
import type { ShardReport } from './whole.ts';

/** Makes the report of the whole run from the reports of its shards. */
export function mergedReport([first, ...more]: NonEmpty<ShardReport>): Report {
  const { target, seed, runs, shard } = first;
  const facts = mergeFacts([shard.facts, ...more.map((each) => each.shard.facts)]);
  const { base_url: baseUrl, embedded, label } = target;
  const { strict } = first.audit?.parts[0]?.run ?? {};
  const details = { baseUrl, embedded, label, seed, runs, selection: shard.selection, ...definite({ strict }) };
  const report = reportOf(results(select(rows, shard), facts), facts, details);
  const audits = [first, ...more].flatMap((each) => each.audit ?? []);
  if (audits.length <= more.length) return report;
  const exchanges = audits.reduce((sum, each) => sum + each.exchanges, 0);
  return { ...report, audit: { exchanges, parts: audits.flatMap(({ parts }) => parts) } };
}
