import { id } from './id.ts';
import type { Json } from './json.ts';

/** Bech32 (BIP 173) and cashaddr: all letters are of one case, which means nothing; the prefix of cashaddr may be left out. */
const ONE_CASE = /^(?:(?:bc|tb|bcrt|ltc|tltc)1|(?:bitcoincash:)?[qp])[02-9ac-hj-np-z]{38,100}$/;

function canonical(address: string): string {
  const small = address.toLowerCase();
  const isOneCase = address === small || address === address.toUpperCase();
  return isOneCase && ONE_CASE.test(small) ? small.replace(/^bitcoincash:/, '') : address;
}

/** True when two JSON values are one address of a crypto network, or both missing. */
export const sameAddress = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (typeof a === 'string' && typeof b === 'string' && id(canonical(a)) === id(canonical(b)));
