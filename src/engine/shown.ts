import type { Operation } from '../contract/operations.ts';
import type { Missing } from '../model/outcome.ts';
import type { Verdict } from '../model/report.ts';
import type { Judge } from './judge.ts';
import { isActive, type Row } from './row.ts';
import { type Outcomes, outcomeKey, type RowResult, results } from './verdict.ts';

const ONLY_PROBES: Missing = {
  reason: 'it takes requests that are made on purpose',
  provide: 'a run of the suite against the target',
};

/** Requirements that traffic of others alone cannot decide. */
const undecidable = (rows: readonly Row[]): Outcomes =>
  new Map(
    rows
      .filter(isActive)
      .flatMap((row) =>
        row.operations.map(
          (operation) =>
            [outcomeKey(row.id, operation), { kind: 'inconclusive', cause: 'budget', ...ONLY_PROBES }] as const,
        ),
      ),
  );

/**
 * What traffic shows: a requirement holds where it was judged on one of its operations at least and failed on none. The
 * operations that tell nothing stay visible as not exercised.
 */
export function shownBy(
  rows: readonly Row[],
  judge: Judge,
  lacking: (operation: Operation) => Missing | undefined,
): readonly RowResult[] {
  return results(rows, judge, undecidable(rows), lacking).map((result) => {
    const { status, operations } = result;
    const statuses = operations.map((each) => each.status);
    if (status !== 'not_exercised') return result;
    const told = statuses.find((each) => each === 'passed' || each === 'observed');
    return told === undefined ? result : { ...result, status: told };
  });
}

/**
 * The verdict on traffic: conformant as far as it shows, and incomplete when it shows nothing that the document states of the
 * target, or of its clients where they alone are judged.
 */
export function verdictOn(all: readonly RowResult[]): Verdict {
  const musts = all.filter(({ row }) => row.level === 'must');
  if (musts.some(({ status }) => status === 'failed')) return 'nonconformant';
  const targets = musts.filter(({ row }) => row.party === undefined);
  const decisive = targets.length > 0 ? targets : musts;
  return decisive.some(({ status }) => status === 'passed') ? 'conformant' : 'incomplete';
}
