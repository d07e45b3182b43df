import type { Row } from '../engine/row.ts';
import { authentication } from './authentication.ts';
import { conventions } from './conventions.ts';
import { creations } from './creations.ts';
import { cryptoWithdrawals } from './crypto-withdrawals.ts';
import { executions } from './executions.ts';
import { fiatAccounts } from './fiat-accounts.ts';
import { fiatWithdrawals } from './fiat-withdrawals.ts';
import { lists } from './lists.ts';
import { metadata } from './metadata.ts';
import { quotesAndSettlement } from './quotes-and-settlement.ts';
import { requestBodies } from './request-bodies.ts';
import { shapeRows } from './shapes/rows.ts';
import { transfers } from './transfers.ts';

/** Every requirement. */
export const rows: readonly Row[] = [
  ...conventions,
  ...authentication,
  ...shapeRows,
  ...requestBodies,
  ...metadata,
  ...transfers,
  ...fiatAccounts,
  ...fiatWithdrawals,
  ...cryptoWithdrawals,
  ...lists,
  ...creations,
  ...executions,
  ...quotesAndSettlement,
];
