import { expect, it } from 'vitest';
import { Prober } from '../../../../src/engine/prober.ts';
import { message } from '../../../../src/run/report/report-failure.ts';
import { isObject, type JsonObject } from '../../../../src/values/json.ts';
import {
  foundByRef,
  listedAsCreated,
  listedWhole,
  withMetadata,
} from '../../../../suites/deposit-addresses/address-look-ups.ts';
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
  ['DA-LOOK-UP-BY-ID', async (p: Prober) => listedAsCreated(p, await withMetadata(p, { a: 'b' }))],
  ['DA-LISTED-WHOLE', listedWhole],
])('%s names the member that the item lacks, and not the items', async (id, check) => {
  const [failure] = await check(new Prober(forgetful(), id, 'createAddress'));
  expect(failure?.where).toMatch(/^\/items\/\d+\/metadata$/);
  expect(failure && message(failure)).toMatch(/^`items\[\d+\]\.metadata` is missing; expected metadata \{/);
});

/** A service that lists an address only after so many further reads of the list. */
function lagging(reads: number) {
  const made: { readonly address: JsonObject; readonly since: number }[] = [];
  let read = 0;
  return worldOf(
    ({ operation, input: { body, query = {} } }) => {
      if (operation === 'createAddress' && isObject(body)) {
        const address = { id: `address ${made.length}`, created_at: '2025-01-01T00:00:00Z', ...body };
        made.push({ address, since: read });
        return { status: 200, body: address };
      }
      read += 1;
      const refs = [query['ref_ids'] ?? []].flat();
      const items = made.filter(
        ({ since, address }) => read - since > reads && refs.includes(String(address['ref_id'])),
      );
      return { status: 200, body: { items: items.map(({ address }) => address) } };
    },
    { fixtures },
  );
}

it.each([
  ['is found if the list lags less than the first look-up lasts', 3, [0, 0]],
  ['is found by a repeated attempt if the first address was listed late', 8, [1, 0]],
  ['is not found if the list never shows it', Number.POSITIVE_INFINITY, [1, 1]],
])('an address %s', async (_, reads, found) => {
  const world = lagging(reads);
  const failures: number[] = [];
  for (const number of found.keys())
    failures.push(
      (
        await foundByRef(
          new Prober(world, 'DA-LOOK-UP-BY-REF-ID', 'createAddress', { attempt: { number, isPacked: false } }),
        )
      ).length,
    );
  expect(failures).toEqual(found);
});
