import { expect, test } from 'vitest';
import { contextOf, type RunContext, reportedContext } from '../../../src/model/run-context.ts';

const context = {
  id: '0a1b2c3d',
  seed: 7,
  runs: 20,
  strict: false,
  changesBankDetails: true,
  maxItems: 100,
  maxPages: 10,
};

test.each([true, false])('report.json says as "loopback" whether a run spends freely: %s', (spendsFreely) => {
  const run: RunContext = { ...context, spendsFreely };
  expect(reportedContext(run)).toEqual({ ...context, loopback: spendsFreely });
  expect(contextOf(reportedContext(run))).toEqual(run);
});
