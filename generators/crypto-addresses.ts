import { createPrivateKey, createPublicKey } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import { schema } from '../schemas/index.ts';
import { bech32, cashaddr } from './base32.ts';
import { base58, base58check, sha256 } from './base58.ts';

/** Whether addresses belong to main networks or test networks, where these differ. */
export type Chain = 'main' | 'test';

/** The CryptoNetwork values (2.1). */
export const cryptoNetworks: readonly string[] = schema('crypto-network').enum ?? [];

/** Makes an address of one kind from 32 pseudo-random bytes. */
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

/** Only lower case, because mixed case would carry a checksum (EIP-55). */
const hexadecimal: Kind = (bytes) => `0x${bytes.toString('hex', 0, 20)}`;

const ED25519_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns the public key of an ed25519 seed: a point on the curve, like the address of a wallet. */
function publicKey(seed: Buffer): string {
  const secret = createPrivateKey({ key: Buffer.concat([ED25519_SEED, seed]), format: 'der', type: 'pkcs8' });
  return base58(createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32));
}

/** The kinds of address of each network, the most widely accepted first. */
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
 * Generates addresses of a network, of every kind, with correct checksums. Nobody holds the keys, so anything sent
 * there is lost. Throws for an unknown network.
 */
export function cryptoAddresses(network: string, chain: Chain = 'main'): Arbitrary<string> {
  const found = kinds[network] ?? [];
  if (found.length === 0) throw new Error(`no kind of address is known for ${network}: add it to crypto-addresses.ts`);
  return fc
    .tuple(fc.nat({ max: found.length - 1 }), fc.nat({ max: SEEDS }))
    .map(([kind, seed]) => found[kind]?.(sha256(`address ${seed}`), chain) ?? '');
}
