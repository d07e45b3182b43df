import { type Row, sequence, should, suite } from '../engine/row.ts';
import { shown } from '../model/outcome.ts';
import { each, sameId, string } from './answers.ts';

/** Profiles that are remembered at the most. */
const MOST = 50_000;

/** Whose a profile is, as it was told first. */
function ownedByOne() {
  const customers = new Map<string, string>();
  return each((item, root) => {
    const [profile, customer] = [string(item, '/profile_id'), string(item, '/customer_id')];
    if (profile === undefined || customer === undefined) return undefined;
    const owner = customers.get(profile) ?? customer;
    if (customers.size < MOST) customers.set(profile, owner);
    const expected = `${shown(owner)}, as was told of the profile ${shown(profile)} elsewhere`;
    return sameId(owner, customer) ? [] : [{ where: `${root}/customer_id`, expected, actual: shown(customer) }];
  });
}

/** Whose profiles are: of addresses alone the document says that their customer owns the profile. */
export const customers: readonly Row[] = suite('2.4', ['createAddress', 'listAddresses'], {
  'CUSTOMER-OF-PROFILE': should(
    'A profile has one customer, whichever address tells of it',
    {
      aspect: 'state across',
      cites: ['| customer_id | string | yes | Customer owning the profile |'],
    },
    sequence(ownedByOne),
  ),
});
