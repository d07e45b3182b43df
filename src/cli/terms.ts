import type { Requirement } from '../contract/requirement.ts';
import type { Report } from '../model/report.ts';
import { readReport } from '../run/files/read-report.ts';
import type { Terms } from '../run/gate/gate.ts';
import { readWaivers, type Waivable } from '../run/gate/waivers.ts';
import { readText } from '../settings/named-file.ts';
import { select, selectionOf } from '../settings/selection.ts';
import type { Settings } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import { now } from '../values/clock.ts';

function waivers(file: string | undefined, known: readonly Waivable[]): Terms['waivers'] {
  if (file === undefined) return [];
  const read = readWaivers(readText('waivers file', file), known);
  if (read.kind === 'read') return read.value;
  throw new UsageError(`the waivers in ${file} are not usable: ${read.problem}`);
}

function baseline(file: string | undefined): Report | undefined {
  if (file === undefined) return undefined;
  const report = readReport(file);
  if (report.verdict !== 'aborted') return report;
  throw new UsageError(`the baseline ${file} is the report of an aborted run and has no results; give another report`);
}

/**
 * Reads the terms on which a pipeline passes today, before anything is sent. `all` are all requirements. Throws
 * UsageError.
 */
export function readTerms(settings: Settings, all: readonly Requirement[]): Terms {
  const { exclude, level } = selectionOf(settings);
  const former = baseline(settings.get('baseline'));
  return {
    failOn: settings.orDefault('failOn'),
    allowIncomplete: settings.get('allowIncomplete') ?? false,
    waivers: waivers(settings.get('waivers'), all),
    today: new Date(now()).toISOString().slice(0, 10),
    // What the user leaves out for good cannot keep a waiver needed.
    known: select(all, { only: [], exclude, level }),
    ...(former ? { baseline: former } : {}),
  };
}
