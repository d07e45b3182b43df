import { faker } from '@faker-js/faker/locale/en';
import fc, { type Arbitrary } from 'fast-check';

/** Maximum length of a name or a part of a postal address in payment networks. */
const LONGEST = 35;
const SEEDS = 9999;

/** Returns the text in the alphabet of bank transfers, with at most `most` characters. */
const transferable = (text: string, most = LONGEST): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^0-9A-Za-z /?:().,&'+-]/g, ' ')
    .replace(/ +/g, ' ')
    .slice(0, most)
    .trim() || 'a';

/**
 * Generates realistic values with faker, which is seeded by fast-check for each value, so that a seed always gives the
 * same value. Values are cached: seeding faker costs more than all other generation, and properties draw the same
 * seeds.
 */
function believable(make: () => string): () => Arbitrary<string> {
  const known = new Map<number, string>();
  const valueFrom = (seed: number): string => {
    const found = known.get(seed);
    if (found !== undefined) return found;
    faker.seed(seed);
    const value = transferable(make());
    known.set(seed, value);
    return value;
  };
  return () => fc.nat({ max: SEEDS }).map(valueFrom);
}

export const firstNames = believable(() => faker.person.firstName());
export const lastNames = believable(() => faker.person.lastName());
export const institutionNames = believable(() => faker.company.name());
export const bankNames = believable(() => `${faker.location.city()} Bank`);
export const streets = believable(() => faker.location.streetAddress());
/** Second lines of an address. */
export const secondLines = believable(() => faker.location.secondaryAddress());
export const cities = believable(() => faker.location.city());
/** Two-letter codes of US states. */
export const provinces = believable(() => faker.location.state({ abbreviated: true }));
/** US ZIP codes of five digits. */
export const zipCodes = believable(() => faker.location.zipCode('#####'));
/** ABA routing numbers: nine digits with a correct check digit. */
export const routingNumbers = believable(() => faker.finance.routingNumber());
/** Account numbers of ten digits. */
export const accountNumbers = believable(() => faker.finance.accountNumber(10));
const invoices = believable(
  () => `Invoice ${faker.number.int({ min: 1, max: 9999 })}, ${faker.commerce.productName()}`,
);
/** Typical texts of a payment: an invoice, a month, a product. */
export const memos = (most: number): Arbitrary<string> => invoices().map((memo) => transferable(memo, most));
