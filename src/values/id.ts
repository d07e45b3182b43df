import type { Json } from './json.ts';

declare const brand: unique symbol;

/**
 * An ID as it compares: with `===`, and as the key of a Map or Set. Made by {@link id}. It is no text on purpose, so that
 * comparing it with one does not compile; requests name a thing as the target spells it, and never by this.
 */
export interface Id {
  readonly [brand]: 'Id';
}

/**
 * Numbers in hexadecimal digits, in which the case of a letter means nothing: UUIDs (RFC 9562 demands that they are read in
 * either case) and the addresses of accounts on Ethereum and networks like it, whose mixed case is a checksum.
 */
const HEXADECIMAL = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|0x[0-9a-f]{40})$/i;

/** Where none of these letters is, a number in hexadecimal digits is written as it compares. */
const CAPITALS = /[A-FX]/;

const isId = (canonical: unknown): canonical is Id => typeof canonical === 'string';

/**
 * The ID in a JSON value; undefined for what is no string. UUIDs and hexadecimal addresses are the same whatever their case.
 * Any other ID is opaque (Conventions: "IDs are strings"), and two that differ in case are two IDs: in base 58 or base 64 they
 * are different values, so that folding them would take two things for one, and could both hide a defect and accuse a
 * correct service of repeating an item.
 */
export function id(value: unknown): Id | undefined {
  if (typeof value !== 'string') return undefined;
  const canonical: unknown = CAPITALS.test(value) && HEXADECIMAL.test(value) ? value.toLowerCase() : value;
  return isId(canonical) ? canonical : undefined;
}

/** True when two JSON values are one ID, or both missing. */
export const sameId = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (id(a) !== undefined && id(a) === id(b));
