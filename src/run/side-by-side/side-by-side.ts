import type { Change } from '../../model/comparison.ts';
import { keyOf, uncounted } from '../../model/facts.ts';
import type { Report } from '../../model/report.ts';
import { isFailing, type Observation, type ReportedRequirement } from '../../model/reported.ts';
import type {
  Column,
  ColumnStatus,
  HistoryStep,
  Move,
  ObservationRow,
  RequirementRow,
  SideBySide,
} from '../../model/side-by-side.ts';
import { changes } from '../gate/comparison.ts';
import { badgeFile, namesOf } from './names.ts';

type ById = ReadonlyMap<string, ReportedRequirement>;

const columnOf = (report: Report, name: string, place: number): Column => ({
  name,
  base_url: report.target.base_url,
  embedded: report.target.embedded,
  started_at: report.started_at,
  tool_version: report.tool.version,
  verdict: report.verdict,
  selection: report.selection,
  summary: report.summary,
  badge: badgeFile(name, place),
});

function statusOf(requirement: ReportedRequirement | undefined): ColumnStatus {
  if (!requirement) return { status: 'absent', failing: [], flaky: false };
  const { status, operations, by_operation, flaky = false } = requirement;
  return { status, failing: operations.filter((each) => isFailing(by_operation[each])), flaky };
}

const isSameStatus = (a: ColumnStatus, b: ColumnStatus): boolean =>
  a.status === b.status && a.failing.join() === b.failing.join();

function requirementRow(id: string, all: readonly ById[]): readonly RequirementRow[] {
  const found = all.map((each) => each.get(id));
  const [one] = found.flatMap((each) => each ?? []);
  if (!one) return [];
  const columns = found.map(statusOf);
  const [first, ...more] = columns.filter(({ status }) => status !== 'absent');
  const differs = more.some((each) => first !== undefined && !isSameStatus(first, each));
  const { title, section, level, operations } = one;
  return [{ id, title, section, level, operations, differs, columns }];
}

function requirementRows(reports: readonly Report[]): readonly RequirementRow[] {
  const all = reports.map(({ requirements }) => new Map(requirements.map((each) => [each.id, each])));
  const ids = new Set(reports.flatMap(({ requirements }) => requirements.map(({ id }) => id)));
  return [...ids].flatMap((id) => requirementRow(id, all));
}

function observationRows(reports: readonly Report[]): readonly ObservationRow[] {
  const all = reports.map(({ observations }) => new Map(observations.map((each) => [placeOf(each), each])));
  const places = new Map(reports.flatMap(({ observations }) => observations.map((each) => [placeOf(each), each])));
  return [...places].map(([place, { id, operation, question }]) => {
    const found = all.map((each) => each.get(place));
    // Counts are left out, since they depend on the requests that the run happened to make.
    const answers = found.map((each) => (each ? uncounted(each) : null));
    const different = new Set(answers.filter((each) => each !== null));
    return { id, operation, question, differs: different.size > 1, answers };
  });
}

const placeOf = ({ id, operation }: Observation): string => keyOf(id, operation);

/** Returns what differs for a client between two implementations, as far as both are known. */
function moveOf([from, a]: Named, [to, b]: Named, observed: Pick<Move, 'observations'>): Move {
  const changed = changes([a, b]).filter(({ kind, before, after }) => {
    const isKnown = [before, after].every((each) => each !== 'absent' && each !== 'not_exercised');
    return isKnown && (kind === 'broke' || kind === 'healed');
  });
  return { from, to, requirements: changed.map(briefly), ...observed };
}

function observedOtherwise(rows: readonly ObservationRow[], from: number, to: number): Move['observations'] {
  return rows.flatMap(({ id, operation, question, answers }) => {
    const [before = null, after = null] = [answers[from], answers[to]];
    if (before === null || after === null || before === after) return [];
    return [{ id, operation, question, before, after }];
  });
}

const briefly = ({ id, operation, title, before, after }: Change) => ({ id, operation, title, before, after });

function stepOf([from, a]: Named, [to, b]: Named): HistoryStep {
  const changed = changes([a, b]).filter(({ before, after }) => before !== 'absent' && after !== 'absent');
  return {
    from,
    to,
    changes: changed.map((each) => ({ kind: each.kind, ...briefly(each) })),
  };
}

type Named = readonly [name: string, report: Report];

const movesOf = (named: readonly Named[], rows: readonly ObservationRow[]): readonly Move[] =>
  named.flatMap((one, from) =>
    named
      .slice(from + 1)
      .map((other, i) => moveOf(one, other, { observations: observedOtherwise(rows, from, from + 1 + i) })),
  );

const stepsOf = (named: readonly Named[]): readonly (readonly [Named, Named])[] =>
  named.slice(1).flatMap((other, i) => {
    const one = named[i];
    return one ? [[one, other] as const] : [];
  });

function* notesOn(reports: readonly Report[], names: readonly string[], isHistory: boolean): Generator<string> {
  const versions = [...new Set(reports.map(({ tool }) => tool.version))];
  const ids = reports.map(({ requirements }) => new Set(requirements.map(({ id }) => id)));
  const shared = [...new Set(ids.flatMap((each) => [...each]))].filter((id) => ids.every((each) => each.has(id)));
  if (versions.length > 1)
    yield `the reports are from versions ${versions.join(', ')}: only the ${shared.length} requirements that all of them have are compared`;
  const targets = new Set(reports.map(({ target }) => target.base_url));
  if (isHistory && targets.size > 1 && !reports.every(({ target }) => target.embedded))
    yield `the reports are of different targets: ${[...targets].join(', ')}`;
  for (const [i, { selection }] of reports.entries())
    if (selection !== null) yield `${names[i]}: only a selection was run: ${selection}`;
}

/** Puts reports side by side. A history is sorted by time. */
export function sideBySide(
  given: readonly Report[],
  isHistory: boolean,
): SideBySide & { readonly reports: readonly Report[] } {
  const reports = isHistory ? [...given].sort((a, b) => a.started_at.localeCompare(b.started_at)) : given;
  const names = namesOf(reports, isHistory);
  const observations = observationRows(reports);
  const named = reports.map((report, i): Named => [names[i] ?? '', report]);
  return {
    format: 1,
    kind: isHistory ? 'history' : 'implementations',
    columns: reports.map((report, i) => columnOf(report, names[i] ?? '', i)),
    requirements: requirementRows(reports),
    observations,
    moves: isHistory ? [] : movesOf(named, observations),
    history: isHistory ? stepsOf(named).map(([one, other]) => stepOf(one, other)) : [],
    notes: [...notesOn(reports, names, isHistory)],
    reports,
  };
}
