/** Operations that answer with one fiat account. */
export const READS = ['putFiat', 'getFiat'] as const;
