import { expect, it } from 'vitest';
import type { Fixtures } from '../../../src/model/fixtures.ts';
import { listen } from '../../../src/reference/service.ts';
import { Run } from '../../../src/run/run.ts';
import { readAsRemote } from '../../../src/settings/run-settings.ts';
import { optionSource, Settings } from '../../../src/settings/settings.ts';

/** The status of the row where the fixtures name only one identity that is no member. */
async function status(faults: readonly string[]): Promise<string | undefined> {
  const service = await listen({ faults });
  const { url: baseUrl, authUrl, clientId, clientSecret } = service;
  const { new_member_identity_ids: [one] = [], ...others }: Fixtures = service.fixtures;
  const given = { baseUrl, authUrl, clientId, clientSecret, allowWrites: true, rate: 10_000, seed: 1 };
  try {
    const settings = new Settings([optionSource({ ...given, only: 'AM-KEEPS-CREATED-AT' })]);
    const run = new Run(readAsRemote(settings, {}, { ...others, ...(one ? { new_member_identity_id: one } : {}) }));
    await run.complete();
    return run.report().requirements.find(({ id }) => id === 'AM-KEEPS-CREATED-AT')?.status;
  } finally {
    await service.close();
  }
}

it('AM-KEEPS-CREATED-AT needs only one new member in the fixtures', async () => {
  expect(await status([])).toBe('passed');
  expect(await status(['AM-KEEPS-CREATED-AT/created-again'])).toBe('failed');
});
