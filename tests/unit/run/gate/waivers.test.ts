import { describe, expect, it } from 'vitest';
import { readWaivers } from '../../../../src/run/gate/waivers.ts';
import { rows } from '../../../../suites/index.ts';

const waiver = { requirement: 'FW-TOTAL', reason: 'known', expires: '2026-12-31' };

const read = (...waivers: readonly object[]) => readWaivers(JSON.stringify({ waivers }), rows);

describe('a waivers file', () => {
  it('is read with all members', () => {
    const all = [
      waiver,
      { ...waiver, requirement: 'FW-ONE-OF', operation: 'fiatWithdrawal', link: 'https://x.test/1' },
    ];
    expect(read(...all)).toEqual({ kind: 'read', value: all });
  });

  it.each([
    [
      [{ ...waiver, requirement: 'FW-TOTALS' }],
      'there is no requirement FW-TOTALS (did you mean FW-TOTAL?); "transfer-conformance list" shows them all',
    ],
    [[{ ...waiver, operation: 'affirm' }], 'FW-TOTAL does not apply to affirm; it applies to fiatWithdrawal'],
    [
      [{ ...waiver, requirement: 'FW-REPEATED-REF' }],
      'FW-REPEATED-REF is only observed and never fails; remove its waiver',
    ],
    [[waiver, waiver], 'FW-TOTAL is waived twice; keep one'],
    [[{ ...waiver, expires: '2026-02-30' }], 'waivers[0].expires must be a date such as 2026-12-31, not "2026-02-30"'],
    [[{ ...waiver, expires: 'never' }], 'waivers[0].expires must be a date such as 2026-12-31, not "never"'],
    [[{ ...waiver, reason: '' }], 'waivers[0].reason must not be empty'],
    [[{ requirement: 'FW-TOTAL', reason: 'known' }], 'waivers[0] has no expires'],
    [
      [{ ...waiver, until: 'x' }],
      'waivers[0].until is not a known member: use requirement, operation, reason, expires, link',
    ],
    [
      [{ ...waiver, link: 'javascript:alert(1)' }],
      'waivers[0].link must look like https://…, not "javascript:alert(1)"',
    ],
  ])('with %j is refused: %s', (waivers, problem) => {
    expect(read(...waivers)).toEqual({ kind: 'wrong', problem });
  });

  it.each([['['], ['[]'], ['{}']])('with the content %s is refused', (content) => {
    expect(readWaivers(content, rows).kind).toBe('wrong');
  });
});
