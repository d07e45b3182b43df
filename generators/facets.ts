import fc, { type Arbitrary } from 'fast-check';
import type { JsonObject } from '../src/values/json.ts';
import { trappingAmounts } from './decimal-traps.ts';
import { type AmountRange, sum } from './decimals.ts';
import type { Facet } from './plan.ts';

/** The end user of a third-party integration, named by both IDs or not at all. */
export interface EndUserInputs {
  readonly identity_id?: string;
  readonly account_id?: string;
}

/** What is known of the money that a request moves. */
export interface MoneyInputs {
  /** The allowed amounts; tiny ones by default. */
  readonly amounts?: AmountRange;
  /** The fee that the target was seen to charge. Without it, totals start at the highest amount. */
  readonly fee?: string;
}

/** identity_id and account_id together, when the inputs have both. */
export const endUser: Facet<EndUserInputs> = {
  members: ['identity_id', 'account_id'],
  make: ({ identity_id, account_id }) =>
    identity_id === undefined || account_id === undefined ? undefined : fc.constant({ identity_id, account_id }),
  needs: 'identity_id and account_id',
};

/** Generates totals for a range of amounts: the fee is added, so that each total minus its fee is in the range. */
function totals(range: AmountRange, fee: string | undefined): Arbitrary<string> {
  const top = fee ?? range.to;
  const digits = Math.max(range.digits, top.split('.')[1]?.length ?? 0);
  return trappingAmounts({ from: sum(range.from, top), to: sum(range.to, top), digits }, fee, 'total');
}

/** Generates exactly one of amount and total. Shrinks towards the smallest amount. */
export const amountOrTotal = (range: AmountRange, fee: string | undefined): Arbitrary<JsonObject> =>
  fc.oneof(
    { withCrossShrink: true },
    trappingAmounts(range, fee).map((amount) => ({ amount })),
    totals(range, fee).map((total) => ({ total })),
  );
