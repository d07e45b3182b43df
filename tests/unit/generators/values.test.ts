import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as g from '../../../generators/index.ts';
import { decimal, formatDecimal, plus } from '../../../src/values/decimal.ts';
import { instant } from '../../../src/values/instant.ts';
import { sampled } from '../../support/inputs.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** Bytes of a base58 text, by another way than it was made. */
function decoded(address: string): Buffer {
  const value = [...address].reduce((sum, each) => sum * 58n + BigInt(ALPHABET.indexOf(each)), 0n);
  const zeros = /^1*/.exec(address)?.[0].length ?? 0;
  const hex = value === 0n ? '' : value.toString(16);
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')]);
}

const checked = (address: string): boolean => {
  const bytes = decoded(address);
  return sha256(sha256(bytes.subarray(0, -4)))
    .subarray(0, 4)
    .equals(bytes.subarray(-4));
};

const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** The bech32 checksum (BIP 173 and 350). */
function polymod(address: string): number {
  const [prefix = '', data = ''] = [
    address.slice(0, address.lastIndexOf('1')),
    address.slice(address.lastIndexOf('1') + 1),
  ];
  const values = [
    ...[...prefix].map((c) => c.charCodeAt(0) >> 5),
    0,
    ...[...prefix].map((c) => c.charCodeAt(0) & 31),
    ...[...data].map((c) => CHARSET.indexOf(c)),
  ];
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  return values.reduce((sum, value) => {
    const top = sum >>> 25;
    return (
      generator.reduce(
        (each, term, bit) => ((top >>> bit) & 1 ? each ^ term : each),
        ((sum & 0x1ffffff) << 5) ^ value,
      ) >>> 0
    );
  }, 1);
}

describe('generated addresses', () => {
  it.each(['BITCOIN', 'LITECOIN'])('of %s have correct checksums', (network) => {
    for (const address of sampled(g.cryptoAddresses(network))) {
      if (/^(bc|ltc)1/.test(address)) expect([1, 0x2bc830a3]).toContain(polymod(address));
      else expect(checked(address)).toBe(true);
    }
  });

  it('of SOLANA are 32 bytes', () => {
    for (const address of sampled(g.cryptoAddresses('SOLANA'))) expect(decoded(address)).toHaveLength(32);
  });

  it.each(['ETHEREUM', 'POLYGON_POS', 'BASE', 'ARBITRUM_ONE', 'INK'])('of %s are 20 bytes in lower case', (network) => {
    for (const address of sampled(g.cryptoAddresses(network))) expect(address).toMatch(/^0x[0-9a-f]{40}$/);
  });

  it('of BITCOIN_CASH are cash addresses or legacy ones', () => {
    for (const address of sampled(g.cryptoAddresses('BITCOIN_CASH')))
      expect(address.startsWith('bitcoincash:') || checked(address)).toBe(true);
  });
});

describe('generated amounts', () => {
  it('stay in their range, with at most two fractional digits', () => {
    for (const amount of sampled(g.amounts(g.FIAT_RANGE))) {
      expect(amount).toMatch(/^\d+(\.\d{1,2})?$/);
      expect(Number(amount)).toBeGreaterThanOrEqual(0.01);
      expect(Number(amount)).toBeLessThanOrEqual(2);
    }
  });

  it('often have a sum with the fee that binary floating point gets wrong', () => {
    const fee = decimal('0.3');
    const wrong = sampled(g.trappingAmounts(g.FIAT_RANGE, '0.3')).filter((amount) => {
      const exact = decimal(amount);
      return exact && fee && String(Number(amount) + 0.3) !== formatDecimal(plus(exact, fee));
    });
    expect(wrong.length).toBeGreaterThan(20);
  });
});

describe('generated text', () => {
  it('has exactly the requested length', () => {
    for (const length of [1, 40, 100, 140, 500])
      for (const each of sampled(g.plain(length), 20)) expect(each).toHaveLength(length);
  });

  it('of unusual characters stays within its limit both in bytes and in UTF-16 units', () => {
    for (const each of sampled(g.awkward(100))) {
      expect(Buffer.byteLength(each)).toBeLessThanOrEqual(100);
      expect(each.length).toBeLessThanOrEqual(100);
    }
  });

  it('shrinks to the shortest counterexample', () => {
    const { counterexample } = fc.check(
      fc.property(g.plainUpTo(500), (each) => each.length < 41),
      { seed: 3 },
    );
    expect(counterexample?.[0]).toHaveLength(41);
  });
});

describe('generated metadata', () => {
  it('has __proto__ and constructor as own keys in some cases', () => {
    const keys = new Set(sampled(g.awkwardMetadata(), 1_000).flatMap((each) => Object.keys(each)));
    expect(keys).toContain('__proto__');
    expect(keys).toContain('constructor');
  });
});

describe('generated timestamps', () => {
  it('spell an instant in more than ten ways', () => {
    const moment = instant('2024-02-29T23:59:59.123456Z');
    if (moment === undefined) throw new Error('the timestamp cannot be read');
    const spelt = sampled(g.spellings()).map((spelling) => g.spell(moment, spelling));
    expect(new Set(spelt).size).toBeGreaterThan(10);
    for (const each of spelt) expect(instant(each)).toBe(moment);
  });

  it('include the beginning of a leap day', () => {
    expect(sampled(g.instants(), 500).some((each) => each === instant('2024-02-29T00:00:00Z'))).toBe(true);
  });
});

describe('generated page sizes', () => {
  it('include the sizes at which paging is likely to fail', () => {
    const sizes = new Set(sampled(g.pageSizes(1000), 1_000));
    for (const size of [1, 2, 3, 7, 99, 100, 101, 999, 1000]) expect(sizes).toContain(size);
  });
});
