import { schema } from '../../schemas/index.ts';

/** The native asset of each CryptoNetwork (2.1). */
const natives: ReadonlyMap<string, string> = new Map([
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
export const nativeAsset = (network: string): string | undefined => natives.get(network);

/** Returns the networks on which an asset is native, in the order of the document. */
export const networksOf = (asset: string): readonly string[] =>
  [...natives].flatMap(([network, native]) => (native === asset ? [network] : []));

/** The listed market codes (2.7). */
export const markets: readonly string[] = schema('quote-execution').properties?.['market']?.enum ?? [];

/** Market codes that the document gives in neutral words: real answers have other codes, and other assets. */
export const neutralMarkets: readonly string[] = ['GOLDUSD', 'STABLEUSD'];

/** Returns the crypto side of a market code. */
export const baseAssetOf = (market: string): string => market.slice(0, -3);

/** Returns the fiat side of a market code. */
export const quoteAssetOf = (market: string): string => market.slice(-3);

/** The crypto assets of the listed markets. None of them is a stablecoin. */
export const marketAssets: ReadonlySet<string> = new Set(
  markets.filter((each) => !neutralMarkets.includes(each)).map(baseAssetOf),
);

/**
 * Assets whose unit has at least five decimal places. The unit of another asset may be coarser: that of some dollar
 * tokens is a cent.
 */
export const fineAssets: ReadonlySet<string> = new Set([...marketAssets, 'SOL', 'POL']);

/** Dollar tokens of known issuers other than the service: USDC is Circle's, USDT is Tether's. */
const foreignDollars: ReadonlySet<string> = new Set(['USDC', 'USDT']);

const neutralDollar = 'STABLE';

/**
 * Whether an asset may be the service's own USD stablecoin, which the document does not name: its name has USD in it, or
 * is that of the neutral market. An asset that is native to a network, or that another issuer is known for, is not.
 */
export const mayBeOwnDollar = (asset: string): boolean => {
  const name = asset.toUpperCase();
  return (name.includes('USD') && name !== 'USD' && !foreignDollars.has(name)) || name === neutralDollar;
};
