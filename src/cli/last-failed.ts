import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rows } from '../../suites/index.ts';
import { REPORT_FILE, type Report } from '../model/report.ts';
import { isFailing, type ReportedRequirement } from '../model/reported.ts';
import { withBaselineRequests } from '../run/baseline/baseline-requests.ts';
import { readReport } from '../run/files/read-report.ts';
import { commandSettings } from '../settings/run-settings.ts';
import { select, selectionOf } from '../settings/selection.ts';
import type { Flags } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';

/** Returns whether a run can repeat a failed requirement. Failures of clients cannot be repeated by a run. */
const hasFailed = ({ status, party }: ReportedRequirement): boolean => party !== 'client' && isFailing(status);

/** Returns what to repeat: what failed, and what a run did not exercise because it was aborted. */
const unsettled = ({ verdict, requirements }: Report): readonly ReportedRequirement[] =>
  requirements.filter((each) => hasFailed(each) || (verdict === 'aborted' && each.status === 'not_exercised'));

/**
 * Returns their ids, and those of the requirements whose requests showed the failures. Run alone, a rule judges only a few
 * requests that are sent for it.
 */
function toRepeat(unsettled: readonly ReportedRequirement[]): readonly string[] {
  const ids = unsettled.map(({ id }) => id);
  const sent = withBaselineRequests(rows.filter(({ id }) => ids.includes(id))).map(({ id }) => id);
  const showing = unsettled.flatMap(({ failures }) => failures.flatMap(({ requested_by = [] }) => requested_by));
  return [...ids, ...new Set(showing.filter((id) => !ids.includes(id) && !sent.includes(id)))];
}

/**
 * Returns the flags for a run of only what failed in the report of the output folder, with its seed and number of
 * cases. If that run was aborted, they include what it did not exercise. If nothing failed, or nothing was decided,
 * returns the given flags. Throws UsageError if the report is missing or the selection excludes everything that failed.
 */
export async function onlyLastFailed(flags: Flags, say: (line: string) => void): Promise<Flags> {
  const settings = await commandSettings(flags);
  const file = join(settings.orDefault('out'), REPORT_FILE);
  if (!existsSync(file))
    throw new UsageError(`there is no ${file}: a run of only what failed needs the report of an earlier run`);
  const report = readReport(file);
  const { seed, runs } = report;
  const failed = toRepeat(unsettled(report));
  if (failed.length === 0) {
    say(`nothing failed in ${file}: running everything`);
    return flags;
  }
  const drawn = { ...(settings.has('seed') ? {} : { seed }), ...(settings.has('runs') || runs === 0 ? {} : { runs }) };
  const chosen = new Set(select(rows, selectionOf(settings)).map(({ id }) => id));
  const only = failed.filter((id) => chosen.has(id));
  if (!report.requirements.some(hasFailed) && only.length === chosen.size) {
    say(`the run of ${file} was aborted before it decided anything: running everything`);
    return { ...drawn, ...flags };
  }
  if (only.length === 0) throw new UsageError(`the selection has nothing that failed in ${file}; widen the selection`);
  return { ...drawn, ...flags, only };
}
