import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPORT_FILE, type Report } from '../../model/report.ts';

/** Returns what a report says, or undefined if there is none that can be read. */
function reportIn(out: string): Partial<Report> | undefined {
  try {
    return JSON.parse(readFileSync(join(out, REPORT_FILE), 'utf8')) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Says that the report of a run is about to be replaced by one of traffic: an audit, a baseline or a replay may still
 * need it. Returns undefined if the folder has no report of a run.
 */
export function replacedRun(out: string): string | undefined {
  const { runs = 0, target, started_at } = reportIn(out) ?? {};
  if (runs === 0 || target === undefined) return undefined;
  return `note: this replaces the report of the run against ${target.base_url} of ${started_at} in ${out}; to keep it, give another folder with --out`;
}
