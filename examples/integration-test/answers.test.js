// The rules as a function, in an integration test that makes its own requests: whatever it asks for, the answer must hold.
import { Verifier, verifyExchange } from 'transfer-conformance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../fastify-service/service.js';

let service;
beforeAll(async () => {
  service = await start('secret-of-the-test');
});
afterAll(() => service.close());

/** Sends a request and gives the exchange as the rules take it. */
async function send(method, path, body) {
  const url = `${service.url}/v2${path}`;
  const headers = { authorization: 'Bearer secret-of-the-test', 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const response = { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
  return { request: { method, url, headers, body }, response };
}

describe('a crypto withdrawal', () => {
  const body = () => ({
    profile_id: service.state.profile_id,
    asset: 'ETH',
    crypto_network: 'ETHEREUM',
    destination_address: `0x${'ab'.repeat(20)}`,
    total: '1.1',
  });

  it('is answered as the contract says', async () => {
    const exchange = await send('POST', '/transfer/crypto-withdrawals', body());
    expect(exchange.response.status).toBe(200);
    expect(verifyExchange(exchange)).toEqual({ kind: 'holds', operation: 'cryptoWithdrawal' });
  });

  it('would not be, were the fee left out of the total', async () => {
    const exchange = await send('POST', '/transfer/crypto-withdrawals', body());
    const answer = JSON.parse(exchange.response.body);
    const wrong = { ...exchange, response: { ...exchange.response, body: { ...answer, total: answer.amount } } };
    const { breaches } = verifyExchange(wrong);
    expect(breaches.map(({ id, section }) => `${id} ${section}`)).toContain('CW-TOTAL 4.5');
  });
});

describe('pages of a list', () => {
  it('hold the rules that look at several answers, too', async () => {
    const verifier = new Verifier();
    for (const limit of [3, 7]) {
      const exchange = await send('GET', `/transfer/fiat-accounts?limit=${limit}`);
      expect(verifier.verify(exchange)).toEqual({ kind: 'holds', operation: 'listFiat' });
    }
  });
});
