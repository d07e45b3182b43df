import { decision } from '../decision.ts';

/** What an address shows for a party that it does not have, and by which no filter finds it. */
export const absentParty = decision<string | undefined>(
  { section: '2.4', on: ['createAddress', 'listAddresses'] },
  undefined,
  {
    latitudes: { 'address/nil-uuid-for-an-absent-party': '00000000-0000-0000-0000-000000000000' },
    protects: ['FILTER-IDENTITY-IDS', 'FILTER-ACCOUNT-IDS', 'DA-*'],
  },
);
