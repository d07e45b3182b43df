import type { Json } from './json.ts';

declare const brand: unique symbol;

/**
 * An ID in its comparable form: compare it with `===`, or use it as a key of a Map or Set. Made by {@link id}. It is
 * not a string type, so that comparing it with a string does not compile. Requests use the target's spelling, never
 * this form.
 */
export interface Id {
  readonly [brand]: 'Id';
}

/** Matches UUIDs of any version. RFC 9562 demands that they are read in either case. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns whether a text is a UUID. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Matches account addresses on Ethereum and similar networks, whose mixed case is a checksum. */
const ADDRESS = /^0x[0-9a-f]{40}$/i;

/** A hexadecimal ID without any of these letters is already in its comparable form. */
const CAPITALS = /[A-FX]/;

const isId = (canonical: unknown): canonical is Id => typeof canonical === 'string';

/**
 * Reads the ID in a JSON value; undefined if it is not a string. UUIDs and hexadecimal addresses are compared without
 * case. Any other ID is opaque (Conventions: "IDs are strings") and is compared with case, since in base 58 or base 64
 * the case changes the value. Ignoring it could hide a defect, or accuse a correct service of repeating an item.
 */
export function id(value: unknown): Id | undefined {
  if (typeof value !== 'string') return undefined;
  const canonical: unknown =
    CAPITALS.test(value) && (isUuid(value) || ADDRESS.test(value)) ? value.toLowerCase() : value;
  return isId(canonical) ? canonical : undefined;
}

/** The nil UUID (RFC 9562, 5.9), by which services show that there is no such object. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** Returns whether a JSON value names nothing: it is empty, or the nil UUID. */
export const namesNothing = (value: Json | undefined): boolean => value === '' || value === NIL;

/** Returns whether two JSON values are the same ID, or both missing. */
export function sameId(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  // Spellings of one ID have the same length, so most comparisons end here.
  if (typeof a !== 'string' || typeof b !== 'string' || a.length !== b.length) return false;
  return a.toLowerCase() === b.toLowerCase() && id(a) === id(b);
}
