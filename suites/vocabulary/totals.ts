import type { Probing } from '../../src/engine/probing.ts';
import { answered } from '../../src/model/exchange.ts';
import { type Decimal, decimal, formatDecimal, lastPlace, minus, plus, roundedUp } from '../../src/values/decimal.ts';
import { amount } from './answers.ts';
import { plainAnswer } from './requests.ts';

/** Decimal places of the smallest difference between amounts; more if the fixtures name an amount with more. */
export const LEAST_PLACES = { fiatWithdrawal: 2, cryptoWithdrawal: 4 } as const;

/**
 * Maximum number of decimal places of a total in a request. A fee may have more, but the document does not say that a
 * request may.
 */
export const PLACES = { fiatWithdrawal: 2, cryptoWithdrawal: 8 } as const;

/** Equally distant numbers. */
interface Steps {
  readonly from: Decimal;
  readonly step: Decimal;
  readonly count: number;
}

/** A calculation with a fee: in binary floating point and exactly. */
interface Calculation {
  readonly floating: (one: number, fee: number) => number;
  readonly exact: (one: Decimal, fee: Decimal) => Decimal;
}

export const SUM: Calculation = { floating: (net, fee) => net + fee, exact: plus };
const DIFFERENCE: Calculation = { floating: (total, fee) => total - fee, exact: minus };

/** Returns the numbers with which a calculation is inexact in binary floating point, as many as are wanted. */
export function inexact(
  { from, step, count }: Steps,
  fee: Decimal,
  { floating, exact }: Calculation,
  wanted: number,
): readonly Decimal[] {
  const found: Decimal[] = [];
  let each = from;
  for (let tried = 0; tried < count && found.length < wanted; tried += 1, each = plus(each, step)) {
    const rounded = floating(Number(formatDecimal(each)), Number(formatDecimal(fee)));
    if (String(rounded) !== formatDecimal(exact(each, fee))) found.push(each);
  }
  return found;
}

/** Number of totals to look at, each one step larger than the one before: together at most half a dollar. */
const MOST_TOTALS = { fiatWithdrawal: 50, cryptoWithdrawal: 10 } as const;

/** Returns the least total from `least` on whose difference with the fee is inexact; `least` if none is near. */
function inexactTotal(operation: keyof typeof PLACES, least: Decimal, fee: Decimal): Decimal {
  const step = lastPlace(least, LEAST_PLACES[operation]);
  return inexact({ from: least, step, count: MOST_TOTALS[operation] }, fee, DIFFERENCE, 1)[0] ?? least;
}

/**
 * Returns a body with `total` in place of `amount`: the amount plus the fee of a plain withdrawal, rounded up, or a
 * little more.
 */
export async function totalBody<T extends { readonly amount: string }>(
  p: Probing,
  operation: keyof typeof PLACES,
  base: T,
) {
  const { amount: net, ...rest } = base;
  const before = await plainAnswer(p, operation);
  const fee = amount(answered(before), '/fee');
  const sum = decimal(net);
  if (!fee || !sum) return { ...rest, total: net };
  const least = roundedUp(plus(sum, fee), Math.max(PLACES[operation], sum.scale));
  return { ...rest, total: formatDecimal(inexactTotal(operation, least, fee)) };
}
