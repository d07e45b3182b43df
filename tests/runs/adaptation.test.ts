import { expect, it } from 'vitest';
import { embeddedSettings, startEmbedded } from '../../src/run/embedded.ts';
import { Run } from '../../src/run/run.ts';

/** Choices of a service to which a run adapts, and requirements that have no verdict where it does not. */
it.each([
  ['members/no-authorized-users', 'AM-MEMBERS-ECHO,AM-LISTED,AM-ROLES-ONLY,ACCOUNT-KEEPS-MEMBERS'],
  ['deposits/only-of-the-account-of-the-instruction', 'SD-REQUIRED-ALONE,SD-AMOUNT-REQUIRED'],
  ['writes/one-at-a-time', 'CW-*-REQUIRED,METADATA-*,SD-AMOUNT-*,DA-*-REQUIRED,FW-*-REQUIRED'],
  ['writes/locked-for-a-moment-after', 'CW-*-REQUIRED,SD-AMOUNT-*,DA-*-REQUIRED,FW-*-REQUIRED'],
  ['unstated-maximum/5-and-pages-of-20', 'LIST-CURSOR-KEEPS-*'],
])('a service with %s gets a verdict of %s', { timeout: 60_000 }, async (latitude, only) => {
  const service = await startEmbedded({ accounts: 40, latitudes: [latitude] });
  try {
    const run = new Run(embeddedSettings({ seed: '1', runs: '1', only }, service));
    await run.complete();
    const { requirements } = run.report();
    const without = requirements.filter(({ status }) => status !== 'passed' && status !== 'observed');
    expect(without.map(({ id, status }) => `${id}: ${status}`)).toEqual([]);
    expect(requirements.length).toBeGreaterThan(1);
  } finally {
    await service.close();
  }
});
