import type { Handler } from './call.ts';
import { cryptoWithdrawal } from './crypto-withdrawals.ts';
import { createAddress, listAddresses } from './deposit-addresses.ts';
import { listExecutions } from './executions.ts';
import { getFiat, listFiat } from './fiat-accounts/look-ups.ts';
import { putFiat } from './fiat-accounts/updates.ts';
import { listInstructions, sandboxDeposit } from './fiat-deposits.ts';
import { fiatWithdrawal } from './fiat-withdrawals.ts';
import { addMembers, listAccounts } from './identity-accounts.ts';
import { loosely } from './loose-types.ts';
import { getQuote } from './quote-executions.ts';
import { affirm } from './settlement.ts';
import { withSideEffects } from './side-effects.ts';

/** One operation of section 4, with its method, path and handler. */
export interface Operation {
  readonly name: string;
  readonly method: 'get' | 'put' | 'post';
  readonly path: string;
  readonly handle: Handler;
}

const operation = (name: string, method: Operation['method'], path: string, handle: Handler): Operation => ({
  name,
  method,
  path,
  handle: withSideEffects(loosely(handle)),
});

/** Returns the operations (4). `settleAfterMs` is the time in which a quote execution settles. */
export const operations = (settleAfterMs: number): readonly Operation[] => [
  operation('putFiat', 'put', '/transfer/fiat-accounts/:id', putFiat),
  operation('getFiat', 'get', '/transfer/fiat-accounts/:id', getFiat),
  operation('listFiat', 'get', '/transfer/fiat-accounts', listFiat),
  operation('fiatWithdrawal', 'post', '/transfer/fiat-withdrawals', fiatWithdrawal),
  operation('cryptoWithdrawal', 'post', '/transfer/crypto-withdrawals', cryptoWithdrawal),
  operation('listInstructions', 'get', '/transfer/fiat-deposit-instructions', listInstructions),
  operation('sandboxDeposit', 'post', '/sandbox/fiat-deposits', sandboxDeposit),
  operation('listAccounts', 'get', '/identity/accounts', listAccounts),
  operation('createAddress', 'post', '/transfer/deposit-addresses', createAddress),
  operation('listAddresses', 'get', '/transfer/deposit-addresses', listAddresses),
  operation('addMembers', 'post', '/identity/account-members', addMembers),
  operation('listExecutions', 'get', '/executions', listExecutions),
  operation('getQuote', 'get', '/profiles/:profile_id/quote-executions/:id', getQuote(settleAfterMs)),
  operation('affirm', 'put', '/settlement/transactions/:transaction_id/affirm', affirm),
];

/** The names of all operations. */
export const OPERATIONS: readonly string[] = operations(0).map(({ name }) => name);
