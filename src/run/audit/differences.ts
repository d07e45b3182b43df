import { keyOf, uncounted } from '../../model/facts.ts';
import type { Report } from '../../model/report.ts';
import type { ReportedRequirement } from '../../model/reported.ts';
import { version } from '../../settings/version.ts';

/** One result that does not follow from the recording. */
export interface Difference {
  readonly id: string;
  readonly what: string;
  readonly reported: string;
  readonly again: string;
}

/** Compares what the two reports say about the requirements that both know. */
export function differencesOf(report: Report, again: Report, unknown: ReadonlySet<string>): readonly Difference[] {
  const known = new Map(again.requirements.map((each) => [each.id, each]));
  const verdicts = report.requirements.flatMap((before): readonly Difference[] => {
    const now = known.get(before.id);
    if (!now || unknown.has(before.id)) return [];
    return [
      ...differing(before.id, 'status', before.status, now.status),
      ...differing(before.id, 'status by operation', shownMap(before.by_operation), shownMap(now.by_operation)),
      ...differing(before.id, 'failures', shownList(before), shownList(now)),
    ];
  });
  const now = new Map(again.observations.map((each) => [keyOf(each.id, each.operation), uncounted(each)]));
  const observations = report.observations.flatMap((each) => {
    const { id, operation } = each;
    const answer = now.get(keyOf(id, operation)) ?? 'nothing';
    return known.has(id) && !unknown.has(id) ? differing(id, 'observed', uncounted(each), answer) : [];
  });
  const whole = unknown.size > 0 || report.requirements.some(({ id }) => !known.has(id));
  const verdict = whole ? [] : differing('verdict', 'verdict', report.verdict, again.verdict);
  return [...verdict, ...verdicts, ...observations];
}

const differing = (id: string, what: string, reported: string, again: string): readonly Difference[] =>
  reported === again ? [] : [{ id, what, reported, again }];

const shownMap = (map: Readonly<Record<string, unknown>>): string =>
  Object.entries(map)
    .map(([key, value]) => `${key} ${value}`)
    .sort()
    .join(', ');

/**
 * Lists the failures of a requirement. If the run found more than it keeps, returns their number, since which are kept
 * depends on the order of the run.
 */
const shownList = ({ failures, more_failures: more = 0 }: ReportedRequirement): string =>
  more > 0
    ? `${failures.length + more}`
    : failures
        .map(({ operation, where, exchanges }) => `${operation} ${where ?? ''} (${exchanges.join(', ')})`)
        .join('; ');

/** Says in which requirements the version that wrote a report differs from this one. */
export function versionNotes(report: Report, again: Report): readonly string[] {
  const { version: wrote } = report.tool;
  if (wrote === version) return [];
  const before = new Set(report.requirements.map(({ id }) => id));
  const now = new Set(again.requirements.map(({ id }) => id));
  const added = [...now].filter((id) => !before.has(id));
  const gone = [...before].filter((id) => !now.has(id));
  return [
    `version ${wrote} wrote the report, version ${version} audits it: only requirements that both have are compared`,
    ...(added.length > 0 ? [`requirements that did not exist then: ${added.join(', ')}`] : []),
    ...(gone.length > 0 ? [`requirements that no longer exist: ${gone.join(', ')}`] : []),
  ];
}
