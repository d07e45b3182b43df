import { catalogue } from '../run/catalogue.ts';
import { embeddedSettings, isWithoutTarget, startEmbedded } from '../run/embedded.ts';
import { select } from '../run/selection.ts';
import { environment, type RunSettings, readSettings } from '../run/settings.ts';
import { prepare } from '../run/write.ts';
import type { Flags } from '../settings/configuration.ts';
import { conclude } from './conclude.ts';
import { Interruption } from './interruption.ts';
import { Progress } from './progress.ts';
import { readTerms } from './terms.ts';

/** Verifies a target, or without a base URL the embedded reference implementation, and returns the exit code. */
export async function run(flags: Flags): Promise<number> {
  const env = environment();
  const service = isWithoutTarget(flags, env) ? await startEmbedded() : undefined;
  try {
    return await verify(service ? embeddedSettings(flags, service) : readSettings(flags, env), flags);
  } finally {
    await service?.close();
  }
}

async function verify(settings: RunSettings, flags: Flags): Promise<number> {
  const { target } = await catalogue();
  select(target, settings.only);
  if (flags['dry-run'] === true) return (await import('./plan.js')).showPlan(settings);
  const terms = readTerms(flags, new Date(), target);
  prepare(settings.out);
  const progress = new Progress(process.stderr, flags['quiet'] === true);
  progress.say(
    `verifying ${settings.target.baseUrl}${settings.embedded ? ' (the embedded reference implementation)' : ''}, seed ${settings.seed}`,
  );
  for (const note of settings.notes) progress.say(`note: ${note}`);
  const interruption = new Interruption();
  const { start } = await import('../run/start.js');
  const found = await start(settings, { onProgress: (told) => progress.show(told), signal: interruption.signal });
  progress.end();
  const code = await conclude(found, terms, { out: settings.out, flags, interrupted: () => interruption.by });
  interruption.close();
  return code;
}
