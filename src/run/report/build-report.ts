import { type Operation, operationNames } from '../../contract/operations.ts';
import { quoted } from '../../contract/quotation.ts';
import { isSending } from '../../engine/check.ts';
import { byEase, type ShownRequests } from '../../engine/clarity.ts';
import type { OperationResult, PassRule, RowResult } from '../../engine/results.ts';
import { verdictOf } from '../../engine/verdict.ts';
import { briefSelection } from '../../model/brief-selection.ts';
import { type Facts, type ReportedFacts, withFailures, worded } from '../../model/facts.ts';
import { placesOf } from '../../model/places.ts';
import type { Report } from '../../model/report.ts';
import type { Observation, ReportedFailure, ReportedRequirement, Verdict } from '../../model/reported.ts';
import type { ShardPart } from '../../model/shard.ts';
import { version } from '../../settings/version.ts';
import { counted } from '../../values/counted.ts';
import { definite } from '../../values/definite.ts';
import { flagFor } from '../../values/flag.ts';
import { PRODUCT } from '../../values/product.ts';
import { reportedFailure } from './report-failure.ts';
import { requestsIn, trafficTable } from './request-stats.ts';

/** What a report says about the run besides what it found. */
export interface RunDetails {
  readonly baseUrl: string;
  readonly embedded: boolean;
  /** The name of the implementation. */
  readonly label?: string | undefined;
  readonly seed: number;
  readonly runs: number;
  readonly selection: string | null;
  /** Whether the user says that the fixtures are valid and funded. Not given where no requests of a run are judged. */
  readonly strict?: boolean;
  /** Operations on which rules judge fewer requests than in a whole run, because of the selection. */
  readonly judgedInPart?: readonly Operation[];
  /** How many operations must pass for a row to pass; `all` unless traffic of others is judged. */
  readonly passRule?: PassRule;
  /** The reason of the verdict, if it is not the one of an ordinary run. */
  readonly reason?: string;
  /** What `merge` needs from a shard. */
  readonly shard?: ShardPart;
}

type Reported = RowResult<ReportedFailure>;

/** Converts each failure of the facts to its form in reports. */
export const reportedFacts = (facts: Facts): ReportedFacts => withFailures(facts, reportedFailure);

/**
 * Lists operations whose smallest valid request was refused, with the reason. Nothing else can be said about them. Lists
 * none if the reason is that of the whole run.
 */
const refusedIn = ({ unavailable, stopped, bound, suspected_cause: suspected }: ReportedFacts) =>
  stopped !== undefined || bound !== undefined || suspected !== undefined
    ? []
    : operationNames.flatMap((operation) => {
        const found = unavailable[operation];
        const isRefused = found && (found.provide === undefined || found.cause === 'refused');
        return isRefused ? [{ operation, reason: found.reason }] : [];
      });

/** Makes the report of what was found. It still contains secrets. */
export function reportOf(found: readonly Reported[], facts: ReportedFacts, details: RunDetails): Report {
  const results = facts.stopped === undefined ? found : found.map(cutOff(hasAnswers(facts)));
  const lasted = Math.round(facts.duration_ms);
  const verdict = facts.stopped === undefined ? verdictWithin(results, facts, details) : 'aborted';
  const { spent } = facts;
  return {
    format: 1,
    tool: { name: PRODUCT, version },
    target: {
      base_url: details.baseUrl,
      embedded: details.embedded,
      ...definite({ label: details.label }),
    },
    started_at: new Date(facts.started_at).toISOString(),
    finished_at: new Date(facts.started_at + lasted).toISOString(),
    duration_ms: lasted,
    seed: details.seed,
    runs: details.runs,
    verdict,
    verdict_reason:
      facts.stopped ?? details.reason ?? [...suspected(facts), because(verdict, results, details, facts)].join('; '),
    selection: details.selection,
    ...definite({ suspected_cause: facts.suspected_cause }),
    notes: [...suspected(facts), ...bounded(facts), ...refusedIn(facts).map(({ reason }) => reason), ...facts.notes],
    summary: { requirements: results.length, ...counts(results), requests: requestsIn(facts.traffic) },
    requirements: results.map((result) => reported(result, spent[result.row.id])),
    observations: results.flatMap(observations),
    traffic: trafficTable(facts.traffic),
    coverage: facts.coverage,
    fixtures: facts.fixtures,
    run_id: facts.run_ids.join(', '),
    created: facts.created,
    withdrawn: facts.withdrawn,
    ...definite({ shard: details.shard }),
  };
}

const CUT_OFF = 'the run ended before this was decided';

/** Whether the target accepted a request: without any, nothing is known of its fixtures. */
const hasAnswers = ({ traffic }: ReportedFacts): boolean =>
  Object.values(traffic).some((each) => each !== undefined && each.accepted > 0);

/**
 * Shortens the reason of a result that a stopped run did not reach. The reason of the verdict says once why the run
 * stopped. Names what a requirement lacks only if the target has shown something.
 */
const cutOff =
  (namesMissing: boolean) =>
  (result: Reported): Reported => ({
    ...result,
    operations: result.operations.map(({ operation, status, failures, failed, ...rest }) =>
      status === 'not_exercised' && !(namesMissing && rest.provide !== undefined)
        ? { operation, status, failures, failed, reason: CUT_OFF }
        : { operation, status, failures, failed, ...rest },
    ),
  });

/** A run that ended at one of its own bounds is never complete. */
function verdictWithin(
  results: readonly Reported[],
  { bound }: ReportedFacts,
  { passRule: demand }: RunDetails,
): Verdict {
  const verdict = verdictOf(results, demand);
  return bound !== undefined && verdict === 'conformant' ? 'incomplete' : verdict;
}

const endedAt = ({ bound }: ReportedFacts): readonly string[] =>
  bound === undefined ? [] : [`the run ended early: ${bound}`];

const bounded = (facts: ReportedFacts): readonly string[] => [...endedAt(facts), ...(facts.limited ?? [])];

/** Says how many of the requirements that were not exercised are of level must: only these make a run incomplete. */
function ofLevel(results: readonly Reported[]): string {
  const missing = results.filter(({ status }) => status === 'not_exercised');
  const musts = missing.filter(({ row }) => row.level === 'must').length;
  return musts === missing.length ? '' : `, ${musts === 0 ? 'none' : musts} of them stated in the document`;
}

const suspected = ({ suspected_cause: cause }: ReportedFacts): readonly string[] =>
  cause === undefined ? [] : [cause];

function counts(results: readonly Reported[]) {
  const of = (status: Reported['status']): number => results.filter((result) => result.status === status).length;
  return {
    passed: of('passed'),
    failed: of('failed'),
    warned: of('warned'),
    not_exercised: of('not_exercised'),
    observed: of('observed'),
  };
}

/** Begins the reason of the verdict: names the operations whose valid requests were refused. */
function refusals(facts: ReportedFacts): string {
  const refused = refusedIn(facts);
  if (refused.length === 0) return '';
  return `valid requests were refused by ${refused.map(({ operation }) => operation).join(', ')}; `;
}

/** Says how refusals that may have a business reason count as failures, if they left requirements unexercised. */
function ifFunded({ strict }: RunDetails, facts: ReportedFacts): string {
  const isRefused = refusedIn(facts).some(({ operation }) => facts.unavailable[operation]?.cause === 'refused');
  return strict === false && isRefused
    ? `; if the fixtures are valid and funded, ${flagFor('strict')} counts these refusals as failures`
    : '';
}

function because(verdict: Verdict, results: readonly Reported[], details: RunDetails, facts: ReportedFacts): string {
  const { selection } = details;
  const { failed, not_exercised } = counts(results);
  const of = selection === null ? '' : ` of the selection ${briefSelection(selection)}`;
  const among = selection === null ? '' : ` in the selection ${briefSelection(selection)}`;
  if (verdict === 'nonconformant')
    return [
      `${refusals(facts)}${counted(failed, 'requirement')} stated in the document failed${among}`,
      ...endedAt(facts),
    ].join('; ');
  if (verdict === 'incomplete' && !results.some(({ row }) => row.level === 'must'))
    return `no requirement${of} is a must, and only must requirements can make a target conformant`;
  if (verdict === 'incomplete' && not_exercised === 0)
    return [...bounded(facts), `every requirement stated in the document passed${among}`].join('; ');
  if (verdict === 'incomplete')
    return `${[...bounded(facts), ''].join('; ')}${refusals(facts)}no requirement stated in the document failed${among}, but ${counted(not_exercised, 'requirement')} could not be exercised${ofLevel(results)}${ifFunded(details, facts)}`;
  return `every requirement stated in the document passed${among}${inPart(details)}`;
}

/** Maximum number of operations that are named as a selection. */
const MOST_NAMED = 3;

/** Says how to send the requests that a selection leaves out although its rules would judge them. */
function inPart({ judgedInPart = [] }: RunDetails): string {
  if (judgedInPart.length === 0) return '';
  const all = judgedInPart.length > MOST_NAMED ? 'a whole run' : `${flagFor('only')} ${judgedInPart.join(',')}`;
  return `, which sends only some of the requests that its rules judge: ${all} sends the others too`;
}

/** Returns one requirement as a report shows it. It still contains secrets. */
export const reportedRequirement = ({ operations, ...result }: RowResult): ReportedRequirement =>
  reported(
    {
      ...result,
      operations: operations.map((each) => ({ ...each, failures: each.failures.map(reportedFailure) })),
    },
    undefined,
  );

const requestOf = ({ operation, request }: ReportedFailure): ShownRequests => ({ operation, requests: [request] });

function reported(
  { row, status, operations, evidence }: Reported,
  spent: ReportedRequirement['spent_ms'],
): ReportedRequirement {
  const failures = operations.flatMap((each) => each.failures).sort((a, b) => byEase(requestOf(a), requestOf(b)));
  const all = operations.reduce((sum, { failed }) => sum + failed, 0);
  const provide = operations.map((each) => each.provide).find((each) => each !== undefined);
  const blocked = operations.flatMap(({ operation, blockedBy }) =>
    blockedBy ? [[operation, blockedBy] as const] : [],
  );
  return {
    id: row.id,
    title: row.title,
    section: row.section,
    cites: quoted(row.cites),
    level: row.level,
    aspect: row.aspect,
    operation: failures[0]?.operation ?? row.operations[0],
    operations: row.operations,
    status,
    by_operation: Object.fromEntries(operations.map((each) => [each.operation, each.status])),
    reason: reason(operations, status, evidence),
    ...definite({ provide }),
    ...(blocked.length === 0 ? {} : { blocked_by: Object.fromEntries(blocked) }),
    ...(operations.some(({ flaky }) => flaky) ? { flaky: true } : {}),
    checks: [...new Set(row.checks.map((check) => (isSending(check) ? ('probe' as const) : ('rule' as const))))],
    ...definite({ lenience: row.lenience, party: row.party }),
    evidence,
    ...definite({ spent_ms: spent }),
    failures,
    ...(all > failures.length ? { more_failures: all - failures.length } : {}),
  };
}

function reason(
  operations: readonly OperationResult<ReportedFailure>[],
  status: Reported['status'],
  evidence: Reported['evidence'],
): string | null {
  const why = new Map<string, Operation[]>();
  for (const { operation, reason: each } of operations)
    if (each !== undefined) why.set(each, [...(why.get(each) ?? []), operation]);
  if (why.size > 0) return [...why].map((each) => said(each, operations.length)).join('; ');
  if (status === 'passed' && evidence.judged > 0 && evidence.relevant === 0)
    return `passed, but none of the ${evidence.judged} responses had the part that this requirement is about`;
  return null;
}

/** Prefixes a reason with its operations, unless it applies to all of them. */
function said([reason, on]: readonly [string, readonly Operation[]], all: number): string {
  return on.length === all ? reason : `${placesOf(on)}: ${reason}`;
}

function observations({ row, operations }: Reported): readonly Observation[] {
  return operations.flatMap(({ operation, observed }) => {
    if (observed === undefined) return [];
    const place = { id: row.id, operation, question: row.title };
    return typeof observed === 'string'
      ? { ...place, answer: observed }
      : { ...place, answer: worded(observed), counts: observed };
  });
}
