/** All lists. */
export const LISTS = ['listFiat', 'listInstructions', 'listAccounts', 'listAddresses', 'listExecutions'];

/** Lists with filters by time and an order (4.3, 4.6, 4.8, 4.10). */
export const TIMED_LISTS = ['listFiat', 'listInstructions', 'listAccounts', 'listAddresses'];

/** Lists with filters by ids and stated page sizes (4.3, 4.6, 4.10, 8). */
export const LISTS_BY_ID = ['listFiat', 'listInstructions', 'listAddresses'];

export const WITHDRAWALS = ['fiatWithdrawal', 'cryptoWithdrawal'];
