import { expect, it } from 'vitest';
import { Redaction } from '../../../../src/client/redaction.ts';
import type { Failure } from '../../../../src/model/outcome.ts';
import { isSameCase } from '../../../../src/run/replay/same-case.ts';
import { reportedFailure } from '../../../../src/run/report/report-failure.ts';
import type { Json } from '../../../../src/values/json.ts';
import { exchange } from '../../../support/exchanges.ts';

const withdrawal = (body: Json, expected = 'refused'): Failure => ({
  operation: 'fiatWithdrawal',
  where: null,
  expected,
  actual: 'accepted',
  exchanges: [exchange('fiatWithdrawal', { status: 200, body: {} }, { body })],
});

const redaction = new Redaction();
const isSame = (found: Failure, shown: Failure): boolean => isSameCase(found, reportedFailure(shown), redaction);

const REF = '1cbca084-2a27-45a2-8a27-6f036c037304';
const OTHER_REF = 'd4cd7f55-d153-4a70-8153-d50ed40e428b';

it.each([
  ['only ref_ids differ', { ref_id: REF }, { ref_id: OTHER_REF }, true],
  ['only cut ref_ids differ', { ref_id: REF.slice(0, 35) }, { ref_id: OTHER_REF.slice(0, 35) }, true],
  ['only the ids of the runs differ', { memo: 'tc-1d03f65a by total' }, { memo: 'tc-ffe93cbd by total' }, true],
  ['only times differ', { at: '2026-11-28T12:32:27.866Z' }, { at: '2025-01-06T08:30:43+01:00' }, true],
  ['the ends of ref_ids differ', { ref_id: `${REF}-N0` }, { ref_id: `${OTHER_REF}0` }, false],
  ['amounts differ', { amount: '1.16' }, { amount: '5' }, false],
  ['one has a member more', { amount: '5', memo: 'M' }, { amount: '5' }, false],
])('whether two failures are the same case: %s', (_, found, shown, same) => {
  expect(isSame(withdrawal(found), withdrawal(shown))).toBe(same);
});

it('are other cases if something else is expected, or another operation decides', () => {
  expect(isSame(withdrawal({}), withdrawal({}, 'accepted'))).toBe(false);
  expect(isSame({ ...withdrawal({}), operation: 'cryptoWithdrawal' }, withdrawal({}))).toBe(false);
});
