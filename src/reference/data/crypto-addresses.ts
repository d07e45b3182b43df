import { createHash } from 'node:crypto';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function base58(bytes: Buffer): string {
  let value = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = (BASE58[Number(value % 58n)] ?? '') + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(Math.max(zeros, 0)) + text;
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

function checked(version: number, hash: Buffer): string {
  const payload = Buffer.concat([Buffer.from([version]), hash]);
  return base58(Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]));
}

/** Returns an address that is well-formed on the network. */
export function cryptoAddress(network: string, next: () => number): string {
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(next() * 256)));
  if (network === 'BITCOIN' || network === 'BITCOIN_CASH') return checked(0, bytes(20));
  if (network === 'LITECOIN') return checked(48, bytes(20));
  return network === 'SOLANA' ? base58(bytes(32)) : `0x${bytes(20).toString('hex')}`;
}
