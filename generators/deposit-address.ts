import type { Arbitrary } from 'fast-check';
import type { JsonObject } from '../src/values/json.ts';
import { among } from './choice.ts';
import { cryptoNetworks } from './crypto-addresses.ts';
import { type EndUserInputs, endUser } from './facets.ts';
import { type Facet, type Plan, validBodies } from './plan.ts';
/** What the generator needs to know of a target. */
export interface Inputs extends EndUserInputs {
  readonly profile_id: string;
  /** Networks for which addresses are requested; all by default. */
  readonly crypto_networks?: readonly string[];
}

const network: Facet<Inputs> = {
  members: ['crypto_network'],
  make: ({ crypto_networks = cryptoNetworks }) =>
    crypto_networks.length === 0 ? undefined : among(crypto_networks).map((crypto_network) => ({ crypto_network })),
};
const plan: Plan<Inputs> = { schema: 'deposit-address-create', facets: [network, endUser], beyond: [] };
/** Generates valid bodies of Create Deposit Address, without ref_id. Shrinks to profile_id and the first network. */
export const valid = (inputs: Inputs): Arbitrary<JsonObject> => validBodies(plan, inputs);
