import type { Report } from '../src/model/report.ts';
import { commandData, commandProperty, cut } from '../src/values/escape.ts';
import { type Finding, type FindingGroup, findings } from './view/findings.ts';
import { gateSentence } from './view/gate.ts';
import { ONLY_EMBEDDED } from './view/wording.ts';

/** Maximum number of errors, and of warnings, that GitHub shows for a step. */
const MOST = 10;

type Command = 'error' | 'warning' | 'notice';

const command = (name: Command, title: string, message: string): string =>
  `::${name} title=${commandProperty(cut(title, 200))}::${commandData(cut(message, 4000))}`;

/** Returns the workflow command for an error that ends a command before it has a report. */
export const errorAnnotation = (message: string): string => command('error', 'Conformance', message);

function annotation(name: Command, { requirement, failures, excuses }: Finding): string {
  const { id, section, title } = requirement;
  const [failure] = failures;
  const lines = [`${title} (${section}).`, ...excuses, ...(failure ? [failure.message, failure.curl] : [])];
  return command(name, `${id} (${requirement.level}, section ${section})`, lines.join('\n'));
}

function bounded(name: Command, all: readonly Finding[]): readonly string[] {
  if (all.length <= MOST) return all.map((each) => annotation(name, each));
  const rest = all.slice(MOST - 1).map(({ requirement }) => requirement.id);
  const shown = all.slice(0, MOST - 1).map((each) => annotation(name, each));
  return [...shown, command(name, `${rest.length} more`, rest.join('\n'))];
}

function gateLine(report: Report): readonly string[] {
  const said = gateSentence(report);
  return said === undefined ? [] : [command(report.gate?.outcome === 'passes' ? 'notice' : 'error', 'Gate', said)];
}

/**
 * Returns GitHub workflow commands: an error for each failed requirement, a warning for each `should` that does not
 * hold, and a notice for each requirement that is waived or known from the baseline. Also gives the reason when a run
 * is not conformant without a failure, or when the gate differs from the verdict, and warns of a run without a target.
 * Empty when all is well.
 */
export function annotations(report: Report): string {
  const all = findings(report);
  const { verdict, verdict_reason } = report;
  const whole =
    verdict === 'incomplete' || verdict === 'aborted'
      ? [command(verdict === 'aborted' ? 'error' : 'warning', `Conformance: ${verdict}`, verdict_reason)]
      : [];
  const of = (...groups: readonly FindingGroup[]) => all.filter(({ group }) => groups.includes(group));
  // A pipeline that lost its BASE_URL would pass without testing anything.
  const embedded = report.target.embedded ? [command('warning', 'Conformance: no target', ONLY_EMBEDDED)] : [];
  const lines = [
    ...embedded,
    ...whole,
    ...gateLine(report),
    ...bounded('error', of('failed')),
    ...bounded('warning', of('warned')),
    ...bounded('notice', of('waived', 'known')),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
