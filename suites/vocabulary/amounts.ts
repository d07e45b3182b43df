import { foreignDecimals, nearDecimals } from '../../generators/index.ts';
import { isWithdrawal, type Operation } from '../../src/contract/operations.ts';
import { unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Answer, Ask, Probing } from '../../src/engine/probing.ts';
import { claiming, probe } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { type Decimal, decimal, plus, text, times } from '../../src/values/decimal.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { accepted, amount, string } from './answers.ts';
import { bodyOperation, carried, changed, firstFailures, refused, smallest } from './demands.ts';
import { asking, bodies } from './requests.ts';

const amountOf = (p: Probing): string => string(bodies[bodyOperation(p)](p), '/amount') ?? '';

/** Operations that take an amount. */
const TAKING: readonly Operation[] = ['fiatWithdrawal', 'cryptoWithdrawal', 'sandboxDeposit'];

/** What readers of other ways to write numbers take for one: on another host another one on each operation. */
function foreignOn({ operation, run }: Probing): readonly string[] {
  const place = TAKING.indexOf(operation);
  return run.loopback ? foreignDecimals : foreignDecimals.slice(place, place + 1);
}

/** A check that amounts which are no decimal numbers are refused. */
export const refusesNearDecimals = probe((p) => {
  const amounts = [...nearDecimals(amountOf(p)), ...foreignOn(p)];
  return firstFailures(
    ...amounts.map((amount) => () => refused(p, `amount "${amount}"`, { amount })),
    ...asTotal(p, 'abc'),
  );
});

/** The same demanded of the total of a withdrawal, where requests are not scarce. */
function asTotal(p: Probing, total: string): readonly (() => Promise<readonly Failure[]>)[] {
  const operation = bodyOperation(p);
  if (!isWithdrawal(operation) || !p.run.loopback) return [];
  const { amount: _, ...rest }: JsonObject = bodies[operation](p);
  return [() => p.refused(`total "${total}"`, asking(p, operation, { ...rest, total }), smallest(p))];
}

/** An amount, with others below and above it that are spelled otherwise. */
interface Spelling {
  readonly amount: string;
  readonly below: readonly string[];
  readonly above: readonly string[];
  /** A smaller one, where this one may be more than there is. */
  readonly smaller?: Spelling;
  /** True where no budget has to hold it. */
  readonly isOptional?: boolean;
}

/** An amount that is so much larger, beside one that ends in zeros. */
function larger(by: bigint, least: bigint, smaller: Spelling): Spelling {
  const large = least + by;
  const round = (large / 100n + 1n) * 100n;
  return { amount: `${large}`, below: [`${least}`], above: [`${round}`, `${large}.5`], smaller };
}

/** More by which an amount has at least three digits before the point, or four, which are the first that may be written in groups. */
const [HUNDREDS, THOUSANDS] = [122n, 1222n];

/** Amounts a little above the usual one, with no, one and two digits behind the point, and a larger one where it costs nothing. */
function spellings(p: Probing): readonly Spelling[] {
  const least = BigInt(amountOf(p).split('.')[0] || 0) + 1n;
  const next = least + 1n;
  const whole = { amount: `${next}`, below: [`${least}.5`, `${least}.50`], above: [`${next}.5`, `${next}.50`] };
  return [
    p.run.loopback || p.operation === 'sandboxDeposit'
      ? larger(THOUSANDS, least, larger(HUNDREDS, least, whole))
      : whole,
    { amount: `${least}.5`, below: [`${least}`, `${least}.25`], above: [`${next}`, `${least}.75`] },
    // As doubles 1.15 × 100 is a little less than 115.
    { amount: `${least}.15`, below: [`${least}`, `${least}.1`], above: [`${next}`, `${least}.5`] },
  ];
}

/** The most places of an amount that is made to have one more than the usual one. */
const MOST_PLACES = 5;

/** An amount halfway between the usual one and twice that, which has a place more; none where it would have too many. */
function halfwayUp(p: Probing): readonly Spelling[] {
  const [usual, factor] = [decimal(amountOf(p)), decimal('1.5')];
  const amount = usual && factor && text(times(usual, factor));
  if (!usual || amount === undefined || (amount.split('.')[1]?.length ?? 0) > MOST_PLACES) return [];
  return [{ amount, below: [text(usual)], above: [text(plus(usual, usual))] }];
}

/** The spelling, and the smaller one, where the budgets hold it. */
const whereHeld = ({ smaller, ...spelling }: Spelling): Spelling => ({
  ...spelling,
  ...(smaller ? { smaller: whereHeld(smaller) } : {}),
  isOptional: true,
});

/** Of crypto assets whole amounts are worth much: they are tried on loopback only. */
const spellingsOf = (p: Probing): readonly Spelling[] =>
  p.operation === 'cryptoWithdrawal'
    ? [...halfwayUp(p), ...(p.run.loopback ? spellings(p).map(whereHeld) : [])]
    : spellings(p);

/** The smallest request with that amount, which may come too soon after another one. */
const withAmount = (p: Probing, amount: string): Ask => ({ ...changed(p, { amount }), isPatient: true });

/** The answer to the first of some amounts that is accepted. */
async function firstTaken(p: Probing, amounts: readonly string[]): Promise<Exchange | undefined> {
  for (const amount of amounts) {
    const { isAccepted, exchange } = await p.answerTo(withAmount(p, amount));
    if (isAccepted) return exchange;
  }
  return undefined;
}

/** The answer to an amount; undefined where the budgets leave no room for it. */
const answerWithin = (p: Probing, amount: string): Promise<Answer | undefined> =>
  unlessInconclusive(undefined, () => p.answerTo(withAmount(p, amount)), ['budget']);

async function isSpellingAccepted(
  p: Probing,
  { amount, below, above, smaller, isOptional }: Spelling,
): Promise<readonly Failure[]> {
  if (await carried(p, { amount })) return [];
  const answer = await (smaller || isOptional ? answerWithin(p, amount) : p.answerTo(withAmount(p, amount)));
  if (!answer) return smaller ? isSpellingAccepted(p, smaller) : [];
  const { isAccepted, exchange } = answer;
  if (isAccepted) return [];
  const lower = await firstTaken(p, below);
  const higher = lower && (await firstTaken(p, above));
  if (higher) return p.judged('admitted', `amount "${amount}"`, exchange, async () => undefined, [lower, higher]);
  return smaller ? isSpellingAccepted(p, smaller) : [];
}

/**
 * Where the usual amount is refused, tries the same withdrawal by its total: one more than that shows the fee. Says nothing where
 * totals are refused as well.
 */
async function isRefusedAsAmount(p: Probing): Promise<readonly Failure[]> {
  const operation = bodyOperation(p);
  const usual = decimal(amountOf(p));
  if (!isWithdrawal(operation) || !usual || (await p.isAccepted(smallest(p)))) return [];
  const { amount: _, ...rest }: JsonObject = bodies[operation](p);
  const withTotal = (total: Decimal): Promise<Answer> =>
    p.answerTo(asking(p, operation, { ...rest, total: text(total) }));
  const fee = amount(accepted((await withTotal(plus(usual, usual))).exchange), '/fee');
  const same = fee && (await withTotal(plus(usual, fee)));
  if (!same?.isAccepted) return [];
  const { exchange } = await p.answerTo(withAmount(p, amountOf(p)));
  return p.judged('admitted', `amount "${amountOf(p)}"`, exchange, async () => undefined, [same.exchange]);
}

/**
 * A check that amounts are taken whatever number of digits they have. One that is refused between two that are accepted is
 * refused for how it is spelled; otherwise there may be a least amount, or too little to withdraw.
 */
export const takesEachSpelling = claiming(
  'demanded',
  (p) => spellingsOf(p).map(({ amount }) => ({ amount })),
  probe(async (p) => {
    const failures = await firstFailures(
      ...spellingsOf(p).map((spelling) => () => isSpellingAccepted(p, spelling)),
      () => isRefusedAsAmount(p),
    );
    const { key, ask } = smallest(p);
    // Where no amount is accepted at all, nothing follows.
    if (failures.length === 0) await p.twin(key, ask);
    return failures;
  }),
);

/** A check that a negative amount is refused. */
export const refusesNegative = probe((p) => {
  const amount = `-${amountOf(p)}`;
  return firstFailures(() => refused(p, `amount "${amount}"`, { amount }), ...asTotal(p, amount));
});
