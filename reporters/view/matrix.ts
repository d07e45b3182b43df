import { type Operation, operationNames } from '../../src/contract/operations.ts';
import { type Aspect, aspects } from '../../src/contract/requirement.ts';
import type { Report } from '../../src/model/report.ts';
import { type ReportedRequirement, type Status, statusOn } from '../../src/model/reported.ts';
import { grouped } from '../../src/values/counted.ts';
import { statuses } from './wording.ts';

/** One requirement on one operation. */
export interface Entry {
  readonly requirement: ReportedRequirement;
  readonly status: Status;
}

/** The requirements of one aspect on one operation. */
export interface Cell {
  readonly operation: Operation;
  readonly aspect: Aspect;
  /** The worst status; requirements of level `observe` count only when there are no others. */
  readonly status: Status;
  /** Number of counted requirements with that status. */
  readonly count: number;
  /** Number of counted requirements. */
  readonly of: number;
  /** All its requirements, the most serious status first. */
  readonly entries: readonly Entry[];
}

/** One row of the conformance matrix; a cell is undefined when the operation has no requirement of that aspect. */
export interface MatrixRow {
  readonly operation: Operation;
  readonly cells: readonly (Cell | undefined)[];
}

const weight = (status: Status): number => statuses.indexOf(status);

function cellOf(operation: Operation, aspect: Aspect, requirements: readonly ReportedRequirement[]): Cell | undefined {
  const entries = requirements
    .map((requirement) => ({ requirement, status: statusOn(requirement, operation) }))
    .sort((a, b) => weight(a.status) - weight(b.status));
  const judged = entries.filter(({ requirement }) => requirement.level !== 'observe');
  const counting = judged.length > 0 ? judged : entries;
  const status = counting[0]?.status;
  if (status === undefined) return undefined;
  const count = counting.filter((entry) => entry.status === status).length;
  return { operation, aspect, status, count, of: counting.length, entries };
}

/**
 * Returns the conformance matrix: operations as rows, in the document's order, and aspects as columns. Operations
 * without requirements are left out.
 */
export function matrix({ requirements }: Pick<Report, 'requirements'>): readonly MatrixRow[] {
  return operationNames.flatMap((operation) => {
    const own = requirements.filter(({ operations }) => operations.includes(operation));
    const cells = aspects.map((aspect) =>
      cellOf(
        operation,
        aspect,
        own.filter((each) => each.aspect === aspect),
      ),
    );
    return own.length > 0 ? [{ operation, cells }] : [];
  });
}

/** Returns `51` when all have the status of the cell, or `1/51` when one has it. */
export const cellCount = ({ count, of }: Cell): string =>
  count === of ? grouped(of) : `${grouped(count)}/${grouped(of)}`;

type Seen = Pick<Report, 'requirements' | 'runs' | 'traffic'>;

/** Returns the operations without a request in recorded traffic; none for a run, which sends its own requests. */
export function withoutTraffic({ requirements, runs, traffic }: Seen): readonly Operation[] {
  const isSilent = (operation: Operation): boolean =>
    !traffic.some((each) => each.operation === operation && each.requests > 0);
  const all = matrix({ requirements }).map(({ operation }) => operation);
  return runs === 0 ? all.filter(isSilent) : [];
}

/** Returns the matrix rows of operations that have traffic. */
export function shownRows(report: Seen): readonly MatrixRow[] {
  const silent = withoutTraffic(report);
  return matrix(report).filter(({ operation }) => !silent.includes(operation));
}
