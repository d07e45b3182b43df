import type { Operation } from '../../contract/operations.ts';
import type { Change } from '../../model/comparison.ts';
import {
  type AgainstBaseline,
  type FailOn,
  type Gate,
  type JudgedWaiver,
  nameOfWaiver,
  type Waiver,
  waiverOf,
} from '../../model/gate.ts';
import type { Report } from '../../model/report.ts';
import { type ReportedRequirement, type Status, statusOn } from '../../model/reported.ts';
import { counted } from '../../values/counted.ts';
import { changes, isWorse } from './comparison.ts';
import { type Judging, judged } from './waivers.ts';

/** The terms on which a pipeline passes. */
export interface Terms extends Judging {
  readonly failOn: FailOn;
  readonly allowIncomplete: boolean;
  readonly waivers: readonly Waiver[];
  /** An earlier report. Only what is worse than in it makes the gate fail. */
  readonly baseline?: Report;
}

/** A requirement on one of its operations. */
interface Claim {
  readonly requirement: ReportedRequirement;
  readonly operation: Operation;
}

const claims = ({ requirements }: Report, ...statuses: readonly Status[]): readonly Claim[] =>
  requirements.flatMap((requirement) =>
    requirement.operations
      .filter((operation) => statuses.includes(statusOn(requirement, operation)))
      .map((operation) => ({ requirement, operation })),
  );

function against(report: Report, baseline: Report): AgainstBaseline {
  const run = new Map(report.requirements.map(({ id, operations }) => [id, operations]));
  const all = changes([baseline, report]).filter(({ id, operation }) => run.get(id)?.includes(operation));
  const healed = all.filter(({ kind }) => kind === 'healed');
  return { started_at: baseline.started_at, worse: all.filter(isWorse), healed };
}

/** Requirements that do not hold or were not exercised, grouped by how the terms treat them. */
interface Weighed {
  readonly waived: readonly Claim[];
  readonly failing: readonly Claim[];
  readonly knownFailing: readonly Claim[];
  readonly missing: readonly Claim[];
  /** Requirements that could not be judged because a waived requirement blocks them. */
  readonly waivedMissing: readonly Claim[];
  readonly knownMissing: readonly Claim[];
}

/** Returns the operation if a requirement applies to it, otherwise the operations on which the requirement fails. */
function placesOf(report: Report, id: string, operation: Operation): readonly Operation[] {
  const found = report.requirements.find((requirement) => requirement.id === id);
  if (!found || found.operations.includes(operation)) return [operation];
  return found.operations.filter((each) => found.by_operation[each] === 'failed');
}

function weighed(report: Report, failOn: FailOn, waivers: readonly JudgedWaiver[], known?: AgainstBaseline): Weighed {
  const isWaived = ({ requirement, operation }: Claim) => waiverOf(waivers, requirement.id, operation) !== undefined;
  const isKnown = (kind: Change['kind']) => (claim: Claim) =>
    known !== undefined && !known.worse.some(sameAs(kind, claim));
  const open = claims(report, 'failed', ...(failOn === 'should' ? (['warned'] as const) : []));
  const unwaived = open.filter((each) => !isWaived(each));
  const isBlockedByWaived = ({ requirement: { blocked_by = {} }, operation }: Claim) =>
    (blocked_by[operation] ?? []).some((id) =>
      // A requirement on another operation can block this one: addresses are looked up in a list.
      placesOf(report, id, operation).some((place) => waiverOf(waivers, id, place) !== undefined),
    );
  const musts = claims(report, 'not_exercised').filter(({ requirement }) => requirement.level === 'must');
  const unjudged = musts.filter((each) => !isBlockedByWaived(each));
  return {
    waived: claims(report, 'failed', 'warned').filter(isWaived),
    failing: unwaived.filter((each) => !isKnown('broke')(each)),
    knownFailing: unwaived.filter(isKnown('broke')),
    missing: unjudged.filter((each) => !isKnown('lost')(each)),
    waivedMissing: musts.filter(isBlockedByWaived),
    knownMissing: unjudged.filter(isKnown('lost')),
  };
}

const sameAs =
  (kind: Change['kind'], { requirement, operation }: Claim) =>
  (change: Change): boolean =>
    change.kind === kind && change.id === requirement.id && change.operation === operation;

function waiverProblem(waiver: JudgedWaiver): readonly string[] {
  const [name, { state, expires }] = [nameOfWaiver(waiver), waiver];
  if (state === 'expired') return [`the waiver of ${name} expired on ${expires}: fix the failure, or renew the waiver`];
  return state === 'unneeded'
    ? [`the waiver of ${name} is no longer needed, because the requirement passes: remove the waiver`]
    : [];
}

/**
 * Returns a sentence such as `3 requirements do not hold`, each requirement counted once. Returns none if nothing was
 * found.
 */
function sentence(found: readonly Claim[], one: string, many = one, of = ''): readonly string[] {
  const count = new Set(found.map(({ requirement }) => requirement.id)).size;
  if (count === 0) return [];
  return [`${counted(count, 'requirement')}${of} ${count === 1 ? one : many}`];
}

/** Counts requirements of level must: only these make a run incomplete, and the report counts the others too. */
const untried = (found: readonly Claim[], one: string, many = one): readonly string[] =>
  sentence(found, one, many, ' stated in the document');

/** Says why a report is incomplete although no must is missing: none was exercised, or the run ended at a bound. */
const whyIncomplete = ({ requirements, verdict_reason }: Report): string =>
  requirements.some(({ level, status }) => level === 'must' && status === 'passed')
    ? verdict_reason
    : 'no requirement stated in the document was exercised';

/** Whether something was exercised, or no single cause is suspected: `--allow-incomplete` does not excuse a wrong base URL. */
const exercisedAny = ({ suspected_cause: cause, summary }: Report): boolean =>
  cause === undefined || summary.passed + summary.failed + summary.warned > 0;

/** Decides the outcome of a report for a pipeline, on its terms. */
export function gateOf(report: Report, { failOn, allowIncomplete, waivers: given, baseline, ...judging }: Terms): Gate {
  const waivers = judged(given, report, judging);
  const known = baseline && against(report, baseline);
  const { failing, waived, missing, waivedMissing, knownFailing, knownMissing } = weighed(
    report,
    failOn,
    waivers,
    known,
  );
  const closing = [...sentence(failing, 'failed'), ...waivers.flatMap(waiverProblem)];
  const gaps = untried(missing, 'could not be exercised');
  const nothing =
    report.verdict === 'incomplete' && missing.length + waivedMissing.length + knownMissing.length === 0
      ? [whyIncomplete(report)]
      : [];
  const passed = [
    ...sentence(waived, 'failed and is waived', 'failed and are waived'),
    ...untried(waivedMissing, 'could not be judged because of waived failures'),
    ...sentence(knownFailing, 'also failed in the baseline'),
    ...untried(knownMissing, 'was not exercised in the baseline either', 'were not exercised in the baseline either'),
  ];
  // A report on traffic of others may be conformant although much of the document was not exercised.
  const complete = report.verdict === 'conformant' || gaps.length + nothing.length === 0;
  const incomplete = !complete && !(allowIncomplete && exercisedAny(report));
  return {
    outcome:
      report.verdict === 'aborted' ? 'aborted' : closing.length > 0 ? 'fails' : incomplete ? 'incomplete' : 'passes',
    fail_on: failOn,
    allow_incomplete: allowIncomplete,
    reasons: [...closing, ...gaps, ...nothing, ...passed],
    waivers,
    ...(known ? { baseline: known } : {}),
  };
}
