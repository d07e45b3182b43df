import { expect, it } from 'vitest';
import type { Fixtures } from '../../../src/model/fixtures.ts';
import type { Report } from '../../../src/model/report.ts';
import { called } from '../../../src/reference/service.ts';
import { embeddedReport } from '../../support/embedded.ts';

/** A run against a service that holds little, with these fixtures in place of its own. */
const verify = (latitudes: readonly string[], given?: Fixtures): Promise<Report> =>
  embeddedReport({ seed: '3', runs: '3' }, { accounts: 40, latitudes }, given);

const emptyLists: Fixtures = {
  fiat_accounts: { wire: [], cbit: [], dbs_act: [], cubix: [], scb: [] },
  crypto_destinations: [],
  quote_executions: [],
  settlement_transactions: { PENDING: [], SETTLED: [] },
};

it.each([
  ['service/empty', undefined],
  ['service/nearly-empty', undefined],
  ['service/no-trades', undefined],
  ['service/empty', emptyLists],
  ['service/no-trades', emptyLists],
])('a run on a service with %s and the fixtures %j is incomplete without a failure', async (latitude, given) => {
  const report = await verify([latitude], given);
  expect([report.verdict, report.verdict_reason]).toEqual(['incomplete', expect.not.stringContaining('broke')]);
  expect(report.summary.failed).toBe(0);
  expect(report.requirements.find(({ id }) => id === 'QUOTE-EXECUTION-STATUS-PRESENT')?.reason).toContain(
    'quote_executions',
  );
});

it.each([
  ['service/two-of-what-no-request-creates'],
  ['balance/only-what-was-deposited'],
])('a run is conformant with %s', async (latitude) => {
  const report = await verify([latitude]);
  expect([report.verdict, report.verdict_reason]).toEqual(['conformant', expect.anything()]);
});

it.each([
  [[]],
  [['list/lags-a-second']],
])('a run is conformant when the service begins without deposit addresses, also with %j', async (others) => {
  const report = await verify(['service/without-addresses', ...others]);
  expect([report.verdict, report.verdict_reason]).toEqual(['conformant', expect.anything()]);
});

it('leaves a memo limit undecided when the account in the fixtures is shown with another network', async () => {
  const fixtures = called().fixtures as Fixtures;
  const { scb = [], ...others } = fixtures.fiat_accounts ?? {};
  const wrong = { ...fixtures, fiat_accounts: { ...others, scb, cubix: scb } };
  const flags = { seed: '3', runs: '3', only: 'FW-MEMO-CUBIX-OVER-LIMIT' };
  const { requirements } = await embeddedReport(flags, {}, wrong);
  expect(requirements).toMatchObject([
    {
      status: 'not_exercised',
      reason: expect.stringContaining('the account in fiat_accounts.cubix is shown with scb'),
    },
  ]);
});
