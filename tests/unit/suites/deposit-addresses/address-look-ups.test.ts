import { expect, it } from 'vitest';
import { Prober } from '../../../../src/engine/prober.ts';
import { message } from '../../../../src/run/report/report-failure.ts';
import { isObject, type JsonObject } from '../../../../src/values/json.ts';
import { listedWhole, lookedUp, withMetadata } from '../../../../suites/deposit-addresses/address-look-ups.ts';
import { worldOf } from '../../../support/world.ts';

const fixtures = {
  profile_id: 'b0b5c7a0-3f3b-4f0e-9f5a-0e6f5d3f1a11',
  identity_id: 'ID1',
  account_id: 'ACC1',
};

/** A service whose list shows the metadata of other addresses, but not of those that it has created. */
function forgetful() {
  const made: JsonObject[] = [];
  return worldOf(
    ({ operation, input: { body } }) => {
      if (operation !== 'createAddress' || !isObject(body))
        return { status: 200, body: { items: [{ id: 'other', metadata: { a: 'b' } }, ...made] } };
      const { metadata = {}, ...given } = body;
      const address = { id: `address ${made.length}`, created_at: '2025-01-01T00:00:00Z', ...given };
      made.push(address);
      return { status: 200, body: { ...address, metadata } };
    },
    { fixtures },
  );
}

it.each([
  ['DA-LOOK-UP-BY-ID', async (p: Prober) => lookedUp(p, await withMetadata(p, { a: 'b' }))],
  ['DA-LISTED-WHOLE', listedWhole],
])('%s names the member that the item lacks, and not the items', async (id, check) => {
  const [failure] = await check(new Prober(forgetful(), id, 'createAddress'));
  expect(failure?.where).toMatch(/^\/items\/\d+\/metadata$/);
  expect(failure && message(failure)).toMatch(/^`items\[\d+\]\.metadata` is missing; expected metadata \{/);
});
