import type { Row } from '../../engine/row.ts';
import { type OperationResult, outcomeKey, type RowResult, worst } from '../../engine/verdict.ts';
import type { Shard, ShardFinding, ShardPart } from '../../model/shard.ts';
import type { Owners } from './partition.ts';

/** Results of rows that stood twice as one each, in the order of the rows and of their operations. */
export function joined(rows: readonly Row[], found: readonly RowResult[]): readonly RowResult[] {
  return rows.map((row) => {
    const parts = found.filter((each) => each.row.id === row.id);
    const all = parts.flatMap(({ operations }) => operations);
    const operations = row.operations.flatMap((operation) => all.filter((each) => each.operation === operation));
    return {
      row: { ...row, operations: operations.map(({ operation }) => operation) },
      operations,
      status: worst(operations.map(({ status }) => status)),
      evidence: {
        judged: parts.reduce((sum, { evidence }) => sum + evidence.judged, 0),
        relevant: parts.reduce((sum, { evidence }) => sum + evidence.relevant, 0),
      },
    };
  });
}

/** What a shard says of itself: all that it exercised, and of the rest what its traffic showed. */
export function shown(found: readonly RowResult[], owners: Owners, { index }: Shard): readonly RowResult[] {
  return found.flatMap((result) => {
    const isOwn = ({ operation, status }: OperationResult): boolean =>
      status !== 'not_exercised' || owners.get(outcomeKey(result.row.id, operation)) === index;
    const operations = result.operations.filter(isOwn);
    if (operations.length === 0) return [];
    const row = { ...result.row, operations: operations.map(({ operation }) => operation) };
    return [{ ...result, row, operations, status: worst(operations.map(({ status }) => status)) }];
  });
}

/** What `merge` needs of each requirement, also where this shard has nothing to say. */
export function findingsOf(found: readonly RowResult[]): Pick<ShardPart, 'findings' | 'evidence'> {
  return {
    findings: Object.fromEntries(
      found.map(({ row, operations }) => [
        row.id,
        Object.fromEntries(operations.map((each) => [each.operation, findingOf(each)])),
      ]),
    ),
    evidence: Object.fromEntries(found.map(({ row, evidence }) => [row.id, evidence])),
  };
}

function findingOf({ operation: _, failures: __, answer: ___, ...finding }: OperationResult): ShardFinding {
  return finding;
}
