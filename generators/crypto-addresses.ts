import { createPrivateKey, createPublicKey } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import { schema } from '../schemas/index.ts';
import { bech32, cashaddr } from './base32.ts';
import { base58, base58check, sha256 } from './base58.ts';

/** Whether addresses are those of main networks or of test networks, where the two differ. */
export type Chain = 'main' | 'test';

/** The CryptoNetwork values (2.1). */
export const cryptoNetworks: readonly string[] = schema('crypto-network').enum ?? [];

/** A kind of address: made of 32 bytes that look random. */
type Kind = (bytes: Buffer, chain: Chain) => string;

const versioned =
  (main: number, test: number): Kind =>
  (bytes, chain) =>
    base58check(chain === 'main' ? main : test, bytes.subarray(0, 20));

const witness =
  (main: string, test: string, length: 20 | 32): Kind =>
  (bytes, chain) =>
    bech32(chain === 'main' ? main : test, bytes.subarray(0, length));

const cash =
  (type: 0 | 8): Kind =>
  (bytes, chain) =>
    cashaddr(chain === 'main' ? 'bitcoincash' : 'bchtest', type, bytes.subarray(0, 20));

/** Lower case throughout: mixed case would carry a checksum (EIP-55), lower case carries none. */
const hexadecimal: Kind = (bytes) => `0x${bytes.toString('hex', 0, 20)}`;

const ED25519_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The public key of an ed25519 seed: a point on the curve, as the address of a wallet is. */
function publicKey(seed: Buffer): string {
  const secret = createPrivateKey({ key: Buffer.concat([ED25519_SEED, seed]), format: 'der', type: 'pkcs8' });
  return base58(createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32));
}

/** The kinds of addresses of each network, the one that most services accept first. */
const kinds: Readonly<Record<string, readonly Kind[]>> = {
  BITCOIN: [witness('bc', 'tb', 20), versioned(0x00, 0x6f), versioned(0x05, 0xc4), witness('bc', 'tb', 32)],
  LITECOIN: [witness('ltc', 'tltc', 20), versioned(0x30, 0x6f), versioned(0x32, 0x3a), witness('ltc', 'tltc', 32)],
  BITCOIN_CASH: [cash(0), cash(8), versioned(0x00, 0x6f), versioned(0x05, 0xc4)],
  SOLANA: [publicKey],
  ETHEREUM: [hexadecimal],
  POLYGON_POS: [hexadecimal],
  BASE: [hexadecimal],
  ARBITRUM_ONE: [hexadecimal],
  INK: [hexadecimal],
};

const SEEDS = 9999;

/**
 * Addresses of a network with right checksums, of every kind that the network has. Nobody holds the keys: what is sent there
 * is lost. Throws for a network that has no kinds here.
 */
export function cryptoAddresses(network: string, chain: Chain = 'main'): Arbitrary<string> {
  const found = kinds[network] ?? [];
  if (found.length === 0) throw new Error(`no kind of address is known for ${network}: add it to crypto-addresses.ts`);
  return fc
    .tuple(fc.nat({ max: found.length - 1 }), fc.nat({ max: SEEDS }))
    .map(([kind, seed]) => found[kind]?.(sha256(`address ${seed}`), chain) ?? '');
}

const assets: Readonly<Record<string, string>> = {
  BITCOIN: 'BTC',
  LITECOIN: 'LTC',
  BITCOIN_CASH: 'BCH',
  SOLANA: 'SOL',
  ETHEREUM: 'ETH',
  POLYGON_POS: 'MATIC',
  BASE: 'ETH',
  ARBITRUM_ONE: 'ETH',
  INK: 'ETH',
};
/** The asset that a network carries by itself. Throws for a network that has none here. */
export function nativeAsset(network: string): string {
  const found = assets[network];
  if (found === undefined) throw new Error(`no native asset is known for ${network}: add it to crypto-addresses.ts`);
  return found;
}
