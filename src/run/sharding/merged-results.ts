import type { Operation } from '../../contract/operations.ts';
import type { Row } from '../../engine/row.ts';
import { type OperationResult, outcomeKey, type RowResult, unjudgedBehind, worst } from '../../engine/verdict.ts';
import { combinedAnswer } from '../../model/observation.ts';
import type { Report, ReportedFailure } from '../../model/report.ts';
import type { ShardFinding, ShardPart } from '../../model/shard.ts';
import type { Owners } from './partition.ts';

/** The report of a shard. */
export type ShardReport = Report & { readonly shard: ShardPart };

type Merged = OperationResult<ReportedFailure>;

/** What one shard says of one requirement on one operation. */
interface Part {
  readonly index: number;
  readonly finding: ShardFinding;
  readonly failures: readonly ReportedFailure[];
  readonly answer: string | undefined;
}

/** Failures of one requirement on one operation that a report lists. */
const LISTED = 3;

const weight = ({ request }: ReportedFailure): number => request.url.length + JSON.stringify(request.body ?? '').length;

/** The results of the whole run, from those of its shards. `lawful` is the row that sends each operation its lawful request. */
export function mergedResults(
  rows: readonly Row[],
  reports: readonly ShardReport[],
  owners: Owners,
  lawful: string,
): readonly RowResult<ReportedFailure>[] {
  return rows.map((row) => {
    const operations = row.operations.map((operation) => {
      const owner = owners.get(outcomeKey(row.id, operation));
      const parts = partsOf(row, operation, reports);
      return mergedOf(operation, parts, owner, owners.get(outcomeKey(lawful, operation)));
    });
    const evidence = reports.map(({ shard }) => shard.evidence[row.id] ?? { judged: 0, relevant: 0 });
    return {
      row,
      operations,
      status: worst(operations.map(({ status }) => status)),
      evidence: {
        judged: evidence.reduce((sum, { judged }) => sum + judged, 0),
        relevant: evidence.reduce((sum, { relevant }) => sum + relevant, 0),
      },
    };
  });
}

function partsOf({ id }: Row, operation: Operation, reports: readonly ShardReport[]): readonly Part[] {
  return reports.flatMap(({ shard, requirements, observations }) => {
    const finding = shard.findings[id]?.[operation];
    if (!finding) return [];
    const failures = requirements.find((each) => each.id === id)?.failures ?? [];
    return {
      index: shard.index,
      finding,
      failures: failures.filter((each) => each.operation === operation),
      answer: observations.find((each) => each.id === id && each.operation === operation)?.answer,
    };
  });
}

const UNTRIED = { status: 'not_exercised', reason: 'no shard says anything of it' } as const;

/**
 * A failure counts wherever it was seen. Otherwise the shard that exercised the row decides, unless it only lacked answers
 * that a rule could judge: then those of the others count.
 */
function mergedOf(
  operation: Operation,
  parts: readonly Part[],
  owner: number | undefined,
  lawful: number | undefined,
): Merged {
  const base = { operation, failures: [], failed: 0 };
  const failing = parts.filter(({ finding }) => finding.status === 'failed' || finding.status === 'warned');
  const [first] = failing;
  if (first) {
    const failures = failing.flatMap((each) => each.failures).sort((a, b) => weight(a) - weight(b));
    const failed = failing.reduce((sum, { finding }) => sum + (finding.failed ?? 0), 0);
    return { operation, status: first.finding.status, failures: failures.slice(0, LISTED), failed };
  }
  const own = parts.find(({ index }) => index === owner);
  if (own && own.finding.status === 'not_exercised' && !own.finding.unjudged)
    return { ...base, ...own.finding, failures: own.failures };
  const answers = parts.flatMap(({ answer }) => answer ?? []);
  if (answers.length > 0) return { ...base, status: 'observed', answer: combinedAnswer(answers) };
  const passed = parts.find(({ finding }) => finding.status === 'passed');
  const lacking = own ?? parts.find(({ index }) => index === lawful) ?? parts[0];
  return { ...base, ...(passed?.finding ?? unjudgedOf(operation, lacking?.finding, parts)), failed: 0 };
}

/** What no shard could judge is behind what broke every answer of all of them. */
function unjudgedOf(operation: Operation, finding: ShardFinding | undefined, parts: readonly Part[]): ShardFinding {
  if (!finding?.behind) return finding ?? UNTRIED;
  const behind = finding.behind.filter((id) => parts.every((each) => each.finding.behind?.includes(id) ?? true));
  return { ...finding, ...unjudgedBehind(operation, behind) };
}
