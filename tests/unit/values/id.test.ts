import { describe, expect, it } from 'vitest';
import { id, sameId } from '../../../src/values/id.ts';

const UUID = '5fc6d191-0d4f-4e2a-9a5b-3c0f8c1f7e60';
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('id and sameId', () => {
  it.each([
    ['a UUID in upper case', UUID, UUID.toUpperCase(), true],
    ['a UUID in mixed case', UUID, `${UUID.slice(0, 10).toUpperCase()}${UUID.slice(10)}`, true],
    ['another UUID', UUID, UUID.replace(/^5/, '6'), false],
    ['a hexadecimal address with and without its checksum', ADDRESS, ADDRESS.toLowerCase(), true],
    ['an opaque id in another case', 'aGVsbG8', 'AGVSBG8', false],
    [
      'an address in base 58 in another case',
      '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
      '1boatslrhtknngkdxeeobr76b53lettpyt',
      false,
    ],
    ['a UUID without its hyphens', UUID, UUID.replaceAll('-', ''), false],
    ['digits that have no case', '12345', '12345', true],
    ['texts that begin like a UUID', `${UUID}A`, `${UUID}a`, false],
  ])('compare %s', (_, one, other, same) => {
    expect(id(one) === id(other)).toBe(same);
    expect(sameId(one, other)).toBe(same);
  });

  it('give the same key for another spelling of an id', () => {
    const known = new Set([id(UUID)]);
    expect(known.has(id(UUID.toUpperCase()))).toBe(true);
    expect(new Map([[id(UUID), 1]]).get(id(UUID.toUpperCase()))).toBe(1);
  });

  it.each([[undefined], [null], [5], [{}], [[UUID]]])('give no id for %j', (value) => {
    expect(id(value)).toBeUndefined();
  });

  it('treat two missing ids as the same, but not a missing one and an id', () => {
    expect(sameId(undefined, undefined)).toBe(true);
    expect(sameId(undefined, null)).toBe(false);
    expect(sameId(undefined, UUID)).toBe(false);
    expect(sameId(5, 5)).toBe(true);
    expect(sameId(5, 6)).toBe(false);
  });

  it('cause a compile error when an id is compared with a string', () => {
    const found = id(UUID);
    // @ts-expect-error an id is not a string
    expect(found === UUID).toBe(true);
    // @ts-expect-error nor an element of an array of strings
    expect([UUID].includes(found)).toBe(true);
  });
});
