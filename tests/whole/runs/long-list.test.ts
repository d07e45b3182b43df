import { describe, expect, it } from 'vitest';
import { listen } from '../../../src/reference/service.ts';
import { Run } from '../../../src/run/run.ts';
import { readSettings } from '../../../src/settings/run-settings.ts';
import { optionSource, Settings } from '../../../src/settings/settings.ts';

type Service = Awaited<ReturnType<typeof listen>>;

async function headersFor({ authUrl, clientId, clientSecret }: Service) {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const token = await fetch(authUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await token.json()) as { access_token: string };
  return { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
}

async function createAddresses(service: Service, count: number) {
  const { url, fixtures } = service;
  const headers = await headersFor(service);
  const body = JSON.stringify({ profile_id: fixtures.profile_id, crypto_network: 'ETHEREUM' });
  for (let made = 0; made < count; made += 1)
    await (await fetch(`${url}/v2/transfer/deposit-addresses`, { method: 'POST', headers, body })).text();
}

describe('a list that is longer than --max-items', () => {
  it('fails no requirement, because the run knows only its newest items', async () => {
    const service = await listen();
    try {
      await createAddresses(service, 1_100);
      const { url: baseUrl, authUrl, clientId, clientSecret, fixtures } = service;
      const given = {
        baseUrl,
        authUrl,
        clientId,
        clientSecret,
        seed: 1,
        runs: 2,
        maxItems: 1_000,
        only: 'listAddresses',
      };
      const run = new Run(readSettings(new Settings([optionSource(given)]), {}, fixtures));
      await run.complete();
      const { requirements } = run.report();
      expect(requirements.filter(({ status }) => status === 'failed' || status === 'warned')).toEqual([]);
      expect(requirements).toContainEqual(expect.objectContaining({ id: 'LIST-NO-GAP', status: 'passed' }));
    } finally {
      await service.close();
    }
  });

  it('does not hide the account of the fixtures: it is found by its primary identity', async () => {
    const service = await listen({ latitudes: ['page/shorter-than-limit'] });
    try {
      const { url: baseUrl, authUrl, clientId, clientSecret, fixtures } = service;
      const headers = await headersFor(service);
      const accounts = await fetch(`${baseUrl}/v2/identity/accounts?order=ASC`, { headers });
      const { items } = (await accounts.json()) as { items: readonly { id: string; identity_id: string }[] };
      const [oldest] = items;
      const given = { baseUrl, authUrl, clientId, clientSecret, seed: 1, maxPages: 1, only: 'AM-KEEPS-CREATED-AT' };
      const named = { ...fixtures, account_id: oldest?.id ?? '', identity_id: oldest?.identity_id ?? '' };
      const run = new Run(readSettings(new Settings([optionSource(given)]), {}, named));
      await run.complete();
      expect(run.report().requirements.map(({ id, status }) => `${id} ${status}`)).toEqual([
        'AM-KEEPS-CREATED-AT passed',
      ]);
    } finally {
      await service.close();
    }
  });
});
