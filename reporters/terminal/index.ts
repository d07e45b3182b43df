import { briefSelection } from '../../src/model/brief-selection.ts';
import type { Gate } from '../../src/model/gate.ts';
import { adviceIn, adviceText } from '../../src/model/need.ts';
import type { Report } from '../../src/model/report.ts';
import type { ReportedRequirement } from '../../src/model/reported.ts';
import { counted, grouped } from '../../src/values/counted.ts';
import { duration } from '../../src/values/duration.ts';
import { cut, escapeForTerminal } from '../../src/values/escape.ts';
import { listed } from '../../src/values/listed.ts';
import { commonCauses, commonCauseText } from '../view/common-cause.ts';
import {
  extent,
  findingGroups,
  findings,
  type Gap,
  gaps,
  groupWords,
  isFlaky,
  type Unexercised,
} from '../view/findings.ts';
import { gateSentence, gateStatus, ownGate } from '../view/gate.ts';
import { glyphs, ONLY_EMBEDDED, selectionLead, statusWords, verdictStatus } from '../view/wording.ts';
import { findingHeads, findingLines, requirementLines, waiverLines } from './findings.ts';
import { type Layout, layoutOf, type TerminalOptions } from './layout.ts';
import { matrixLines } from './matrix.ts';

export type { TerminalOptions } from './layout.ts';

/** Maximum number of IDs shown for one thing to provide. */
const MOST_IDS = 8;
/** Maximum number of reasons shown when nothing can be provided. */
const MOST_REASONS = 6;
const LONGEST_REASON = 300;
/** Maximum number of flaky passes shown. */
const MOST_FLAKY = 8;

const titled = (title: string, lines: readonly string[], layout: Layout): readonly string[] =>
  lines.length === 0 ? [] : ['', layout.bold(title), ...lines];

const reasonOf = ({ requirement }: Unexercised): string => requirement.reason ?? '';

/** Returns the reasons of these requirements, those of most of them first. */
function reasonsOf(entries: readonly Unexercised[]): readonly string[] {
  const count = (reason: string): number => entries.filter((each) => reasonOf(each) === reason).length;
  return [...new Set(entries.map(reasonOf))].sort((one, other) => count(other) - count(one));
}

/**
 * Returns the cause for which most requirements were not exercised, if the run is incomplete and its reason does not
 * begin with the cause.
 */
function mainCauseLines(report: Report, layout: Layout): readonly string[] {
  const [first] = report.verdict === 'incomplete' && report.suspected_cause === undefined ? gaps(report) : [];
  if (first === undefined) return [];
  const [reason = ''] = first.provide === null ? reasonsOf(first.entries) : [];
  if (reason === '') return gapHead(first, layout);
  const own = first.entries.filter((each) => reasonOf(each) === reason);
  return layout.wrap(`${glyphs.not_exercised} `, `${cut(reason, LONGEST_REASON)}: ${extent(own)}`);
}

/** Names what to provide. A value that does not fit beside its flag has a line of its own, unbroken, to be copied. */
function gapHead({ provide, entries }: Gap, layout: Layout): readonly string[] {
  const lead = `${glyphs.not_exercised} `;
  const advice = provide === null ? undefined : adviceIn(provide);
  const title = advice ? adviceText(advice) : 'for other reasons';
  const fits = lead.length + title.length < layout.columns;
  if (fits || advice?.to === undefined) return layout.wrap(lead, `${title}: ${extent(entries)}`);
  const { name, to } = advice;
  return [...layout.wrap(lead, `raise ${name} as follows: ${extent(entries)}`), escapeForTerminal(`    ${name} ${to}`)];
}

function gapLines(gap: Gap, layout: Layout, verbose: boolean): readonly string[] {
  const { provide, entries } = gap;
  const head = gapHead(gap, layout);
  if (verbose) {
    return [
      ...head,
      ...entries.flatMap(({ requirement: { id, reason } }) =>
        layout.wrap(`    ${id}  `, cut(reason ?? '', LONGEST_REASON)),
      ),
    ];
  }
  const reasons = reasonsOf(entries);
  // When nothing can be provided, only the reasons help; otherwise many say the same of each operation.
  const apart = provide === null ? reasons.slice(0, MOST_REASONS) : reasons.length === 1 ? reasons : [];
  const shown = apart.flatMap((reason) => {
    const own = entries.filter((each) => reasonOf(each) === reason);
    return [...(reason === '' ? [] : layout.wrap('    ', cut(reason, LONGEST_REASON))), ...idLines(own, layout)];
  });
  const rest = entries.filter((each) => !apart.includes(reasonOf(each)));
  const others = apart.length > 0 && rest.length > 0 ? layout.wrap('    ', 'others: see report.html') : [];
  return [...head, ...shown, ...others, ...idLines(rest, layout)];
}

/** Returns how a live run leaves out what its target does not offer, if that would change the verdict. */
const notOfferedLines = (report: Report, layout: Layout): readonly string[] =>
  report.verdict === 'incomplete' && report.runs > 0 && gaps(report).length > 0
    ? [
        'Leave out what the service does not offer with --exclude and the names above.',
        ...unacceptedIn(report),
      ].flatMap((sentence) => layout.wrap('  ', sentence))
    : [];

/** Maximum number of operations that are named: if more accept nothing, the cause is another one. */
const MOST_NAMED = 3;

/** Says how to leave out whole operations, if few accepted no request. */
function unacceptedIn({ traffic }: Report): readonly string[] {
  const names = traffic.flatMap(({ operation, accepted }) => (accepted === 0 ? [operation] : []));
  if (names.length === 0 || names.length > MOST_NAMED) return [];
  const them = names.length === 1 ? 'it' : 'them';
  return [
    `No request of ${listed(names, 'and')} was accepted: if the service does not offer ${them}, use --exclude ${names.join(',')}.`,
  ];
}

/** Returns what a run that ended early did not judge; the verdict's reason says why it ended. */
const cutOffLines = ({ summary }: Report, layout: Layout): readonly string[] =>
  summary.not_exercised === 0
    ? []
    : layout.wrap(
        `${glyphs.not_exercised} `,
        `the run ended before ${counted(summary.not_exercised, 'requirement')} could be judged`,
      );

function idLines(entries: readonly Unexercised[], layout: Layout): readonly string[] {
  if (entries.length === 0) return [];
  const ids = entries.slice(0, MOST_IDS).map(({ requirement }) => requirement.id);
  const more = entries.length > MOST_IDS ? `, and ${entries.length - MOST_IDS} more` : '';
  return layout.wrap('    ', `${ids.join(', ')}${more}`, layout.dim);
}

function flakyLines({ requirements }: Report, layout: Layout): readonly string[] {
  const all = requirements.filter(isFlaky);
  const lines = all
    .slice(0, MOST_FLAKY)
    .flatMap(({ id, reason }) => layout.wrap(`${glyphs.passed} `, `${id}: ${cut(reason ?? '', LONGEST_REASON)}`));
  return all.length > MOST_FLAKY ? [...lines, `  and ${all.length - MOST_FLAKY} more: see report.html`] : lines;
}

function observationLines({ observations }: Report, layout: Layout, verbose: boolean): readonly string[] {
  if (observations.length === 0) return [];
  const sum = `${counted(observations.length, 'behaviour')} observed where the document is silent: see report.html`;
  if (!verbose) return ['', ...layout.wrap(`${glyphs.observed} `, sum)];
  const lines = observations.flatMap(({ operation, question, answer }) =>
    layout.wrap(`${glyphs.observed} `, `${operation}: ${question}: ${cut(answer, 300)}`),
  );
  return titled('Observed where the document is silent', lines, layout);
}

/** The first words of the last line, when the gate differs from the verdict. */
const GATE: Readonly<Record<Gate['outcome'], string>> = {
  passes: 'gate passes',
  fails: 'gate fails',
  incomplete: 'gate fails, incomplete',
  aborted: 'gate fails, aborted',
};

/** Returns the number of requirements by their meaning for the gate, such as `1 failed, 2 waived, 430 passed`. */
function tally(report: Report): string {
  const found = findings(report);
  const groups = findingGroups.map(
    (group) => [groupWords[group], found.filter((each) => each.group === group).length] as const,
  );
  const others = (['not_exercised', 'passed', 'observed'] as const).map(
    (each) => [statusWords[each], report.summary[each]] as const,
  );
  const parts = [...groups, ...others].filter(([, count]) => count > 0);
  return parts.length > 0 ? parts.map(([word, count]) => `${grouped(count)} ${word}`).join(', ') : 'nothing was judged';
}

function verdictLines(report: Report, layout: Layout, { report: path }: TerminalOptions): readonly string[] {
  const { verdict, verdict_reason, selection, seed, runs, summary, duration_ms } = report;
  const made = `${counted(summary.requests, 'request')} in ${duration(duration_ms)}`;
  const gate = ownGate(report);
  const reason = layout.wrap('  ', gate ? `The target is ${verdict}: ${verdict_reason}` : verdict_reason);
  const brief = selection === null ? '' : briefSelection(selection);
  // The reason usually names the selection itself.
  const only = verdict_reason.includes(brief) ? [] : layout.wrap('  ', `${selectionLead(report)}: ${brief}`);
  const embedded = report.target.embedded ? layout.wrap('  ', ONLY_EMBEDDED) : [];
  const sentence = gateSentence(report);
  // Recorded traffic has no seed.
  const numbers = [tally(report), made, ...(runs === 0 ? [] : [`seed ${seed}`]), path].join('; ');
  const status = gate ? gateStatus[gate.outcome] : verdictStatus[verdict];
  const name = gate ? GATE[gate.outcome] : verdict;
  return [
    '',
    ...reason,
    ...only,
    ...embedded,
    ...(sentence === undefined ? [] : layout.wrap('  ', sentence)),
    ...layout.wrap(`${glyphs[status]} ${name}: `, numbers, (text) => layout.status(status, text)),
  ];
}

function middle(report: Report, layout: Layout, options: TerminalOptions): readonly string[] {
  const verbose = options.detail === 'verbose';
  const unexercised =
    report.verdict === 'aborted' && !verbose
      ? cutOffLines(report, layout)
      : [...gaps(report).flatMap((gap) => gapLines(gap, layout, verbose)), ...notOfferedLines(report, layout)];
  return [
    ...matrixLines(report, layout),
    ...titled(
      'Notes',
      report.notes.flatMap((note) => layout.wrap('- ', note)),
      layout,
    ),
    ...findingLines(report, layout, options),
    ...commonCauses(report).flatMap((each) => ['', ...layout.wrap('  ', commonCauseText(each), layout.bold)]),
    ...waiverLines(report, layout, options),
    ...titled('Not exercised', unexercised, layout),
    ...titled('Flaky', flakyLines(report, layout), layout),
    ...observationLines(report, layout, verbose),
  ];
}

/** Whether the run ended before anything could be judged; then one sentence is enough. */
const neverStarted = ({ verdict, summary }: Report): boolean =>
  verdict === 'aborted' && summary.passed + summary.failed + summary.warned === 0;

/**
 * Returns what a terminal shows at the end of a run: the matrix, what does not hold with its next step, what was not
 * exercised with what to provide, and the verdict last. It never contains a control character of the target.
 */
export function terminal(report: Report, options: TerminalOptions): string {
  const layout = layoutOf(options);
  if (neverStarted(report)) return `${layout.wrap(`${glyphs.failed} aborted: `, report.verdict_reason).join('\n')}\n`;
  const body =
    options.detail === 'quiet'
      ? [...findingHeads(report, layout), ...mainCauseLines(report, layout)]
      : middle(report, layout, options);
  return `${[...body, ...verdictLines(report, layout, options)].join('\n')}\n`;
}

/**
 * Returns a requirement that does not hold, with section, sentence, request, answer and curl command, as plain text for
 * a test runner.
 */
export function failingRequirement(requirement: ReportedRequirement): string {
  const options = { columns: 100, colour: false, detail: 'verbose', report: '' } as const;
  return requirementLines(requirement, layoutOf(options), options).join('\n');
}
