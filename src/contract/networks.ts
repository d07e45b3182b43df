/** Networks of fiat accounts (2.2). */
export const fiatNetworks = ['wire', 'cbit', 'dbs_act', 'cubix', 'scb'] as const;

export type FiatNetwork = (typeof fiatNetworks)[number];
