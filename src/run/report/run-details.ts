import { rows as allRows } from '../../../suites/index.ts';
import type { Row } from '../../engine/row.ts';
import type { ReportedFacts } from '../../model/facts.ts';
import type { RunSettings } from '../../settings/run-settings.ts';
import { select } from '../../settings/selection.ts';
import { judgedInPart } from '../baseline/baseline-requests.ts';
import type { RunDetails } from './build-report.ts';

/** Returns what the report of a run, or of one shard of it, says besides what was found. `rows` are the selected rows. */
export function runDetails(settings: RunSettings, rows: readonly Row[], facts: ReportedFacts): RunDetails {
  const { target, embedded, seed, runs, only, exclude, level, narrowedBy, label, strict } = settings;
  const narrowings = [...narrowedBy, ...(target.writes === 'read-only' ? ['--read-only'] : [])];
  const selection = narrowings.length > 0 ? narrowings.join(' ') : null;
  // What the user leaves out on purpose, another --only does not send either.
  const inPart =
    only.length > 0 ? { judgedInPart: judgedInPart(rows, select(allRows, { only: [], exclude, level })) } : {};
  const details = { baseUrl: target.baseUrl, embedded, label, seed, runs, selection, strict, ...inPart };
  const { shard } = target;
  if (!shard) return details;
  return {
    ...details,
    selection: [...narrowings, `--shard ${shard.index}/${shard.of}`].join(' '),
    shard: {
      ...shard,
      selection,
      array_format: target.arrayFormat ?? 'as the target reads it',
      only,
      exclude,
      level,
      facts,
    },
  };
}
