import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { annotations } from '../../reporters/annotations.ts';
import { json } from '../../reporters/json.ts';
import { terminal } from '../../reporters/terminal/index.ts';
import type { Gate } from '../model/gate.ts';
import type { Report } from '../model/report.ts';
import { gateOf, type Terms } from '../run/gate/gate.ts';
import { reportPath } from '../run/read-report.ts';
import { type WriteExchanges, writeReports } from '../run/write.ts';
import type { Flags } from '../settings/configuration.ts';
import { EXIT } from './exit-codes.ts';
import { screen, showsLinks } from './screen.ts';

const EXITS: Readonly<Record<Gate['outcome'], number>> = {
  passes: EXIT.conformant,
  fails: EXIT.nonconformant,
  incomplete: EXIT.incomplete,
  aborted: EXIT.aborted,
};

/** The exit code of a run: its gate, unless it was interrupted. */
export function exitCode({ outcome }: Gate, interrupted: NodeJS.Signals | undefined): number {
  if (interrupted) return interrupted === 'SIGINT' ? EXIT.interrupted : EXIT.terminated;
  return EXITS[outcome];
}

/** Where a run ends: the folder for its reports, the user's flags, and the signal that ended it, if one did. */
export interface End {
  readonly out: string;
  readonly flags: Flags;
  /** The report that `--baseline` names. */
  readonly baseline?: string | undefined;
  /** Asked when all is written: a signal may come as late as that. */
  readonly interrupted?: () => NodeJS.Signals | undefined;
  /** How the exchanges are written, when not from the record of a run. */
  readonly exchanges?: WriteExchanges;
}

/** Writes the reports, prints the findings, and returns the exit code that the terms make of it. */
export async function conclude(
  found: Report,
  terms: Terms,
  { out, flags, baseline, interrupted, exchanges }: End,
): Promise<number> {
  const gate = gateOf(found, terms);
  const report = { ...found, gate };
  const problem = await writeReports(out, report, exchanges);
  if (flags['format'] === 'json') printReport(report, problem === undefined ? out : undefined);
  else printSummary(report, out, flags);
  const code = exitCode(gate, interrupted?.());
  noteReplaced(baseline, out);
  if (problem === undefined) return code;
  process.stderr.write(`transfer-conformance: ${problem}\n`);
  return code === EXIT.conformant ? EXIT.aborted : code;
}

/** A baseline that the run itself has just replaced would let the next one pass with what is worse today. */
function noteReplaced(baseline: string | undefined, out: string): void {
  if (baseline === undefined || resolve(reportPath(baseline)) !== resolve(out, 'report.json')) return;
  process.stderr.write(
    `note: ${reportPath(baseline)} was the baseline and holds this run now; keep a baseline outside of --out\n`,
  );
}

/** Prints report.json as it is in a folder; where it could not be written, as it would have been. */
function printReport(report: Report, out: string | undefined): void {
  process.stdout.write(out === undefined ? json(report) : readFileSync(join(out, 'report.json'), 'utf8'));
}

function printSummary(report: Report, out: string, flags: Flags): void {
  const text = terminal(report, {
    ...screen(flags),
    report: join(out, 'report.json'),
    ...(showsLinks() ? { page: pathToFileURL(resolve(out, 'report.html')).href } : {}),
  });
  process.stdout.write(text);
  if (process.env['GITHUB_ACTIONS'] === 'true') process.stdout.write(annotations(report));
}
