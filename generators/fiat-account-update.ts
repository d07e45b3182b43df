import type { Arbitrary } from 'fast-check';
import type { JsonObject } from '../src/values/json.ts';
import { nearMissesOf } from './derived-near-misses.ts';
import { awkwardMetadata, openMetadata } from './metadata.ts';
import { type NearMiss, setting, settings, type Variation } from './near-miss.ts';
import { drawing, unknownMember } from './open-variations.ts';
import { type Facet, lawfulBodies, type Plan } from './plan.ts';
import { requestSchema, valuesOf } from './schema-values.ts';
/** What is known of the account that is updated. */
export interface Ground {
  /** Its network; without it, its instructions are left alone. */
  readonly network?: string;
}

/** Instructions of the account's own network: whether an update may change the network is not shown. */
const instructions: Facet<Ground> = {
  members: ['fiat_network_instructions'],
  make: ({ network = '' }) => {
    const node = requestSchema('fiat-network-instructions').properties?.[network];
    return node && valuesOf(node).map((each) => ({ fiat_network_instructions: { [network]: each } }));
  },
  needs: 'updatable_fiat_account_id',
};
const plan: Plan<Ground> = { schema: 'fiat-account-update', facets: [instructions], beyond: [] };
/** Bodies of Update Fiat Account that keep every rule; all members are optional. Shrinks to an empty object. */
export const lawful = (ground: Ground): Arbitrary<JsonObject> => lawfulBodies(plan, ground);
/** Requests wrong in exactly one way. */
export const nearMisses: readonly NearMiss<Ground>[] = nearMissesOf(plan);
/** Requests of which the document does not say whether they are accepted. */
export const observed: readonly Variation<Ground>[] = [
  setting('fiat_network_instructions without a network', 'fiat_network_instructions', {}),
  setting('a network that the document does not list', 'fiat_network_instructions', { other: {} }),
  setting('an owner without details', 'fiat_account_owner', {}),
  setting('an owner whose person is null', 'fiat_account_owner', { person_details: null }),
  drawing('metadata that naive code damages', 'metadata', () => awkwardMetadata()),
  ...settings('metadata', openMetadata),
  unknownMember(),
];
