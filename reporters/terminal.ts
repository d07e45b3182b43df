import type { Report } from '../src/model/report.ts';
import { cut } from './escape.ts';
import { type Gap, gaps, type Unexercised } from './findings.ts';
import { gateSentence } from './gate.ts';
import { findingHeads, findingLines, waiverLines } from './terminal/findings.ts';
import { type Layout, layout, type TerminalOptions } from './terminal/layout.ts';
import { matrixLines } from './terminal/matrix.ts';
import { counted, counts, duration, EMBEDDED_ALONE, glyphs, grouped, statusWords, verdictStatus } from './wording.ts';

export type { Detail, TerminalOptions } from './terminal/layout.ts';

/** Ids named for one thing to provide. */
const MOST_IDS = 8;
/** Reasons told for what nothing can be provided for. */
const MOST_REASONS = 6;

const titled = (title: string, lines: readonly string[], paper: Layout): readonly string[] =>
  lines.length === 0 ? [] : ['', paper.bold(title), ...lines];

function gapLines({ provide, entries }: Gap, paper: Layout, verbose: boolean): readonly string[] {
  const title = provide === null ? 'nothing to provide' : `provide ${provide}`;
  const head = paper.wrap(`${glyphs.not_exercised} `, `${title}: ${counted(entries.length, 'requirement')}`);
  if (verbose) {
    return [
      ...head,
      ...entries.flatMap(({ requirement: { id, reason } }) => paper.wrap(`    ${id}  `, cut(reason ?? '', 300))),
    ];
  }
  const reasons = [...new Set(entries.map(({ requirement }) => requirement.reason ?? ''))];
  // Where nothing can be provided the reasons are all that helps; elsewhere many say the same of each operation.
  const apart = provide === null ? reasons.slice(0, MOST_REASONS) : reasons.length === 1 ? reasons : [];
  const told = apart.flatMap((reason) => {
    const own = entries.filter(({ requirement }) => (requirement.reason ?? '') === reason);
    return [...(reason === '' ? [] : paper.wrap('    ', cut(reason, 300))), ...idLines(own, paper)];
  });
  const rest = entries.filter(({ requirement }) => !apart.includes(requirement.reason ?? ''));
  return [...head, ...told, ...idLines(rest, paper)];
}

function idLines(entries: readonly Unexercised[], paper: Layout): readonly string[] {
  if (entries.length === 0) return [];
  const ids = entries.slice(0, MOST_IDS).map(({ requirement }) => requirement.id);
  const more = entries.length > MOST_IDS ? `, and ${entries.length - MOST_IDS} more` : '';
  return paper.wrap('    ', `${ids.join(', ')}${more}`, paper.dim);
}

function observationLines({ observations }: Report, paper: Layout, verbose: boolean): readonly string[] {
  if (observations.length === 0) return [];
  const sum = `${counted(observations.length, 'behaviour')} observed where the document is silent: see report.html`;
  if (!verbose) return ['', ...paper.wrap(`${glyphs.observed} `, sum)];
  const lines = observations.flatMap(({ operation, question, answer }) =>
    paper.wrap(`${glyphs.observed} `, `${operation}: ${question}: ${cut(answer, 300)}`),
  );
  return titled('Observed where the document is silent', lines, paper);
}

function verdictLines(report: Report, paper: Layout, { report: path }: TerminalOptions): readonly string[] {
  const { verdict, verdict_reason, selection, seed, runs, summary, duration_ms } = report;
  const status = verdictStatus[verdict];
  const tally = counts(report).map((each) => `${grouped(each.count)} ${statusWords[each.status]}`);
  const made = `${counted(summary.requests, 'request')} in ${duration(duration_ms)}`;
  const reason = paper.wrap('  ', verdict_reason);
  const only = selection === null ? [] : paper.wrap('  ', `This verdict speaks of a selection: ${selection}`);
  const embedded = report.target.embedded ? paper.wrap('  ', EMBEDDED_ALONE) : [];
  const said = gateSentence(report);
  const gate = said === undefined ? [] : paper.wrap('  ', said, paper.bold);
  const told = tally.length > 0 ? tally.join(', ') : 'nothing was judged';
  // Traffic of others was drawn from no seed.
  const numbers = [told, made, ...(runs === 0 ? [] : [`seed ${seed}`]), path].join('; ');
  return [
    '',
    ...reason,
    ...only,
    ...embedded,
    ...gate,
    ...paper.wrap(`${glyphs[status]} ${verdict}: `, numbers, (text) => paper.status(status, text)),
  ];
}

function middle(report: Report, paper: Layout, options: TerminalOptions): readonly string[] {
  const verbose = options.detail === 'verbose';
  const unexercised = gaps(report).flatMap((gap) => gapLines(gap, paper, verbose));
  return [
    ...matrixLines(report, paper),
    ...titled(
      'Notes',
      report.notes.flatMap((note) => paper.wrap('- ', note)),
      paper,
    ),
    ...findingLines(report, paper, options),
    ...waiverLines(report, paper, options),
    ...titled('Not exercised', unexercised, paper),
    ...observationLines(report, paper, verbose),
  ];
}

/** True when the run ended before anything could be judged: then there is one sentence to say. */
const neverBegan = ({ verdict, summary }: Report): boolean =>
  verdict === 'aborted' && summary.passed + summary.failed + summary.warned === 0;

/**
 * What a terminal shows at the end of a run: the matrix, what does not hold with its next step, what was not exercised with
 * what to provide, and the verdict last. No control character of the target ever comes out of it.
 */
export function terminal(report: Report, options: TerminalOptions): string {
  const paper = layout(options);
  if (neverBegan(report)) return `${paper.wrap(`${glyphs.failed} aborted: `, report.verdict_reason).join('\n')}\n`;
  const body = options.detail === 'quiet' ? findingHeads(report, paper) : middle(report, paper, options);
  return `${[...body, ...verdictLines(report, paper, options)].join('\n')}\n`;
}
