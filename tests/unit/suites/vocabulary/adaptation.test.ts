import { expect, it } from 'vitest';
import { Prober } from '../../../../src/engine/prober.ts';
import { isObject, member } from '../../../../src/values/json.ts';
import { adaptationOf } from '../../../../suites/vocabulary/adaptation.ts';
import { plain } from '../../../../suites/vocabulary/requests.ts';
import { worldOf } from '../../../support/world.ts';

const OWNER = { identity_id: 'owner of the fiat account', account_id: 'its account' };
const USER = { identity_id: 'the end user', account_id: "the end user's account" };

const fixtures = {
  profile_id: 'profile',
  ...USER,
  fiat_accounts: { wire: ['wire'] },
  fiat_account_owners: { wire: OWNER },
};

/** A service for third parties that accepts withdrawals of one end user only. */
const serving = (user: typeof USER, third_party?: boolean) => ({
  ...worldOf(
    ({ input: { body } }) =>
      isObject(body) && Object.entries(user).every(([name, value]) => member(body, name) === value)
        ? { status: 200, body: { id: 'transfer' } }
        : { status: 422, body: { message: 'not for this end user' } },
    { fixtures: { ...fixtures, ...(third_party === undefined ? {} : { third_party }) } },
  ),
  adaptation: adaptationOf,
});

it.each([
  ['the owner of the fiat account, if the service accepts that', OWNER, undefined],
  ['the end user of the fixtures, if the service refuses the owner of the fiat account', USER, undefined],
  ['the same, if the fixtures file says that the integration is for third parties', USER, true],
])('withdrawals for third parties name %s', async (_, user, third_party) => {
  const p = new Prober(serving(user, third_party), 'ROW', 'fiatWithdrawal');
  await p.adapt('fiatWithdrawal');
  expect(plain(p, 'fiatWithdrawal').ask.input().body).toMatchObject(user);
});
