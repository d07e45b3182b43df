/** The asset that each CryptoNetwork (2.1) carries by itself. */
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

/** The native asset of a network; undefined for one that the document does not list. */
export const nativeAsset = (network: string): string | undefined => assets.get(network);
