import { describe, expect, it } from 'vitest';
import { inProcessEmbedded } from '../../../../src/run/embedded/embedded.ts';
import { Run } from '../../../../src/run/run.ts';
import { flagSource, Settings } from '../../../../src/settings/settings.ts';

const NOWHERE = '11111111-2222-4333-8444-555555555555';
const NEVER = ['FA-GET-DELETED-SHOWN/never', 'LIST-DELETED-SHOWN/never'];
const BOTH_FAIL = { 'FA-GET-DELETED-SHOWN': 'failed', 'LIST-DELETED-SHOWN': 'failed' };

/** What the requirements that a deleted account is shown need, or their status. */
async function found(faults: readonly string[], deleted_fiat_account_id?: string, strict = false) {
  const only = Object.keys(BOTH_FAIL);
  const fixtures = deleted_fiat_account_id === undefined ? {} : { deleted_fiat_account_id };
  const { settings, carriage } = inProcessEmbedded(new Settings([flagSource({ only: only.join() })]), { faults });
  const run = new Run({ ...settings, fixtures, strict }, { carriage });
  await run.complete();
  const judged = run.report().requirements.filter(({ id }) => only.includes(id));
  return Object.fromEntries(judged.map(({ id, status, provide }) => [id, provide ?? status]));
}

describe('an account that the fixtures call deleted', () => {
  it('is doubted if the target shows other deleted accounts, but not this one', async () => {
    expect(await found([], NOWHERE)).toEqual({
      'FA-GET-DELETED-SHOWN': 'another deleted_fiat_account_id',
      'LIST-DELETED-SHOWN': 'another deleted_fiat_account_id',
    });
  });

  it('counts in a strict run', async () => {
    expect(await found([], NOWHERE, true)).toEqual(BOTH_FAIL);
  });

  it('counts if the list shows it, and if the target shows no deleted account at all', async () => {
    expect(await found(NEVER.slice(0, 1))).toMatchObject({ 'FA-GET-DELETED-SHOWN': 'failed' });
    expect(await found(NEVER, NOWHERE)).toEqual(BOTH_FAIL);
  });
});
