import { fiatNetworks } from '../../src/contract/networks.ts';
import { isWithdrawal, type WithdrawalOperation } from '../../src/contract/operations.ts';
import type { Ask, Twin } from '../../src/engine/ask.ts';
import { combining, probe } from '../../src/engine/check.ts';
import { unlessInconclusive } from '../../src/engine/inconclusive.ts';
import { flawUnless, type Judgement, NOT_CONCERNED } from '../../src/engine/judgement.ts';
import { includes, patched } from '../../src/engine/packing.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { answered, type Exchange } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import {
  compare,
  type Decimal,
  decimal,
  equals,
  formatDecimal,
  lastPlace,
  magnitude,
  plus,
  roundedUp,
  ZERO,
} from '../../src/values/decimal.ts';
import { type Json, type JsonObject, member } from '../../src/values/json.ts';
import { acceptedBody, amount, equalAmounts } from './answers.ts';
import { carrierOf, firstFailures, smallest } from './body-variants.ts';
import { withOptional } from './optional-parts.ts';
import { asking, bodies, twinOf, unknownId } from './requests.ts';
import { inexact, PLACES, SUM, totalBody } from './totals.ts';
import { marked, withoutRefId } from './without-ref-id.ts';

/** Returns the operation of a row about withdrawals. */
function withdrawalOperation({ operation }: Probing): WithdrawalOperation {
  if (!isWithdrawal(operation)) throw new Error(`${operation} withdraws nothing`);
  return operation;
}

/** Returns the smallest body of the row's operation. */
const usualBody = (p: Probing) => bodies[withdrawalOperation(p)](p);

/** Returns the magnitude of an amount, or undefined when it cannot be read. */
function unsigned(value: Json | undefined, pointer: string): Decimal | undefined {
  const found = amount(value, pointer);
  return found && magnitude(found);
}

/** Judges that the magnitude of `total` is exactly `amount + fee`. TRANSFER-TOTAL-UNSIGNED judges its sign. */
export function totalIsSum(exchange: Exchange) {
  const body = acceptedBody(exchange);
  const [net, fee] = [amount(body, '/amount'), amount(body, '/fee')];
  return equalAmounts('/total', net && fee && plus(net, fee), unsigned(body, '/total'), 'amount + fee');
}

/** Number of such amounts to withdraw, since a target may refuse one for its size. */
const ENOUGH = 2;

/**
 * Returns amounts whose sum with the fee is inexact in binary floating point, the smallest first; one other amount when
 * there are none for this fee.
 */
function inexactAmounts(
  fee: Decimal | undefined,
  [step, least]: readonly [step: string, least: string | undefined],
  most: number,
): readonly string[] {
  const unit = decimal(step);
  const start = decimal(least) ?? unit;
  if (!fee || !unit || !start) return [];
  const found = inexact({ from: start, step: unit, count: most }, fee, SUM, ENOUGH);
  return (found.length > 0 ? found : [plus(start, unit)]).map(formatDecimal);
}

/** Returns smallest withdrawals with such amounts. Candidates start at the least amount and are one step apart. */
async function inexactBodies(
  p: Probing,
  range: readonly [step: string, least: string | undefined],
): Promise<readonly JsonObject[]> {
  const fee = amount(answered(await p.twin(smallest(p))), '/fee');
  const body = usualBody(p);
  return inexactAmounts(fee, range, 300).map((each) => ({ ...body, amount: each }));
}

/** Sends a withdrawal so that rules can judge it if it is accepted. */
async function sent(p: Probing, body: JsonObject): Promise<void> {
  if (!(await carrierOf(p, body)))
    await p.send(p.operation, asking(p, withdrawalOperation(p), patched({}, body)).input());
}

/** Makes a check that withdraws such amounts, and a total, so that `totalIsSum` can judge them. */
export const sums = (step: string, least: (p: Probing) => string | undefined) =>
  combining(
    'open',
    (p) => inexactBodies(p, [step, least(p)]),
    probe(async (p) => {
      for (const each of await inexactBodies(p, [step, least(p)])) await sent(p, each);
      await sent(p, await totalChange(p));
      return [];
    }),
  );

/** Returns the smallest withdrawal with `total` in place of `amount`; null removes `amount`. */
const totalChange = async (p: Probing): Promise<JsonObject> => ({
  ...(await totalBody(p, withdrawalOperation(p), usualBody(p))),
  amount: null,
});

/** A check that `total` is accepted in place of `amount`, on loopback over other networks too. */
export const totalAccepted = combining(
  'demanded',
  async (p) => [await totalChange(p)],
  probe((p) =>
    firstFailures(
      () => takesUsualTotal(p),
      ...(p.run.spendsFreely ? overOtherNetworks(p, Number.POSITIVE_INFINITY) : []).map(
        (base) => () => unlessInconclusive([], () => takesTotalElsewhere(p, base)),
      ),
    ),
  ),
);

async function takesUsualTotal(p: Probing): Promise<readonly Failure[]> {
  const usual = await totalChange(p);
  if (await carrierOf(p, usual)) return [];
  const base = usualBody(p);
  // The target may have refused this number for its last digits or its size, whether as total or as amount.
  return (
    (await unlessInconclusive(undefined, () => takesTotal(p, base, usual['total']), ['refused'])) ??
    takesTotal(p, base, twice(base.amount))
  );
}

/**
 * Whether the total of a withdrawal is accepted in place of its amount. A target may take only amounts in steps, and a
 * total less the fee is another amount.
 */
async function takesOwnSum(p: Probing, base: JsonObject): Promise<boolean> {
  const made = answered(await p.twin(withAmount(p, base, base['amount'])));
  const [net, fee] = [amount(made, '/amount'), amount(made, '/fee')];
  return net !== undefined && fee !== undefined && p.isAccepted(withTotal(p, base, formatDecimal(plus(net, fee))));
}

async function takesTotalElsewhere(p: Probing, base: JsonObject): Promise<readonly Failure[]> {
  const { total } = await totalChange(p);
  return (await p.isAccepted(withTotal(p, base, total))) ? [] : takesTotal(p, base, total);
}

/** Whether a withdrawal by total to another destination or account was accepted. On loopback each of them is tried. */
export async function isTakenByTotal(p: Probing, other: JsonObject): Promise<boolean> {
  const others = p.run.spendsFreely ? overOtherNetworks(p, Number.POSITIVE_INFINITY) : [];
  const base = others.find((each) => includes(each, other));
  if (!base) return false;
  const { total } = await totalChange(p);
  return p.isAccepted(withTotal(p, base, total));
}

/**
 * Demands that a withdrawal by a total is accepted, if the same number is accepted as its amount: this total, or that of
 * the usual withdrawal.
 */
async function takesTotal(p: Probing, base: JsonObject, usual: Json | undefined): Promise<readonly Failure[]> {
  const covering = await coveringFee(p, base, usual);
  const isTaken = await p.isAccepted(withAmount(p, base, covering));
  const total = isTaken ? covering : inPlacesOfAmount(base, covering);
  const failures = await p.expectAccepted(
    'total instead of amount',
    withTotal(p, base, total).ask,
    withAmount(p, base, total),
  );
  return failures.length > 0 && (await takesOwnSum(p, base)) ? [] : failures;
}

/** Returns another number that is as round as the usual amount. */
export function twice(usual: string): string {
  const net = decimal(usual);
  return net ? formatDecimal(plus(net, net)) : usual;
}

/**
 * Returns a larger total if the fee has grown meanwhile, or is larger on this network: otherwise the remainder may be
 * below the target's least amount.
 */
async function coveringFee(p: Probing, base: JsonObject, usual: Json | undefined): Promise<Json | undefined> {
  const made = await unlessInconclusive(undefined, () => p.twin(withAmount(p, base, usual)), ['refused']);
  const [net, fee, total] = [decimal(base['amount']), amount(made && acceptedBody(made), '/fee'), decimal(usual)];
  if (!net || !fee || !total || compare(plus(net, fee), total) <= 0) return usual;
  return formatDecimal(roundedUp(plus(net, plus(fee, fee)), Math.max(PLACES[withdrawalOperation(p)], net.scale)));
}

/**
 * Returns a twin with the same number as its amount. It must be accepted first, since the document does not say how
 * many decimal places an amount may have.
 */
const withAmount = (p: Probing, base: JsonObject, number: Json | undefined): Twin =>
  twinOf(p, withdrawalOperation(p), { ...base, amount: number ?? null }, true);

/** Returns a withdrawal by total as a twin. */
const withTotal = (p: Probing, base: JsonObject, total: Json | undefined): Twin =>
  twinOf(p, withdrawalOperation(p), patched(base, { amount: null, total: total ?? null }), true);

/**
 * Rounds a total up to the decimal places of the usual amount: a fee may have more places than the target accepts in
 * requests.
 */
function inPlacesOfAmount(base: JsonObject, total: Json | undefined): string {
  const [sum, usual] = [decimal(total), decimal(base['amount'])];
  return sum && usual ? formatDecimal(roundedUp(sum, usual.scale)) : String(total);
}

/**
 * Maximum number of other networks on which both amount and total are sent. On another host only withdrawals whose body
 * names the network are.
 */
const OTHER_NETWORKS = 4;
const OTHER_NETWORKS_ELSEWHERE = { fiatWithdrawal: 0, cryptoWithdrawal: 2 };

const mostOtherNetworks = (p: Probing): number =>
  p.run.spendsFreely ? OTHER_NETWORKS : OTHER_NETWORKS_ELSEWHERE[withdrawalOperation(p)];

/**
 * Returns withdrawals over other networks than the usual one, with all optional members. On another host the last
 * crypto withdrawal also has balance_asset.
 */
function overOtherNetworks(p: Probing, most = mostOtherNetworks(p)): readonly JsonObject[] {
  const { fiat_accounts, crypto_destinations = [] } = p.fixtures;
  const others: readonly JsonObject[] =
    p.operation === 'fiatWithdrawal'
      ? fiatNetworks.flatMap((network) => fiat_accounts?.[network]?.[0] ?? []).map((id) => ({ fiat_account_id: id }))
      : crypto_destinations.map((each) => ({ ...each }));
  const bodies = others.slice(1, 1 + most).map((other) => ({ ...withOptional(p, withdrawalOperation(p)), ...other }));
  return bodies.map((body, index) =>
    p.operation === 'cryptoWithdrawal' && !p.run.spendsFreely && index === bodies.length - 1 ? onBalance(body) : body,
  );
}

/** Returns the withdrawal with its own asset as balance_asset. */
const onBalance = (body: JsonObject): JsonObject => ({ ...body, balance_asset: body['asset'] ?? null });

/** Returns a withdrawal over the last of the other networks with neither amount nor total; none when not on loopback. */
const neitherElsewhere = (p: Probing): readonly JsonObject[] =>
  p.run.spendsFreely
    ? overOtherNetworks(p)
        .slice(-1)
        .map(({ amount: _, ...rest }) => rest)
    : [];

/**
 * Returns crypto withdrawals with balance_asset and either neither or both of amount and total; none when not on
 * loopback.
 */
function besideBalance(p: Probing, total: string) {
  const { amount: given, ...rest }: JsonObject = usualBody(p);
  if (p.operation === 'fiatWithdrawal' || !p.run.spendsFreely) return [];
  const named = onBalance(rest);
  return [
    ['neither amount nor total', named],
    ['both amount and total', { ...named, amount: given ?? null, total }],
  ] as const;
}

/**
 * Totals of three digits with cents and, of dollars, of four digits, which are less than the usual balance in a sandbox.
 * Some number types have too few digits for the first, and write a total of hundreds with an exponent: 1300 as 1.3E+3.
 */
const LARGE_TOTALS: Readonly<Record<WithdrawalOperation, readonly string[]>> = {
  fiatWithdrawal: ['250.37', '1300'],
  cryptoWithdrawal: ['250.37'],
};

/** Returns withdrawals by total: large ones, without a ref_id, and with the ID of a fee. */
async function byTotal(p: Probing): Promise<readonly Ask[]> {
  const operation = withdrawalOperation(p);
  const usual = await totalChange(p);
  const least = patched(usualBody(p), usual);
  const made = (body: JsonObject): Ask => asking(p, operation, body);
  return [
    ...LARGE_TOTALS[operation].map((total) => made({ ...least, total })),
    withoutRefId(p, operation, patched(marked(p, operation, ' by total'), usual)),
    ...(operation === 'cryptoWithdrawal' ? [made({ ...least, fee_id: unknownId(p, 'fee') })] : []),
  ];
}

/** A check that withdraws by total in these ways on loopback, so that rules can judge it. A refusal is allowed. */
export const asksForTotals = probe(async (p) => {
  await p.twin(smallest(p));
  // A budget that the user has set need not allow them.
  for (const ask of p.run.spendsFreely ? await byTotal(p) : [])
    await unlessInconclusive(undefined, () => p.answerTo(ask), ['budget']);
  return [];
});

/**
 * A check that amount and total together are refused in further cases: without ref_id, with all optional members
 * and a total that equals amount + fee, with a total of 0, and over other networks. With balance_asset, neither and
 * both must be refused.
 */
export const refusesBothElsewhere = probe(async (p) => {
  const operation = withdrawalOperation(p);
  const twin = smallest(p);
  const made = answered(await p.twin(twin));
  const [net, fee] = [amount(made, '/amount'), amount(made, '/fee')];
  if (!net || !fee) return [];
  const sum = formatDecimal(plus(net, fee));
  const fullest = withOptional(p, operation);
  const refused = (what: string, made: Ask) => (): Promise<readonly Failure[]> =>
    p.expectRefused(`both amount and total${what}`, made, twin);
  const both = (body: JsonObject, total: string): Ask => asking(p, operation, { ...body, total });
  return firstFailures(
    ...(p.run.spendsFreely
      ? [refused(' without ref_id', withoutRefId(p, operation, { ...usualBody(p), total: sum }))]
      : []),
    ...(equals(fee, ZERO) ? [] : [refused(', with total equal to amount + fee', both(fullest, sum))]),
    refused(', with total 0', both(fullest, '0')),
    ...overOtherNetworks(p).map((body) => refused(' on another network', both(body, sum))),
    ...neitherElsewhere(p).map(
      (body) => () => p.expectRefused('neither amount nor total on another network', asking(p, operation, body), twin),
    ),
    ...besideBalance(p, sum).map(
      ([what, body]) =>
        () =>
          p.expectRefused(`${what} with balance_asset`, asking(p, operation, body), twin),
    ),
  );
});

/** Judges that the fee of a withdrawal is at most the total that the request gave. */
export function coversFee(exchange: Exchange): Judgement {
  const [total, fee] = [amount(exchange.request.body, '/total'), amount(acceptedBody(exchange), '/fee')];
  const kept = unsigned(acceptedBody(exchange), '/total');
  // If the answer has another total, nothing follows about the fee.
  if (!total || !fee || (kept && !equals(kept, total))) return NOT_CONCERNED;
  return flawUnless(compare(fee, total) <= 0, () => ({
    where: '/fee',
    expected: `at most the requested total ${formatDecimal(total)}, or a refusal`,
    actual: formatDecimal(fee),
  }));
}

/**
 * A check that asks for the least total, so that `coversFee` can judge it if it is accepted. The fee may depend
 * on the amount.
 */
export const asksForLeastTotal = probe(async (p) => {
  const operation = withdrawalOperation(p);
  const { amount: _, ...rest } = usualBody(p);
  await p.twin(smallest(p));
  const total = formatDecimal(lastPlace(ZERO, PLACES[operation]));
  await p.answerTo(asking(p, operation, { ...rest, total }));
  return [];
});

/**
 * Makes a judgement that the answer has the same number for `name` as the request. A sign counts only in a request,
 * which then asks for a negative number: TRANSFER-TOTAL-UNSIGNED judges the sign of an answer.
 */
export const keepsAmount =
  (name: 'amount' | 'total', why: string) =>
  (exchange: Exchange): Judgement => {
    const { body } = exchange.request;
    // If both are given, accepting them is the failure: no statement says which of them counts.
    if (member(body, 'amount') !== undefined && member(body, 'total') !== undefined) return NOT_CONCERNED;
    const sent = amount(body, `/${name}`);
    const isNegative = sent !== undefined && compare(sent, ZERO) < 0;
    const found = acceptedBody(exchange);
    return equalAmounts(`/${name}`, sent, isNegative ? amount(found, `/${name}`) : unsigned(found, `/${name}`), why);
  };
