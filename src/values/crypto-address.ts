import { id } from './id.ts';
import type { Json } from './json.ts';

/**
 * Matches Bech32 (BIP 173) and cashaddr addresses. Their letters are all of one case, which has no meaning; the prefix
 * of cashaddr is optional.
 */
const ONE_CASE = /^(?:(?:bc|tb|bcrt|ltc|tltc)1|(?:bitcoincash:)?[qp])[02-9ac-hj-np-z]{38,100}$/;

function canonical(address: string): string {
  const small = address.toLowerCase();
  const isOneCase = address === small || address === address.toUpperCase();
  return isOneCase && ONE_CASE.test(small) ? small.replace(/^bitcoincash:/, '') : address;
}

/** Returns whether two JSON values are the same crypto address, or both missing. */
export const sameAddress = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (typeof a === 'string' && typeof b === 'string' && id(canonical(a)) === id(canonical(b)));
