/** Networks of fiat accounts (2.2). */
export const FIAT_NETWORKS = ['wire', 'cbit', 'dbs_act', 'cubix', 'scb'] as const;

export type FiatNetwork = (typeof FIAT_NETWORKS)[number];

/** CryptoNetwork values (2.1). */
export const CRYPTO_NETWORKS = [
  'BITCOIN',
  'ETHEREUM',
  'BITCOIN_CASH',
  'LITECOIN',
  'SOLANA',
  'POLYGON_POS',
  'BASE',
  'ARBITRUM_ONE',
  'INK',
] as const;

const ASSETS: Readonly<Record<string, string>> = {
  BITCOIN: 'BTC',
  BITCOIN_CASH: 'BCH',
  LITECOIN: 'LTC',
  SOLANA: 'SOL',
  POLYGON_POS: 'MATIC',
};

/** Returns the asset to withdraw on a network. */
export const assetOf = (network: string): string => ASSETS[network] ?? 'ETH';

/** The service's own USD stablecoin, and the network to withdraw it on. */
export const OWN_STABLECOIN = 'STABLE';
export const STABLECOIN_NETWORK = 'ETHEREUM';
