import { flagFor } from '../values/flag.ts';

/** Settings of the budgets that bound a run. If one was too small, it must be raised. */
export const budgets = ['maxWithdrawals', 'maxAmount', 'maxRequests', 'maxDuration', 'maxWait'] as const;

type Budget = (typeof budgets)[number];

/** The value of each budget at which a run leaves nothing out, as far as it is known. */
export type Needs = Readonly<Partial<Record<Budget, string>>>;

/** What would let a requirement be exercised. Outcomes and reports have it as a text, `provide`. */
export type Need =
  | {
      readonly verb: 'provide';
      readonly what: string;
      /** The member of the fixtures that `what` begins with, perhaps after `another` and the like; missing for flags and for what is described in words. */
      readonly fixture?: string;
    }
  | { readonly verb: 'raise'; readonly budget: Budget; readonly to?: string };

/** Reads `provide`: a fixture, another flag, or the flag of a budget and perhaps the value that it needs. */
export function needOf(provide: string): Need {
  const [first = '', to] = provide.split(' ');
  const budget = budgets.find((name) => flagFor(name) === first);
  if (budget === undefined) {
    const [, fixture] = /^(?:(?:another|other|a larger) )?([a-z]\w+)(?![^. ])/.exec(provide) ?? [];
    return { verb: 'provide', what: provide, ...(fixture === undefined ? {} : { fixture }) };
  }
  return to === undefined ? { verb: 'raise', budget } : { verb: 'raise', budget, to };
}

/** Returns whether `provide` names the flag of a budget. */
export const needsRaising = (provide: string): boolean => needOf(provide).verb === 'raise';

/** Adds the value that a budget needs to a `provide` that names the flag of the budget. */
export function withNeeds(provide: string, needs: Needs): string {
  const need = needOf(provide);
  const value = need.verb === 'raise' && need.to === undefined ? needs[need.budget] : undefined;
  return value === undefined ? provide : `${provide} ${value}`;
}

/** Returns what to provide, or the flag of the budget to raise. */
export const neededName = (need: Need): string => (need.verb === 'raise' ? flagFor(need.budget) : need.what);

/** Returns the value that a budget must be raised to, as words after its flag. */
export const neededValue = (need: Need): string =>
  need.verb === 'raise' && need.to !== undefined ? ` to ${need.to}` : '';

/** Returns `provide` as words: `provide order_id`, `raise --max-withdrawals to 52`. `mark` formats the name. */
export function neededText(provide: string, mark = (name: string): string => name): string {
  const need = needOf(provide);
  return `${need.verb} ${mark(neededName(need))}${neededValue(need)}`;
}
