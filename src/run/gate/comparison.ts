import { type Operation, operationNames } from '../../contract/operations.ts';
import { levels } from '../../contract/requirement.ts';
import { briefSelection } from '../../model/brief-selection.ts';
import {
  type Change,
  type ChangedCoverage,
  type ChangedLatency,
  type ChangedObservation,
  type ChangeKind,
  type ComparedStatus,
  type Comparison,
  changeKinds,
  type Side,
} from '../../model/comparison.ts';
import { keyOf, uncounted } from '../../model/facts.ts';
import type { Report } from '../../model/report.ts';
import {
  type CoverageCell,
  isFailing,
  type Observation,
  type ReportedRequirement,
  statusOn,
  type Verdict,
} from '../../model/reported.ts';

type Sides = readonly [before: Report, after: Report];
type Pair = readonly [before: ReportedRequirement | undefined, after: ReportedRequirement | undefined];

const isUnknown = (status: ComparedStatus): boolean => status === 'absent' || status === 'not_exercised';

/** Classifies a change of status. Returns undefined if the change means nothing. */
function kindOf(before: ComparedStatus, after: ComparedStatus): ChangeKind | undefined {
  if (isFailing(after)) return isFailing(before) ? undefined : 'broke';
  if (isUnknown(after)) return isUnknown(before) ? undefined : 'lost';
  if (isFailing(before)) return 'healed';
  return isUnknown(before) ? 'gained' : undefined;
}

function statusOf(requirement: ReportedRequirement | undefined, operation: Operation): ComparedStatus {
  if (!requirement?.operations.includes(operation)) return 'absent';
  return statusOn(requirement, operation);
}

const NOT_THERE = 'the other report has no such requirement';

function evidenceOf(kind: ChangeKind, after: ReportedRequirement | undefined, operation: Operation) {
  if (kind === 'lost') return { message: after ? (after.reason ?? 'the run did not reach it') : NOT_THERE };
  const failure = after?.failures.find((each) => each.operation === operation) ?? after?.failures[0];
  return kind === 'broke' && failure ? { message: failure.message, curl: failure.curl } : {};
}

function changesOf([before, after]: Pair): readonly Change[] {
  const one = after ?? before;
  if (!one) return [];
  const { id, title, section, level } = one;
  const operations = operationNames.filter((each) => [before, after].some((side) => side?.operations.includes(each)));
  return operations.flatMap((operation) => {
    const [was, is] = [statusOf(before, operation), statusOf(after, operation)];
    const kind = kindOf(was, is);
    if (kind === undefined) return [];
    const facts = { kind, id, operation, title, section, level, before: was, after: is };
    return [{ ...facts, ...evidenceOf(kind, after, operation) }];
  });
}

const severity = ({ kind, level }: Change): number => changeKinds.indexOf(kind) * levels.length + levels.indexOf(level);

/** Returns the changes of requirements on each operation, most severe first. */
export function changes([before, after]: Sides): readonly Change[] {
  const was = new Map(before.requirements.map((each) => [each.id, each]));
  const is = new Map(after.requirements.map((each) => [each.id, each]));
  const ids = [...new Set([...is.keys(), ...was.keys()])];
  return ids.flatMap((id) => changesOf([was.get(id), is.get(id)])).sort((a, b) => severity(a) - severity(b));
}

/** Returns whether a change is unwanted: a new failure, or a must or should that is no longer exercised. */
export const isWorse = ({ kind, level }: Change): boolean =>
  kind === 'broke' || (kind === 'lost' && level !== 'observe');

const isSame = (a: Observation | undefined, b: Observation | undefined): boolean =>
  a !== undefined && b !== undefined && uncounted(a) === uncounted(b);

function observations([before, after]: Sides): readonly ChangedObservation[] {
  const was = new Map(before.observations.map((each) => [keyOf(each.id, each.operation), each]));
  const is = new Map(after.observations.map((each) => [keyOf(each.id, each.operation), each]));
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [old, now] = [was.get(key), is.get(key)];
    const one = now ?? old;
    if (!one || isSame(old, now)) return [];
    const { id, operation, question } = one;
    return [{ id, operation, question, before: old?.answer ?? null, after: now?.answer ?? null }];
  });
}

function latency(sides: Sides): readonly ChangedLatency[] {
  const of = (report: Report, operation: Operation) =>
    report.traffic.find((each) => each.operation === operation)?.latency_ms ?? null;
  return operationNames.flatMap((operation) => {
    const [before, after] = [of(sides[0], operation), of(sides[1], operation)];
    return before || after ? [{ operation, before, after }] : [];
  });
}

/** Lists cells that only one side reached. Returns none if a report has no coverage. */
function coverage([before, after]: Sides): readonly ChangedCoverage[] {
  if (!before.coverage || !after.coverage) return [];
  const nameOf = ({ operation, kind, name }: CoverageCell): string => `${operation} ${kind} ${name}`;
  const reached = (cells: readonly CoverageCell[]): ReadonlySet<string> =>
    new Set(cells.filter(({ accepted, refused }) => accepted + refused > 0).map(nameOf));
  const [was, is] = [reached(before.coverage), reached(after.coverage)];
  const all = new Map([...before.coverage, ...after.coverage].map((cell) => [nameOf(cell), cell]));
  return [...all].flatMap(([key, { operation, kind, name }]) => {
    if (was.has(key) === is.has(key)) return [];
    return [{ operation, kind, name, change: was.has(key) ? ('lost' as const) : ('gained' as const) }];
  });
}

const sideOf = ({ target, started_at, tool, verdict, selection, summary }: Report): Side => ({
  base_url: target.base_url,
  started_at,
  tool_version: tool.version,
  verdict,
  selection,
  requirements: summary.requirements,
  requests: summary.requests,
});

function notes([before, after]: Sides): readonly string[] {
  const [old, now] = [before.tool.version, after.tool.version];
  const narrowed = [before, after].flatMap(({ selection }, i) =>
    selection === null
      ? []
      : [`the ${i === 0 ? 'first' : 'second'} report covers only a selection: ${briefSelection(selection)}`],
  );
  const versions =
    old === now ? [] : [`the reports are from version ${old} and version ${now}, which may judge differently`];
  return [...versions, ...narrowed];
}

const VERDICTS: readonly Verdict[] = ['conformant', 'incomplete', 'nonconformant', 'aborted'];

/** Compares two reports. */
export function compare(before: Report, after: Report): Comparison {
  const sides: Sides = [before, after];
  const all = changes(sides);
  const weaker = VERDICTS.indexOf(after.verdict) > VERDICTS.indexOf(before.verdict);
  return {
    format: 1,
    before: sideOf(before),
    after: sideOf(after),
    worse: weaker || all.some(isWorse),
    changes: all,
    observations: observations(sides),
    latency: latency(sides),
    coverage: coverage(sides),
    notes: notes(sides),
  };
}
