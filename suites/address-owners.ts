import { NOT_CONCERNED, type Row, rule, sequence, should, suite } from '../src/engine/row.ts';
import { id } from '../src/values/id.ts';
import type { JsonObject } from '../src/values/json.ts';
import { each, string } from './answers.ts';
import { sameEverywhere } from './vocabulary/same-everywhere.ts';

/** An address with its network: those of another network may read alike. */
function networkAddress(item: JsonObject): string | undefined {
  const address = string(item, '/address');
  return address && `${id(address)} on ${string(item, '/crypto_network') ?? 'its network'}`;
}

/** Whom an address credits, and whose that profile is (2.4). */
export const addressOwners: readonly Row[] = suite('2.4', ['listAddresses'], {
  'ADDRESS-ONE-PROFILE': should(
    'An address credits one profile',
    {
      aspect: 'semantics',
      cites: [
        '| profile_id | string | yes | Profile credited when a deposit arrives at the address |',
        '| address | string | yes | Crypto address to send deposits to |',
      ],
    },
    sequence(sameEverywhere('profile_id', networkAddress)),
  ),
  'CUSTOMER-OF-PROFILE': should(
    'A profile has one customer, whichever address shows it',
    {
      aspect: 'state across',
      on: ['createAddress', 'listAddresses'],
      cites: ['| customer_id | string | yes | Customer owning the profile |'],
    },
    sequence(sameEverywhere('customer_id', (item) => string(item, '/profile_id'))),
  ),
  'ADDRESS-NOT-EMPTY': should(
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
        return address.trim() === '' ? [{ where: `${root}/address`, expected: 'an address', actual: '""' }] : [];
      }),
    ),
  ),
});
