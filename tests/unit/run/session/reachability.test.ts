import { expect, test } from 'vitest';
import { operations } from '../../../../src/contract/operations.ts';
import { Aborted } from '../../../../src/model/aborted.ts';
import type { LostExchange } from '../../../../src/model/exchange.ts';
import { reach } from '../../../../src/run/session/reachability.ts';
import { definite } from '../../../../src/values/definite.ts';
import { exchange } from '../../../support/exchanges.ts';

const reaching = { ended: () => undefined, pause: async () => undefined };

const answering = (status: number) =>
  reach({ send: async (operation) => exchange(operation, { status, body: {} }) }, 'http://t.test', reaching);

test.each<[LostExchange['connection'], string, string]>([
  [
    'none',
    'http://t.test',
    'could not be reached: it was lost; check whether the service is running, and the base URL',
  ],
  [undefined, 'http://t.test', 'was reached but gave no complete answer: it was lost'],
  [
    'silent',
    'http://t.test',
    'was reached but gave no complete answer: it was lost; if the service expects TLS, the base URL must begin with https://',
  ],
  ['silent', 'https://t.test', 'was reached but gave no complete answer: it was lost'],
])('a first request that is lost with the connection %j at %s ends the run with the cause', async (connection, url, said) => {
  const { response: _, ...request } = exchange('listFiat', { status: 200, body: {} });
  const lost: LostExchange = { ...request, lost: 'it was lost', isUnsent: false, ...definite({ connection }) };
  await expect(reach({ send: async () => lost }, url, reaching)).rejects.toThrow(new Aborted(`${url} ${said}`));
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

const redirecting = (locationOf: (path: string) => string) =>
  reach(
    {
      send: async (operation) => {
        const headers = { location: locationOf(operations[operation].path) };
        return exchange(operation, { status: 302, headers });
      },
    },
    'http://t.test',
    reaching,
  );

test.each([
  ['another host', 'http://other.test/base'],
  ['TLS', 'https://t.test'],
])('a target that redirects every list to %s names the base URL to set', async (_, base) => {
  expect(await redirecting((path) => `${base}/v2${path}?page_size=1`)).toEqual({
    kind: 'base URL',
    cause: `every list answers 302, a redirect to "${base}/v2/transfer/fiat-accounts?page_size=1": set the base URL to ${base}`,
  });
});

test.each([
  ['a page for each', (path: string) => `/login?next=${path}`],
  ['itself', (path: string) => `http://t.test/v2${path}/`],
])('a target that redirects every list to %s has a base URL to check', async (_, locationOf) => {
  const location = locationOf('/transfer/fiat-accounts');
  expect(await redirecting(locationOf)).toEqual({
    kind: 'base URL',
    cause: `every list answers 302, a redirect to "${location}", for example http://t.test/v2/transfer/fiat-accounts: check the base URL; /v2/… is appended to it`,
  });
});

test('a target that answers every list with an empty object has a base URL to check', async () => {
  expect((await answering(200))?.cause).toMatch(/^every list answers 200 without a list, .*: check the base URL; /);
});
