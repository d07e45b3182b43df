import { describe, expect, it } from 'vitest';
import { sameAddress } from '../../../src/values/crypto-address.ts';

const SEGWIT = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const CASH = 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';

describe('sameAddress', () => {
  it.each([
    ['bech32 in capitals', SEGWIT, SEGWIT.toUpperCase()],
    ['cashaddr without its prefix', `bitcoincash:${CASH}`, CASH],
    ['cashaddr in capitals', CASH, `BITCOINCASH:${CASH.toUpperCase()}`],
    ['hexadecimal with and without checksum capitals', `0x${'aB'.repeat(20)}`, `0x${'ab'.repeat(20)}`],
    ['two missing ones', undefined, undefined],
  ])('treats two spellings as the same address: %s', (_, one, other) => {
    expect(sameAddress(one, other)).toBe(true);
  });

  it.each([
    ['base 58 in another case', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '1bvbmseystwetqtfn5au4m4gfg7xjanvn2'],
    ['bech32 in mixed case', SEGWIT, SEGWIT.replace('a', 'A')],
    ['another address', SEGWIT, SEGWIT.replace('5', '6')],
    ['a missing one', SEGWIT, undefined],
  ])('treats two texts as different addresses: %s', (_, one, other) => {
    expect(sameAddress(one, other)).toBe(false);
  });
});
