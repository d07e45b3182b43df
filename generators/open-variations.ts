import type { Arbitrary } from 'fast-check';
import type { Json } from '../src/values/json.ts';
import { emptyAmounts, extremeAmounts, notDecimals, unusualSpellings } from './decimals.ts';
import { setting, type Variation } from './near-miss.ts';
import { having, type Plan } from './plan.ts';
/** A variation that sets a member of any lawful body to values that are drawn. */
export const drawing = <G>(name: string, member: string, values: (ground: G) => Arbitrary<Json>): Variation<G> => ({
  name,
  member,
  applies: () => true,
  make: (twin, ground) => values(ground).map((value) => ({ twin, variant: { ...twin, [member]: value } })),
});
/** A variation whose twin has an amount, and whose variant has another in its place. */
const amount = <G extends object>(plan: Plan<G>, reason: string, change: (given: string) => string): Variation<G> => ({
  name: `amount: ${reason}`,
  member: 'amount',
  applies: () => true,
  make: (body, ground) =>
    having(plan, 'amount', body, ground).map((twin) => ({
      twin,
      variant: { ...twin, amount: change(String(twin['amount'])) },
    })),
});
/**
 * Amounts in unusual spellings, of none, and of extreme sizes, and text that is no amount. A target may well carry the large
 * ones out: the caller's budget must hold them back.
 */
export function amountVariations<G extends object>(plan: Plan<G>): readonly Variation<G>[] {
  const fixed = Object.entries({ ...notDecimals, ...emptyAmounts, ...extremeAmounts });
  const respelled = Object.keys(unusualSpellings('1'));
  return [
    ...fixed.map(([reason, text]) => amount(plan, reason, () => text)),
    ...respelled.map((reason) => amount(plan, reason, (given) => unusualSpellings(given)[reason] ?? given)),
  ];
}
/** A member that the document does not name. */
export const unknownMember = (): Variation<object> => setting('an unknown member', 'conformance_probe', 'x');
