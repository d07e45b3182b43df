import type { Json } from '../../src/values/json.ts';

/** Returns the letters and digits of a text, in upper case and without accents. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

/** Whether a text begins with the letters and digits of another: a service may extend a zip code. */
export const beginsAlike = (text: string, beginning: string): boolean =>
  lettersOf(text).startsWith(lettersOf(beginning));

/** Whether two texts have the same letters and digits: services may store names in upper case or without punctuation. */
export const isAlike = (one: Json, other: Json): boolean =>
  typeof one === 'string' && typeof other === 'string' ? lettersOf(one) === lettersOf(other) : one === other;
