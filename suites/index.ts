import { isSending } from '../src/engine/check.ts';
import { isPassive, type Row } from '../src/engine/row.ts';
import { authentication, noEffectWithoutToken } from './authentication/rows.ts';
import { conventions } from './conventions/rows.ts';
import { cryptoAmounts } from './crypto-withdrawals/amounts.ts';
import { cryptoEchoes } from './crypto-withdrawals/echoes.ts';
import { notionalValues } from './crypto-withdrawals/notional-values.ts';
import { cryptoTransfer } from './crypto-withdrawals/transfer.ts';
import { addressOwners } from './deposit-addresses/address-owners.ts';
import { depositAddresses } from './deposit-addresses/rows.ts';
import { endUsers } from './end-users.ts';
import { executions } from './executions/rows.ts';
import { accountLists, accountReads } from './fiat-accounts/look-ups.ts';
import { networkUpdates } from './fiat-accounts/network-updates.ts';
import { representation } from './fiat-accounts/representation.ts';
import { updateEffects } from './fiat-accounts/update-effects.ts';
import { updateTimes } from './fiat-accounts/update-times.ts';
import { updates } from './fiat-accounts/updates.ts';
import { updatesTogether } from './fiat-accounts/updates-together.ts';
import { instructions, sandboxDeposits } from './fiat-deposits.ts';
import { fiatAmounts } from './fiat-withdrawals/amounts.ts';
import { fiatEchoes } from './fiat-withdrawals/echoes.ts';
import { memos } from './fiat-withdrawals/memos.ts';
import { fiatTransfer } from './fiat-withdrawals/transfer.ts';
import { accountMembers, accounts } from './identity-accounts/accounts.ts';
import { members } from './identity-accounts/members.ts';
import { addedMembers } from './identity-accounts/new-members.ts';
import { cursors } from './lists/cursors.ts';
import { itemsNamed } from './lists/items/rows.ts';
import { optionalParameters } from './lists/optional-parameters.ts';
import { order } from './lists/order.ts';
import { pageSizes } from './lists/page-sizes.ts';
import { paging } from './lists/paging/rows.ts';
import { quotedValues } from './lists/set-filters/quoted-values.ts';
import { setFilters } from './lists/set-filters/rows.ts';
import { timeFilters } from './lists/time-filters/rows.ts';
import { metadata } from './metadata/rows.ts';
import { quoteExecutions } from './quote-executions/rows.ts';
import { refIds } from './ref-ids.ts';
import { requestBodies } from './request-bodies/rows.ts';
import { requestsMade } from './requests-made.ts';
import { requiredAlone } from './required-alone.ts';
import { shapeRows } from './resources/rows.ts';
import { affirmed } from './settlement/affirming.ts';
import { transactions } from './settlement/transactions.ts';
import { creationTimes } from './times/rows.ts';
import { transfers } from './transfers.ts';

/** Section 2: the contents of answers. */
const resources: readonly Row[] = [
  ...shapeRows,
  ...transfers,
  ...creationTimes,
  ...updateTimes,
  ...notionalValues,
  ...metadata,
  ...representation,
  ...addressOwners,
  ...accountMembers,
];

/** Sections 4.1 to 4.14, with what sections 3, 7 and 8 state about each operation. */
const operations: readonly Row[] = [
  ...requestBodies,
  ...requiredAlone,
  ...endUsers,
  ...refIds,
  ...updates,
  ...updateEffects,
  ...updatesTogether,
  ...networkUpdates,
  ...accountReads,
  ...accountLists,
  ...fiatAmounts,
  ...fiatEchoes,
  ...fiatTransfer,
  ...memos,
  ...cryptoAmounts,
  ...cryptoEchoes,
  ...cryptoTransfer,
  ...instructions,
  ...sandboxDeposits,
  ...accounts,
  ...depositAddresses,
  ...members,
  ...addedMembers,
  ...executions,
  ...quoteExecutions,
  ...affirmed,
  ...transactions,
];

/** Section 4.15, with the limits of lists in section 8. */
const lists: readonly Row[] = [
  ...itemsNamed,
  ...optionalParameters,
  ...paging,
  ...cursors,
  ...pageSizes,
  ...order,
  ...setFilters,
  ...quotedValues,
  ...timeFilters,
];

/** Every requirement, in the order of the document. */
export const rows: readonly Row[] = [
  ...conventions,
  ...resources,
  ...operations,
  ...lists,
  ...authentication,
  ...noEffectWithoutToken,
];

/**
 * Prepares a row for traffic of other clients. Where a row has rules, its probes are left out: they only make traffic
 * for the rules, and here the traffic is already there.
 */
function forTraffic({ traffic = [], ...row }: Row): readonly Row[] {
  // A request of another client may have been wrong, so its failure proves nothing.
  if (row.checks.every(({ kind }) => kind === 'consequence')) return [];
  const judging = isPassive(row) ? row.checks.filter((check) => !isSending(check)) : row.checks;
  const [first, ...more] = [...judging, ...traffic];
  return [first ? { ...row, checks: [first, ...more] } : row];
}

/** Every requirement for traffic of other clients: those on the target, then those on the clients themselves. */
export const trafficRows: readonly Row[] = [...rows.flatMap(forTraffic), ...requestsMade];

export { requestsMade } from './requests-made.ts';
/** What the host of a run needs to know about requests and answers. */
export { adaptationOf } from './vocabulary/adaptation.ts';
export { controlsOf } from './vocabulary/controls.ts';
export { recognised } from './vocabulary/recognition.ts';
