import { expect, it } from 'vitest';
import { embeddedSettings, startEmbedded } from '../cli/embedded.ts';
import { Conduct } from '../cli/runner/conduct.ts';

/** Ids of the requirements that do not hold. */
async function failing(options: {
  readonly faults?: readonly string[];
  readonly latitudes?: readonly string[];
}): Promise<readonly string[]> {
  const service = await startEmbedded({ settleAfterMs: 200, ...options });
  const conduct = new Conduct(embeddedSettings({ seed: '3' }, service));
  await conduct.session.open();
  await Promise.all(conduct.active.map((row) => conduct.exercise(row)));
  await conduct.session.close();
  await service.close();
  return conduct
    .results()
    .filter(({ status }) => status === 'failed' || status === 'warned')
    .map(({ row }) => row.id);
}

it.each([
  'FW-TOTAL/subtracts-fee',
  'FW-MEMO-SCB-OVER-LIMIT/accepts-141',
  'METADATA-ECHO/lowercases-keys',
  'FILTER-IDS-AT-LIMIT/ignores-the-hundredth',
  'CREATED-AT-LTE/excludes-equal',
  'ST-AFFIRMED/stays-pending',
])('%s is caught by the requirement that it names, and by one other at the most', async (fault) => {
  const failed = await failing({ faults: [fault] });
  expect(failed).toContain(fault.split('/')[0]);
  expect(failed.length).toBeLessThanOrEqual(2);
});

it.each([
  ['failure/unprocessable', 'total/trailing-zeros', 'end/empty-page'],
  ['list/masked', 'list/nulls', 'ref-id/replayed', 'limit/clamped'],
  ['members/transfer-minimal', 'fee/zero', 'end/empty-cursor'],
])('the freedoms %s, %s and %s are left alone', async (...latitudes) => {
  expect(await failing({ latitudes })).toEqual([]);
});
