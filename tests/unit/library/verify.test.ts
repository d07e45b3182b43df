import { expect, it } from 'vitest';
import { verifyExchange } from '../../../src/library/verify.ts';

const request = { method: 'GET', url: '/v2/transfer/fiat-accounts' };

it.each<[object, string]>([
  [{}, 'request.method of the exchange must be a string such as "GET"'],
  [{ request: { url: '/' }, response: { status: 200 } }, 'request.method of the exchange must be a string'],
  [{ request }, 'response.status of the exchange must be a number such as 200'],
  [{ request, response: { status: '200' } }, 'response.status of the exchange must be a number such as 200'],
])('%j is refused in one sentence', (given, said) => {
  expect(() => verifyExchange(given as never)).toThrow(said);
});

it('reads the status of a response of fetch', () => {
  expect(verifyExchange({ request, response: new Response(null, { status: 400 }) as never }).kind).not.toBe('other');
});
