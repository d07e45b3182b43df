import fc, { type Arbitrary } from 'fast-check';
import { among } from './choice.ts';
import { type AmountRange, amounts, difference, shortest, spelled, sum, unitsOf } from './decimals.ts';

/** Fees as services charge them, for amounts whose fee is not known. */
const usualFees: readonly string[] = ['0.1', '0.25', '0.3', '1.1', '0.0000223', '0.0003'];

/** What binary floating point does with an amount and its fee. */
type Arithmetic = 'adds the fee' | 'subtracts the fee' | 'scales to units';

const SEARCHED = 5000;
const ENOUGH = 64;

/** True when a double, printed, shows another number than the exact result. */
const isInexact = (double: number, truth: string): boolean => shortest(plainly(double)) !== truth;

/** A double without an exponent, with all the digits that it prints. */
function plainly(double: number): string {
  const text = String(double);
  return text.includes('e') ? double.toFixed(30) : text;
}

const wrong: Readonly<Record<Arithmetic, (amount: string, fee: string, digits: number) => boolean>> = {
  'adds the fee': (amount, fee) => isInexact(Number(amount) + Number(fee), sum(amount, fee)),
  'subtracts the fee': (amount, fee) => isInexact(Number(amount) - Number(fee), difference(amount, fee)),
  'scales to units': (amount, _fee, digits) => !Number.isInteger(Number(amount) * 10 ** Math.min(digits, 8)),
};

/** The units to look at: all of a narrow range; of a wide one some from end to end, with an uneven step. */
function* candidates(least: bigint, span: bigint): Generator<bigint> {
  const step = span / BigInt(SEARCHED) + 1n;
  for (let offset = 0n; offset <= span; offset += step) yield least + offset;
}

/**
 * Amounts of the range, the smallest first, for which binary floating point gets the arithmetic with this fee wrong: 0.57
 * for the fee 0.25, say. None when there are none.
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

/** The traps of all kinds for the fees, found once for each range. */
function trapsOf(range: AmountRange, fees: readonly string[], kinds: readonly Arithmetic[]): readonly string[] {
  const key = JSON.stringify([range, fees, kinds]);
  const found = known.get(key) ?? kinds.flatMap((kind) => fees.flatMap((fee) => traps(range, fee, kind)));
  known.set(key, found);
  return found;
}

/**
 * Amounts of the range; one in three is such that binary floating point gets its sum with the fee wrong (or its difference,
 * or its number of units). Without a fee the usual ones are supposed. Shrinks like {@link amounts}.
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
