import { sequence } from '../../src/engine/check.ts';
import { type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import { must, type Row, suite } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { compare, type Decimal, lastSignificantPlace, minus, plus, times, ZERO } from '../../src/values/decimal.ts';
import { type Json, member } from '../../src/values/json.ts';
import { acceptedBody, amount, string } from '../vocabulary/answers.ts';

/** What a withdrawal shows of the money that it moves, and the value that it gives. */
interface Valued {
  readonly amount: Decimal;
  readonly sum: Decimal;
  readonly rest: Decimal;
  readonly value: Decimal;
}

/** What a value may be in proportion to: the amount plus the fee, as stated, or by mistake the amount with less. */
type Basis = Exclude<keyof Valued, 'value'>;

/** Mistaken bases, in words. */
const MISTAKES: readonly (readonly [Basis, string])[] = [
  ['amount', 'amount without the fee'],
  ['rest', 'amount less the fee'],
];

/** The number of withdrawals of one asset that are compared, and the least number that proves something. */
const [MOST, LEAST] = [24, 4];

function valued(exchange: Exchange): Valued | undefined {
  const answer = acceptedBody(exchange);
  const [net, fee, value] = [amount(answer, '/amount'), amount(answer, '/fee'), amount(answer, '/notional_value')];
  if (!net || !fee || !value || [net, value].some((each) => compare(each, ZERO) <= 0)) return undefined;
  return { amount: net, sum: plus(net, fee), rest: minus(net, fee), value };
}

/** Values may be rounded: by one unit in the last place that is not zero in some value, since zeros may be padding. */
const rounding = (all: readonly Valued[]): Decimal =>
  all.map(({ value }) => lastSignificantPlace(value)).reduce((a, b) => (compare(a, b) < 0 ? a : b));

/** Whether one price explains all values: each is the price times `of`, apart from rounding. */
function haveOnePrice(all: readonly Valued[], of: Basis): boolean {
  const unit = rounding(all);
  // The least price by one withdrawal is at most the greatest price by each other one, both multiplied by both sums.
  return all.every((one) =>
    all.every(
      (other) => compare(times(minus(one.value, unit), other[of]), times(plus(other.value, unit), one[of])) <= 0,
    ),
  );
}

/**
 * Returns the mistake in the values of enough withdrawals, in words, if they have no price with the fee: they have one on
 * another basis, or all have the same value.
 */
function mistakeIn(all: readonly Valued[]): string | undefined {
  if (all.length < LEAST || haveOnePrice(all, 'sum')) return undefined;
  if (all.every(({ value }) => compare(value, all[0]?.value ?? value) === 0))
    return 'the same value, whatever they move';
  for (const [basis, words] of MISTAKES) {
    const positive = all.filter((each) => compare(each[basis], ZERO) > 0);
    if (positive.length >= LEAST && !haveOnePrice(positive, 'sum') && haveOnePrice(positive, basis))
      return `values in proportion to their ${words}`;
  }
  return undefined;
}

/** Members of requests that other code may value, and the words for withdrawals that have them. */
const PARTS = [
  ['total', 'by total'],
  ['identity_id', 'for end users'],
] as const;

/** Returns the groups of withdrawals that a request belongs to, in words. */
const groupsOf = (asset: string, body: Json | undefined): readonly string[] => [
  asset,
  ...PARTS.filter(([name]) => member(body, name) !== undefined).map(([, words]) => `${asset} ${words}`),
];

/**
 * Collects withdrawals by asset, and also those of them that give a total or an end user, which may be valued by other
 * code. Judges that the value of each includes the fee.
 */
export function includingFee(): (exchange: Exchange) => Judgement {
  const known = new Map<string, Valued[]>();
  return (exchange) => {
    const [answer, asset] = [acceptedBody(exchange), string(acceptedBody(exchange), '/asset')];
    if (!answer || asset === undefined) return NOT_CONCERNED;
    const found = valued(exchange);
    if (!found) return NOTHING_TO_JUDGE;
    for (const group of groupsOf(asset, exchange.request.body)) {
      const all = [...(known.get(group) ?? []), found];
      if (all.length > MOST) continue;
      known.set(group, all);
      const mistake = mistakeIn(all);
      if (mistake === undefined) continue;
      const expected = `the value of amount plus fee: withdrawals of ${group} have ${mistake}`;
      return [{ where: '/notional_value', expected, actual: shown(member(answer, 'notional_value')) }];
    }
    return NOTHING_TO_JUDGE;
  };
}

/** The value of a crypto withdrawal (2.1). */
export const notionalValues: readonly Row[] = suite('2.1', ['cryptoWithdrawal'], {
  'CW-NOTIONAL-INCLUDES-FEE': must(
    'notional_value includes the fee: it is the value of amount plus fee',
    {
      aspect: 'semantics',
      cites: [
        '| notional_value | string | no | For crypto withdrawals and deposits, the USD value of amount plus fee at the time of the transfer |',
      ],
      lenience:
        'Judged only if at least four withdrawals of one asset show values that one price of the asset explains without the fee, or less the fee, but not with it, or show the same value although one price cannot explain it. A price may move, and a sandbox may show any price.',
    },
    sequence(includingFee),
  ),
});
