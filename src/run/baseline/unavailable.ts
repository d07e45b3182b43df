import { type Operation, operationNames } from '../../contract/operations.ts';
import { type Findings, keptInconclusive, keyOf } from '../../model/facts.ts';
import type { Fixtures } from '../../model/fixtures.ts';
import type { Outcomes } from '../../model/outcome.ts';
import { definite } from '../../values/definite.ts';
import { BASELINE_ROW } from './baseline-requests.ts';
import { type Refused, withRemedies } from './refused-withdrawals.ts';

/** Returns, by operation, why the smallest valid request was inconclusive or failed. */
export function unavailableIn(outcomes: Outcomes, fixtures: Fixtures): Findings['unavailable'] {
  const found = operationNames.flatMap((operation) => unavailableOf(operation, outcomes));
  return Object.fromEntries(
    found.map(([operation, unavailable]) => [operation, withRemedies(operation, unavailable, fixtures)]),
  );
}

function unavailableOf(operation: Operation, outcomes: Outcomes): readonly (readonly [Operation, Refused])[] {
  const baseline = outcomes[keyOf(BASELINE_ROW, operation)];
  if (baseline?.kind === 'inconclusive')
    return [[operation, { ...keptInconclusive(baseline), ...definite({ refusal: baseline.refusal }) }]];
  const reason = `${operation} accepts no valid request`;
  return baseline?.kind === 'fails' ? [[operation, { reason, blockedBy: [BASELINE_ROW] }]] : [];
}
