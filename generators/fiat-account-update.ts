import type { Arbitrary } from 'fast-check';
import { schema } from '../schemas/index.ts';
import type { JsonObject } from '../src/values/json.ts';
import { type Facet, lawfulBodies, type Plan } from './plan.ts';
import { valuesOf } from './schema-values.ts';
/** What is known of the account that is updated. */
export interface Inputs {
  /** Its network; without it, its instructions are left unchanged. */
  readonly network?: string;
}

/** Instructions of the account's own network: whether an update may change the network is not shown. */
const instructions: Facet<Inputs> = {
  members: ['fiat_network_instructions'],
  make: ({ network = '' }) => {
    const node = schema('fiat-network-instructions').properties?.[network];
    return node && valuesOf(node).map((each) => ({ fiat_network_instructions: { [network]: each } }));
  },
  needs: 'updatable_fiat_account_id',
};
const plan: Plan<Inputs> = { schema: 'fiat-account-update', facets: [instructions], beyond: [] };
/** Bodies of Update Fiat Account that keep every rule; all members are optional. Shrinks to an empty object. */
export const lawful = (inputs: Inputs): Arbitrary<JsonObject> => lawfulBodies(plan, inputs);
