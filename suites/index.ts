import { isPassive, type Row } from '../src/engine/row.ts';
import { addressOwners } from './address-owners.ts';
import { authentication, shutOut } from './authentication.ts';
import { conventions } from './conventions.ts';
import { cryptoWithdrawals } from './crypto-withdrawals/index.ts';
import { depositAddresses } from './deposit-addresses.ts';
import { executions } from './executions/index.ts';
import { explorations } from './explorations.ts';
import { fiatAccounts } from './fiat-accounts/index.ts';
import { instructions, sandboxDeposits } from './fiat-deposits.ts';
import { fiatWithdrawals } from './fiat-withdrawals/index.ts';
import { formerMembers } from './former-members.ts';
import { accounts, members } from './identity-accounts.ts';
import { lists } from './lists/index.ts';
import { metadata } from './metadata.ts';
import { quoteExecutions } from './quote-executions/index.ts';
import { requestBodies } from './request-bodies.ts';
import { requestsMade } from './requests-made/index.ts';
import { requiredAlone } from './required-alone.ts';
import { settlement } from './settlement/index.ts';
import { shapeRows } from './shapes/rows.ts';
import { creationTimes, transfers } from './transfers.ts';

/** Every requirement. */
export const rows: readonly Row[] = [
  ...conventions,
  ...authentication,
  ...shutOut,
  ...shapeRows,
  ...requestBodies,
  ...requiredAlone,
  ...metadata,
  ...transfers,
  ...creationTimes,
  ...fiatAccounts,
  ...fiatWithdrawals,
  ...cryptoWithdrawals,
  ...lists,
  ...depositAddresses,
  ...addressOwners,
  ...instructions,
  ...sandboxDeposits,
  ...accounts,
  ...members,
  ...formerMembers,
  ...executions,
  ...quoteExecutions,
  ...settlement,
  ...explorations,
];

/** A row as traffic of others decides it: probes of a row that has rules make traffic for them, and here it is there already. */
function forTraffic({ traffic = [], ...row }: Row): Row {
  const passive = row.checks.filter(({ kind }) => !isPassive(row) || (kind !== 'probe' && kind !== 'question'));
  const [first, ...more] = [...passive, ...traffic];
  return first ? { ...row, checks: [first, ...more] } : row;
}

/** Every requirement as traffic of others is held against it: the target's, then those of the clients that made it. */
export const trafficRows: readonly Row[] = [...rows.map(forTraffic), ...requestsMade];
