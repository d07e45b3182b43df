import type { Arbitrary } from 'fast-check';
import { schema } from '../schemas/index.ts';
import type { JsonObject } from '../src/values/json.ts';
import { type Facet, type Plan, validBodies } from './plan.ts';
import { valuesOf } from './schema-values.ts';
/** What the generator needs to know of the account to update. */
export interface Inputs {
  /** Its network. Without it, updates leave the instructions unchanged. */
  readonly network?: string;
}

/** Instructions of the account's own network: the document does not show whether an update may change the network. */
const instructions: Facet<Inputs> = {
  members: ['fiat_network_instructions'],
  make: ({ network = '' }) => {
    const node = schema('fiat-network-instructions').properties?.[network];
    return node && valuesOf(node).map((each) => ({ fiat_network_instructions: { [network]: each } }));
  },
  needs: 'updatable_fiat_account_id',
};
const plan: Plan<Inputs> = { schema: 'fiat-account-update', facets: [instructions], beyond: [] };
/** Generates valid bodies of Update Fiat Account; all members are optional. Shrinks to an empty object. */
export const valid = (inputs: Inputs): Arbitrary<JsonObject> => validBodies(plan, inputs);
