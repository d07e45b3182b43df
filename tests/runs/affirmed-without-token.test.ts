import { expect, it } from 'vitest';
import { embeddedSettings, startEmbedded } from '../../src/run/embedded.ts';
import { Run } from '../../src/run/run.ts';

const ROW = 'AUTH-REFUSED-DOES-NOTHING';
const FAULT = `${ROW}/affirms-all-the-same`;

/** How the requirement ends on affirm, where refusals say nothing of the transaction. */
async function ending(choice: { readonly faults?: readonly string[]; readonly latitudes?: readonly string[] }) {
  const service = await startEmbedded({ ...choice, latitudes: ['failure/empty-body', ...(choice.latitudes ?? [])] });
  const run = new Run(embeddedSettings({ only: `${ROW},affirm`, seed: '1', runs: '1' }, service));
  await run.complete();
  await service.close();
  return run.report().requirements.find(({ id }) => id === ROW)?.status;
}

it.each([
  ['failed', { faults: [FAULT] }],
  ['passed', {}],
  ['passed', { latitudes: ['affirm/some-have-expired'] }],
] as const)('what is affirmed without a token is %s where refusals are all alike: %j', async (due, choice) => {
  expect(await ending(choice)).toBe(due);
});
