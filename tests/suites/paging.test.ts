import { describe, expect, it } from 'vitest';
import { embeddedSettings, startEmbedded } from '../../src/run/embedded.ts';
import { Run } from '../../src/run/run.ts';

/** What a run of one requirement finds wrong with a correct service of these latitudes, read in so many ways. */
async function found(only: string, latitudes: readonly string[], seed: string) {
  const service = await startEmbedded({ latitudes });
  const run = new Run(embeddedSettings({ only, seed, runs: '100' }, service));
  await run.complete();
  await service.close();
  return run.report().requirements.flatMap(({ failures }) => failures.map(({ actual }) => actual));
}

describe('a list whose items do not show when they were made', () => {
  it.each(['1', '3'])('is read from the oldest on in pages of any size (seed %s)', async (seed) => {
    expect(await found('LIST-NO-GAP', ['members/instructions-without-times'], seed)).toEqual([]);
  });
});
