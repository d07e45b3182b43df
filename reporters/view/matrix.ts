import { type Operation, operationNames } from '../../src/contract/operations.ts';
import { type Aspect, aspects } from '../../src/contract/requirement.ts';
import type { Report, ReportedRequirement, Status } from '../../src/model/report.ts';
import { grouped, statuses } from './wording.ts';

/** One requirement on one operation. */
export interface Entry {
  readonly requirement: ReportedRequirement;
  readonly status: Status;
}

/** The requirements of one aspect on one operation. */
export interface Cell {
  readonly operation: Operation;
  readonly aspect: Aspect;
  /** The worst status; requirements of level `observe` count only where there is no other. */
  readonly status: Status;
  /** How many of the requirements that count have that status. */
  readonly count: number;
  /** How many requirements count. */
  readonly of: number;
  /** All its requirements, the weightiest status first. */
  readonly entries: readonly Entry[];
}

/** One line of the conformance matrix; a cell is undefined where the operation has no requirement of that aspect. */
export interface MatrixRow {
  readonly operation: Operation;
  readonly cells: readonly (Cell | undefined)[];
}

/** The status of a requirement on one of its operations; one that the run says nothing of was not exercised. */
export const statusOn = (requirement: ReportedRequirement, operation: Operation): Status =>
  requirement.by_operation[operation] ?? 'not_exercised';

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

/** The conformance matrix: operations down, in the document's order, and aspects across. Operations without a requirement are left out. */
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

/** `51` where all have the status of the cell, `1/51` where one has it. */
export const cellCount = ({ count, of }: Cell): string =>
  count === of ? grouped(of) : `${grouped(count)}/${grouped(of)}`;

type Seen = Pick<Report, 'requirements' | 'runs' | 'traffic'>;

/** Operations that recorded traffic has no request of; none in a report of a run, which sends its own. */
export function withoutTraffic({ requirements, runs, traffic }: Seen): readonly Operation[] {
  const isSilent = (operation: Operation): boolean =>
    !traffic.some((each) => each.operation === operation && each.requests > 0);
  const all = matrix({ requirements }).map(({ operation }) => operation);
  return runs === 0 ? all.filter(isSilent) : [];
}

/** The rows of the matrix that are worth showing. */
export function shownRows(report: Seen): readonly MatrixRow[] {
  const silent = withoutTraffic(report);
  return matrix(report).filter(({ operation }) => !silent.includes(operation));
}
