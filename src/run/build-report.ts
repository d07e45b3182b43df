import type { Redaction } from '../client/redaction.ts';
import type { Operation } from '../contract/operations.ts';
import { wholeRow } from '../contract/quotation.ts';
import type { OperationResult, RowResult } from '../engine/verdict.ts';
import { verdictOf } from '../engine/verdict.ts';
import type { Observation, Report, ReportedFailure, ReportedRequirement, Verdict } from '../model/report.ts';
import type { ShardPart } from '../model/shard.ts';
import { reportedFailure } from './report-failure.ts';
import { version } from './version.ts';

/** What a report says of the run itself. */
export interface RunStory {
  readonly baseUrl: string;
  readonly embedded: boolean;
  readonly startedAt: number;
  readonly seed: number;
  readonly runs: number;
  readonly selection: string | null;
  readonly notes: readonly string[];
  /** Operations whose smallest lawful request was refused, with why: nothing else about them can be told. */
  readonly refused: readonly { readonly operation: Operation; readonly reason: string }[];
  /** Why the run ended before its time. */
  readonly stopped?: string;
  /** The verdict, where it is not that of a run that sends requests itself. */
  readonly judged?: { readonly verdict: Verdict; readonly reason: string };
  readonly traffic: Report['traffic'];
  readonly coverage: NonNullable<Report['coverage']>;
  /** Milliseconds of the exchanges made for a requirement. */
  readonly spent: (id: string) => ReportedRequirement['spent_ms'];
  readonly fixtures: Report['fixtures'];
  readonly created: Report['created'];
  readonly runId: string;
  readonly withdrawn: NonNullable<Report['withdrawn']>;
  /** Milliseconds from the start to now, by a clock that does not jump. */
  readonly lasted: number;
  readonly requests: number;
  /** What `merge` needs of a shard. */
  readonly shard?: ShardPart;
}

type Reported = RowResult<ReportedFailure>;

/** The report of a run, secrets taken out in one place. */
export function buildReport(results: readonly RowResult[], story: RunStory, redaction: Redaction): Report {
  return redaction.json<Report>(reportOf(results.map(presented), story));
}

const presented = (result: RowResult): Reported => ({
  ...result,
  operations: result.operations.map((each) => ({ ...each, failures: each.failures.map(reportedFailure) })),
});

/** The report of results whose failures are as reports show them. */
export function reportOf(results: readonly Reported[], story: RunStory): Report {
  const lasted = Math.round(story.lasted);
  const verdict: Verdict = story.stopped === undefined ? (story.judged?.verdict ?? verdictOf(results)) : 'aborted';
  const requirements = results.map((result) => reported(result, story.spent(result.row.id)));
  return {
    format: 1,
    tool: { name: 'transfer-conformance', version },
    target: { base_url: story.baseUrl, embedded: story.embedded },
    started_at: new Date(story.startedAt).toISOString(),
    finished_at: new Date(story.startedAt + lasted).toISOString(),
    duration_ms: lasted,
    seed: story.seed,
    runs: story.runs,
    verdict,
    verdict_reason: story.judged?.reason ?? because(verdict, results, story),
    selection: story.selection,
    notes: [...story.refused.map(({ reason }) => reason), ...story.notes],
    summary: { requirements: results.length, ...counts(results), requests: story.requests },
    requirements,
    observations: results.flatMap(observations),
    traffic: story.traffic,
    coverage: story.coverage,
    fixtures: story.fixtures,
    run_id: story.runId,
    created: story.created,
    withdrawn: story.withdrawn,
    ...(story.shard === undefined ? {} : { shard: story.shard }),
  };
}

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

/** What comes before everything else: lawful requests that were refused. */
function refusals({ refused }: RunStory): string {
  if (refused.length === 0) return '';
  return `requests that keep every rule were refused by ${refused.map(({ operation }) => operation).join(', ')}; `;
}

function because(verdict: Verdict, results: readonly Reported[], story: RunStory): string {
  const { failed, not_exercised } = counts(results);
  const of = story.selection === null ? '' : ` of the selection ${story.selection}`;
  if (verdict === 'aborted') return story.stopped ?? 'the run could not be made';
  if (verdict === 'nonconformant')
    return `${refusals(story)}${failed} ${failed === 1 ? 'requirement' : 'requirements'}${of} that the document states ${failed === 1 ? 'does' : 'do'} not hold`;
  if (verdict === 'incomplete' && !results.some(({ row }) => row.level === 'must'))
    return `nothing${of} is a must: what is only recommended or observed makes no target conformant`;
  if (verdict === 'incomplete')
    return `${refusals(story)}nothing that the document states failed, but ${not_exercised} ${not_exercised === 1 ? 'requirement' : 'requirements'}${of} could not be exercised`;
  return `every requirement${of} that the document states holds`;
}

function reported(
  { row, status, operations, evidence }: Reported,
  spent: ReportedRequirement['spent_ms'],
): ReportedRequirement {
  const failures = operations.flatMap((each) => each.failures);
  const all = operations.reduce((sum, { failed }) => sum + failed, 0);
  const provide = operations.map((each) => each.provide).find((each) => each !== undefined);
  const behind = operations.flatMap((each) => (each.behind?.length ? [[each.operation, each.behind] as const] : []));
  return {
    id: row.id,
    title: row.title,
    section: row.cites[0].section,
    cites: row.cites.map(wholeRow),
    level: row.level,
    aspect: row.aspect,
    operation: row.operations[0] ?? 'putFiat',
    operations: row.operations,
    status,
    by_operation: Object.fromEntries(operations.map((each) => [each.operation, each.status])),
    reason: reason(operations, evidence),
    ...(provide === undefined ? {} : { provide }),
    ...(behind.length === 0 ? {} : { behind: Object.fromEntries(behind) }),
    ...(operations.some(({ flaky }) => flaky) ? { flaky: true } : {}),
    checks: [
      ...new Set(
        row.checks.map(({ kind }) =>
          kind === 'probe' || kind === 'question' ? ('probe' as const) : ('rule' as const),
        ),
      ),
    ],
    ...(row.lenience === undefined ? {} : { lenience: row.lenience }),
    ...(row.party === undefined ? {} : { party: row.party }),
    evidence,
    ...(spent === undefined ? {} : { spent_ms: spent }),
    failures,
    ...(all > failures.length ? { more_failures: all - failures.length } : {}),
  };
}

function reason(
  operations: readonly OperationResult<ReportedFailure>[],
  evidence: Reported['evidence'],
): string | null {
  const why = operations.filter((each) => each.reason !== undefined).map((each) => `${each.operation}: ${each.reason}`);
  if (why.length > 0) return [...new Set(why)].join('; ');
  if (evidence.judged > 0 && evidence.relevant === 0)
    return `held in ${evidence.judged} answers, in none of which there was anything to judge`;
  return null;
}

function observations({ row, operations }: Reported): readonly Observation[] {
  return operations.flatMap(({ operation, answer }) =>
    answer === undefined ? [] : [{ id: row.id, operation, question: row.title, answer }],
  );
}
