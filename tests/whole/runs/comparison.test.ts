import { describe, expect, it } from 'vitest';
import { worded } from '../../../src/model/facts.ts';
import type { Report } from '../../../src/model/report.ts';
import type { ServiceOptions } from '../../../src/reference/service.ts';
import { compare } from '../../../src/run/gate/comparison.ts';
import { embeddedReport } from '../../support/embedded.ts';
import { reportOf } from '../../support/reports.ts';
import { sample } from '../../support/sample.ts';

const run = (options: ServiceOptions, seed: string): Promise<Report> =>
  // With a number of cases, they do not depend on what the other requests leave of a default run.
  embeddedReport({ seed, runs: '1' }, { accounts: 240, settleAfterMs: 200, ...options });

/**
 * What may differ beside the fault: how soon a quote execution settles depends on the clock of both runs, and which optional members were left out
 * on the requests that were made, some of which are not made once a requirement failed.
 */
const DIFFERS_BESIDE = ['QE-SETTLES', 'FW-OPTIONAL-MEMBERS'];

describe('the comparison of two runs', async () => {
  const before = await run({}, '11');

  it.each([
    ['FW-ASSET-OUTSIDE/accepts-EUR', 'fiatWithdrawal'],
    ['CW-TYPE/is-internal', 'cryptoWithdrawal'],
    ['FW-ONE-OF/accepts-both', 'fiatWithdrawal'],
  ])('contains only the requirement of the fault %s that was added', async (fault, operation) => {
    const after = await run({ faults: [fault] }, '11');
    const found = compare(before, after);
    expect(found.worse).toBe(true);
    expect(found.changes).toMatchObject([
      { kind: 'broke', id: fault.split('/')[0], operation, before: 'passed', after: 'failed' },
    ]);
    expect(found.observations.filter(({ id }) => !DIFFERS_BESIDE.includes(id))).toEqual([]);
    expect(compare(after, before)).toMatchObject({ worse: false, changes: [{ kind: 'healed' }] });
  });

  it('contains observations, and nothing worse, when the implementations differ in a latitude', async () => {
    const after = await run({ latitudes: ['ref-id/replayed'] }, '11');
    const found = compare(before, after);
    expect(found).toMatchObject({ worse: false, changes: [] });
    expect(found.observations.map(({ id }) => id)).toContain('FW-REPEATED-REF');
  });
});

describe('the comparison of two reports', () => {
  it.each([
    ['passed', 'failed', 'broke', true],
    ['not_exercised', 'failed', 'broke', true],
    ['passed', 'not_exercised', 'lost', true],
    ['failed', 'not_exercised', 'lost', true],
    ['failed', 'passed', 'healed', false],
    ['not_exercised', 'passed', 'gained', false],
  ] as const)('calls a change from %s to %s "%s"', (before, after, kind, worse) => {
    const found = compare(reportOf({ 'FW-TOTAL': before }), reportOf({ 'FW-TOTAL': after }));
    expect(found.changes.map((each) => each.kind)).toEqual([kind]);
    expect(found.worse).toBe(worse);
  });

  it('treats a requirement that is in only one report as lost or gained', () => {
    const [one, two] = [reportOf({ 'FW-TOTAL': 'passed', 'FW-ONE-OF': 'passed' }), reportOf({ 'FW-TOTAL': 'passed' })];
    expect(compare(one, two)).toMatchObject({
      worse: true,
      changes: [{ kind: 'lost', id: 'FW-ONE-OF', after: 'absent' }],
    });
    expect(compare(two, one)).toMatchObject({ worse: false, changes: [{ kind: 'gained', id: 'FW-ONE-OF' }] });
  });

  it('is not worse when an observation is lost', () => {
    const found = compare(
      reportOf({ 'LIMIT-OVER-MAXIMUM': 'observed' }),
      reportOf({ 'LIMIT-OVER-MAXIMUM': 'not_exercised' }),
    );
    expect(found).toMatchObject({ worse: false, changes: [{ kind: 'lost', level: 'observe' }] });
  });

  it('ignores the counts and the order of observed answers', () => {
    const answering = (...seen: readonly (readonly [answer: string, count: number])[]): Report => {
      const counts = seen.map(([answer, count]) => ({ answer, count }));
      return {
        ...sample,
        observations: sample.observations.slice(0, 1).map((each) => ({ ...each, answer: worded(counts), counts })),
      };
    };
    const before = answering(['400 a/b', 5], ['401 a/b', 4]);
    expect(compare(before, answering(['401 a/b', 9], ['400 a/b', 1])).observations).toEqual([]);
    expect(compare(before, answering(['400 a/b', 5])).observations).toHaveLength(1);
    expect(compare(answering(['400 a/b', 5]), answering(['422 a/b', 5])).observations).toHaveLength(1);
  });

  it('names the coverage that only one run reached', () => {
    const reaching = (memo: number, total: number): Report => ({
      ...sample,
      coverage: [
        { operation: 'fiatWithdrawal', kind: 'field', name: 'memo', accepted: memo, refused: 0 },
        { operation: 'fiatWithdrawal', kind: 'field', name: 'total', accepted: 0, refused: total },
      ],
    });
    expect(compare(reaching(3, 0), reaching(0, 1)).coverage).toMatchObject([
      { name: 'memo', change: 'lost' },
      { name: 'total', change: 'gained' },
    ]);
    expect(compare(reaching(3, 1), reaching(1, 3)).coverage).toEqual([]);
  });

  it('is empty for two equal reports', () => {
    expect(compare(sample, sample)).toMatchObject({
      worse: false,
      changes: [],
      observations: [],
      notes: [...(sample.selection === null ? [] : [expect.any(String), expect.any(String)])],
    });
  });

  it('has notes about different versions and a selection', () => {
    const other: Report = { ...sample, tool: { ...sample.tool, version: '9.0.0' }, selection: '--only affirm' };
    expect(compare({ ...sample, selection: null }, other).notes).toEqual([
      `the reports are from version ${sample.tool.version} and version 9.0.0, which may judge differently`,
      'the second report covers only a selection: --only affirm',
    ]);
  });
});
