import { type Row, rule, sequence, should, suite } from '../src/engine/row.ts';
import { shown } from '../src/model/outcome.ts';
import type { JsonObject } from '../src/values/json.ts';
import { each, sameId, string } from './answers.ts';

/** What is remembered at the most. */
const MOST = 50_000;

/** Holds a member against what was told of it first, wherever the same thing is told of. */
function toldOnce(name: string, subject: (item: JsonObject) => string | undefined) {
  return () => {
    const first = new Map<string, string>();
    return each((item, root) => {
      const [of, found] = [subject(item), string(item, `/${name}`)];
      if (of === undefined || found === undefined) return undefined;
      const told = first.get(of) ?? found;
      if (first.size < MOST) first.set(of, told);
      const expected = `${shown(told)}, as was told of ${shown(of)} elsewhere`;
      return sameId(told, found) ? [] : [{ where: `${root}/${name}`, expected, actual: shown(found) }];
    });
  };
}

/** An address with its network: those of another network may read alike. */
function networkAddress(item: JsonObject): string | undefined {
  const [network, address] = [string(item, '/crypto_network'), string(item, '/address')];
  return address && `${address} on ${network ?? 'its network'}`;
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
    sequence(toldOnce('profile_id', networkAddress)),
  ),
  'CUSTOMER-OF-PROFILE': should(
    'A profile has one customer, whichever address tells of it',
    {
      aspect: 'state across',
      on: ['createAddress', 'listAddresses'],
      cites: ['| customer_id | string | yes | Customer owning the profile |'],
    },
    sequence(toldOnce('customer_id', (item) => string(item, '/profile_id'))),
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
        if (address === undefined) return undefined;
        return address.trim() === '' ? [{ where: `${root}/address`, expected: 'an address', actual: '""' }] : [];
      }),
    ),
  ),
});
