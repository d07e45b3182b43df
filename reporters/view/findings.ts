import { definitionOf, type Operation, operationNames } from '../../src/contract/operations.ts';
import type { Aspect, Citation } from '../../src/contract/requirement.ts';
import type { Report } from '../../src/model/report.ts';
import { isFailing, type ReportedFailure, type ReportedRequirement, statusOn } from '../../src/model/reported.ts';
import { counted, grouped } from '../../src/values/counted.ts';
import { groupBy } from '../../src/values/group-by.ts';
import { steadyText } from '../../src/values/steady-text.ts';
import { excusesOf, failingOn, type Gated } from './gate.ts';

/** The groups of findings, the most serious first; `known` failed in the baseline too. */
export const findingGroups = ['failed', 'warned', 'waived', 'known'] as const;

export type FindingGroup = (typeof findingGroups)[number];

/** The headings of the groups. */
export const groupTitles: Readonly<Record<FindingGroup, string>> = {
  failed: 'Failed',
  warned: 'Warned',
  waived: 'Waived',
  known: 'Known from the baseline',
};

/** The words for a group after a count: `2 waived`. */
export const groupWords: Readonly<Record<FindingGroup, string>> = {
  failed: 'failed',
  warned: 'warned',
  waived: 'waived',
  known: 'known from the baseline',
};

/** A requirement that does not hold, with its failures. */
export interface Finding {
  readonly requirement: ReportedRequirement;
  readonly failures: readonly ReportedFailure[];
  /** Why the failures do not fail the pipeline, if so. */
  readonly excuses: readonly string[];
  readonly group: FindingGroup;
}

/** Aspects in order of dependency: filters depend on what answers contain, paging on filters, state on everything. */
const CAUSES: readonly Aspect[] = [
  'response shape',
  'semantics',
  'authentication',
  'request checks',
  'filters',
  'limits',
  'paging',
  'state across',
];

/** Returns how many query parameters the request has that shows the first failure. */
function parametersOf({ failures: [first] }: Finding): number {
  const url = first?.request.url ?? '';
  return URL.canParse(url) ? [...new URL(url).searchParams].length : 0;
}

/**
 * Returns a comparison that sorts by group. Within a group, causes come first: requirements that block more others,
 * then those that fail on more operations, then the aspects on which others depend, and then those that a request with
 * fewer parameters shows, since one of the others may be the cause of a request with more.
 */
function order({ requirements }: Pick<Report, 'requirements'>): (a: Finding, b: Finding) => number {
  const blocking = requirements.flatMap(({ blocked_by }) => [...new Set(Object.values(blocked_by ?? {}).flat())]);
  const blocked = ({ requirement }: Finding): number => blocking.filter((id) => id === requirement.id).length;
  const failing = ({ requirement }: Finding): number => failingOn(requirement).length;
  const rank = ({ requirement }: Finding): number => CAUSES.indexOf(requirement.aspect);
  return (a, b) =>
    findingGroups.indexOf(a.group) - findingGroups.indexOf(b.group) ||
    blocked(b) - blocked(a) ||
    failing(b) - failing(a) ||
    rank(a) - rank(b) ||
    parametersOf(a) - parametersOf(b);
}

function findingOf(report: Gated, requirement: ReportedRequirement): Finding {
  const { excuses, excused } = excusesOf(report, requirement);
  const group = excused ?? (requirement.status === 'failed' ? 'failed' : 'warned');
  return { requirement, failures: requirement.failures, excuses, group };
}

/** Returns the requirements that do not hold, the most serious first, and causes before their consequences. */
export const findings = (report: Gated): readonly Finding[] =>
  report.requirements
    .filter(({ status }) => isFailing(status))
    .map((requirement) => findingOf(report, requirement))
    .sort(order(report));

/** Findings that look alike: many miss the same expectation in the same way and at the same kind of place. */
export interface Cluster {
  readonly first: Finding;
  readonly others: readonly Finding[];
}

const phrase = (text: string): string => steadyText(text.slice(0, 500).replace(/"(?:[^"\\]|\\.)*"/g, '"…"'), '#');

/** Returns the pointer to the object that contains the offending member, the same for all items of a list. */
const holder = (where: string): string => where.slice(0, Math.max(0, where.lastIndexOf('/'))).replace(/\/\d+/g, '/#');

/**
 * Returns what two failures must share to count as one cause; numbers, IDs and quoted values are ignored. Members that
 * are null have one cause, whatever their types: the service writes those that have no value.
 */
function cause({ requirement, failures, group }: Finding): string {
  const [failure] = failures;
  if (!failure) return requirement.id;
  const { expected, actual, where, operation } = failure;
  if (actual === 'null' && where !== null) return [group, actual].join('\n');
  const place = where === null ? requirement.aspect : `${operation} ${holder(where)}`;
  return [group, phrase(expected), phrase(actual), place].join('\n');
}

/** Up to this many similar findings are shown one by one, because they may be separate defects. */
const MOST_APART = 3;

const gathered = (alike: readonly Finding[]): readonly Cluster[] => {
  const [first, ...others] = alike;
  if (!first) return [];
  return alike.length > MOST_APART ? [{ first, others }] : alike.map((each) => ({ first: each, others: [] }));
};

/**
 * Groups more than three findings that look alike behind the first of them, so that one cause that breaks everything is
 * shown as one. Findings of level `should` come after all of level `must`.
 */
export function clusters(report: Gated): readonly Cluster[] {
  return [...groupBy(findings(report), cause).values()].flatMap(gathered);
}

/** Whether a requirement passed after a failure that did not recur. */
export const isFlaky = ({ flaky, status }: ReportedRequirement): boolean => flaky === true && status === 'passed';

/**
 * Requirements that one thing to provide would exercise; `provide` is null when nothing the user provides would help.
 */
export interface Gap {
  readonly provide: string | null;
  readonly entries: readonly Unexercised[];
}

/** A requirement that was not exercised, and on which operations. */
export interface Unexercised {
  readonly requirement: ReportedRequirement;
  readonly operations: readonly Operation[];
}

const isWhole = ({ requirement }: Unexercised): boolean => requirement.status === 'not_exercised';

/** Returns how many requirements were not exercised at all, and how many only on some of their operations. */
export function extent(entries: readonly Unexercised[]): string {
  const whole = entries.filter(isWhole).length;
  const partly = entries.length - whole;
  const some = `on some of ${partly === 1 && whole === 0 ? 'its' : 'their'} operations`;
  if (whole === 0) return `${counted(partly, 'requirement')} ${some}`;
  return `${counted(whole, 'requirement')}${partly === 0 ? '' : `, ${grouped(partly)} more ${some}`}`;
}

/**
 * Groups everything that was not exercised on some operation by what to provide, the most needed first. Requirements
 * that were not exercised at all come before the others.
 */
export function gaps({ requirements }: Pick<Report, 'requirements'>): readonly Gap[] {
  const unexercised = requirements
    .map((requirement): Unexercised => {
      const operations = requirement.operations.filter((each) => statusOn(requirement, each) === 'not_exercised');
      return { requirement, operations };
    })
    .filter(({ operations }) => operations.length > 0);
  return [...groupBy(unexercised, ({ requirement }) => requirement.provide ?? null)]
    .map(([provide, entries]) => ({
      provide,
      entries: entries.toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a))),
    }))
    .sort(byWeight);
}

const mustsIn = ({ entries }: Gap): number => entries.filter(({ requirement }) => requirement.level === 'must').length;

/** Compares gaps: those that keep the verdict open come first, then those with advice, then the larger ones. */
const byWeight = (a: Gap, b: Gap): number =>
  Number(mustsIn(b) > 0) - Number(mustsIn(a) > 0) ||
  Number(a.provide === null) - Number(b.provide === null) ||
  mustsIn(b) - mustsIn(a) ||
  b.entries.length - a.entries.length;

/** Returns the cited places without those about operations on which the requirement does not fail. */
export function failingCites(requirement: ReportedRequirement): readonly Citation[] {
  const failing = failingOn(requirement);
  const others = operationNames.filter((each) => !failing.includes(each)).map((each) => definitionOf(each).section);
  const own = requirement.cites.filter(({ section }) => !others.includes(section));
  return own.length > 0 ? own : requirement.cites;
}
