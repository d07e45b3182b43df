import fc, { type Arbitrary } from 'fast-check';
import { type Decimal, decimal, minus, plus, text } from '../src/values/decimal.ts';

/** The amounts that a caller allows: both bounds as decimals, and the most fraction digits. */
export interface AmountRange {
  readonly from: string;
  readonly to: string;
  readonly digits: number;
}

/** Tiny amounts of a fiat currency, two fraction digits at most. */
export const FIAT_RANGE: AmountRange = { from: '0.01', to: '2.00', digits: 2 };

/** Tiny amounts of a crypto asset, within the caps of sandboxes. */
export const CRYPTO_RANGE: AmountRange = { from: '0.0001', to: '0.001', digits: 8 };

/** A decimal as a whole number of units of its last digit. */
export function unitsOf(amount: string, digits: number): bigint {
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(amount);
  const [, whole = '', fraction = ''] = parts ?? [];
  if (!parts || fraction.length > digits)
    throw new Error(`${amount} is no amount of at most ${digits} fraction digits`);
  return BigInt(whole + fraction.padEnd(digits, '0'));
}

/** The amount of that many units, with all its fraction digits. */
export function spelled(units: bigint, digits: number): string {
  const all = units.toString().padStart(digits + 1, '0');
  return digits === 0 ? all : `${all.slice(0, -digits)}.${all.slice(-digits)}`;
}

/** The amount without trailing zeros behind the point. */
export const shortest = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount);

/**
 * Amounts of a range with every number of fraction digits that it allows, some with trailing zeros ("1.10", "2.00"); both
 * bounds occur often. Shrinks towards the lower bound.
 */
export function amounts({ from, to, digits }: AmountRange): Arbitrary<string> {
  const least = unitsOf(from, digits);
  const span = unitsOf(to, digits) - least;
  if (span < 0n) throw new Error(`no amount is from ${from} to ${to}`);
  return fc
    .tuple(fc.bigInt({ min: 0n, max: span }), fc.nat({ max: digits }), fc.boolean())
    .map(([offset, dropped, padded]) => {
      const rough = ((least + offset) / 10n ** BigInt(dropped)) * 10n ** BigInt(dropped);
      const amount = spelled(rough < least ? least + offset : rough, digits);
      return padded ? amount : shortest(amount);
    });
}

function exact(amount: string): Decimal {
  const found = decimal(amount);
  if (!found) throw new Error(`${amount} is no decimal number`);
  return found;
}

/** a + b, exactly, in the shortest spelling. */
export const sum = (a: string, b: string): string => text(plus(exact(a), exact(b)));

/** a - b, exactly, in the shortest spelling. */
export const difference = (a: string, b: string): string => text(minus(exact(a), exact(b)));

/** Larger or smaller than a service need carry, spelled plainly: for observations. */
export const extremeAmounts: Readonly<Record<string, string>> = {
  'the smallest amount of 18 fraction digits': '0.000000000000000001',
  '18 fraction digits': '0.123456789012345678',
  '19 fraction digits': '0.1234567890123456789',
  'more than a double holds exactly': '9007199254740993',
  'more than a double holds exactly, with a fraction': '9007199254740993.01',
  'thirty digits': '123456789012345678901234567890',
};

/** Decimals in spellings that the document neither shows nor excludes: for observations. */
export const unusualSpellings = (amount: string): Readonly<Record<string, string>> => ({
  'leading zeros': `00${amount}`,
  'a plus sign': `+${amount}`,
  'no digit before the point': amount.replace(/^0\./, '.'),
  'no digit behind the point': amount.includes('.') ? amount.replace(/\.\d*$/, '.') : `${amount}.`,
  'many trailing zeros': `${amount.includes('.') ? amount : `${amount}.`}${'0'.repeat(20)}`,
});

/** Decimals that name no amount to move: for observations. */
export const emptyAmounts: Readonly<Record<string, string>> = {
  zero: '0',
  'zero with places': '0.00',
  'a negative amount': '-1',
  'minus zero': '-0',
};

/** Text that is no decimal number and that lenient readers take for one: of the amount with more behind it, or of none. */
export const nearDecimals = (amount: string): readonly string[] => ['abc', `${amount}abc`, 'NaN'];

/** Text that is no plain decimal number, by what is wrong with it. */
export const notDecimals: Readonly<Record<string, string>> = {
  word: 'abc',
  empty: '',
  blank: ' ',
  'an exponent': '1e0',
  'a comma for the point': '1,5',
  'thousands separators': '1,000.00',
  'blanks around it': ' 1 ',
  'two points': '1.2.3',
  'two signs': '--1',
  'not a number': 'NaN',
  infinity: 'Infinity',
  hexadecimal: '0x10',
  'an underscore': '1_000',
  currency: '$1',
  'digits of another script': '١',
  'the point alone': '.',
};
