import { expect, it } from 'vitest';
import { judgedInPart } from '../../../../src/run/baseline/baseline-requests.ts';
import { select } from '../../../../src/settings/selection.ts';
import { rows } from '../../../../suites/index.ts';
import { embeddedReport } from '../../../support/embedded.ts';

it.each([
  ['a rule without the requests of others', ['FW-AMOUNT-KEPT'], ['fiatWithdrawal']],
  ['an operation with all that sends requests to it', ['fiatWithdrawal'], []],
  ['a requirement that judges only its own requests', ['OPERATION-ANSWERED'], []],
  ['an observation', ['FAILURE-STATUS'], []],
])('a selection of %s', (_, only, operations) => {
  expect(judgedInPart(select(rows, { only }))).toEqual(operations);
});

it('says of a selection only how to send what is not left out on purpose', async () => {
  const left = (exclude: string) => embeddedReport({ only: 'listAccounts,listAddresses', exclude });
  expect((await left('ACCOUNT-KEEPS-MEMBERS,ADDRESS-LISTED-AS-MADE')).verdict_reason).not.toContain('sends the others');
  expect((await embeddedReport({ only: 'FW-TOTAL', exclude: 'FW-MEMO-*' })).verdict_reason).toContain(
    '--only fiatWithdrawal sends the others too',
  );
});
