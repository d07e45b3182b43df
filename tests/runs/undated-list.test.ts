import { describe, expect, it } from 'vitest';
import { startEmbedded } from '../../src/run/embedded.ts';
import { Run } from '../../src/run/run.ts';
import { readSettings } from '../../src/run/settings.ts';
import { optionSource, Settings } from '../../src/settings/settings.ts';

const SEEDS = [200, 202, 203, 205];

/** The requirement's results of a run on a service whose deposit instructions do not show when they were made. */
async function resultOf(seed: number): Promise<readonly unknown[]> {
  const service = await startEmbedded({ latitudes: ['members/instructions-without-times'] });
  try {
    const { url: baseUrl, authUrl, clientId, clientSecret, fixtures } = service;
    const given = { baseUrl, authUrl, clientId, clientSecret, seed, runs: 20, only: 'LIST-NO-GAP' };
    const run = new Run(readSettings(new Settings([optionSource(given)]), {}, fixtures));
    await run.complete();
    return run.report().requirements.map(({ status, failures }) => ({ status, failures }));
  } finally {
    await service.close();
  }
}

describe('a list whose items do not show when they were made', () => {
  it.each(SEEDS)('is not accused of a gap by a walk from the oldest that ends early (seed %i)', async (seed) => {
    expect(await resultOf(seed)).toEqual([{ status: 'passed', failures: [] }]);
  });
});
