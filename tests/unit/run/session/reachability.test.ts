import { expect, test } from 'vitest';
import type { LostExchange } from '../../../../src/model/exchange.ts';
import { reach } from '../../../../src/run/session/reachability.ts';
import { exchange } from '../../../support/exchanges.ts';

const reaching = { ended: () => undefined, pause: async () => undefined };

const answering = (status: number) =>
  reach({ send: async (operation) => exchange(operation, { status, body: {} }) }, 'http://t.test', reaching);

test('a target that is not there is reported with what to check', async () => {
  const { response: _, ...request } = exchange('listFiat', { status: 200, body: {} });
  const lost: LostExchange = { ...request, lost: 'the connection was refused', isUnsent: false };
  await expect(reach({ send: async () => lost }, 'http://t.test', reaching)).rejects.toThrow(
    'http://t.test could not be reached: the connection was refused; check whether the service is running, and the base URL',
  );
});

test.each([
  [404, '/v2/… is appended to it'],
  [503, '/v2/… is appended to it, or the service is not ready yet'],
])('a target that answers every list with %i has %s', async (status, end) => {
  expect(await answering(status)).toEqual({
    kind: 'base URL',
    cause: `every list answers ${status}, for example http://t.test/v2/transfer/fiat-accounts: check the base URL; ${end}`,
  });
});
