import { expect, it } from 'vitest';
import { listen } from '../../../src/reference/service.ts';
import { Run } from '../../../src/run/run.ts';
import { readSettings } from '../../../src/settings/run-settings.ts';
import { optionSource, Settings } from '../../../src/settings/settings.ts';

it('two runs pass every requirement on putFiat when updates add to metadata instead of replacing it', {
  timeout: 120_000,
}, async () => {
  const service = await listen({ latitudes: ['update/adds-to-metadata'] });
  const { url: baseUrl, authUrl, clientId, clientSecret, fixtures } = service;
  try {
    for (const seed of [1, 2]) {
      const given = { baseUrl, authUrl, clientId, clientSecret, seed, only: 'putFiat' };
      const run = new Run(readSettings(new Settings([optionSource(given)]), {}, fixtures));
      await run.complete();
      const { requirements } = run.report();
      const open = requirements.filter(({ level, status }) => level !== 'observe' && status !== 'passed');
      expect(open.map(({ id, reason }) => [id, reason])).toEqual([]);
      expect(requirements.map(({ id }) => id)).toContain('METADATA-WHOLE-AT-LIMIT');
    }
  } finally {
    await service.close();
  }
});
