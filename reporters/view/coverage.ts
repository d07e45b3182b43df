import { type Operation, operationNames } from '../../src/contract/operations.ts';
import type { Report } from '../../src/model/report.ts';
import type { CoverageCell } from '../../src/model/reported.ts';

/** What the requests of one operation exercised, by kind. */
export interface OperationCoverage {
  readonly operation: Operation;
  readonly kinds: Readonly<Record<CoverageKind, readonly CoverageCell[]>>;
}

export type CoverageKind = 'given' | 'values' | 'limits';

/** The column headings of the coverage table. */
export const coverageKinds: Readonly<Record<CoverageKind, string>> = {
  given: 'parameters and members',
  values: 'enumerated values',
  limits: 'limits reached and exceeded',
};

const KIND: Readonly<Record<CoverageCell['kind'], CoverageKind>> = {
  parameter: 'given',
  field: 'given',
  value: 'values',
  boundary: 'limits',
};

export const isReached = ({ accepted, refused }: CoverageCell): boolean => accepted + refused > 0;

/** Returns the coverage by operation, in the document's order, without operations that have nothing to cover. */
export function coverageTable({ coverage = [] }: Pick<Report, 'coverage'>): readonly OperationCoverage[] {
  return operationNames.flatMap((operation) => {
    const own = coverage.filter((each) => each.operation === operation);
    const of = (kind: CoverageKind): readonly CoverageCell[] => own.filter((each) => KIND[each.kind] === kind);
    return own.length > 0
      ? [{ operation, kinds: { given: of('given'), values: of('values'), limits: of('limits') } }]
      : [];
  });
}
