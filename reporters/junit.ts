import { definitionOf, type Operation } from '../src/contract/operations.ts';
import { type FailOn, nameOfWaiver } from '../src/model/gate.ts';
import { adviceIn, adviceText } from '../src/model/need.ts';
import type { Report } from '../src/model/report.ts';
import { failuresOn, isFailing, type ReportedFailure, type ReportedRequirement } from '../src/model/reported.ts';
import { xml, xmlAttribute } from '../src/values/escape.ts';
import { type Excuse, excuseOf } from './view/gate.ts';
import { type Entry, matrix } from './view/matrix.ts';

type Kind = 'failure' | 'error' | 'skipped' | 'passed';

interface Case {
  readonly kind: Kind;
  readonly milliseconds: number;
  readonly markup: string;
}

interface Suite {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly cases: readonly Case[];
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${xmlAttribute(String(value))}"`)
    .join('');

const element = (name: string, values: Readonly<Record<string, string>>, text: string): string =>
  `<${name}${attributes(values)}>${xml(text)}</${name}>`;

const sentence = ({ title, section }: ReportedRequirement): string => `${title} (section ${section}).`;

/**
 * Returns one failure per case, because many readers show only one: the first with commands, the others as messages.
 */
function failureElement(requirement: ReportedRequirement, [first, ...others]: readonly ReportedFailure[]): string {
  const message = first?.message ?? requirement.reason ?? requirement.title;
  const commands = first ? [...(first.steps ?? []), first].map(({ curl }) => curl) : [];
  const shown = first ? ['', first.message, ...commands] : [];
  const more = others.length > 0 ? ['', 'also:', ...others.map((each) => each.message)] : [];
  const text = [`${requirement.level}: ${sentence(requirement)}`, ...shown, ...more].join('\n');
  return element('failure', { message, type: requirement.level }, text);
}

function unexercised({ reason, provide }: ReportedRequirement): string {
  const need = provide === undefined ? '' : `; to exercise it, ${adviceText(adviceIn(provide))}`;
  return `not exercised: ${reason ?? 'the run did not reach this'}${need}`;
}

/** Returns a pass after failures that did not recur, in the form of Surefire's reports. */
function flakyFailures({ level }: ReportedRequirement, failures: readonly ReportedFailure[]): string {
  const each = failures.map(
    ({ message, curl }) =>
      `<flakyFailure${attributes({ message, type: level })}>${element('stackTrace', {}, `${message}\n${curl}`)}</flakyFailure>`,
  );
  return each.join('');
}

/** Reports a failure that fails no pipeline as skipped, with its message. */
function lenient(why: string, { title }: ReportedRequirement, [first]: readonly ReportedFailure[]): [Kind, string] {
  return ['skipped', element('skipped', { message: `${why}: ${first?.message ?? title}` }, first?.curl ?? '')];
}

/** Returns the kind of a case and its children before the output, in the order that the schemas require. */
function result(
  { requirement, status }: Entry,
  failures: readonly ReportedFailure[],
  { excuse, failOn }: { readonly excuse: Excuse | undefined; readonly failOn: FailOn | undefined },
): readonly [Kind, string] {
  if (excuse && isFailing(status)) return lenient(excuse.text, requirement, failures);
  switch (status === 'warned' && failOn === 'should' ? 'failed' : status) {
    case 'warned':
      return lenient('warned only, because a should requirement does not fail the run', requirement, failures);
    case 'failed':
      return ['failure', failureElement(requirement, failures)];
    case 'not_exercised':
      return ['skipped', element('skipped', { message: unexercised(requirement) }, '')];
    default:
      return ['passed', flakyFailures(requirement, failures)];
  }
}

/** Returns what was observed, or that a pass is flaky, for which most readers know no element. */
function output({ observations }: Report, operation: Operation, { requirement, status }: Entry): string {
  const { id, flaky, failures, reason } = requirement;
  if (flaky && status === 'passed' && failures.some((failure) => failure.operation === operation))
    return element('system-out', {}, `flaky: ${reason ?? 'a failure did not recur'}`);
  const found = observations.find((each) => each.id === id && each.operation === operation);
  return found ? element('system-out', {}, `observed: ${found.answer}`) : '';
}

function caseOf(report: Report, operation: Operation, entry: Entry): Case {
  const { requirement } = entry;
  const failures = failuresOn(requirement, operation);
  const excuse = excuseOf(report, requirement.id, operation);
  const [kind, children] = result(entry, failures, { excuse, failOn: report.gate?.fail_on });
  const milliseconds = requirement.spent_ms?.[operation] ?? 0;
  const head = attributes({
    name: `${requirement.id} ${requirement.title}`,
    classname: `${operation}.${requirement.aspect}`,
    group: requirement.level,
    time: seconds(milliseconds),
  });
  return { kind, milliseconds, markup: `<testcase${head}>${children}${output(report, operation, entry)}</testcase>` };
}

function errorCase(name: string, type: string, message: string): Case {
  const head = attributes({ name, classname: 'run', time: '0.000' });
  const markup = `<testcase${head}>${element('error', { message, type }, message)}</testcase>`;
  return { kind: 'error', milliseconds: 0, markup };
}

/** Returns the problems apart from requirements, so that no viewer shows success when the gate is closed. */
function whole({ verdict, verdict_reason, suspected_cause: cause, gate }: Report): readonly Suite[] {
  const cases = [
    ...(verdict === 'aborted' ? [errorCase('the run completes', verdict, verdict_reason)] : []),
    ...(verdict !== 'aborted' && gate?.outcome !== 'passes' && cause !== undefined
      ? [errorCase('base URL and token are those of the service', 'suspected', cause)]
      : []),
    ...(verdict !== 'aborted' && gate?.outcome === 'incomplete'
      ? [errorCase('every requirement of level must is exercised', gate.outcome, gate.reasons.join('; '))]
      : []),
    ...(gate?.waivers ?? [])
      .filter(({ state }) => state === 'expired' || state === 'unneeded')
      .map((waiver) =>
        errorCase(
          `the waiver of ${nameOfWaiver(waiver)} is valid`,
          waiver.state,
          `${waiver.state}; it expires on ${waiver.expires}`,
        ),
      ),
  ];
  return cases.length > 0 ? [{ name: 'run', properties: {}, cases }] : [];
}

function suites(report: Report): readonly Suite[] {
  return matrix(report).map(({ operation, cells }) => {
    const entries = cells.flatMap((cell) => cell?.entries ?? []);
    const { title, section, method, path } = definitionOf(operation);
    const properties = { title, section, route: `${method} /v2${path}` };
    return { name: operation, properties, cases: entries.map((entry) => caseOf(report, operation, entry)) };
  });
}

const tally = (cases: readonly Case[], kind: Kind): number => cases.filter((each) => each.kind === kind).length;

const spent = (cases: readonly Case[]): number => cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0);

function suiteElement({ name, properties, cases }: Suite, timestamp: string): string {
  const head = attributes({
    name,
    tests: cases.length,
    failures: tally(cases, 'failure'),
    errors: tally(cases, 'error'),
    skipped: tally(cases, 'skipped'),
    time: seconds(spent(cases)),
    timestamp,
  });
  const facts = Object.entries(properties).map(([key, value]) => `<property${attributes({ name: key, value })}/>`);
  const lines = [
    '<properties>',
    ...facts.map((each) => `  ${each}`),
    '</properties>',
    ...cases.map(({ markup }) => markup),
  ];
  return [`  <testsuite${head}>`, ...lines.map((line) => `    ${line}`), '  </testsuite>'].join('\n');
}

/**
 * Returns `junit.xml` with a suite for each operation and a case for each requirement on it, valid against the schema
 * of Jenkins' xunit plugin (junit-10.xsd). A case has at most one failure; its class name contains the aspect and its
 * `group` is the level. A suite has operation, section and route as properties. The time of a case is that of its
 * exchanges; the total time is that of the run.
 */
export function junit(report: Report): string {
  const all = [...whole(report), ...suites(report)];
  const cases = all.flatMap((suite) => suite.cases);
  const head = attributes({
    name: `transfer-conformance ${report.target.base_url}`,
    tests: cases.length,
    failures: tally(cases, 'failure'),
    errors: tally(cases, 'error'),
    time: seconds(report.duration_ms),
  });
  const timestamp = report.started_at.replace(/\.\d+|Z$/g, '');
  const body = all.map((suite) => suiteElement(suite, timestamp));
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites${head}>`, ...body, '</testsuites>', ''].join('\n');
}
