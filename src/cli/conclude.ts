import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { annotations } from '../../reporters/annotations.ts';
import { json } from '../../reporters/json.ts';
import { terminal } from '../../reporters/terminal/index.ts';
import type { Gate } from '../model/gate.ts';
import { REPORT_FILE, type Report } from '../model/report.ts';
import { reportPath } from '../run/files/read-report.ts';
import { type Exchanges, writeReports } from '../run/files/write-reports.ts';
import { gateOf, type Terms } from '../run/gate/gate.ts';
import type { Flags, Settings } from '../settings/settings.ts';
import { EXIT } from './exit-codes.ts';
import { complain, printDocument, say } from './output.ts';
import { screen, showsLinks } from './screen.ts';

const EXITS: Readonly<Record<Gate['outcome'], number>> = {
  passes: EXIT.conformant,
  fails: EXIT.nonconformant,
  incomplete: EXIT.incomplete,
  aborted: EXIT.aborted,
};

/** Returns the exit code of a run: that of its gate, unless the run was interrupted. */
export function exitCode({ outcome }: Gate, interrupted: NodeJS.Signals | undefined): number {
  if (interrupted) return interrupted === 'SIGINT' ? EXIT.interrupted : EXIT.terminated;
  return EXITS[outcome];
}

/** How a run ends: the user's settings and flags, and the signal that ended it, if any. */
export interface End {
  readonly settings: Settings;
  readonly flags: Flags;
  /** Called after everything is written, since a signal may come until then. */
  readonly interrupted?: () => NodeJS.Signals | undefined;
  readonly exchanges?: Exchanges;
}

/** Writes the reports, prints the findings, and returns the exit code that follows from the terms. */
export async function conclude(
  found: Report,
  terms: Terms,
  { settings, flags, interrupted, exchanges }: End,
): Promise<number> {
  const out = settings.orDefault('out');
  const gate = gateOf(found, terms);
  const report = { ...found, gate };
  const problem = await writeReports(out, report, exchanges);
  if (flags['format'] === 'json') printReport(report, problem === undefined ? out : undefined);
  else printSummary(report, out, flags);
  const code = exitCode(gate, interrupted?.());
  noteReplaced(settings.get('baseline'), out);
  if (problem === undefined) return code;
  complain(problem);
  return code === EXIT.conformant ? EXIT.aborted : code;
}

/** Warns if the run has overwritten its own baseline: the next run would then accept what became worse today. */
function noteReplaced(baseline: string | undefined, out: string): void {
  if (baseline === undefined || resolve(reportPath(baseline)) !== resolve(out, REPORT_FILE)) return;
  say(
    `note: ${reportPath(baseline)} was the baseline and now contains this run; keep baselines outside the folder of --out`,
  );
}

/** Prints report.json as written in the folder. If it could not be written, prints what would have been written. */
function printReport(report: Report, out: string | undefined): void {
  printDocument(out === undefined ? json(report) : readFileSync(join(out, REPORT_FILE), 'utf8'));
}

function printSummary(report: Report, out: string, flags: Flags): void {
  const text = terminal(report, {
    ...screen(flags),
    report: join(out, REPORT_FILE),
    ...(showsLinks() ? { page: pathToFileURL(resolve(out, 'report.html')).href } : {}),
  });
  printDocument(text);
  if (process.env['GITHUB_ACTIONS'] === 'true') printDocument(annotations(report));
}
