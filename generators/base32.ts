const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** A checksum over 5-bit groups: its generator, its number of groups, and the remainder of a valid text. */
interface Checksum {
  readonly generator: readonly bigint[];
  readonly groups: number;
}

const BECH32: Checksum = {
  generator: [0x3b6a57b2n, 0x26508e6dn, 0x1ea119fan, 0x3d4233ddn, 0x2a1462b3n],
  groups: 6,
};

const CASHADDR: Checksum = {
  generator: [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n],
  groups: 8,
};

/** Returns the bytes as 5-bit groups, the last one padded with zero bits. */
function fiveBits(bytes: Uint8Array): readonly number[] {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => Number.parseInt(group.padEnd(5, '0'), 2));
}

function remainder({ generator, groups }: Checksum, values: readonly number[]): bigint {
  const kept = BigInt(5 * (groups - 1));
  return values.reduce((sum, value) => {
    const top = sum >> kept;
    const next = ((sum & ((1n << kept) - 1n)) << 5n) ^ BigInt(value);
    return generator.reduce((mixed, term, bit) => ((top >> BigInt(bit)) & 1n ? mixed ^ term : mixed), next);
  }, 1n);
}

function checked(checksum: Checksum, prefix: readonly number[], data: readonly number[]): string {
  const zeros = Array.from({ length: checksum.groups }, () => 0);
  const sum = remainder(checksum, [...prefix, ...data, ...zeros]) ^ 1n;
  const check = zeros.map((_, index) => Number((sum >> BigInt(5 * (checksum.groups - 1 - index))) & 31n));
  return [...data, ...check].map((value) => ALPHABET.charAt(value)).join('');
}

const codes = (prefix: string): readonly number[] => [...prefix].map((character) => character.charCodeAt(0));

/** Returns a version 0 witness program in bech32 (BIP 173). */
export function bech32(prefix: string, program: Uint8Array): string {
  const expanded = [...codes(prefix).map((code) => code >> 5), 0, ...codes(prefix).map((code) => code & 31)];
  return `${prefix}1${checked(BECH32, expanded, [0, ...fiveBits(program)])}`;
}

/** Returns a 20-byte hash and its type (0 for a key, 8 for a script) as a cash address with its prefix. */
export function cashaddr(prefix: string, type: 0 | 8, hash: Uint8Array): string {
  const expanded = [...codes(prefix).map((code) => code & 31), 0];
  return `${prefix}:${checked(CASHADDR, expanded, fiveBits(Buffer.concat([Buffer.of(type), hash])))}`;
}
