/** Operations that answer with one fiat account. */
export const OF_ONE_ACCOUNT = ['putFiat', 'getFiat'] as const;
