import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import type { ReportedFailure } from '../../../src/model/reported.ts';
import { embeddedReport } from '../../support/embedded.ts';

/** Verifies the embedded implementation with one fault, for the chosen requirements. */
const verify = (fault: string | undefined, seed: number, only: readonly string[]): Promise<Report> =>
  embeddedReport({ seed: String(seed), only: only.join() }, fault === undefined ? {} : { faults: [fault] });

const failureOf = (report: Report, id: string): ReportedFailure | undefined =>
  report.requirements.find((each) => each.id === id)?.failures[0];

const bodyText = (failure: ReportedFailure | undefined): string => JSON.stringify(failure?.request.body ?? null);

/** Each defect with how small its case must become. */
const planted: readonly (readonly [fault: string, smallest: (failure: ReportedFailure) => boolean])[] = [
  ['FW-TOTAL/sums-in-floating-point', (failure) => bodyText(failure).length < 300],
  ['FW-MEMO-SCB-OVER-LIMIT/accepts-141', (failure) => /"memo":".{141}"/.test(bodyText(failure))],
  ['LIST-NO-GAP/skips-items-that-share-an-instant', ({ request }) => /limit=[123]\b/.test(request.url)],
  ['LIST-CURSOR-KEEPS-FILTERS/forgets-ids-and-the-like', ({ request }) => /limit=[12]\b/.test(request.url)],
  ['METADATA-ECHO/lowercases-keys', (failure) => bodyText(failure).length < 400],
  ['FILTER-IDS-AT-LIMIT/ignores-the-hundredth', ({ request }) => request.url.match(/[?&]ids=/g)?.length === 100],
  [
    'CREATED-AT-LTE/excludes-equal-with-fractions',
    ({ request }) => request.url.match(/created_at\.lte/g)?.length === 1,
  ],
];

describe.each(planted)('the fault %s', (fault, smallest) => {
  const id = fault.split('/')[0] ?? '';

  it.each([1, 2, 3])('is found with seed %i, and its case is shrunk to the smallest', async (seed) => {
    const failure = failureOf(await verify(fault, seed, [id]), id);
    expect(failure).toBeDefined();
    expect(failure && smallest(failure), failure?.curl).toBe(true);
  });
});

describe('a seed', () => {
  it('generates the same requests again, except for ids', async () => {
    const asked = async (): Promise<readonly string[]> => {
      const report = await verify('METADATA-ECHO/lowercases-keys', 5, ['METADATA-ECHO']);
      const { failures } = report.requirements[0] ?? { failures: [] };
      return failures.map((failure) => bodyText(failure).replace(/"tc-[^"]*"|[0-9a-f-]{36}/g, '…'));
    };
    const first = await asked();
    expect(first.length).toBeGreaterThan(0);
    expect(await asked()).toEqual(first);
  });
});

describe('the requests of a run', () => {
  it('are at most twice as many with one fault as without', async () => {
    const only = ['fiatWithdrawal'];
    const clean = await verify(undefined, 4, only);
    const broken = await verify('FW-MEMO-ECHO/cut-to-twenty', 4, only);
    expect(broken.summary.failed).toBeGreaterThan(0);
    expect(broken.summary.requests).toBeLessThanOrEqual(2 * clean.summary.requests);
  });
});
