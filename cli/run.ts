import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gateOf } from '../gate/gate.ts';
import type { Gate } from '../model/gate.ts';
import type { Report } from '../model/report.ts';
import { annotations } from '../reporters/annotations.ts';
import { terminal } from '../reporters/terminal.ts';
import { rows } from '../suites/index.ts';
import type { Flags } from '../target/configuration.ts';
import { embeddedSettings, startEmbedded } from './embedded.ts';
import { EXIT } from './exit-codes.ts';
import { Progress } from './progress.ts';
import { screen, showsLinks } from './screen.ts';
import { select } from './selection.ts';
import { environment, type RunSettings, readSettings } from './settings.ts';
import { readTerms } from './terms.ts';
import { prepare, writeReports } from './write.ts';

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

/** Verifies a target, or without a base URL the embedded reference implementation, and returns the exit code. */
export async function run(flags: Flags): Promise<number> {
  const env = environment();
  const own = !flags['base-url'] && !env['BASE_URL'];
  const service = own ? await startEmbedded() : undefined;
  try {
    return await verify(service ? embeddedSettings(flags, service) : readSettings(flags, env), flags);
  } finally {
    await service?.close();
  }
}

async function verify(settings: RunSettings, flags: Flags): Promise<number> {
  select(rows, settings.only);
  const terms = readTerms(flags, new Date());
  prepare(settings.out);
  const progress = new Progress(process.stderr, flags['quiet'] === true);
  progress.say(
    `verifying ${settings.target.baseUrl}${settings.embedded ? ' (the embedded reference implementation)' : ''}, seed ${settings.seed}`,
  );
  for (const note of settings.notes) progress.say(`note: ${note}`);
  const interruption = new AbortController();
  let interrupted: NodeJS.Signals | undefined;
  const interrupt = (signal: NodeJS.Signals): void => {
    interrupted = signal;
    interruption.abort();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const { start } = await import('./runner/start.js');
  const found = await start(settings, { onProgress: (told) => progress.show(told), signal: interruption.signal });
  progress.end();
  const gate = gateOf(found, terms);
  const report = { ...found, gate };
  await writeReports(settings.out, report);
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  tell(report, settings, flags);
  return exitCode(gate, interrupted);
}

function tell(report: Report, settings: RunSettings, flags: Flags): void {
  const text = terminal(report, {
    ...screen(flags),
    report: join(settings.out, 'report.json'),
    ...(showsLinks() ? { page: pathToFileURL(resolve(settings.out, 'report.html')).href } : {}),
  });
  process.stdout.write(text);
  if (process.env['GITHUB_ACTIONS'] === 'true') process.stdout.write(annotations(report));
}
