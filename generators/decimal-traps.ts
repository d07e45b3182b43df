import fc, { type Arbitrary } from 'fast-check';
import { among } from './choice.ts';
import { type AmountRange, amounts, difference, shortest, spelled, sum, unitsOf } from './decimals.ts';

/** Typical fees, for amounts whose fee is unknown. */
const usualFees: readonly string[] = ['0.1', '0.25', '0.3', '1.1', '0.0000223', '0.0003'];

/** Calculations with an amount and its fee that binary floating point may get wrong. */
type Arithmetic = 'adds the fee' | 'subtracts the fee' | 'scales to units';

const SEARCHED = 5000;
const ENOUGH = 64;

/** Whether a double prints as another number than the exact result. */
const isInexact = (double: number, truth: string): boolean => shortest(plainly(double)) !== truth;

/** Prints a double without an exponent, with all the digits that it prints. */
function plainly(double: number): string {
  const text = String(double);
  return text.includes('e') ? double.toFixed(30) : text;
}

const wrong: Readonly<Record<Arithmetic, (amount: string, fee: string, digits: number) => boolean>> = {
  'adds the fee': (amount, fee) => isInexact(Number(amount) + Number(fee), sum(amount, fee)),
  'subtracts the fee': (amount, fee) => isInexact(Number(amount) - Number(fee), difference(amount, fee)),
  'scales to units': (amount, _fee, digits) => !Number.isInteger(Number(amount) * 10 ** Math.min(digits, 8)),
};

/** Yields the units to check: all of a narrow range, or some across a wide range, at uneven steps. */
function* candidates(least: bigint, span: bigint): Generator<bigint> {
  const step = span / BigInt(SEARCHED) + 1n;
  for (let offset = 0n; offset <= span; offset += step) yield least + offset;
}

/**
 * Returns amounts of the range, smallest first, for which binary floating point gets a calculation with this fee wrong:
 * 0.57 for the fee 0.25, for example. Empty when there are none.
 */
function traps({ from, to, digits }: AmountRange, fee: string, arithmetic: Arithmetic): readonly string[] {
  const least = unitsOf(from, digits);
  const found: string[] = [];
  for (const units of candidates(least, unitsOf(to, digits) - least)) {
    const amount = shortest(spelled(units, digits));
    if (wrong[arithmetic](amount, fee, digits)) found.push(amount);
    if (found.length === ENOUGH) break;
  }
  return found;
}

const known = new Map<string, readonly string[]>();

/** Returns the amounts that go wrong for these fees and calculations; cached for each range. */
function trapsOf(range: AmountRange, fees: readonly string[], kinds: readonly Arithmetic[]): readonly string[] {
  const key = JSON.stringify([range, fees, kinds]);
  const found = known.get(key) ?? kinds.flatMap((kind) => fees.flatMap((fee) => traps(range, fee, kind)));
  known.set(key, found);
  return found;
}

/**
 * Generates amounts of the range. For one in three, binary floating point gets the sum with the fee (or the difference,
 * or the number of units) wrong. Assumes typical fees when none is given. Shrinks like {@link amounts}.
 */
export function trappingAmounts(
  range: AmountRange,
  fee?: string,
  given: 'amount' | 'total' = 'amount',
): Arbitrary<string> {
  const kinds: readonly Arithmetic[] = [given === 'amount' ? 'adds the fee' : 'subtracts the fee', 'scales to units'];
  const trapping = trapsOf(range, fee === undefined ? usualFees : [fee], kinds);
  if (trapping.length === 0) return amounts(range);
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: amounts(range), weight: 2 },
    { arbitrary: among(trapping), weight: 1 },
  );
}
