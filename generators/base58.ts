import { createHash } from 'node:crypto';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** Returns the bytes in base58, with a "1" for each leading zero byte. */
export function base58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0);
  let rest = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  while (rest > 0n) {
    text = ALPHABET.charAt(Number(rest % 58n)) + text;
    rest /= 58n;
  }
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

/** Returns a version byte and a payload, followed by a checksum of four bytes, in base58. */
export function base58check(version: number, payload: Uint8Array): string {
  const body = Buffer.concat([Buffer.of(version), payload]);
  return base58(Buffer.concat([body, sha256(sha256(body)).subarray(0, 4)]));
}
