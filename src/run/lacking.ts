import { type Operation, operationNames } from '../contract/operations.ts';
import { type Findings, keyOf, type Lacking } from '../model/facts.ts';
import type { Outcome } from '../model/outcome.ts';
import { BASELINE_ROW } from './baseline-requests.ts';

/** Why the smallest lawful request of an operation was inconclusive, by operation. */
export function lackingIn(outcomes: Findings['outcomes']): Findings['lacking'] {
  return Object.fromEntries(operationNames.flatMap((operation) => lackingOf(operation, outcomes)));
}

function lackingOf(operation: Operation, outcomes: Findings['outcomes']): readonly (readonly [Operation, Lacking])[] {
  const baseline: Outcome | undefined = outcomes[keyOf(BASELINE_ROW, operation)];
  if (baseline?.kind === 'inconclusive') return [[operation, baseline]];
  const reason = `${operation} answers no request that keeps every rule`;
  return baseline?.kind === 'fails' ? [[operation, { reason, blockedBy: [BASELINE_ROW] }]] : [];
}
