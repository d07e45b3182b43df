import { comparisonHtml } from '../../reporters/comparison/html.ts';
import { comparisonMarkdown } from '../../reporters/comparison/markdown.ts';
import { comparisonTerminal } from '../../reporters/comparison/terminal.ts';
import type { Comparison } from '../model/comparison.ts';
import { readReport } from '../run/files/read-report.ts';
import { appendToSummary } from '../run/files/step-summary.ts';
import { writeAsked } from '../run/files/write-file.ts';
import { compare as compareReports } from '../run/gate/comparison.ts';
import { type Flags, text } from '../settings/settings.ts';
import { EXIT } from './exit-codes.ts';
import { screen } from './screen.ts';

async function write(flag: string, path: string | undefined, render: () => string): Promise<void> {
  if (path !== undefined) await writeAsked(path, render(), `give another file with ${flag}`);
}

function shown(comparison: Comparison, flags: Flags, after: string): string {
  if (flags['json']) return `${JSON.stringify(comparison, null, 2)}\n`;
  return comparisonTerminal(comparison, { ...screen(flags), report: after });
}

/** Prints what changed from one report to another. Returns exit code 1 if something became worse. */
export async function compare(flags: Flags, before: string, after: string): Promise<number> {
  const comparison = compareReports(readReport(before), readReport(after));
  await write('--markdown', text(flags['markdown']), () => comparisonMarkdown(comparison));
  await write('--html', text(flags['html']), () => comparisonHtml(comparison));
  process.stdout.write(shown(comparison, flags, after));
  appendToSummary(() => comparisonMarkdown(comparison));
  return comparison.worse ? EXIT.nonconformant : EXIT.conformant;
}
