/** One namespace per request, each with `valid`. */
export * as accountMembers from './account-members.ts';
export { among } from './choice.ts';
/** The values that requests are made of. */
export * from './crypto-addresses.ts';
export * as cryptoWithdrawal from './crypto-withdrawal.ts';
export * from './decimal-traps.ts';
export * from './decimals.ts';
export * as depositAddress from './deposit-address.ts';
export * as fiatAccountUpdate from './fiat-account-update.ts';
export * as fiatWithdrawal from './fiat-withdrawal.ts';
export * as listQuery from './list-query.ts';
export * from './metadata.ts';
export * from './near-misses.ts';
export * from './page-sizes.ts';
export * as people from './people.ts';
export * as sandboxDeposit from './sandbox-deposit.ts';
export * from './text.ts';
export * from './timestamps.ts';
