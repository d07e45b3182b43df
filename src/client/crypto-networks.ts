/** The native asset of each CryptoNetwork (2.1). */
const assets: ReadonlyMap<string, string> = new Map([
  ['BITCOIN', 'BTC'],
  ['ETHEREUM', 'ETH'],
  ['BITCOIN_CASH', 'BCH'],
  ['LITECOIN', 'LTC'],
  ['SOLANA', 'SOL'],
  ['POLYGON_POS', 'MATIC'],
  ['BASE', 'ETH'],
  ['ARBITRUM_ONE', 'ETH'],
  ['INK', 'ETH'],
]);

/** Returns the native asset of a network, or undefined for one that the document does not list. */
export const nativeAsset = (network: string): string | undefined => assets.get(network);
