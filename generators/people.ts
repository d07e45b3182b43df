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

/** A believable value: faker, seeded anew by fast-check for each, so that a seed always gives the same. */
const believable = (make: () => string): Arbitrary<string> =>
  fc.nat({ max: SEEDS }).map((seed) => {
    faker.seed(seed);
    return transferable(make());
  });

export const firstNames = (): Arbitrary<string> => believable(() => faker.person.firstName());
export const lastNames = (): Arbitrary<string> => believable(() => faker.person.lastName());
export const institutionNames = (): Arbitrary<string> => believable(() => faker.company.name());
export const bankNames = (): Arbitrary<string> => believable(() => `${faker.location.city()} Bank`);
export const streets = (): Arbitrary<string> => believable(() => faker.location.streetAddress());
/** Second lines of an address. */
export const secondLines = (): Arbitrary<string> => believable(() => faker.location.secondaryAddress());
export const cities = (): Arbitrary<string> => believable(() => faker.location.city());
/** States of the USA by their two letters. */
export const provinces = (): Arbitrary<string> => believable(() => faker.location.state({ abbreviated: true }));
/** Five digits. */
export const zipCodes = (): Arbitrary<string> => believable(() => faker.location.zipCode('#####'));
/** ABA routing numbers: nine digits with a right check digit. */
export const routingNumbers = (): Arbitrary<string> => believable(() => faker.finance.routingNumber());
/** Ten digits. */
export const accountNumbers = (): Arbitrary<string> => believable(() => faker.finance.accountNumber(10));
/** What people write beside a payment: an invoice, a month, a product. */
export const memos = (most: number): Arbitrary<string> =>
  believable(() => `Invoice ${faker.number.int({ min: 1, max: 9999 })}, ${faker.commerce.productName()}`).map((memo) =>
    transferable(memo, most),
  );
