import { comparisonHtml } from '../../reporters/comparison/html.ts';
import { comparisonMarkdown } from '../../reporters/comparison/markdown.ts';
import { comparisonTerminal } from '../../reporters/comparison/terminal.ts';
import { readReport } from '../run/files/read-report.ts';
import { appendToSummary } from '../run/files/step-summary.ts';
import { writeAsked } from '../run/files/write-file.ts';
import { compare as compareReports } from '../run/gate/comparison.ts';
import { type Flags, optionText } from '../settings/settings.ts';
import { EXIT } from './exit-codes.ts';
import { printDocument, printJson } from './output.ts';
import { screen } from './screen.ts';

async function write(flag: string, path: string | undefined, render: () => string): Promise<void> {
  if (path !== undefined) await writeAsked(path, render(), `give another file with ${flag}`);
}

/** Prints what changed from one report to another. Returns exit code 1 if something became worse. */
export async function compare(flags: Flags, before: string, after: string): Promise<number> {
  const comparison = compareReports(readReport(before), readReport(after));
  await write('--markdown', optionText(flags['markdown']), () => comparisonMarkdown(comparison));
  await write('--html', optionText(flags['html']), () => comparisonHtml(comparison));
  if (flags['json']) printJson(comparison);
  else printDocument(comparisonTerminal(comparison, { ...screen(flags), report: after }));
  appendToSummary(() => comparisonMarkdown(comparison));
  return comparison.worse ? EXIT.nonconformant : EXIT.conformant;
}
