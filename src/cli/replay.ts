import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rows } from '../../suites/index.ts';
import type { Operation } from '../contract/operations.ts';
import type { Row } from '../engine/row.ts';
import type { Fixtures } from '../model/fixtures.ts';
import { REPORT_FILE, type Report } from '../model/report.ts';
import { failuresOn, type ReportedFailure, type ReportedRequirement } from '../model/reported.ts';
import { onEmbedded, startEmbedded } from '../run/embedded/embedded.ts';
import { readReport } from '../run/files/read-report.ts';
import { Replayer, type ReplayResult } from '../run/replay/replayer.ts';
import { curl } from '../run/report/curl.ts';
import { message } from '../run/report/report-failure.ts';
import { commandSettings, environment, type RunSettings, readSettings } from '../settings/run-settings.ts';
import { type Flags, optionText, type Settings } from '../settings/settings.ts';
import { isLoopback } from '../settings/target/address.ts';
import { UsageError } from '../settings/usage-error.ts';
import { counted } from '../values/counted.ts';
import { flagFor } from '../values/flag.ts';
import { meant } from '../values/nearest.ts';
import { EXIT } from './exit-codes.ts';
import { printLines } from './output.ts';
import { Progress, whileTicking } from './progress.ts';

/** Milliseconds after which a replay shows its progress. */
const SHOWN_AFTER_MS = 1_000;

/** A requirement of a report that has failures to replay. */
interface Case {
  readonly row: Row;
  readonly requirement: ReportedRequirement;
}

/** Sends the failing cases of one requirement again, or of all with `--all`, and shows whether they still fail. */
export async function replay(flags: Flags, id: string): Promise<number> {
  const file = optionText(flags['report']) ?? (await lastReport(flags));
  const report = readReport(file);
  const cases = chosen(report, file, id, flags['all'] === true);
  const service = report.target.embedded && !flags['baseUrl'] ? await startEmbedded() : undefined;
  try {
    // A report on traffic has no generated cases: its requests are sent again as they were.
    const drawn = report.runs === 0 ? {} : { seed: report.seed, runs: report.runs };
    const settings = await commandSettings({ ...flags, ...drawn }, { baseUrl: reportedUrl(report) });
    if (!service) confirmTarget(settings, report, file);
    const given = settings.has('fixtures') || settings.has('fixturesCommand') ? undefined : fixturesGiven(report);
    return await onTarget(
      cases,
      service ? onEmbedded(settings, service) : readSettings(settings, environment(), given),
    );
  } finally {
    await service?.close();
  }
}

/** Returns the path of the last report in the report folder. Throws UsageError if there is none. */
async function lastReport(flags: Flags): Promise<string> {
  const file = join((await commandSettings(flags)).orDefault('out'), REPORT_FILE);
  if (existsSync(file)) return file;
  throw new UsageError(`there is no ${file}: name the report of the run with --report`);
}

/**
 * Returns the base URL of the report as the one to use if no other is given. A report may come from others, and must not
 * decide where credentials are sent: so only a loopback address is used.
 */
const reportedUrl = ({ target: { base_url } }: Report): string | undefined =>
  isLoopback(base_url) ? base_url : undefined;

/** Demands a base URL. Throws UsageError. */
function confirmTarget(settings: Settings, { target: { base_url } }: Report, file: string): void {
  if (settings.has('baseUrl')) return;
  throw new UsageError(
    `replay sends your credentials to the target: confirm the one in ${file} with --base-url ${base_url}`,
  );
}

/** Returns the fixtures that the run was given. Fixtures that it found in lists are discovered again. */
function fixturesGiven({ audit, fixtures: origins }: Report): Fixtures {
  const isGiven = (name: string): boolean =>
    Object.entries(origins).some(([key, origin]) => origin === 'file' && key.split('.')[0] === name);
  return Object.fromEntries(Object.entries(audit?.parts[0]?.fixtures ?? {}).filter(([name]) => isGiven(name)));
}

function chosen(report: Report, file: string, id: string, isAll: boolean): readonly Case[] {
  if (isAll && id !== '') throw new UsageError('replay takes the id of a requirement or --all, not both');
  if (!isAll && id === '') throw new UsageError('replay needs the id of a requirement that failed, or --all');
  return isAll ? everyCase(report, file) : [caseOf(report, file, id.toUpperCase())];
}

/** Returns everything that failed and that a run can send. Failures of clients are left out. */
function everyCase(report: Report, file: string): readonly Case[] {
  const cases = report.requirements.flatMap((requirement) => {
    const row = rows.find(({ id }) => id === requirement.id);
    const isOurs = requirement.party !== 'client' && requirement.failures.length > 0;
    return row && isOurs ? [{ row, requirement }] : [];
  });
  if (cases.length > 0) return cases;
  throw new UsageError(`nothing failed in ${file}${whyNothing(report)}: there is nothing to send again`);
}

/** Returns why nothing failed in a run that was aborted. */
const whyNothing = ({ verdict, verdict_reason }: Report): string =>
  verdict === 'aborted' ? `, since the run was aborted (${verdict_reason})` : '';

function caseOf(report: Report, file: string, id: string): Case {
  const { requirements } = report;
  const requirement = requirements.find((each) => each.id === id);
  const row = rows.find((each) => each.id === id);
  if (requirement?.party === 'client')
    throw new UsageError(`${id} is about requests that clients make: fix the client and check its traffic again`);
  if (!requirement || !row) {
    const known = requirements.map((each) => each.id);
    const near = meant(id, known);
    throw new UsageError(`${file} has no requirement ${id}${near}; "transfer-conformance list" shows them all`);
  }
  if (requirement.failures.length === 0)
    throw new UsageError(`${id} has no failure in ${file}${whyNothing(report)}: there is nothing to send again`);
  return { row, requirement };
}

async function onTarget(cases: readonly Case[], settings: RunSettings): Promise<number> {
  const replayer = new Replayer(
    settings,
    cases.map(({ row }) => row),
  );
  const found: ReplayResult[] = [];
  const progress = new Progress(process.stderr, false, cases.length === 1 ? SHOWN_AFTER_MS / 1000 : undefined);
  let doing = 'looking for fixtures';
  const look = (): void => progress.note(`${doing}: ${counted(replayer.session.sent, 'request')}`);
  const sendAgain = async (): Promise<number> => {
    await replayer.session.open();
    for (const [i, each] of cases.entries()) {
      doing = `sending again ${each.row.id}${cases.length === 1 ? '' : `, ${i + 1} of ${cases.length}`}`;
      const all = await replayEach(replayer, each);
      progress.end();
      for (const one of all) print(replayer, linesOf(one, cases.length === 1));
      found.push(...all.map(({ result }) => result));
    }
    if (cases.length > 1) print(replayer, [sumOf(found)]);
    return exitCode(found);
  };
  try {
    return await whileTicking(progress, { everyMs: SHOWN_AFTER_MS, look }, sendAgain);
  } finally {
    await replayer.session.close();
  }
}

const print = ({ session }: Replayer, lines: readonly string[]): void =>
  printLines(lines.map((line) => session.record.redaction.text(line)));

/** The result of one case, with the name to print for it: the requirement, and the operation if there are several. */
interface Replayed {
  readonly name: string;
  readonly result: ReplayResult;
}

/** Replays the first failure on each operation. */
async function replayEach(replayer: Replayer, { row, requirement }: Case): Promise<readonly Replayed[]> {
  const found: Replayed[] = [];
  const firsts = firstFailures(requirement);
  for (const [operation, failure] of firsts) {
    const name = firsts.length === 1 ? row.id : `${row.id} on ${operation}`;
    found.push({ name, result: await replayer.replayed(row, operation, failure) });
  }
  return found;
}

/** Returns the first failure on each operation, in the order of the report, which shows the first of them. */
function firstFailures(requirement: ReportedRequirement): readonly (readonly [Operation, ReportedFailure])[] {
  const { failures, operations } = requirement;
  const firsts = operations.flatMap((each) => {
    const [first] = failuresOn(requirement, each);
    return first ? [[each, first] as const] : [];
  });
  return firsts.sort(([, a], [, b]) => failures.indexOf(a) - failures.indexOf(b));
}

function exitCode(found: readonly ReplayResult[]): number {
  if (found.some(({ kind }) => kind === 'fails')) return EXIT.nonconformant;
  return found.some(({ kind }) => kind === 'inconclusive') ? EXIT.incomplete : EXIT.conformant;
}

/** What to do after a case that passed: a failure may depend on what a run did before. */
const CHECK_ALL = `run ${flagFor('lastFailed')} checks what failed as a whole`;

/** Describes the result of one case. If it still fails and is the only requirement, adds its request. */
function linesOf({ name, result: found }: Replayed, isOnly: boolean): readonly string[] {
  if (found.kind === 'holds')
    return [
      `${name} no longer fails in ${found.mayBeOfData ? 'the answer to this request, but the data may have changed' : 'this case'}: ${CHECK_ALL}`,
    ];
  if (found.kind === 'flaky') return [`${name} is flaky: ${found.reason}`];
  if (found.kind === 'inconclusive') return [`${name} could not be decided: ${found.reason}`];
  const which = found.isOther === true ? ', shown by another request than in the report' : '';
  const request = isOnly ? found.failure.exchanges.at(-1)?.request : undefined;
  return [`${name} still fails${which}: ${message(found.failure)}`, ...(request ? [curl(request)] : [])];
}

const WORDS: readonly (readonly [ReplayResult['kind'], (count: number) => string])[] = [
  ['fails', (count) => `${counted(count, 'case')} still ${count === 1 ? 'fails' : 'fail'}`],
  ['inconclusive', (count) => `${count} could not be decided`],
  ['flaky', (count) => `${count} flaky`],
  ['holds', (count) => `${count} no longer ${count === 1 ? 'fails' : 'fail'}`],
];

/** Counts the cases by result. */
function sumOf(found: readonly ReplayResult[]): string {
  const counts = WORDS.map(([kind, said]) => [found.filter((each) => each.kind === kind).length, said] as const);
  return counts.flatMap(([count, said]) => (count > 0 ? [said(count)] : [])).join('; ');
}
