import type { Arbitrary } from 'fast-check';
import type { JsonObject } from '../src/values/json.ts';
import { among } from './choice.ts';
import { cryptoNetworks } from './crypto-addresses.ts';
import { nearMissesOf } from './derived-near-misses.ts';
import { type EndUserGround, endUser } from './facets.ts';
import { awkwardMetadata, openMetadata } from './metadata.ts';
import { type NearMiss, settings, type Variation } from './near-miss.ts';
import { drawing, unknownMember } from './open-variations.ts';
import { type Facet, lawfulBodies, type Plan } from './plan.ts';
/** What is known of a target that deposit addresses are made on. */
export interface Ground extends EndUserGround {
  readonly profile_id: string;
  /** Networks that addresses are asked for; all by default. */
  readonly crypto_networks?: readonly string[];
}

const network: Facet<Ground> = {
  members: ['crypto_network'],
  make: ({ crypto_networks = cryptoNetworks }) =>
    crypto_networks.length === 0 ? undefined : among(crypto_networks).map((crypto_network) => ({ crypto_network })),
};
const plan: Plan<Ground> = { schema: 'deposit-address-create', facets: [network, endUser], beyond: [] };
/** Bodies of Create Deposit Address that keep every rule, without ref_id. Shrinks to profile_id and the first network. */
export const lawful = (ground: Ground): Arbitrary<JsonObject> => lawfulBodies(plan, ground);
/** Requests wrong in exactly one way. */
export const nearMisses: readonly NearMiss<Ground>[] = nearMissesOf(plan);
/** Requests of which the document does not say whether they are accepted. */
export const observed: readonly Variation<Ground>[] = [
  drawing('metadata that naive code damages', 'metadata', () => awkwardMetadata()),
  ...settings('metadata', openMetadata),
  unknownMember(),
];
