declare const brand: unique symbol;

/**
 * An exact decimal number: `units / 10^scale`. Made by {@link decimal} and compared by {@link compare}, never as text.
 */
export interface Decimal {
  readonly [brand]: 'Decimal';
  readonly units: bigint;
  readonly scale: number;
}

const GRAMMAR = /^([+-]?)(\d{0,400})(?:\.(\d{0,400}))?$/;

function make(units: bigint, scale: number): Decimal {
  return { units, scale } as Decimal;
}

/** Returns whether {@link decimal} can read a text. */
export const isDecimal = (text: string): boolean => GRAMMAR.test(text) && /\d/.test(text);

/**
 * Reads "a decimal number carried as a string" (Conventions): digits with an optional sign and point, including `.25`
 * and `5.`. Returns undefined for exponents, separators, blanks and more than 400 digits on either side of the point.
 */
export function decimal(text: unknown): Decimal | undefined {
  if (typeof text !== 'string') return undefined;
  const parts = GRAMMAR.exec(text);
  const [, sign = '', whole = '', fraction = ''] = parts ?? [];
  if (!parts || whole + fraction === '') return undefined;
  const units = BigInt(whole + fraction);
  return make(sign === '-' ? -units : units, fraction.length);
}

function align(a: Decimal, b: Decimal): { a: bigint; b: bigint; scale: number } {
  const scale = Math.max(a.scale, b.scale);
  return { a: a.units * 10n ** BigInt(scale - a.scale), b: b.units * 10n ** BigInt(scale - b.scale), scale };
}

/** Returns a negative number if a < b, zero if they are equal ("5" equals "5.00"), a positive number if a > b. */
export function compare(a: Decimal, b: Decimal): number {
  const same = align(a, b);
  return same.a < same.b ? -1 : same.a > same.b ? 1 : 0;
}

/** Returns whether both are the same number. */
export const equals = (a: Decimal, b: Decimal): boolean => compare(a, b) === 0;

/** Returns the larger one. If only one is given, returns it. */
export function larger(a: Decimal | undefined, b: Decimal | undefined): Decimal | undefined {
  if (!a || !b) return a ?? b;
  return compare(a, b) >= 0 ? a : b;
}

/** Returns a + b exactly. */
export function plus(a: Decimal, b: Decimal): Decimal {
  const same = align(a, b);
  return make(same.a + same.b, same.scale);
}

/** Returns a - b exactly. */
export const minus = (a: Decimal, b: Decimal): Decimal => plus(a, make(-b.units, b.scale));

/** Returns a × b exactly. */
export const times = (a: Decimal, b: Decimal): Decimal => make(a.units * b.units, a.scale + b.scale);

/** Returns the absolute value. */
export const magnitude = (a: Decimal): Decimal => make(a.units < 0n ? -a.units : a.units, a.scale);

/** Returns one unit in the last written decimal place, or in the place `least` if that is finer: 0.01 for "5.00". */
export const lastPlace = (a: Decimal, least = 0): Decimal => make(1n, Math.max(a.scale, least));

/** Returns one unit in the last decimal place that is not zero: 0.1 for "1.50", and 1 for whole numbers. */
export function lastSignificantPlace({ units, scale }: Decimal): Decimal {
  let [rest, places] = [units, scale];
  for (; places > 0 && rest % 10n === 0n; places -= 1) rest /= 10n;
  return make(1n, places);
}

/** Rounds up to at most `places` decimal places. */
export function roundedUp(a: Decimal, places: number): Decimal {
  if (a.scale <= places) return a;
  const step = 10n ** BigInt(a.scale - places);
  const below = a.units / step;
  return make(a.units > below * step ? below + 1n : below, places);
}

/** Divides by a positive integer and rounds up to `places` decimal places. */
export function dividedUp(a: Decimal, by: number, places: number): Decimal {
  const fine = a.units * 10n ** BigInt(places);
  const divisor = BigInt(by) * 10n ** BigInt(a.scale);
  return make(fine / divisor + (fine % divisor > 0n ? 1n : 0n), places);
}

export const ZERO: Decimal = make(0n, 0);

/** Writes the number in its shortest plain notation: no exponent, no trailing zeros. */
export function formatDecimal(value: Decimal): string {
  const digits = magnitude(value)
    .units.toString()
    .padStart(value.scale + 1, '0');
  const whole = digits.slice(0, digits.length - value.scale);
  const fraction = digits.slice(digits.length - value.scale).replace(/0+$/, '');
  return `${value.units < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
}
