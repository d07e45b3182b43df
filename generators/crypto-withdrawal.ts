import fc, { type Arbitrary } from 'fast-check';
import { nativeAsset } from '../src/contract/assets.ts';
import type { JsonObject } from '../src/values/json.ts';
import { type Chain, cryptoAddresses, cryptoNetworks } from './crypto-addresses.ts';
import { CRYPTO_RANGE } from './decimals.ts';
import { amountOrTotal, type EndUserInputs, endUser, type MoneyInputs } from './facets.ts';
import { type Facet, type Plan, validBodies } from './plan.ts';

/** A possible destination of a crypto withdrawal. */
interface Destination {
  readonly asset: string;
  readonly crypto_network: string;
  readonly destination_address: string;
}

/** What the generator needs to know of a target. */
export interface Inputs extends EndUserInputs, MoneyInputs {
  readonly profile_id: string;
  readonly crypto_destinations: readonly Destination[];
  /** Whether addresses are generated for networks without a destination; anything sent to them is lost. */
  readonly invented?: Chain;
}

/** Returns the given destinations, and generated ones for the other networks if allowed. */
function destinations({ crypto_destinations, invented }: Inputs): readonly Arbitrary<JsonObject>[] {
  const given = crypto_destinations.map(
    ({ asset, crypto_network, destination_address }): Arbitrary<JsonObject> =>
      fc.constant({ asset, crypto_network, destination_address }),
  );
  if (invented === undefined) return given;
  const missing = cryptoNetworks.filter(
    (network) => !crypto_destinations.some((each) => each.crypto_network === network),
  );
  const made = missing.map((crypto_network) =>
    cryptoAddresses(crypto_network, invented).map((destination_address) => ({
      asset: nativeAsset(crypto_network),
      crypto_network,
      destination_address,
    })),
  );
  return [...given, ...made];
}
const destination: Facet<Inputs> = {
  members: ['asset', 'crypto_network', 'destination_address'],
  make: (inputs) => {
    const found = destinations(inputs);
    return found.length === 0 ? undefined : fc.oneof({ withCrossShrink: true }, ...found);
  },
  needs: 'crypto_destinations',
};
const money: Facet<Inputs> = {
  members: ['amount', 'total'],
  make: ({ amounts = CRYPTO_RANGE, fee }) => amountOrTotal(amounts, fee),
};
const plan: Plan<Inputs> = {
  schema: 'crypto-withdrawal',
  facets: [destination, money, endUser],
  beyond: ['fee_id', 'beneficiary', 'balance_asset'],
};
/** Generates valid bodies of Create Crypto Withdrawal without ref_id. Shrinks to IDs, destination, smallest amount. */
export const valid = (inputs: Inputs): Arbitrary<JsonObject> => validBodies(plan, inputs);
