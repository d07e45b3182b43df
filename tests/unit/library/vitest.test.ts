import { expect, it } from 'vitest';
import type { ConformanceOptions } from '../../../src/library/options.ts';
import { defineConformance, type Runner } from '../../../src/library/vitest.ts';
import { service } from '../../support/command.ts';

type Work = () => Promise<void>;

/** Defines the tests in a runner that only keeps them. */
function defined(options: ConformanceOptions) {
  const [before, tests, after]: [Work[], Work[], Work[]] = [[], [], []];
  const runner: Runner = {
    describe: (_, define) => define(),
    beforeAll: (run) => before.push(run),
    test: (_, run) => tests.push(run),
    afterAll: (run) => after.push(run),
  };
  defineConformance(runner, options);
  const inTurn = (works: readonly Work[]) => async (): Promise<void> => {
    for (const work of works) await work();
  };
  return { begin: inTurn(before), test: inTurn(tests), end: inTurn(after) };
}

it('removes secrets from the reason why a run has stopped', async () => {
  const { url: baseUrl, authUrl, clientId, clientSecret, fixtures } = await service();
  const { settlement_transactions: _, ...rest } = fixtures;
  const tests = defined({
    baseUrl,
    clientCredentials: { authUrl, clientId, clientSecret },
    fixtures: rest,
    only: ['ST-AFFIRMED'],
    provide: () => {
      throw new Error(`no user with the password ${clientSecret}`);
    },
  });
  await tests.begin();
  await expect(tests.test()).rejects.toThrow(/provide could not make .* no user with the password \$CLIENT_SECRET$/);
  await tests.end();
});
