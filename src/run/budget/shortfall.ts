import { adviceOf, adviceText, isBudget, type Needs, needText, withValue } from '../../model/need.ts';
import type { Outcome, Withheld } from '../../model/outcome.ts';

/** Returns the flag of a budget that was too small for the whole run, which ended at `bound`, or for one requirement. */
export function lackingBudget(bound: Withheld | undefined, outcomes: readonly Outcome[]): string | undefined {
  const needs = outcomes.map((each) => (each.kind === 'inconclusive' ? each.need : undefined));
  const lacked = [bound?.need, ...needs].find((need) => need !== undefined && isBudget(need));
  return lacked && needText(lacked);
}

/** If a budget was too small, adds the value that its flag needs to the outcome. */
export const withNeeds = (outcome: Outcome, needs: Needs): Outcome =>
  outcome.kind === 'inconclusive' && outcome.need !== undefined
    ? { ...outcome, need: withValue(outcome.need, needs) }
    : outcome;

/** Returns the bound at which a run ended as a text, with the value that it must be raised to. */
export function boundText({ reason, need }: Withheld, needs: Needs): string {
  if (need === undefined) return reason;
  const raised = withValue(need, needs);
  return raised === need ? reason : `${reason}; ${adviceText(adviceOf(raised))}`;
}
