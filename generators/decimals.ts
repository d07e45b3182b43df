import fc, { type Arbitrary } from 'fast-check';
import { type Decimal, decimal, formatDecimal, minus, plus } from '../src/values/decimal.ts';

/** The allowed amounts: inclusive bounds as decimals, and the maximum number of fraction digits. */
export interface AmountRange {
  readonly from: string;
  readonly to: string;
  readonly digits: number;
}

/** Tiny amounts of a fiat currency, with at most two fraction digits. */
export const FIAT_RANGE: AmountRange = { from: '0.01', to: '2.00', digits: 2 };

/** Tiny amounts of a crypto asset, within the limits of sandboxes. */
export const CRYPTO_RANGE: AmountRange = { from: '0.0001', to: '0.001', digits: 8 };

/** Returns a decimal as an integer number of units of its last digit. Throws when it has more fraction digits. */
export function unitsOf(amount: string, digits: number): bigint {
  const parts = /^(\d+)(?:\.(\d+))?$/.exec(amount);
  const [, whole = '', fraction = ''] = parts ?? [];
  if (!parts || fraction.length > digits)
    throw new Error(`${amount} is no amount of at most ${digits} fraction digits`);
  return BigInt(whole + fraction.padEnd(digits, '0'));
}

/** Returns the amount of this many units, with all its fraction digits. */
export function spelled(units: bigint, digits: number): string {
  const all = units.toString().padStart(digits + 1, '0');
  return digits === 0 ? all : `${all.slice(0, -digits)}.${all.slice(-digits)}`;
}

/** Returns the amount without trailing zeros after the point. */
export const shortest = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount);

/**
 * Generates amounts of a range with every allowed number of fraction digits, some with trailing zeros ("1.10", "2.00").
 * Both bounds occur often. Shrinks towards the lower bound.
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

/** Returns a + b exactly, in the shortest spelling. */
export const sum = (a: string, b: string): string => formatDecimal(plus(exact(a), exact(b)));

/** Returns a - b exactly, in the shortest spelling. */
export const difference = (a: string, b: string): string => formatDecimal(minus(exact(a), exact(b)));

/**
 * Returns texts that are no decimals but that lenient parsers accept: the word for no number, which is neither less nor
 * more than any limit, and one whose first line is the amount, which is enough for a parser that stops at the first wrong
 * character or that looks at one line.
 */
export const nearDecimals = (amount: string): readonly string[] => ['NaN', `${amount}\nabc`];

/** The least number of two hexadecimal digits. */
const TWO_HEX_DIGITS = 16n;

/**
 * Returns numbers in other notations, of other cultures or of programming languages, that lenient parsers accept. They
 * take each for more than the amount, which may be the least one that a service accepts.
 */
export function foreignDecimals(amount: string): readonly string[] {
  const whole = BigInt(amount.split('.')[0] || 0) || 1n;
  const more = whole > TWO_HEX_DIGITS ? whole + 1n : TWO_HEX_DIGITS;
  return [`${whole},5`, `${whole}_5`, `0x${more.toString(16)}`];
}
