import { expect, it } from 'vitest';
import type { Operation } from '../../../src/contract/operations.ts';
import { embeddedReport } from '../../support/embedded.ts';

const ROW = 'AUTH-REFUSED-DOES-NOTHING';
const FAULT = `${ROW}/affirms-all-the-same`;

/** How the requirement ends on an operation. */
async function ending(
  operation: Operation,
  choice: { readonly faults?: readonly string[]; readonly latitudes: readonly string[] },
) {
  const { requirements } = await embeddedReport({ only: ROW, seed: '1', runs: '1' }, choice);
  return requirements.find(({ id }) => id === ROW)?.by_operation[operation];
}

it.each([
  ['failed', { faults: [FAULT], latitudes: ['failure/empty-body'] }],
  ['passed', { latitudes: ['failure/empty-body'] }],
  ['passed', { latitudes: ['failure/empty-body', 'affirm/some-have-expired'] }],
] as const)('AUTH-REFUSED-DOES-NOTHING is %s on affirm when all refusals look the same: %j', async (due, choice) => {
  expect(await ending('affirm', choice)).toBe(due);
});

const AGAIN = ['affirm/again', 'affirm/again-spelt-otherwise'];

it.each([
  ['failed', { faults: [FAULT], latitudes: AGAIN }],
  ['passed', { latitudes: AGAIN }],
  ['passed', { latitudes: ['affirm/again'] }],
] as const)('AUTH-REFUSED-DOES-NOTHING is %s on affirm when a transaction can be affirmed twice: %j', async (due, choice) => {
  expect(await ending('affirm', choice)).toBe(due);
});

const WITHDRAWS = `${ROW}/withdraws-all-the-same`;

it.each([
  ['failed', { faults: [WITHDRAWS], latitudes: ['ref-id/replayed'] }],
  ['failed', { faults: [WITHDRAWS], latitudes: ['ref-id/replayed-if-equal'] }],
  ['failed', { faults: [WITHDRAWS], latitudes: [] }],
  ['passed', { latitudes: ['ref-id/replayed-if-equal'] }],
] as const)('AUTH-REFUSED-DOES-NOTHING is %s on withdrawals however a repeated ref_id is answered: %j', async (due, choice) => {
  expect(await ending('fiatWithdrawal', choice)).toBe(due);
  expect(await ending('cryptoWithdrawal', choice)).toBe(due);
});
