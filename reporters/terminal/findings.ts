import { recordedText } from '../../src/model/places.ts';
import type { Report } from '../../src/model/report.ts';
import type { ReportedFailure, ReportedRequirement } from '../../src/model/reported.ts';
import { counted, grouped } from '../../src/values/counted.ts';
import { cut, escapeForTerminal, escapeLinesForTerminal } from '../../src/values/escape.ts';
import { type Cluster, clusters, type Finding, failingCites, findings } from '../view/findings.ts';
import { failingOn, suggested, waiversFile } from '../view/gate.ts';
import { bodyListing, excerpt, type Line } from '../view/listing.ts';
import { glyphs, isReplayable, moreLikeIt, replayCommand } from '../view/wording.ts';
import type { Layout, TerminalOptions } from './layout.ts';

/** Maximum number of findings shown in full without --verbose. */
const MOST = 20;
/** Maximum number of IDs in one list. */
const MOST_IDS = 30;
/** Maximum number of other findings of a cluster that are shown with their sentence. */
const MOST_ALIKE = 5;
/** Number of lines shown around each marked one. */
const AROUND = 6;
const LONGEST_CURL = 2_000;
const LONGEST_PHRASE = 300;

const ids = (all: readonly Finding[]): string => {
  const shown = all.slice(0, MOST_IDS).map(({ requirement }) => requirement.id);
  return [...shown, ...(all.length > MOST_IDS ? [`and ${all.length - MOST_IDS} more`] : [])].join(', ');
};

interface Scene {
  readonly layout: Layout;
  readonly options: TerminalOptions;
}

const sign = ({ status, id }: ReportedRequirement, { status: paint, link, bold }: Layout): string =>
  `${paint(status, glyphs[status])} ${bold(link(id, id))}`;

/** With more operations than this, only their number is shown. */
const MOST_OPERATIONS = 3;

function placeOf(requirement: ReportedRequirement): string {
  const failing = failingOn(requirement);
  const all = requirement.operations.length;
  const of = all > failing.length ? ` (of ${all})` : '';
  const named = failing.length > MOST_OPERATIONS ? counted(failing.length, 'operation') : failing.join(', ');
  return `${requirement.level} · section ${requirement.section} · ${named}${of}`;
}

function head({ requirement, excuses }: Finding, { layout }: Scene): readonly string[] {
  const place = placeOf(requirement);
  const fits = requirement.id.length + place.length + 4 <= layout.columns;
  const first = fits
    ? [`${sign(requirement, layout)}  ${layout.dim(escapeForTerminal(place))}`]
    : [sign(requirement, layout), ...layout.wrap('  ', place, layout.dim)];
  const excuse = excuses.flatMap((each) => layout.wrap('  ', each, layout.bold));
  return [...first, ...layout.wrap('  ', requirement.title), ...quotes(requirement, layout), ...excuse];
}

/** Maximum number of quotes from the document per failure. */
const MOST_QUOTES = 2;

const quotes = (requirement: ReportedRequirement, layout: Layout): readonly string[] =>
  failingCites(requirement)
    .slice(0, MOST_QUOTES)
    .flatMap(({ section, words }) => layout.wrap('  ', `“${cut(words, LONGEST_PHRASE)}” (${section})`, layout.dim));

/** Returns the commands of a failure: one, or those of its numbered steps. */
function commands({ steps = [], curl, operation, response }: ReportedFailure, layout: Layout): readonly string[] {
  if (steps.length === 0) return command(curl);
  const all = [...steps, { operation, response, curl }];
  return all.flatMap((step, i) => [
    ...layout.wrap(`  ${i + 1}. `, `${step.operation} answers ${step.response.status}`, layout.dim),
    ...command(step.curl),
  ]);
}

function command(curl: string): readonly string[] {
  if (curl.length > LONGEST_CURL) return [`  (a curl of ${grouped(curl.length)} characters: see report.html)`];
  return escapeLinesForTerminal(curl)
    .split('\n')
    .map((line) => `  ${line}`);
}

function listed(line: Line, layout: Layout): string {
  switch (line.kind) {
    case 'text': {
      const text = escapeForTerminal(cut(line.text, LONGEST_PHRASE));
      return line.marked ? layout.status('failed', `  > │ ${text}`) : `    │ ${text}`;
    }
    case 'absent':
      return layout.status('failed', `  > │ ${escapeForTerminal(line.text)}`);
    case 'gap':
      return layout.dim(`    ┊ ${counted(line.lines, 'line')}`);
  }
}

function exchange({ request, response, where }: ReportedFailure, layout: Layout): readonly string[] {
  const answer = excerpt(bodyListing(response, where), AROUND).map((line) => listed(line, layout));
  const asked = excerpt(bodyListing(request, null), AROUND).map((line) => listed(line, layout));
  return [
    ...layout.wrap('  ', `${request.method} ${cut(request.url, LONGEST_PHRASE)}`, layout.dim),
    ...asked,
    layout.dim(`  ${response.status}`),
    ...answer,
  ];
}

function evidence(failure: ReportedFailure, { layout, options }: Scene): readonly string[] {
  const { expected, actual, where, operation } = failure;
  return [
    ...layout.wrap('  expected  ', cut(expected, LONGEST_PHRASE)),
    ...layout.wrap('  got       ', cut(actual, LONGEST_PHRASE)),
    ...layout.wrap('  at        ', where === null ? operation : `${where} in the response of ${operation}`),
    ...(failure.recorded ? layout.wrap('  in        ', recordedText(failure.recorded)) : []),
    ...(options.detail === 'verbose' ? exchange(failure, layout) : []),
    ...commands(failure, layout),
  ];
}

function next(requirement: ReportedRequirement, { layout, options }: Scene): string {
  const { id, failures } = requirement;
  if (failures.some((failure) => !isReplayable(requirement, failure)))
    return `  ${layout.dim('→')} transfer-conformance explain ${id}`;
  return `  ${layout.dim('→')} ${escapeForTerminal(replayCommand(id, options.report))}`;
}

function facts(finding: Finding, scene: Scene): readonly string[] {
  const { requirement, failures } = finding;
  const [first] = failures;
  const found = first ? evidence(first, scene) : scene.layout.wrap('  ', requirement.reason ?? '');
  return [...head(finding, scene), ...found];
}

/** Returns the number of failures that are not shown besides the first. */
const unseenOf = ({ requirement, failures }: Finding): number =>
  Math.max(0, failures.length - 1) + (requirement.more_failures ?? 0);

function shown(finding: Finding, scene: Scene): readonly string[] {
  const unseen = unseenOf(finding);
  const { length } = finding.failures;
  const more = unseen > 0 ? scene.layout.wrap('  ', moreLikeIt(unseen, length), scene.layout.dim) : [];
  return [...facts(finding, scene), ...more, next(finding.requirement, scene)];
}

/** Returns the text of one requirement that does not hold, with its exchange, for use without other reports. */
export function requirementLines(
  requirement: ReportedRequirement,
  layout: Layout,
  options: TerminalOptions,
): readonly string[] {
  const finding: Finding = { requirement, failures: requirement.failures, excuses: [], group: 'failed' };
  const unseen = unseenOf(finding);
  const more = unseen > 0 ? [`  ${counted(unseen, 'more failure')} of this requirement`] : [];
  return [...facts(finding, { layout, options }), ...more];
}

function alike(others: readonly Finding[], { layout }: Scene): readonly string[] {
  if (others.length === 0) return [];
  const named = others.slice(0, MOST_ALIKE).flatMap(({ requirement }) => {
    const lead = `    ${glyphs[requirement.status]} ${requirement.id}  `;
    return layout.wrap(lead, `${requirement.title} (${requirement.section})`);
  });
  const rest = others.slice(MOST_ALIKE);
  const title = `  ${counted(others.length, 'more requirement')} with a similar failure:`;
  return [title, ...named, ...(rest.length > 0 ? layout.wrap('    ', ids(rest)) : [])];
}

const block = ({ first, others }: Cluster, scene: Scene): readonly string[] => [
  '',
  ...shown(first, scene),
  ...alike(others, scene),
];

/** Returns an excused failure in one line. */
const excused = ({ requirement, excuses, failures: [first] }: Finding, { layout }: Scene): readonly string[] => {
  const what = cut(first?.message ?? requirement.title, LONGEST_PHRASE);
  return layout.wrap(`${sign(requirement, layout)} `, `${excuses.join('; ')} · ${what}`, layout.dim);
};

/** Returns one line for each requirement that does not hold. */
export const findingHeads = (report: Report, layout: Layout): readonly string[] =>
  findings(report).map(({ requirement, group }) => {
    const { title, section } = requirement;
    return `${sign(requirement, layout)} ${escapeForTerminal(`${title} (${section}${group === 'waived' || group === 'known' ? `, ${group}` : ''})`)}`;
  });

/** Maximum number of failures whose waiver is shown without --verbose. */
const MOST_WAIVERS = 8;

/** Returns a waivers file for the failed requirements, ready to paste. */
export function waiverLines(report: Report, layout: Layout, { detail }: TerminalOptions): readonly string[] {
  const open = findings(report).filter((each) => each.group === 'failed');
  const shown = detail === 'verbose' ? open : open.slice(0, MOST_WAIVERS);
  const waivers = shown.flatMap(({ requirement }) => suggested(report, requirement));
  if (waivers.length === 0) return [];
  const file = waiversFile(waivers);
  const rest = open.length > shown.length ? ' (report.html has the others)' : '';
  const title = `To waive ${open.length === 1 ? 'it' : 'them'} for a month, pass --waivers a file with this content${rest}:`;
  const lines = escapeLinesForTerminal(file).split('\n');
  return ['', ...layout.wrap('', title), ...lines.map((line) => layout.dim(`  ${line}`))];
}

const isExcused = ({ group }: Finding): boolean => group === 'waived' || group === 'known';

/**
 * Returns each requirement that does not hold: `must` first, with similar ones grouped behind the first of them, and
 * those that are waived or known last, in one line each.
 */
export function findingLines(report: Report, layout: Layout, options: TerminalOptions): readonly string[] {
  const scene = { layout, options };
  if (options.detail === 'verbose') return findings(report).flatMap((each) => ['', ...shown(each, scene)]);
  const lived = findings(report).filter(isExcused);
  const all = clusters(report).filter(({ first }) => !isExcused(first));
  const rest = all.slice(MOST).flatMap(({ first, others }) => [first, ...others]);
  const more =
    rest.length > 0 ? ['', ...layout.wrap('  ', `${counted(rest.length, 'more requirement')}: ${ids(rest)}`)] : [];
  const known = lived.length > 0 ? ['', ...lived.flatMap((each) => excused(each, scene))] : [];
  return [...all.slice(0, MOST).flatMap((each) => block(each, scene)), ...more, ...known];
}
