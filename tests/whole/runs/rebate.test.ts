import { expect, it } from 'vitest';
import { embeddedSettings, startEmbedded } from '../../../src/run/embedded/embedded.ts';
import { Run } from '../../../src/run/run.ts';
import { keep } from '../../support/keep.ts';

it('a negative fee violates its requirement, and generated withdrawals are still sent', async () => {
  const service = keep(await startEmbedded({ faults: ['TRANSFER-FEE-NOT-NEGATIVE/a-rebate-of-cents'] }));
  const only = 'TRANSFER-FEE-NOT-NEGATIVE,LAWFUL-BODIES';
  const run = new Run(embeddedSettings({ seed: '1', runs: '5', only }, service));
  await run.complete();
  const statuses = run.report().requirements.map(({ id, status }) => [id, status]);
  expect(statuses).toContainEqual(['TRANSFER-FEE-NOT-NEGATIVE', 'warned']);
  expect(statuses).toContainEqual(['LAWFUL-BODIES', 'observed']);
});
