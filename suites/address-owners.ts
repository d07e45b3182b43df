import { type Row, rule, sequence, should, suite } from '../engine/row.ts';
import { shown } from '../model/outcome.ts';
import { each, string } from './answers.ts';

/** Addresses that are remembered at the most. */
const MOST = 50_000;

/** Whom an address credits, as it was told first; addresses of another network may read alike. */
function creditsOne() {
  const owners = new Map<string, string>();
  return each((item, root) => {
    const [profile, address] = [string(item, '/profile_id'), string(item, '/address')];
    if (profile === undefined || address === undefined) return undefined;
    const key = `${string(item, '/crypto_network')} ${address}`;
    const owner = owners.get(key) ?? profile;
    if (owners.size < MOST) owners.set(key, owner);
    const expected = `${shown(owner)}, whom deposits to ${shown(address)} credit elsewhere`;
    return owner === profile ? [] : [{ where: `${root}/profile_id`, expected, actual: shown(profile) }];
  });
}

/** Whom an address credits (2.4). */
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
    sequence(creditsOne),
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
