import type { Tagged } from '../../src/contract/lists.ts';
import type { Json, JsonObject } from '../../src/values/json.ts';

/** Stands for a new ref_id that is longer than a UUID. */
export const LONG_REF = '0'.repeat(100);
/** Stands for a new ref_id of digits only, with a zero in front. */
export const NUMERIC_REF = '0';

/** Stands for a new ref_id with characters that have a meaning in a query, or are not in ASCII. */
export const ENCODED_REF = '+';

/** Gives a body the kind of ref_id that `given` stands for, or one of the same length. */
export function withRefLike(body: Tagged<JsonObject>, given: Json | undefined): JsonObject {
  if (typeof given !== 'string') return body;
  if (given === NUMERIC_REF) return { ...body, ref_id: inDigits(body.ref_id) };
  return { ...body, ref_id: given === ENCODED_REF ? `${body.ref_id}+%2B&é` : lengthened(body.ref_id, given.length) };
}

/** Extends a ref_id. It has an upper-case letter then, so that a target that changes case is detected. */
const lengthened = (ref: string, length: number): string => `${ref}-N`.padEnd(length, '0');

/** Returns the parts of a ref_id that differ from run to run and within a run, as decimal digits. */
function inDigits(ref: string): string {
  const hexadecimal = ref.replaceAll('-', '');
  const digits = (part: string, length: number): string => `${BigInt(`0x${part}`)}`.padStart(length, '0');
  return `0${digits(hexadecimal.slice(0, 8), 10)}${digits(hexadecimal.slice(-12), 15)}`;
}
