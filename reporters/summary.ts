import { aspects } from '../src/contract/requirement.ts';
import { briefSelection } from '../src/model/brief-selection.ts';
import { adviceIn, adviceText } from '../src/model/need.ts';
import { recordedText } from '../src/model/places.ts';
import type { Report } from '../src/model/report.ts';
import type { ReportedFailure, ReportedRequirement } from '../src/model/reported.ts';
import { counted, grouped } from '../src/values/counted.ts';
import { duration } from '../src/values/duration.ts';
import { cut, html } from '../src/values/escape.ts';
import { commonCauses, commonCauseText } from './view/common-cause.ts';
import {
  extent,
  type Finding,
  type FindingGroup,
  findingGroups,
  findings,
  type Gap,
  gaps,
  groupTitles,
  isFlaky,
} from './view/findings.ts';
import { failingOn, gateSentence, suggested, waiversFile } from './view/gate.ts';
import { cellCode, codeBlock, codeSpan, markdown, table } from './view/markdown.ts';
import { type Cell, cellCount, shownRows } from './view/matrix.ts';
import {
  capital,
  counts,
  glyphs,
  isReplayable,
  NOTHING,
  replayCommand,
  route,
  selectionLead,
  statuses,
  statusWords,
  verdictStatus,
} from './view/wording.ts';

/** Maximum number of failures shown in full; GitHub refuses a step summary of more than 1 MiB. */
const MOST_FINDINGS = 40;
const LONGEST = 2_000;

const section = (title: string, ...parts: readonly string[]): readonly string[] =>
  parts.some((part) => part !== '') ? [`## ${title}`, ...parts.filter((part) => part !== '')] : [];

function head(report: Report): readonly string[] {
  const { verdict, verdict_reason, target, seed, runs, selection, notes, summary, duration_ms, started_at } = report;
  const tally = counts(report).map(({ status, count }) => `${glyphs[status]} ${grouped(count)} ${statusWords[status]}`);
  const embedded = target.embedded ? ' (the embedded reference implementation)' : '';
  const gate = gateSentence(report);
  return [
    `# ${glyphs[verdictStatus[verdict]]} ${capital(verdict)}`,
    markdown(verdict_reason),
    ...(gate === undefined ? [] : [`**${markdown(gate)}**`]),
    `${tally.join(' · ')} · of ${counted(summary.requirements, 'requirement')}`,
    [
      `- Target: ${codeSpan(target.base_url)}${embedded}`,
      `- ${counted(summary.requests, 'request')} in ${duration(duration_ms)}, from ${codeSpan(started_at)}`,
      ...(runs === 0 ? [] : [`- Seed ${codeSpan(String(seed))}, at most ${counted(runs, 'case')} per property`]),
      ...(selection === null ? [] : [`- **${selectionLead(report)}:** ${markdown(briefSelection(selection))}`]),
      ...notes.map((note) => `- ${markdown(note)}`),
    ].join('\n'),
  ];
}

const cell = (each: Cell | undefined): string => (each ? `${glyphs[each.status]}&nbsp;${cellCount(each)}` : NOTHING);

function matrixTable(report: Report): string {
  const rows = shownRows(report).map(({ operation, cells }) => [`\`${operation}\``, ...cells.map(cell)]);
  const legend = statuses.map((status) => `${glyphs[status]} ${statusWords[status]}`).join(' · ');
  if (rows.length === 0) return '';
  const sub = `<sub>${legend} · ${NOTHING} no requirement. 1/51: one of 51 requirements has that result.</sub>`;
  return `${table(['operation', ...aspects], rows)}\n\n${sub}`;
}

function failureText(requirement: ReportedRequirement, failure: ReportedFailure): readonly string[] {
  const facts = [
    `- On: \`${failure.operation}\``,
    `- Expected: ${codeSpan(cut(failure.expected, LONGEST))}`,
    `- Got: ${codeSpan(cut(failure.actual, LONGEST))}`,
    ...(failure.where === null
      ? []
      : [`- At: ${codeSpan(failure.where)} of the response, status ${failure.response.status}`]),
    ...(failure.recorded ? [`- In: ${codeSpan(recordedText(failure.recorded))}`] : []),
    ...(isReplayable(requirement, failure) ? [`- Send it again: ${codeSpan(replayCommand(requirement.id))}`] : []),
  ];
  const command =
    failure.curl.length > 4 * LONGEST ? `(${failure.curl.length} characters: see report.html)` : failure.curl;
  return [facts.join('\n'), codeBlock(command, 'sh')];
}

const excuseItems = ({ excuses }: Finding): readonly string[] =>
  excuses.length === 0 ? [] : [excuses.map((each) => `- ${markdown(each)}`).join('\n')];

function findingText(finding: Finding): readonly string[] {
  const { requirement, failures } = finding;
  const { id, title, level, section: where, more_failures = 0, reason } = requirement;
  const [first, ...others] = failures;
  const unseen = others.length + more_failures;
  return [
    `<details><summary>${glyphs[requirement.status]} <code>${html(id)}</code> ${html(title)}</summary>`,
    `${level}, section ${markdown(where)}; does not hold on ${failingOn(requirement)
      .map((each) => `\`${each}\``)
      .join(', ')}`,
    ...excuseItems(finding),
    ...(first ? failureText(requirement, first) : [markdown(reason ?? '')]),
    ...(unseen > 0 ? [`${counted(unseen, 'more failure')}: see report.html.`] : []),
    '</details>',
  ];
}

function findingsText(all: readonly Finding[]): readonly string[] {
  const rest = all.slice(MOST_FINDINGS).map(({ requirement }) => codeSpan(requirement.id));
  const more = rest.length > 0 ? [`${counted(rest.length, 'more requirement')}: ${rest.join(', ')}`] : [];
  return [...all.slice(0, MOST_FINDINGS).flatMap(findingText), ...more];
}

function gapText({ provide, entries }: Gap): readonly string[] {
  const title = provide === null ? 'For other reasons' : capital(adviceText(adviceIn(provide), codeSpan));
  const lines = entries.map(({ requirement: { id, reason }, operations }) => {
    const why = reason === null ? '' : `: ${markdown(cut(reason, LONGEST))}`;
    return `- ${codeSpan(id)} on ${operations.join(', ')}${why}`;
  });
  return [`**${title}** (${extent(entries)})`, lines.join('\n')];
}

const flakyText = ({ requirements }: Report): string =>
  requirements
    .filter(isFlaky)
    .map(({ id, reason }) => `- ${codeSpan(id)}: ${markdown(cut(reason ?? '', LONGEST))}`)
    .join('\n');

function observationTable({ observations }: Report): string {
  const rows = observations.map(({ id, operation, question, answer }) => [
    markdown(question),
    `\`${operation}\``,
    cellCode(cut(answer, LONGEST)),
    cellCode(id),
  ]);
  return rows.length === 0 ? '' : table(['where the document is silent', 'operation', 'observed', 'id'], rows);
}

function trafficTable({ traffic }: Report): string {
  const rows = traffic.map(({ operation, requests, accepted, refused, lost, latency_ms }) => [
    `\`${operation}\``,
    `\`${route(operation)}\``,
    ...[requests, accepted, refused, lost].map(grouped),
    ...(latency_ms ? [duration(latency_ms.p50), duration(latency_ms.p95)] : [NOTHING, NOTHING]),
  ]);
  return rows.length === 0
    ? ''
    : table(['operation', 'request', 'sent', 'accepted', 'refused', 'lost', 'median', '95 %'], rows);
}

function waiversText(report: Report, failed: readonly Finding[]): string {
  const waivers = failed.slice(0, MOST_FINDINGS).flatMap(({ requirement }) => suggested(report, requirement));
  const file = codeBlock(waiversFile(waivers), 'json');
  return waivers.length === 0 ? '' : folded('for the failures; set your own reason and date', file);
}

/** Returns what many failures have in common, to be shown before them. */
const causesText = (report: Report): string =>
  commonCauses(report)
    .map((cause) => `- ${markdown(commonCauseText(cause))}`)
    .join('\n');

const folded = (title: string, text: string): string =>
  text === '' ? '' : `<details><summary>${title}</summary>\n\n${text}\n\n</details>`;

/** Returns `summary.md`: the report in GitHub's Markdown, for a pull request or a CI step summary. */
export function summary(report: Report): string {
  const all = findings(report);
  const of = (group: FindingGroup) => all.filter((each) => each.group === group);
  const unexercised = gaps(report);
  return `${[
    ...head(report),
    ...section('Matrix', matrixTable(report)),
    ...section('In common', causesText(report)),
    ...findingGroups.flatMap((group) =>
      section(`${groupTitles[group]} (${of(group).length})`, ...findingsText(of(group))),
    ),
    ...section('Waivers, ready to paste', waiversText(report, of('failed'))),
    ...section(
      'Not exercised',
      folded(extent(unexercised.flatMap(({ entries }) => entries)), unexercised.flatMap(gapText).join('\n\n')),
    ),
    ...section('Flaky', flakyText(report)),
    ...section('Observed', folded(counted(report.observations.length, 'observation'), observationTable(report))),
    ...section('Traffic', folded(counted(report.summary.requests, 'request'), trafficTable(report))),
  ].join('\n\n')}\n`;
}
