import { describe, expect, it } from 'vitest';
import { startEmbedded } from '../../../src/run/embedded/embedded.ts';
import { Run } from '../../../src/run/run.ts';
import { readAsRemote, readSettings } from '../../../src/settings/run-settings.ts';
import { optionSource, Settings } from '../../../src/settings/settings.ts';
import { compare, decimal } from '../../../src/values/decimal.ts';

/** A default run against the embedded service: as a target on a loopback address is met, or one of others. */
async function made(read: typeof readSettings, runs?: number): Promise<Run> {
  const { url, authUrl, clientId, clientSecret, fixtures, close } = await startEmbedded({});
  // The pace costs time and nothing else.
  const options = { baseUrl: url, authUrl, clientId, clientSecret, seed: '1', allowWrites: true, rate: 100_000, runs };
  const run = new Run(read(new Settings([optionSource(options)]), {}, fixtures as object));
  await run.complete();
  await close();
  return run;
}

describe('a default run', { timeout: 240_000 }, () => {
  it('sends at most 1,000 requests to a loopback target', async () => {
    const run = await made(readSettings);
    expect(run.report().verdict).toBe('conformant');
    expect(run.session.record.traffic.total).toBeLessThanOrEqual(1000);
  });

  it('sends no more with fewer generated cases than by default', async () => {
    const run = await made(readSettings, 1);
    expect(run.report().verdict).toBe('conformant');
    expect(run.session.record.traffic.total).toBeLessThanOrEqual(1000);
  });

  it('makes at most 40 withdrawals of 25 USD in total and 600 requests on another host', async () => {
    const run = await made(readAsRemote);
    const { withdrawals, amounts } = run.session.withdrawn;
    expect(run.report().verdict).toBe('conformant');
    expect(withdrawals).toBeLessThanOrEqual(40);
    const [moved, most] = [decimal(amounts['USD']), decimal('25')];
    expect(moved && most && compare(moved, most)).toBeLessThanOrEqual(0);
    expect(run.session.record.traffic.total).toBeLessThanOrEqual(600);
  });
});
