import { rows } from '../../suites/index.ts';
import type { Report } from '../model/report.ts';
import type { Plan } from '../run/budget/rehearsal.ts';
import { RequestEstimate } from '../run/budget/request-estimate.ts';
import { inProcessEmbedded, isWithoutTarget } from '../run/embedded/embedded.ts';
import { ExchangeLog } from '../run/files/exchange-log.ts';
import { prepare } from '../run/files/write-reports.ts';
import { message } from '../run/report/report-failure.ts';
import { Run, type RunParts } from '../run/run.ts';
import {
  commandSettings,
  envFileNotes,
  environment,
  type RunSettings,
  readSettings,
  variableNotes,
} from '../settings/run-settings.ts';
import { ofFailed } from '../settings/selection.ts';
import { type Flags, optionValue, type Settings } from '../settings/settings.ts';
import { wholeNumber } from '../settings/value-types.ts';
import { counted } from '../values/counted.ts';
import { conclude } from './conclude.ts';
import { Interruption } from './interruption.ts';
import { onlyLastFailed } from './last-failed.ts';
import { say } from './output.ts';
import { bounds, planHead, rehearse, showPlan } from './plan.ts';
import { Progress, whileTicking } from './progress.ts';
import { readTerms } from './terms.ts';
import { handleUncaught, internalError } from './uncaught.ts';

/** The upper limit of --bail. */
const MOST_FAILURES = 1_000_000;
/** Milliseconds between two updates of the progress. */
const TICK_MS = 200;

/** Verifies a target, or the embedded reference implementation if there is no base URL. Returns the exit code. */
export async function run(asked: Flags): Promise<number> {
  const tell = asked['quiet'] === true ? () => undefined : say;
  const flags = asked['lastFailed'] === true ? await onlyLastFailed(asked, tell) : asked;
  const given = await commandSettings(flags);
  const aim = isWithoutTarget(given, flags)
    ? inProcessEmbedded(given)
    : { settings: readSettings(given, environment()) };
  const isOfFailed = flags['only'] !== asked['only'];
  return verify(isOfFailed ? { ...aim, settings: ofFailed(aim.settings) } : aim, given, flags);
}

/** The settings of a run and, for the embedded implementation, what carries its requests in place of the network. */
interface Aim extends Pick<RunParts, 'carriage'> {
  readonly settings: RunSettings;
}

async function verify({ settings, carriage }: Aim, given: Settings, flags: Flags): Promise<number> {
  if (flags['dryRun'] === true) return showPlan(settings, flags['format'] === 'json');
  const bail = optionValue('--bail', wholeNumber(1, MOST_FAILURES), flags['bail'] === true ? 1 : flags['bail']);
  const terms = readTerms(given, rows);
  const isQuiet = flags['quiet'] === true;
  const progress = new Progress(process.stderr, isQuiet);
  // A selection of nothing is refused here, before anything is said or written.
  const made = runShowingFailures(settings, { carriage, progress, bail });
  prepare(settings.out);
  const plan = await announce(settings, progress, isQuiet);
  if (plan) progress.expect(plan.requests);
  const interruption = new Interruption();
  interruption.signal.addEventListener('abort', () => made.session.abort('interrupted'));
  // Nobody reads the remaining time of a quiet run, and a run on the embedded implementation is as fast as a rehearsal.
  const estimate =
    plan || isQuiet || settings.embedded
      ? undefined
      : new RequestEstimate(settings, (requests) => progress.expect(requests));
  const look = (): void => {
    estimate?.checkSpeed(made.progress);
    progress.show(made.progress);
  };
  try {
    const found = await whileTicking(progress, { everyMs: TICK_MS, look }, () => completeRun(made, settings.out));
    return await conclude(found, terms, { settings: given, flags, interrupted: () => interruption.by });
  } finally {
    interruption.close();
  }
}

/** Says which target is verified, and on another host what will be sent to it. Returns the plan for another host. */
async function announce(settings: RunSettings, progress: Progress, isQuiet: boolean): Promise<Plan | undefined> {
  const { target, embedded, seed, notes } = settings;
  progress.say(
    `verifying ${target.baseUrl}${embedded ? ' (the embedded reference implementation)' : ''}, seed ${seed}`,
  );
  // Notes on variables were printed for every command.
  const printed = variableNotes();
  for (const note of [...envFileNotes(), ...notes.filter((each) => !printed.includes(each))])
    progress.say(`note: ${note}`);
  return target.loopback ? undefined : announcePlan(settings, progress, isQuiet);
}

/** Makes a run that shows each requirement when it fails, and ends after as many failures as `--bail` allows. */
function runShowingFailures(
  settings: RunSettings,
  { carriage, progress, bail }: Pick<Aim, 'carriage'> & { progress: Progress; bail: number | undefined },
): Run {
  const made: Run = new Run(settings, {
    carriage,
    mayEndAtFailure: bail !== undefined,
    onFailed: (row, failure) => {
      progress.say(made.session.record.redaction.text(`✗ ${row.id} ${row.title}: ${message(failure)}`));
      const { failed } = made.progress;
      if (bail !== undefined && failed >= bail)
        made.session.finishEarly(`${counted(failed, 'requirement')} failed (--bail)`);
    },
  });
  return made;
}

/** Says what will be sent to another host, within which bounds, and what they leave out. Nothing is sent before. */
async function announcePlan(settings: RunSettings, progress: Progress, isQuiet: boolean): Promise<Plan> {
  progress.say(`at most ${bounds(settings)}`);
  const plan = await rehearse(settings, isQuiet);
  for (const line of planHead(plan, settings)) progress.say(line);
  return plan;
}

/** Makes the run and its report. Each exchange is written to disk as it happens. */
async function completeRun(made: Run, out: string): Promise<Report> {
  const { session } = made;
  const log = new ExchangeLog(out, session.record.redaction);
  session.record.observe({ onExchange: (recorded) => log.add(recorded) });
  // It is no verdict on the target.
  const release = handleUncaught(({ message }) => session.abort(internalError(message)));
  try {
    await made.complete();
  } finally {
    release();
    log.close();
  }
  if (log.problem !== undefined) session.notes.push(log.problem);
  return made.report();
}
