import { rows } from '../../suites/index.ts';
import type { Report } from '../model/report.ts';
import { isWithoutTarget, onEmbedded, startEmbedded } from '../run/embedded.ts';
import { ExchangeLog } from '../run/exchange-log.ts';
import { Run } from '../run/run.ts';
import { commandSettings, environment, type RunSettings, readSettings } from '../run/settings.ts';
import { prepare } from '../run/write.ts';
import type { Flags, Settings } from '../settings/configuration.ts';
import { now } from '../values/clock.ts';
import { conclude } from './conclude.ts';
import { Interruption } from './interruption.ts';
import { limits, showPlan } from './plan.ts';
import { Progress } from './progress.ts';
import { readTerms } from './terms.ts';

/** Milliseconds between two looks at how far the run has come. */
const TICK_MS = 200;

/** Verifies a target, or without a base URL the embedded reference implementation, and returns the exit code. */
export async function run(flags: Flags): Promise<number> {
  const given = await commandSettings(flags);
  const service = isWithoutTarget(given, flags) ? await startEmbedded() : undefined;
  try {
    return await verify(service ? onEmbedded(given, service) : readSettings(given, environment()), given, flags);
  } finally {
    await service?.close();
  }
}

async function verify(settings: RunSettings, given: Settings, flags: Flags): Promise<number> {
  if (flags['dryRun'] === true) return showPlan(settings);
  const made = new Run(settings);
  const terms = readTerms(given, new Date(now()), rows);
  prepare(settings.out);
  const progress = new Progress(process.stderr, flags['quiet'] === true);
  progress.say(
    `verifying ${settings.target.baseUrl}${settings.embedded ? ' (the embedded reference implementation)' : ''}, seed ${settings.seed}`,
  );
  const { loopback, maxRequests, rate } = settings.target;
  if (!loopback)
    progress.say(
      `at most ${limits(settings.target)}, ${maxRequests} requests (--max-requests)${rate === null ? '' : `, ${rate} a second (--rate)`}`,
    );
  for (const note of settings.notes) progress.say(`note: ${note}`);
  const interruption = new Interruption();
  interruption.signal.addEventListener('abort', () => made.session.stop('interrupted'));
  const ticking = setInterval(() => progress.show(made.standing), TICK_MS);
  const found = await logged(made, settings.out);
  clearInterval(ticking);
  progress.end();
  const code = await conclude(found, terms, {
    out: settings.out,
    flags,
    baseline: given.get('baseline'),
    interrupted: () => interruption.by,
  });
  interruption.close();
  return code;
}

/** Makes the run and its report; each exchange is written to disk as it happens. */
async function logged(made: Run, out: string): Promise<Report> {
  const { session } = made;
  const log = new ExchangeLog(out, session.redaction);
  session.observe({ onExchange: (recorded) => log.add(recorded) });
  // What breaks where nobody waits for it is an error of our own, which ends the run and is no verdict on the target.
  const stop = (error: Error): void => session.stop(`the run broke inside (${error.message}): please report it`);
  process.on('uncaughtException', stop);
  await made.complete();
  process.off('uncaughtException', stop);
  log.close();
  if (log.problem !== undefined) session.notes.push(log.problem);
  return made.report();
}
