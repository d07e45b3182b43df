import { expect, it } from 'vitest';
import { judgedInPart } from '../../../../src/run/baseline/baseline-requests.ts';
import { select } from '../../../../src/settings/selection.ts';
import { rows } from '../../../../suites/index.ts';

it.each([
  ['a rule without the requests of others', ['FW-AMOUNT-KEPT'], ['fiatWithdrawal']],
  ['an operation with all that sends requests to it', ['fiatWithdrawal'], []],
  ['a requirement that judges only its own requests', ['OPERATION-ANSWERED'], []],
  ['an observation', ['FAILURE-STATUS'], []],
])('a selection of %s', (_, only, operations) => {
  expect(judgedInPart(select(rows, { only }))).toEqual(operations);
});
