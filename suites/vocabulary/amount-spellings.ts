import { foreignDecimals, nearDecimals } from '../../generators/index.ts';
import { fineAssets } from '../../src/contract/assets.ts';
import { isWithdrawal, type Operation } from '../../src/contract/operations.ts';
import type { Ask } from '../../src/engine/ask.ts';
import { combining, probe } from '../../src/engine/check.ts';
import { unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Answer, Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { type Decimal, decimal, formatDecimal, plus, times } from '../../src/values/decimal.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { acceptedBody, amount, string } from './answers.ts';
import { bodyOperation, carrierOf, changed, expectRefused, firstFailures, smallest } from './body-variants.ts';
import { asking, bodies } from './requests.ts';

const amountOf = (p: Probing): string => string(bodies[bodyOperation(p)](p), '/amount') ?? '';

/** Returns the usual amount, or another one where the target refuses a second withdrawal of the same amount. */
const unusedAmount = (p: Probing): string => string(smallest(p).ask.input().body, '/amount') ?? amountOf(p);

/** Operations that take an amount. */
const TAKING: readonly Operation[] = ['fiatWithdrawal', 'cryptoWithdrawal', 'sandboxDeposit'];

/**
 * Returns strings that number parsers of other conventions accept: on loopback all of them, on another host a different
 * one for each operation.
 */
function foreignOn(p: Probing): readonly string[] {
  const place = TAKING.indexOf(p.operation);
  const all = foreignDecimals(amountOf(p));
  return p.run.spendsFreely ? all : all.slice(place, place + 1);
}

/** A check that amounts which are not decimal numbers are refused. */
export const refusesNearDecimals = probe((p) => {
  const usual = unusedAmount(p);
  const amounts = [...nearDecimals(usual), ...foreignOn(p)];
  return firstFailures(
    ...amounts.map((amount) => () => expectRefused(p, `amount "${amount}"`, { amount })),
    ...asTotal(p, `${usual}abc`),
  );
});

/** Demands the same of the total of a withdrawal, on loopback only. */
function asTotal(p: Probing, total: string): readonly (() => Promise<readonly Failure[]>)[] {
  const operation = bodyOperation(p);
  if (!isWithdrawal(operation) || !p.run.spendsFreely) return [];
  const { amount: _, ...rest }: JsonObject = bodies[operation](p);
  return [() => p.expectRefused(`total "${total}"`, asking(p, operation, { ...rest, total }), smallest(p))];
}

/** An amount, with lower and higher amounts in other spellings. */
interface Spelling {
  readonly amount: string;
  readonly below: readonly string[];
  readonly above: readonly string[];
  /** A smaller amount to use where this one does not fit the budgets or the balance. */
  readonly smaller?: Spelling;
  /** True if the amount is left out where the budgets do not allow it. */
  readonly isOptional?: boolean;
}

/**
 * Returns an amount that is larger by about `by`, with this fraction and a round number above it. A whole amount ends in a
 * zero, which a service may take for one that means nothing.
 */
function larger(by: bigint, least: bigint, smaller: Spelling, fraction = ''): Spelling {
  const large = fraction === '' ? ((least + by) / 10n + 1n) * 10n : least + by;
  const round = (large / 100n + 1n) * 100n;
  return { amount: `${large}${fraction}`, below: [`${least}`], above: [`${round}`, `${large}.5`], smaller };
}

/**
 * Increments for an amount of at least three digits before the point, and of at least four, where group separators
 * begin.
 */
const [HUNDREDS, THOUSANDS] = [122n, 1222n];

/**
 * Returns amounts a little above the usual one, with no, one and two decimal places, and a larger one where it costs
 * nothing.
 */
function spellings(p: Probing): readonly Spelling[] {
  const least = BigInt(amountOf(p).split('.')[0] || 0) + 1n;
  const next = least + 1n;
  const whole = { amount: `${next}`, below: [`${least}.5`, `${least}.50`], above: [`${next}.5`, `${next}.50`] };
  // In binary floating point, 1.15 × 100 is slightly less than 115.
  const cents = { amount: `${least}.15`, below: [`${least}`, `${least}.1`], above: [`${next}`, `${least}.5`] };
  return [
    p.run.spendsFreely || p.operation === 'sandboxDeposit'
      ? larger(THOUSANDS, least, larger(HUNDREDS, least, whole))
      : whole,
    { amount: `${least}.5`, below: [`${least}`, `${least}.25`], above: [`${next}`, `${least}.75`] },
    p.run.spendsFreely ? larger(THOUSANDS, least, cents, '.35') : cents,
  ];
}

/** Maximum number of decimal places of an amount with one place more than the usual one. */
const MOST_PLACES = 5;

const placesOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;

/** Returns the most decimal places that the asset of the request certainly has. */
function mostPlaces(p: Probing): number {
  const asset = string(bodies[bodyOperation(p)](p), '/asset') ?? '';
  return fineAssets.has(asset.toUpperCase()) ? MOST_PLACES : Math.min(MOST_PLACES, placesOf(amountOf(p)));
}

/**
 * Returns the amount halfway between the usual one and twice that, which has one more decimal place. Returns none where
 * it would have too many.
 */
function halfwayUp(p: Probing): readonly Spelling[] {
  const [usual, factor] = [decimal(amountOf(p)), decimal('1.5')];
  const amount = usual && factor && formatDecimal(times(usual, factor));
  if (!usual || amount === undefined || placesOf(amount) > mostPlaces(p)) return [];
  return [{ amount, below: [formatDecimal(usual)], above: [formatDecimal(plus(usual, usual))] }];
}

/** Makes a spelling and its smaller one optional: they are left out where the budgets do not allow them. */
const whereHeld = ({ smaller, ...spelling }: Spelling): Spelling => ({
  ...spelling,
  ...(smaller ? { smaller: whereHeld(smaller) } : {}),
  isOptional: true,
});

/** Returns the spellings to try. Whole amounts of crypto assets are worth much, so they are tried on loopback only. */
const spellingsOf = (p: Probing): readonly Spelling[] =>
  p.operation === 'cryptoWithdrawal'
    ? [...halfwayUp(p), ...(p.run.spendsFreely ? spellings(p).map(whereHeld) : [])]
    : spellings(p);

/** Asks for the smallest request with this amount. The target may refuse it because it follows another one too soon. */
const withAmount = (p: Probing, amount: string): Ask => ({ ...changed(p, { amount }), retriesConflicts: true });

/** Returns the answer to the first of these amounts that is accepted. */
async function firstTaken(p: Probing, amounts: readonly string[]): Promise<Exchange | undefined> {
  for (const amount of amounts) {
    const { isAccepted, exchange } = await p.answerTo(withAmount(p, amount));
    if (isAccepted) return exchange;
  }
  return undefined;
}

/** Sends a request with this amount. Returns undefined where the budgets do not allow it. */
const answerWithin = (p: Probing, amount: string): Promise<Answer | undefined> =>
  unlessInconclusive(undefined, () => p.answerTo(withAmount(p, amount)), ['budget']);

async function expectSpellingAccepted(
  p: Probing,
  { amount, below, above, smaller, isOptional }: Spelling,
): Promise<readonly Failure[]> {
  if (await carrierOf(p, { amount })) return [];
  const answer = await (smaller || isOptional ? answerWithin(p, amount) : p.answerTo(withAmount(p, amount)));
  if (!answer) return smaller ? expectSpellingAccepted(p, smaller) : [];
  const { isAccepted, exchange } = answer;
  if (isAccepted) return [];
  const errors = await p.serverError(withAmount(p, amount), exchange);
  if (errors.length > 0) return errors;
  const lower = await firstTaken(p, below);
  const higher = lower && (await firstTaken(p, above));
  if (higher)
    return p.expectOutcome('accepted', `amount "${amount}"`, exchange, {
      before: [lower, higher],
    });
  return smaller ? expectSpellingAccepted(p, smaller) : [];
}

/**
 * Demands that the usual amount is accepted if the same withdrawal is accepted by its total. Learns the fee from a
 * larger total. Says nothing where totals are refused as well.
 */
async function expectRefusedAsAmount(p: Probing): Promise<readonly Failure[]> {
  const operation = bodyOperation(p);
  const usual = decimal(amountOf(p));
  if (!isWithdrawal(operation) || !usual || (await p.isAccepted(smallest(p)))) return [];
  const { amount: _, ...rest }: JsonObject = bodies[operation](p);
  const withTotal = (total: Decimal): Promise<Answer> =>
    p.answerTo(asking(p, operation, { ...rest, total: formatDecimal(total) }));
  const fee = amount(acceptedBody((await withTotal(plus(usual, usual))).exchange), '/fee');
  const same = fee && (await withTotal(plus(usual, fee)));
  if (!same?.isAccepted) return [];
  const { exchange } = await p.answerTo(withAmount(p, amountOf(p)));
  return p.expectOutcome('accepted', `amount "${amountOf(p)}"`, exchange, {
    before: [same.exchange],
  });
}

/**
 * A check that amounts are accepted whatever number of digits they have. An amount that is refused between two accepted
 * ones is refused for its spelling. Otherwise there may be a least amount, or too little money.
 */
export const takesEachSpelling = combining(
  'demanded',
  (p) => spellingsOf(p).map(({ amount }) => ({ amount })),
  probe(async (p) => {
    const failures = await firstFailures(
      ...spellingsOf(p).map((spelling) => () => expectSpellingAccepted(p, spelling)),
      () => expectRefusedAsAmount(p),
    );
    // Where no amount is accepted at all, nothing follows.
    if (failures.length === 0) await p.twin(smallest(p));
    return failures;
  }),
);

/** A check that a negative amount is refused. */
export const refusesNegative = probe((p) => {
  const amount = `-${amountOf(p)}`;
  return firstFailures(() => expectRefused(p, `amount "${amount}"`, { amount }), ...asTotal(p, amount));
});
