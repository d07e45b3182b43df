import { expect, it } from 'vitest';
import { emptyFacts } from '../../../../src/model/facts.ts';
import { reportOf } from '../../../../src/run/report/build-report.ts';
import { rows } from '../../../../suites/index.ts';

const refused = { fiatWithdrawal: { cause: 'refused', reason: 'fiatWithdrawal answered 403' } } as const;

/** Returns the reason of the verdict of a run in which a must was not exercised. */
function reasonOf(unavailable: Partial<typeof refused>, strict?: boolean): string {
  const row = rows.find(({ id }) => id === 'FW-TOTAL');
  if (!row) throw new Error('there is no FW-TOTAL');
  const result = { row, status: 'not_exercised', operations: [], evidence: { judged: 0, relevant: 0 } } as const;
  const details = { baseUrl: 'http://127.0.0.1', embedded: false, seed: 1, runs: 1, selection: null };
  const facts = { ...emptyFacts, unavailable };
  return reportOf([result], facts, { ...details, ...(strict === undefined ? {} : { strict }) }).verdict_reason;
}

it('names --strict where refusals left requirements unexercised, and only if it is not set', () => {
  expect(reasonOf(refused, false)).toContain('--strict counts these refusals as failures');
  for (const other of [reasonOf(refused, true), reasonOf(refused), reasonOf({}, false)])
    expect(other).not.toContain('--strict');
});

/** Returns the reason of a run in which these requirements had these results, and which perhaps ended at a bound. */
function reasonWith(statuses: Readonly<Record<string, 'passed' | 'failed' | 'not_exercised'>>, bound?: string): string {
  const results = rows
    .filter(({ id }) => id in statuses)
    .map((row) => {
      const status = statuses[row.id] ?? 'not_exercised';
      return { row, status, operations: [], evidence: { judged: 0, relevant: 0 } } as const;
    });
  const details = { baseUrl: 'http://127.0.0.1', embedded: false, seed: 1, runs: 1, selection: null };
  return reportOf(results, { ...emptyFacts, ...(bound === undefined ? {} : { bound }) }, details).verdict_reason;
}

it('counts the unexercised requirements of level must apart from others', () => {
  expect(reasonWith({ 'FW-TOTAL': 'not_exercised', 'AWKWARD-TEXT': 'not_exercised' })).toBe(
    'no requirement stated in the document failed, but 2 requirements could not be exercised, 1 of them stated in the document',
  );
  expect(reasonWith({ 'FW-TOTAL': 'not_exercised' })).toMatch(/but 1 requirement could not be exercised$/);
});

it('says why a run ended early that left no must unexercised', () => {
  const bound = 'the run has reached its maximum duration of 30m (--max-duration)';
  expect(reasonWith({ 'FW-TOTAL': 'passed' }, bound)).toBe(
    `the run ended early: ${bound}; every requirement stated in the document passed`,
  );
  expect(reasonWith({ 'FW-TOTAL': 'passed', 'AWKWARD-TEXT': 'not_exercised' }, bound)).toMatch(
    /but 1 requirement could not be exercised, none of them stated in the document$/,
  );
});

it('says why a run with failures ended early', () => {
  expect(reasonWith({ 'FW-TOTAL': 'failed' }, '1 requirement failed (--bail)')).toBe(
    '1 requirement stated in the document failed; the run ended early: 1 requirement failed (--bail)',
  );
  expect(reasonWith({ 'FW-TOTAL': 'failed' })).toBe('1 requirement stated in the document failed');
});

it('begins with what probably keeps everything from working, and so do the notes, which then leave refusals out', () => {
  const row = rows.find(({ id }) => id === 'FW-TOTAL');
  if (!row) throw new Error('there is no FW-TOTAL');
  const result = { row, status: 'failed', operations: [], evidence: { judged: 0, relevant: 0 } } as const;
  const details = { baseUrl: 'http://127.0.0.1', embedded: false, seed: 1, runs: 1, selection: null };
  const cause = 'every list answers 404: check the base URL';
  const facts = { ...emptyFacts, unavailable: refused, suspected_cause: cause, notes: ['listFiat got status 404'] };
  expect(reportOf([result], facts, details)).toMatchObject({
    verdict: 'nonconformant',
    verdict_reason: `${cause}; 1 requirement stated in the document failed`,
    suspected_cause: cause,
    notes: [cause, 'listFiat got status 404'],
  });
});
