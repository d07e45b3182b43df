import { faker } from '@faker-js/faker/locale/en';
import fc, { type Arbitrary } from 'fast-check';

/** Longest part of a postal address, or name, that payment networks carry. */
const LONGEST = 35;
const SEEDS = 9999;

/** The text in the alphabet of bank transfers, at most `most` characters. */
const transferable = (text: string, most = LONGEST): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^0-9A-Za-z /?:().,&'+-]/g, ' ')
    .replace(/ +/g, ' ')
    .slice(0, most)
    .trim() || 'a';

/**
 * Believable values: faker, seeded anew by fast-check for each, so that a seed always gives the same. They are remembered: to seed
 * faker costs more than all else that is generated, and properties draw the same seeds.
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
/** States of the USA by their two letters. */
export const provinces = believable(() => faker.location.state({ abbreviated: true }));
/** Five digits. */
export const zipCodes = believable(() => faker.location.zipCode('#####'));
/** ABA routing numbers: nine digits with a right check digit. */
export const routingNumbers = believable(() => faker.finance.routingNumber());
/** Ten digits. */
export const accountNumbers = believable(() => faker.finance.accountNumber(10));
const invoices = believable(
  () => `Invoice ${faker.number.int({ min: 1, max: 9999 })}, ${faker.commerce.productName()}`,
);
/** What people write beside a payment: an invoice, a month, a product. */
export const memos = (most: number): Arbitrary<string> => invoices().map((memo) => transferable(memo, most));
