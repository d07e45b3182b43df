import { describe, expect, it } from 'vitest';
import { startEmbedded } from '../../../src/run/embedded/embedded.ts';
import { Run } from '../../../src/run/run.ts';
import { readSettings } from '../../../src/settings/run-settings.ts';
import { optionSource, Settings } from '../../../src/settings/settings.ts';
import { closing } from '../../support/keep.ts';
import { relay } from './relay.ts';

/** The result of OPERATION-ANSWERED on the operation that refuses each of its requests with this status. */
async function resultOf(
  operation: 'createAddress' | 'fiatWithdrawal',
  path: string,
  status: number,
  strict: boolean,
): Promise<{ readonly status: string; readonly verdict: string }> {
  const service = closing(await startEmbedded({ accounts: 240 }));
  const refuses = (asked: string, method: string) =>
    method === 'POST' && asked.startsWith(`/v2${path}`) ? status : undefined;
  const { url: baseUrl } = closing(await relay(service.url, { refuses }));
  const { authUrl, clientId, clientSecret, fixtures } = service;
  const given = { baseUrl, authUrl, clientId, clientSecret, seed: 1, runs: 1, strict };
  const selection = { only: operation, exclude: 'FW-*,CW-*,DA-*,AUTH-*' };
  const run = new Run(readSettings(new Settings([optionSource({ ...given, ...selection })]), {}, fixtures));
  await run.complete();
  const { requirements, verdict } = run.report();
  return { status: requirements.find(({ id }) => id === 'OPERATION-ANSWERED')?.status ?? 'absent', verdict };
}

/** Refusals that a correct service may have a reason of business for. */
const REFUSALS = [
  ['createAddress', '/transfer/deposit-addresses', 400],
  ['fiatWithdrawal', '/transfer/fiat-withdrawals', 403],
  ['fiatWithdrawal', '/transfer/fiat-withdrawals', 409],
] as const;

describe.each(REFUSALS)('%s (%s) that is always refused with %i', { timeout: 240_000 }, (operation, path, status) => {
  it('is not exercised, because a fixture may be wrong or funds may be missing', async () => {
    expect(await resultOf(operation, path, status, false)).toEqual({ status: 'not_exercised', verdict: 'incomplete' });
  });

  it('fails with --strict, which says that the fixtures are valid and funded', async () => {
    expect(await resultOf(operation, path, status, true)).toEqual({ status: 'failed', verdict: 'nonconformant' });
  });
});
