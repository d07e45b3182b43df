import { describe, expect, it } from 'vitest';
import type { Waiver } from '../../../../src/model/gate.ts';
import type { Report } from '../../../../src/model/report.ts';
import type { Status } from '../../../../src/model/reported.ts';
import { gateOf, type Terms } from '../../../../src/run/gate/gate.ts';
import { reportOf } from '../../../support/reports.ts';

const terms: Terms = { failOn: 'must', allowIncomplete: false, waivers: [], today: '2026-11-21' };

const waiver: Waiver = { requirement: 'FW-TOTAL', reason: 'the fee is booked twice', expires: '2026-11-21' };

const gate = (report: Report, members: Partial<Terms> = {}) => gateOf(report, { ...terms, ...members });

describe('the gate', () => {
  it.each([
    [{ 'FW-TOTAL': 'passed' }, 'passes'],
    [{ 'FW-TOTAL': 'failed' }, 'fails'],
    [{ 'FW-TOTAL': 'failed', 'FW-ONE-OF': 'not_exercised' }, 'fails'],
    [{ 'FW-TOTAL': 'not_exercised' }, 'incomplete'],
    [{ 'FW-TOTAL': 'passed', 'FW-ECHO-MEMO': 'warned' }, 'passes'],
    [{ 'FW-TOTAL': 'passed', 'FW-ECHO-MEMO': 'not_exercised' }, 'passes'],
    [{}, 'incomplete'],
  ] as const)('for the statuses %j has the outcome %s', (results, outcome) => {
    expect(gate(reportOf(results)).outcome).toBe(outcome);
  });

  it('is aborted for an aborted run, even with waivers and --allow-incomplete', () => {
    const report: Report = { ...reportOf({ 'FW-TOTAL': 'failed' }), verdict: 'aborted' };
    expect(gate(report, { waivers: [waiver], allowIncomplete: true }).outcome).toBe('aborted');
  });

  it('is incomplete for a run that ended early after every must passed, and says why', () => {
    const passed = reportOf({ 'FW-TOTAL': 'passed' });
    const report: Report = { ...passed, verdict: 'incomplete', verdict_reason: 'the run ended early: 30m are over' };
    expect(gate(report)).toMatchObject({ outcome: 'incomplete', reasons: ['the run ended early: 30m are over'] });
  });

  it('says that nothing was exercised if no must was', () => {
    expect(gate(reportOf({ 'FW-ECHO-MEMO': 'passed' })).reasons).toEqual([
      'no requirement stated in the document was exercised',
    ]);
  });

  it('fails when a should requirement fails with --fail-on should', () => {
    const report = reportOf({ 'FW-TOTAL': 'passed', 'FW-ECHO-MEMO': 'warned' });
    expect(gate(report, { failOn: 'should' })).toMatchObject({
      outcome: 'fails',
      reasons: ['1 requirement failed'],
    });
  });

  it('passes an incomplete run with --allow-incomplete, and gives it as a reason', () => {
    expect(gate(reportOf({ 'FW-TOTAL': 'not_exercised' }), { allowIncomplete: true })).toMatchObject({
      outcome: 'passes',
      reasons: ['1 requirement stated in the document could not be exercised'],
    });
  });

  it('passes no run with --allow-incomplete in which nothing was exercised for one suspected cause', () => {
    const suspected = (results: Parameters<typeof reportOf>[0]): Report => ({
      ...reportOf(results),
      suspected_cause: 'every list answers 404: check the base URL',
    });
    const none = suspected({ 'FW-TOTAL': 'not_exercised', 'FW-ECHO-MEMO': 'not_exercised' });
    expect(gate(none, { allowIncomplete: true }).outcome).toBe('incomplete');
    const some = suspected({ 'FW-TOTAL': 'not_exercised', 'FW-ECHO-MEMO': 'passed' });
    expect(gate(some, { allowIncomplete: true }).outcome).toBe('passes');
  });
});

describe('a waiver', () => {
  const failing = reportOf({ 'FW-TOTAL': 'failed' });

  it('makes the gate pass until the end of its last day, and is listed', () => {
    expect(gate(failing, { waivers: [waiver] })).toMatchObject({
      outcome: 'passes',
      reasons: ['1 requirement failed and is waived'],
      waivers: [{ ...waiver, state: 'in_force' }],
    });
  });

  it('makes the gate fail on the day after its last, with the reason', () => {
    const found = gate(failing, { waivers: [waiver], today: '2026-11-22' });
    expect(found.outcome).toBe('fails');
    expect(found.reasons).toEqual([
      '1 requirement failed',
      'the waiver of FW-TOTAL expired on 2026-11-21: fix the failure, or renew the waiver',
    ]);
  });

  it('stays in force as long as the run leaves out an operation that it may be needed for', () => {
    const report = reportOf({ 'FW-TOTAL': { fiatWithdrawal: 'passed' } });
    const known: Terms['known'] = [
      { id: 'FW-TOTAL', level: 'must', operations: ['fiatWithdrawal', 'cryptoWithdrawal'] },
    ];
    const found = gate(report, { waivers: [waiver], known });
    expect(found.outcome).toBe('passes');
    expect(found.waivers.map(({ state }) => state)).toEqual(['untried']);
    const exact: Waiver = { ...waiver, operation: 'fiatWithdrawal' };
    expect(gate(report, { waivers: [exact], known }).waivers.map(({ state }) => state)).toEqual(['unneeded']);
  });

  it('makes the gate fail when it is no longer needed', () => {
    expect(gate(reportOf({ 'FW-TOTAL': 'passed' }), { waivers: [waiver] })).toMatchObject({
      outcome: 'fails',
      reasons: ['the waiver of FW-TOTAL is no longer needed, because the requirement passes: remove the waiver'],
    });
  });

  it.each([
    [reportOf({ 'FW-ONE-OF': 'passed' })],
    [reportOf({ 'FW-TOTAL': 'not_exercised', 'FW-ONE-OF': 'passed' })],
  ])('is untried when its requirement was not exercised', (report) => {
    const found = gate(report, { waivers: [waiver], allowIncomplete: true });
    expect(found.outcome).toBe('passes');
    expect(found.waivers.map(({ state }) => state)).toEqual(['untried']);
  });

  it('covers only the operation that it names', () => {
    const both = reportOf({ 'FW-TOTAL': { fiatWithdrawal: 'failed', cryptoWithdrawal: 'failed' } });
    const one: Waiver = { ...waiver, operation: 'fiatWithdrawal' };
    expect(gate(both, { waivers: [one] }).outcome).toBe('fails');
    expect(gate(both, { waivers: [one, { ...one, operation: 'cryptoWithdrawal' }] }).outcome).toBe('passes');
  });

  it('does not hide that its requirement was not exercised on another operation', () => {
    const half = reportOf({ 'FW-TOTAL': { fiatWithdrawal: 'failed', cryptoWithdrawal: 'not_exercised' } });
    expect(gate(half, { waivers: [waiver] }).outcome).toBe('incomplete');
  });
});

describe('a requirement that was not exercised', () => {
  const hidden = (blocking: readonly string[], failing: Status = 'failed'): Report => {
    const report = reportOf({ 'FW-TOTAL': failing, 'FW-ONE-OF': 'not_exercised' });
    const requirements = report.requirements.map((each) =>
      each.id === 'FW-ONE-OF' ? { ...each, blocked_by: { fiatWithdrawal: blocking } } : each,
    );
    return { ...report, requirements };
  };

  it('lets the gate pass when only a waived failure blocks it, and is given as a reason', () => {
    expect(gate(hidden(['FW-TOTAL']), { waivers: [waiver] })).toMatchObject({
      outcome: 'passes',
      reasons: [
        '1 requirement failed and is waived',
        '1 requirement stated in the document could not be judged because of waived failures',
      ],
    });
  });

  it('lets the gate pass when the waived failure that blocks it is on an operation of another requirement', () => {
    const report = reportOf({ 'LIST-ORDER-DESC': { listAddresses: 'failed' }, 'FW-ONE-OF': 'not_exercised' });
    const requirements = report.requirements.map((each) =>
      each.id === 'FW-ONE-OF' ? { ...each, blocked_by: { fiatWithdrawal: ['LIST-ORDER-DESC'] } } : each,
    );
    const waived = { ...waiver, requirement: 'LIST-ORDER-DESC', operation: 'listAddresses' } as const;
    expect(gate({ ...report, requirements }, { waivers: [waived] }).outcome).toBe('passes');
  });

  it.each([
    ['is blocked by nothing', hidden([]), waiver],
    ['is blocked by another requirement', hidden(['TRANSFER-FEE-PRESENT']), waiver],
    [
      'is blocked by a failure that is waived on another operation',
      hidden(['FW-TOTAL']),
      { ...waiver, operation: 'affirm' },
    ],
    ['is blocked by a requirement that was not exercised either', hidden(['FW-TOTAL'], 'not_exercised'), waiver],
    ['is blocked by a failure whose waiver has expired', hidden(['FW-TOTAL']), { ...waiver, expires: '2026-11-20' }],
  ] as const)('does not let the gate pass when it %s', (_, report, given) => {
    expect(gate(report, { waivers: [given] }).outcome).not.toBe('passes');
  });
});

describe('a baseline', () => {
  const against = (before: Readonly<Record<string, Status>>, after: Readonly<Record<string, Status>>) =>
    gate(reportOf(after), { baseline: reportOf(before) });

  it.each([
    [{ 'FW-TOTAL': 'failed' }, { 'FW-TOTAL': 'failed' }, 'passes'],
    [{ 'FW-TOTAL': 'failed', 'FW-ONE-OF': 'passed' }, { 'FW-TOTAL': 'failed', 'FW-ONE-OF': 'failed' }, 'fails'],
    [{ 'FW-TOTAL': 'not_exercised' }, { 'FW-TOTAL': 'failed' }, 'fails'],
    [{ 'FW-TOTAL': 'not_exercised' }, { 'FW-TOTAL': 'not_exercised' }, 'passes'],
    [{ 'FW-TOTAL': 'passed' }, { 'FW-TOTAL': 'not_exercised' }, 'incomplete'],
    [{}, { 'FW-TOTAL': 'failed' }, 'fails'],
    [{ 'FW-TOTAL': 'passed', 'FW-ONE-OF': 'passed' }, { 'FW-TOTAL': 'passed' }, 'passes'],
  ] as const)('with the statuses %j and a report with %j: the gate gives %s', (before, after, outcome) => {
    expect(against(before, after).outcome).toBe(outcome);
  });

  it('excuses failures that it has, and lists what became worse', () => {
    const found = against(
      { 'FW-TOTAL': 'failed', 'FW-ONE-OF': 'passed' },
      { 'FW-TOTAL': 'failed', 'FW-ONE-OF': 'failed' },
    );
    expect(found.reasons).toEqual(['1 requirement failed', '1 requirement also failed in the baseline']);
    expect(found.baseline?.worse.map(({ id, kind }) => [id, kind])).toEqual([['FW-ONE-OF', 'broke']]);
  });
});
