import { describe, expect, it } from 'vitest';
import type { Fixtures } from '../../../src/model/fixtures.ts';
import { listen } from '../../../src/reference/service.ts';
import { Run } from '../../../src/run/run.ts';
import { readAsRemote, readSettings } from '../../../src/settings/run-settings.ts';
import { optionSource, Settings } from '../../../src/settings/settings.ts';

/** The statuses of the rows that change the network of the account, against a service on loopback with these latitudes. */
async function networkStatuses(latitudes: readonly string[]): Promise<readonly (readonly string[])[]> {
  const service = await listen({ latitudes });
  const { url: baseUrl, authUrl, clientId, clientSecret } = service;
  const only = optionSource({
    baseUrl,
    authUrl,
    clientId,
    clientSecret,
    seed: 1,
    only: 'FA-UPDATE-NETWORK,FA-UPDATE-MEMO*',
  });
  try {
    const run = new Run(readSettings(new Settings([only]), {}));
    await run.complete();
    return run.report().requirements.map(({ id, status, provide = '' }) => [id, status, provide]);
  } finally {
    await service.close();
  }
}

/** The statuses of both rows that change bank details, with the account to update named or found. */
async function statuses(isNamed: boolean, faults: readonly string[] = []): Promise<readonly (readonly string[])[]> {
  const service = await listen({ faults });
  const { url: baseUrl, authUrl, clientId, clientSecret } = service;
  const held: Fixtures = service.fixtures;
  const made = async (fixtures: Fixtures): Promise<Run> => {
    const given = { baseUrl, authUrl, clientId, clientSecret, allowWrites: true, rate: 10_000, seed: 1 };
    const only = optionSource({ ...given, only: 'FA-UPDATE-INSTRUCTIONS*' });
    const run = new Run(readAsRemote(new Settings([only]), {}, fixtures));
    await run.complete();
    return run;
  };
  try {
    const found = await made(held);
    const { updatable_fiat_account_id } = found.session.fixtures;
    const run = isNamed
      ? await made({ ...held, ...(updatable_fiat_account_id ? { updatable_fiat_account_id } : {}) })
      : found;
    return run.report().requirements.map(({ id, status, provide = '' }) => [id, status, provide]);
  } finally {
    await service.close();
  }
}

describe('bank details of an account on another host', () => {
  it('are not updated when the run found the account itself, and the report says what to provide', async () => {
    expect(await statuses(false)).toEqual([
      ['FA-UPDATE-INSTRUCTIONS', 'not_exercised', 'updatable_fiat_account_id'],
      ['FA-UPDATE-INSTRUCTIONS-ALONE', 'not_exercised', 'updatable_fiat_account_id'],
    ]);
  });

  it('are updated and read back when the fixtures file names the account', async () => {
    expect(await statuses(true)).toEqual([
      ['FA-UPDATE-INSTRUCTIONS', 'passed', ''],
      ['FA-UPDATE-INSTRUCTIONS-ALONE', 'passed', ''],
    ]);
    expect(await statuses(true, ['FA-UPDATE-INSTRUCTIONS/keeps-the-routing-number'])).toContainEqual([
      'FA-UPDATE-INSTRUCTIONS',
      'warned',
      '',
    ]);
  });
});

describe('the network of an account on loopback', () => {
  it('is changed', async () => {
    expect(await networkStatuses([])).toEqual([
      ['FA-UPDATE-NETWORK', 'passed', ''],
      ['FA-UPDATE-MEMO-LIMIT', 'passed', ''],
    ]);
  });

  it('is not changed if withdrawals go to the only account that can be updated', async () => {
    expect(await networkStatuses(['service/nearly-empty'])).toEqual([
      ['FA-UPDATE-NETWORK', 'not_exercised', 'updatable_fiat_account_id'],
      ['FA-UPDATE-MEMO-LIMIT', 'not_exercised', 'updatable_fiat_account_id'],
    ]);
  });
});
