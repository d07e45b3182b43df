import type { Fixtures } from '../../src/model/fixtures.ts';
import type { Report } from '../../src/model/report.ts';
import type { ServiceOptions } from '../../src/reference/service.ts';
import { inProcessEmbedded } from '../../src/run/embedded/embedded.ts';
import { Run } from '../../src/run/run.ts';
import { type Flags, flagSource, Settings } from '../../src/settings/settings.ts';

/**
 * A run on the embedded service with these choices, called in this process, which takes less time than HTTP. Other
 * fixtures may be given in place of those of the service.
 */
export function embeddedRun(flags: Flags, options: ServiceOptions = {}, fixtures?: Fixtures): Run {
  const { settings, carriage } = inProcessEmbedded(new Settings([flagSource(flags)]), options);
  return new Run(fixtures === undefined ? settings : { ...settings, fixtures }, { carriage });
}

/** The report of such a run. */
export async function embeddedReport(flags: Flags, options?: ServiceOptions, fixtures?: Fixtures): Promise<Report> {
  const run = embeddedRun(flags, options, fixtures);
  await run.complete();
  return run.report();
}
