import { probe, rule, sequence } from '../../src/engine/check.ts';
import { NOT_CONCERNED } from '../../src/engine/judgement.ts';
import { must, type Row, should, suite } from '../../src/engine/row.ts';
import { shown } from '../../src/model/outcome.ts';
import { id } from '../../src/values/id.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { each, string } from '../vocabulary/answers.ts';
import { sameEverywhere } from '../vocabulary/same-everywhere.ts';
import { looksOneUp } from './address-look-ups.ts';
import { listedAsMade } from './listed-as-made.ts';

/**
 * Returns an address with its network, since addresses of two networks may be the same text; undefined when the item
 * has none.
 */
function networkAddress(item: JsonObject): string | undefined {
  const address = string(item, '/address');
  return address && `${id(address)} on ${string(item, '/crypto_network') ?? 'its network'}`;
}

/** The profile that an address credits, and the customer of that profile (2.4). */
export const addressOwners: readonly Row[] = suite('2.4', ['listAddresses'], {
  'ADDRESS-ONE-PROFILE': must(
    'An address credits one profile',
    {
      aspect: 'semantics',
      cites: [
        '| profile_id | string | yes | Profile credited when a deposit arrives at the address |',
        '| address | string | yes | Crypto address to send deposits to |',
        '1: crypto deposit addresses that credit a profile, and lookup of them',
      ],
    },
    sequence(sameEverywhere('profile_id', networkAddress)),
  ),
  'ADDRESS-ONE-CONVERSION': should(
    'An address credits one asset for deposits of the stablecoin',
    {
      aspect: 'semantics',
      cites: [
        "| conversion_target_asset | enum | yes | NO_CONVERSION, USD: asset credited for deposits of the service's own USD stablecoin |",
        '| address | string | yes | Crypto address to send deposits to |',
      ],
    },
    sequence(sameEverywhere('conversion_target_asset', networkAddress)),
  ),
  'ADDRESS-LISTED-AS-MADE': should(
    'A list shows a created address with the address and the network from the answer to its creation',
    {
      aspect: 'state across',
      cites: [
        '| address | string | yes | Crypto address to send deposits to |',
        '| crypto_network | enum | yes | CryptoNetwork value |',
        '1: crypto deposit addresses that credit a profile, and lookup of them',
      ],
      lenience: 'An address that serves several networks may be listed with another network, so this is a should.',
    },
    sequence(listedAsMade, ['createAddress']),
    probe(looksOneUp),
  ),
  'CUSTOMER-OF-PROFILE': should(
    'All addresses and instructions of a profile show the same customer',
    {
      aspect: 'state across',
      on: ['createAddress', 'listAddresses', 'listInstructions'],
      cites: [
        '| customer_id | string | yes | Customer owning the profile |',
        '2.3: | customer_id | string | Customer ID |',
      ],
      lenience: 'Transfers are not judged, because the document does not say that their customer owns the profile.',
    },
    sequence(sameEverywhere('customer_id', (item) => string(item, '/profile_id'))),
  ),
  'ADDRESS-NOT-EMPTY': must(
    'An address to send deposits to is not empty',
    {
      aspect: 'semantics',
      on: ['createAddress', 'listAddresses'],
      cites: ['| address | string | yes | Crypto address to send deposits to |'],
    },
    rule(
      each((item, root) => {
        const address = string(item, '/address');
        if (address === undefined) return NOT_CONCERNED;
        return address.trim() === ''
          ? [{ where: `${root}/address`, expected: 'an address', actual: shown(address) }]
          : [];
      }),
    ),
  ),
});
