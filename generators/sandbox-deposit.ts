import type { Arbitrary } from 'fast-check';
import type { JsonObject } from '../src/values/json.ts';
import { trappingAmounts } from './decimal-traps.ts';
import { FIAT_RANGE } from './decimals.ts';
import type { MoneyInputs } from './facets.ts';
import { type Facet, type Plan, validBodies } from './plan.ts';
/** What the generator needs to know of a target. */
export interface Inputs extends MoneyInputs {
  readonly memo_id: string;
}

const money: Facet<Inputs> = {
  members: ['amount'],
  make: ({ amounts = FIAT_RANGE, fee }) => trappingAmounts(amounts, fee, 'total').map((amount) => ({ amount })),
};
const plan: Plan<Inputs> = { schema: 'sandbox-fiat-deposit', facets: [money], beyond: [] };
/** Generates valid bodies of Initiate Sandbox Fiat Deposit. Shrinks to the smallest amount by a plain wire. */
export const valid = (inputs: Inputs): Arbitrary<JsonObject> => validBodies(plan, inputs);
