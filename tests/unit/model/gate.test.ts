import { expect, it } from 'vitest';
import { covers, type JudgedWaiver, waiverOf } from '../../../src/model/gate.ts';

const waiver: JudgedWaiver = {
  requirement: 'FW-TOTAL',
  operation: 'fiatWithdrawal',
  reason: 'known',
  expires: '2999-12-31',
  state: 'in_force',
};

it('a waiver covers only its operation, or all operations when it names none', () => {
  const { operation: _, ...everywhere } = waiver;
  expect([covers(waiver, 'fiatWithdrawal'), covers(waiver, 'affirm')]).toEqual([true, false]);
  expect([covers(everywhere, 'fiatWithdrawal'), covers(everywhere, 'affirm')]).toEqual([true, true]);
});

it('waiverOf finds the waiver of a requirement on an operation only while it is in force', () => {
  expect(waiverOf([waiver], 'FW-TOTAL', 'fiatWithdrawal')).toBe(waiver);
  expect(waiverOf([waiver], 'CW-TOTAL', 'fiatWithdrawal')).toBeUndefined();
  expect(waiverOf([waiver], 'FW-TOTAL', 'affirm')).toBeUndefined();
  expect(waiverOf([{ ...waiver, state: 'expired' }], 'FW-TOTAL', 'fiatWithdrawal')).toBeUndefined();
});
