import type { Arbitrary } from 'fast-check';
import type { JsonObject } from '../src/values/json.ts';
import { trappingAmounts } from './decimal-traps.ts';
import { FIAT_RANGE } from './decimals.ts';
import type { MoneyGround } from './facets.ts';
import { type Facet, lawfulBodies, type Plan } from './plan.ts';
/** What is known of a target that deposits are simulated on. */
export interface Ground extends MoneyGround {
  readonly memo_id: string;
}

const money: Facet<Ground> = {
  members: ['amount'],
  make: ({ amounts = FIAT_RANGE, fee }) => trappingAmounts(amounts, fee, 'total').map((amount) => ({ amount })),
};
const plan: Plan<Ground> = { schema: 'sandbox-fiat-deposit', facets: [money], beyond: [] };
/** Bodies of Initiate Sandbox Fiat Deposit that keep every rule. Shrinks to the smallest amount by a plain wire. */
export const lawful = (ground: Ground): Arbitrary<JsonObject> => lawfulBodies(plan, ground);
