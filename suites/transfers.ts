import { unlessInconclusive } from '../src/engine/inconclusive.ts';
import { patched } from '../src/engine/packing.ts';
import type { Ask, Probing } from '../src/engine/probing.ts';
import {
  claiming,
  flawUnless,
  type Judgement,
  must,
  NOT_CONCERNED,
  NOTHING_TO_JUDGE,
  observe,
  probe,
  type Row,
  rule,
  sequence,
  should,
  suite,
  survey,
  waiting,
} from '../src/engine/row.ts';
import { answered, type Exchange, isAccepted } from '../src/model/exchange.ts';
import { fiatNetworks } from '../src/model/fixtures.ts';
import { type Failure, shown } from '../src/model/outcome.ts';
import {
  compare,
  type Decimal,
  decimal,
  equals,
  magnitude,
  plus,
  roundedUp,
  text,
  ZERO,
} from '../src/values/decimal.ts';
import { type Id, id } from '../src/values/id.ts';
import { at, isObject, type Json, type JsonObject, member } from '../src/values/json.ts';
import { Memory } from '../src/values/memory.ts';
import { accepted, amount, each, equal, equalAmounts, isValue, notBefore, string } from './vocabulary/answers.ts';
import { CREATING, expectNow, timesAhead } from './vocabulary/clock.ts';
import { carried, firstFailures } from './vocabulary/demands.ts';
import { createsLater, movingTimes } from './vocabulary/frozen-times.ts';
import { withOptional } from './vocabulary/optional-parts.ts';
import {
  asking,
  bodies,
  marked,
  PLACES,
  plain,
  plainAnswer,
  totalBody,
  twinOf,
  unknownId,
  withoutRefId,
} from './vocabulary/requests.ts';
import { tallied } from './vocabulary/surveys.ts';

const WITHDRAWALS = ['fiatWithdrawal', 'cryptoWithdrawal'] as const;

/** Returns the magnitude of an amount, or undefined when it cannot be read. */
function unsigned(value: Json | undefined, pointer: string): Decimal | undefined {
  const found = amount(value, pointer);
  return found && magnitude(found);
}

/** Judges that the magnitude of `total` is exactly `amount + fee`. TRANSFER-TOTAL-UNSIGNED judges its sign. */
export function totalIsSum(exchange: Exchange) {
  const body = accepted(exchange);
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
  const found: string[] = [];
  let sum = start;
  for (let count = 1; count <= most && found.length < ENOUGH; count += 1, sum = plus(sum, unit)) {
    if (String(Number(text(sum)) + Number(text(fee))) !== text(plus(sum, fee))) found.push(text(sum));
  }
  return found.length > 0 ? found : [text(plus(start, unit))];
}

/** Returns smallest withdrawals with such amounts. Candidates start at the least amount and are one step apart. */
async function inexactBodies(
  p: Probing,
  operation: (typeof WITHDRAWALS)[number],
  range: readonly [step: string, least: string | undefined],
): Promise<readonly JsonObject[]> {
  const fee = amount(answered(await plainAnswer(p, operation)), '/fee');
  const body = bodies[operation](p);
  return inexactAmounts(fee, range, 300).map((each) => ({ ...body, amount: each }));
}

/** Sends a withdrawal so that rules can judge it if it is accepted. */
async function sent(p: Probing, operation: (typeof WITHDRAWALS)[number], body: JsonObject): Promise<void> {
  if (!(await carried(p, body))) await p.send(operation, asking(p, operation, patched({}, body)).input());
}

/** Makes a check that withdraws such amounts, and a total, so that `totalIsSum` can judge them. */
export const sums = (
  operation: (typeof WITHDRAWALS)[number],
  step: string,
  least: (p: Probing) => string | undefined,
) =>
  claiming(
    'open',
    (p) => inexactBodies(p, operation, [step, least(p)]),
    probe(async (p) => {
      for (const each of await inexactBodies(p, operation, [step, least(p)])) await sent(p, operation, each);
      await sent(p, operation, await totalChange(p, operation));
      return [];
    }),
  );

/** Returns the smallest withdrawal with `total` in place of `amount`; null removes `amount`. */
const totalChange = async (p: Probing, operation: (typeof WITHDRAWALS)[number]): Promise<JsonObject> => ({
  ...(await totalBody(p, operation, bodies[operation](p))),
  amount: null,
});

/** Makes a check that `total` is accepted in place of `amount`. */
export const totalAccepted = (operation: (typeof WITHDRAWALS)[number]) =>
  claiming(
    'demanded',
    async (p) => [await totalChange(p, operation)],
    probe(async (p) => {
      const usual = await totalChange(p, operation);
      if (await carried(p, usual)) return [];
      // The target may have refused this number for its last digits or its size, whether as total or as amount.
      return (
        (await unlessInconclusive(undefined, () => takesTotal(p, operation, usual), ['refused'])) ??
        takesTotal(p, operation, { ...usual, total: twiceTheAmount(p, operation) })
      );
    }),
  );

/** Demands that a total is accepted, if the same number is accepted as the amount. */
async function takesTotal(
  p: Probing,
  operation: (typeof WITHDRAWALS)[number],
  usual: JsonObject,
): Promise<readonly Failure[]> {
  const change = await coveringFee(p, operation, usual);
  const isTaken = await p.isAccepted(sameAsAmount(p, operation, change));
  const taken = isTaken ? change : { ...change, total: inPlacesOfAmount(p, operation, change) };
  const twin = sameAsAmount(p, operation, taken);
  return p.admitted('total instead of amount', asking(p, operation, patched({}, taken)), twin);
}

/** Returns a total that is as round as the usual amount. */
function twiceTheAmount(p: Probing, operation: (typeof WITHDRAWALS)[number]): string {
  const usual = bodies[operation](p).amount;
  const net = decimal(usual);
  return net ? text(plus(net, net)) : usual;
}

/**
 * Returns the change with a larger total if the fee has grown meanwhile: otherwise the remainder may be below the
 * target's least amount.
 */
async function coveringFee(
  p: Probing,
  operation: (typeof WITHDRAWALS)[number],
  change: JsonObject,
): Promise<JsonObject> {
  const { key, ask } = sameAsAmount(p, operation, change);
  const made = await unlessInconclusive(undefined, () => p.twin(key, ask), ['refused']);
  const [net, fee, total] = [
    decimal(bodies[operation](p).amount),
    amount(made && accepted(made), '/fee'),
    decimal(change['total']),
  ];
  if (!net || !fee || !total || compare(plus(net, fee), total) <= 0) return change;
  const twice = plus(net, plus(fee, fee));
  return { ...change, total: text(roundedUp(twice, Math.max(PLACES[operation], net.scale))) };
}

/**
 * Returns a twin with the same number as its amount. It must be accepted first, since the document does not say how
 * many decimal places an amount may have.
 */
const sameAsAmount = (p: Probing, operation: (typeof WITHDRAWALS)[number], { total }: JsonObject) =>
  twinOf(p, operation, { ...bodies[operation](p), amount: total ?? null });

/**
 * Rounds a total up to the decimal places of the usual amount: a fee may have more places than the target accepts in
 * requests.
 */
function inPlacesOfAmount(p: Probing, operation: (typeof WITHDRAWALS)[number], { total }: JsonObject): string {
  const [sum, usual] = [decimal(total), decimal(bodies[operation](p).amount)];
  return sum && usual ? text(roundedUp(sum, usual.scale)) : String(total);
}

/**
 * Maximum number of other networks on which both amount and total are sent. On another host only withdrawals whose body
 * names the network are.
 */
const OTHER_NETWORKS = 4;
const OTHER_NETWORKS_ELSEWHERE = { fiatWithdrawal: 0, cryptoWithdrawal: 2 };

/**
 * Returns withdrawals over other networks than the usual one, with all optional members. On another host the last
 * crypto withdrawal also has balance_asset.
 */
function overOtherNetworks(p: Probing, operation: (typeof WITHDRAWALS)[number]): readonly JsonObject[] {
  const { fiat_accounts, crypto_destinations = [] } = p.fixtures;
  const others: readonly JsonObject[] =
    operation === 'fiatWithdrawal'
      ? fiatNetworks.flatMap((network) => fiat_accounts?.[network]?.[0] ?? []).map((id) => ({ fiat_account_id: id }))
      : crypto_destinations.map((each) => ({ ...each }));
  const most = p.run.loopback ? OTHER_NETWORKS : OTHER_NETWORKS_ELSEWHERE[operation];
  const bodies = others.slice(1, 1 + most).map((other) => ({ ...withOptional(p, operation), ...other }));
  return bodies.map((body, index) =>
    operation === 'cryptoWithdrawal' && !p.run.loopback && index === bodies.length - 1 ? onBalance(body) : body,
  );
}

/** Returns the withdrawal with its own asset as balance_asset. */
const onBalance = (body: JsonObject): JsonObject => ({ ...body, balance_asset: body['asset'] ?? null });

/** Returns a withdrawal over the last of the other networks with neither amount nor total; none when not on loopback. */
const neitherElsewhere = (p: Probing, operation: (typeof WITHDRAWALS)[number]): readonly JsonObject[] =>
  p.run.loopback
    ? overOtherNetworks(p, operation)
        .slice(-1)
        .map(({ amount: _, ...rest }) => rest)
    : [];

/**
 * Returns crypto withdrawals with balance_asset and either neither or both of amount and total; none when not on
 * loopback.
 */
function besideBalance(p: Probing, operation: (typeof WITHDRAWALS)[number], total: string) {
  const { amount: given, ...rest }: JsonObject = bodies[operation](p);
  if (operation === 'fiatWithdrawal' || !p.run.loopback) return [];
  const named = onBalance(rest);
  return [
    ['neither amount nor total', named],
    ['both amount and total', { ...named, amount: given ?? null, total }],
  ] as const;
}

/**
 * Totals of three and of four digits, which are less than the usual balance in a sandbox. Some number types write a total
 * of hundreds with an exponent: 1300 as 1.3E+3.
 */
const LARGE_TOTALS = ['250', '1300'];

/** Returns withdrawals by total: large ones, without a ref_id, over other networks, and with the ID of a fee. */
async function byTotal(p: Probing, operation: (typeof WITHDRAWALS)[number]): Promise<readonly Ask[]> {
  const usual = await totalChange(p, operation);
  const smallest = patched(bodies[operation](p), usual);
  const made = (body: JsonObject): Ask => asking(p, operation, body);
  return [
    ...LARGE_TOTALS.map((total) => made({ ...smallest, total })),
    withoutRefId(p, operation, patched(marked(p, operation, ' by total'), usual)),
    ...overOtherNetworks(p, operation).map((body) => made(patched(body, usual))),
    ...(operation === 'cryptoWithdrawal' ? [made({ ...smallest, fee_id: unknownId(p, 'fee') })] : []),
  ];
}

/** Makes a check that withdraws by total in these ways on loopback, so that rules can judge it. A refusal is allowed. */
export const asksForTotals = (operation: (typeof WITHDRAWALS)[number]) =>
  probe(async (p) => {
    await plainAnswer(p, operation);
    // A budget that the user has set need not allow them.
    for (const ask of p.run.loopback ? await byTotal(p, operation) : [])
      await unlessInconclusive(undefined, () => p.answerTo(ask), ['budget']);
    return [];
  });

/**
 * Makes a check that amount and total together are refused in further cases: without ref_id, with all optional members
 * and a total that equals amount + fee, with a total of 0, and over other networks. With balance_asset, neither and
 * both must be refused.
 */
export const refusesBothElsewhere = (operation: (typeof WITHDRAWALS)[number]) =>
  probe(async (p) => {
    const { key, ask } = plain(p, operation);
    const made = answered(await p.twin(key, ask));
    const [net, fee] = [amount(made, '/amount'), amount(made, '/fee')];
    if (!net || !fee) return [];
    const sum = text(plus(net, fee));
    const fullest = withOptional(p, operation);
    const refused = (what: string, made: Ask) => (): Promise<readonly Failure[]> =>
      p.refused(`both amount and total${what}`, made, { key, ask });
    const both = (body: JsonObject, total: string): Ask => asking(p, operation, { ...body, total });
    return firstFailures(
      ...(p.run.loopback
        ? [refused(' without ref_id', withoutRefId(p, operation, { ...bodies[operation](p), total: sum }))]
        : []),
      ...(equals(fee, ZERO) ? [] : [refused(', with total equal to amount + fee', both(fullest, sum))]),
      refused(', with total 0', both(fullest, '0')),
      ...overOtherNetworks(p, operation).map((body) => refused(' on another network', both(body, sum))),
      ...neitherElsewhere(p, operation).map(
        (body) => () =>
          p.refused('neither amount nor total on another network', asking(p, operation, body), { key, ask }),
      ),
      ...besideBalance(p, operation, sum).map(
        ([what, body]) =>
          () =>
            p.refused(`${what} with balance_asset`, asking(p, operation, body), { key, ask }),
      ),
    );
  });

/** Judges that the fee of a withdrawal is at most the total that the request gave. */
export function coversFee(exchange: Exchange): Judgement {
  const [total, fee] = [amount(exchange.request.body, '/total'), amount(accepted(exchange), '/fee')];
  const kept = unsigned(accepted(exchange), '/total');
  // If the answer has another total, nothing follows about the fee.
  if (!total || !fee || (kept && !equals(kept, total))) return NOT_CONCERNED;
  return flawUnless(compare(fee, total) <= 0, () => ({
    where: '/fee',
    expected: `at most the requested total ${text(total)}, or a refusal`,
    actual: text(fee),
  }));
}

/**
 * Makes a check that asks for the least total, so that `coversFee` can judge it if it is accepted. The fee may depend
 * on the amount.
 */
export const asksForLeastTotal = (operation: (typeof WITHDRAWALS)[number]) =>
  probe(async (p) => {
    const { amount: _, ...rest } = bodies[operation](p);
    await plainAnswer(p, operation);
    await p.answerTo(asking(p, operation, { ...rest, total: `0.${'1'.padStart(PLACES[operation], '0')}` }));
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
    const found = accepted(exchange);
    return equalAmounts(`/${name}`, sent, isNegative ? amount(found, `/${name}`) : unsigned(found, `/${name}`), why);
  };

const notNegative =
  (name: string) =>
  (exchange: Exchange): Judgement => {
    const body = accepted(exchange);
    const found = amount(body, `/${name}`);
    if (!found) return body && member(body, name) === undefined ? NOTHING_TO_JUDGE : NOT_CONCERNED;
    return flawUnless(compare(found, ZERO) >= 0, () => ({
      where: `/${name}`,
      expected: 'not negative',
      actual: text(found),
    }));
  };

/** Requirements on transfers that both withdrawals share (2.1). */
export const transfers = suite('2.1', WITHDRAWALS, {
  'TRANSFER-TOTAL-UNSIGNED': must(
    'total is unsigned',
    {
      aspect: 'semantics',
      cites: ['Balance change, unsigned: amount - fee for deposits, amount + fee for withdrawals'],
    },
    rule(notNegative('total')),
  ),
  'TRANSFER-FEE-NOT-NEGATIVE': should(
    'The fee paid is not negative',
    { aspect: 'semantics', cites: ['| fee | string | yes | Fee paid |'] },
    rule(notNegative('fee')),
  ),
  'TRANSFER-AMOUNT-NOT-NEGATIVE': should(
    'The amount sent is not negative',
    { aspect: 'semantics', cites: ['| amount | string | yes | Amount sent in the transfer |'] },
    rule(notNegative('amount')),
  ),
  'TRANSFER-NOTIONAL-NOT-NEGATIVE': should(
    'notional_value, the value of amount plus fee, is not negative',
    {
      aspect: 'semantics',
      on: ['cryptoWithdrawal'],
      cites: [
        '| notional_value | string | no | For crypto withdrawals and deposits, the USD value of amount plus fee at the time of the transfer |',
      ],
      lenience: 'Prices move and values are rounded, so the value itself is not judged.',
    },
    rule(notNegative('notional_value')),
  ),
  'TRANSFER-STATUS-DETAILS-KEYS': observe(
    'Which error types status_details has',
    { aspect: 'response shape', cites: ['Keyed by error type. Supported key: max_rent_exceeded'] },
    survey(
      tallied((exchange) => {
        const transfer = accepted(exchange);
        if (transfer === undefined) return undefined;
        const details = member(transfer, 'status_details');
        return isObject(details) ? Object.keys(details).sort().slice(0, 10).join(' + ') || 'none' : 'no status_details';
      }),
    ),
  ),
  'TRANSFER-DEBIT': must(
    'The direction of a withdrawal is DEBIT',
    {
      aspect: 'semantics',
      cites: [
        '| direction | enum | yes | CREDIT, DEBIT |',
        '1: A transfer is the record of one balance change, either a credit or a debit.',
        '4.4: direction DEBIT',
      ],
    },
    rule(isValue('direction', 'DEBIT', 'a withdrawal debits the profile')),
  ),
  'TRANSFER-UPDATED-AFTER-CREATED': must(
    'updated_at is not before created_at',
    {
      aspect: 'semantics',
      cites: [
        '| updated_at | date-time | yes | Time of most recent update |',
        '| created_at | date-time | yes | Creation time |',
      ],
      lenience: 'Both times may come from clocks that differ by less than a second.',
    },
    rule(notBefore('updated_at', 'created_at')),
  ),
  'TRANSFER-ID-UNIQUE': must(
    'Two withdrawals never share an id',
    {
      aspect: 'state across',
      cites: ['| id | string | yes | Transfer ID |', '1: A transfer is the record of one balance change'],
      lenience: 'A request with an already used ref_id may be answered with the existing transfer.',
    },
    sequence(uniqueIds),
  ),
  'TRANSFER-STATUS-AT-CREATION': observe(
    'Which status a created withdrawal has',
    {
      aspect: 'state across',
      cites: [
        '3: Transfer transitions: not shown. A created withdrawal is returned in status PENDING in the examples.',
      ],
    },
    survey(tallied((exchange) => string(answered(exchange), '/status'))),
  ),
  'TRANSFER-SECONDARY-STATUS': observe(
    'Which members secondary_status and auto_conversion have',
    {
      aspect: 'response shape',
      cites: ['Inner structure of auto_conversion and secondary_status: not shown beyond each being an object.'],
    },
    survey(tallied((exchange) => (isAccepted(exchange) ? innerMembers(exchange) : undefined))),
  ),
  'TRANSFER-ABUSE-DETAILS': must(
    'status_details.max_rent_exceeded has a message and a destination_address',
    {
      aspect: 'semantics',
      cites: [
        'Keyed by error type. Supported key: max_rent_exceeded',
        '7: A transfer that fails because of suspected system abuse carries status_details.max_rent_exceeded',
      ],
    },
    rule(abuseDetails),
  ),
  'TRANSFER-ABUSE-FAILED': should(
    'A transfer with status_details.max_rent_exceeded has status FAILED',
    {
      aspect: 'semantics',
      cites: [
        'it means the transfer was cancelled due to suspected system abuse',
        '7: A transfer that fails because of suspected system abuse carries status_details.max_rent_exceeded',
      ],
    },
    rule((exchange) => {
      if (abuseIn(exchange) === undefined) return accepted(exchange) ? NOTHING_TO_JUDGE : NOT_CONCERNED;
      return equal('/status', 'FAILED', string(accepted(exchange), '/status'), 'the transfer was cancelled');
    }),
  ),
});

/** Maximum number of ids to remember. */
const MOST_IDS = 100_000;

/** Judges that requests with different ref_ids are answered with different ids. */
export function uniqueIds() {
  const owners = new Memory<Id, string>(MOST_IDS);
  return (exchange: Exchange): Judgement => {
    const found = string(accepted(exchange), '/id');
    const own = id(found);
    const ref = string(exchange.request.body, '/ref_id');
    if (own === undefined || ref === undefined) return NOT_CONCERNED;
    const owner = owners.first(own, ref);
    return flawUnless(owner === ref, () => ({
      where: '/id',
      expected: 'a unique id',
      actual: `${shown(found)}, the id in the answer to ref_id ${shown(owner)}`,
    }));
  };
}

function innerMembers(exchange: Exchange): string {
  const names = ['auto_conversion', 'secondary_status'].map((name) => {
    const inner = member(answered(exchange), name);
    return `${name} ${isObject(inner) ? `{${Object.keys(inner).sort().slice(0, 8).join(', ')}}` : 'absent'}`;
  });
  return names.join(', ');
}

/** Returns status_details.max_rent_exceeded of a transfer, or undefined when it is missing or not an object. */
function abuseIn(exchange: Exchange): JsonObject | undefined {
  const found = at(accepted(exchange), '/status_details/max_rent_exceeded');
  return isObject(found) ? found : undefined;
}

function abuseDetails(exchange: Exchange): Judgement {
  const found = abuseIn(exchange);
  if (!found) return accepted(exchange) ? NOTHING_TO_JUDGE : NOT_CONCERNED;
  return ['message', 'destination_address']
    .filter((name) => member(found, name) === undefined)
    .map((name) => ({ where: `/status_details/max_rent_exceeded/${name}`, expected: 'present', actual: 'absent' }));
}

/**
 * Demands that created_at of a plain creation is the time of its request. Its ref_id is new, so the answer cannot
 * repeat an earlier creation.
 */
async function createdNow(p: Probing): Promise<readonly Failure[]> {
  const operation = CREATING.find((each) => each === p.operation);
  if (!operation) throw new Error(`${p.operation} creates nothing with a time`);
  const { key, ask } = plain(p, operation);
  return expectNow(p, await p.twin(key, ask), 'created_at', 'it creates the resource');
}

/** The meaning of created_at in creations (2.1, 2.4), and times of past events, which must not be in the future. */
export const creationTimes: readonly Row[] = suite('2.1', CREATING, {
  'TIMES-NOT-AHEAD': should(
    'A time of creation, update or settlement is not in the future',
    {
      aspect: 'semantics',
      on: [
        'putFiat',
        'getFiat',
        'listFiat',
        'fiatWithdrawal',
        'cryptoWithdrawal',
        'listAccounts',
        'getQuote',
        'affirm',
      ],
      cites: [
        '| updated_at | date-time | yes | Time of most recent update |',
        '2.2: | updated_at | date-time | no | Time of most recent update |',
        '2.5: | updated_at | date-time | Update time |',
        '2.7: | settled_at | date-time | no | Time of settlement |',
        '2.8: | updated_at | date-time | yes | Last update time |',
      ],
      lenience:
        'Judged only if the same object shows another time that is not in the future. Clocks may differ by ten minutes, and local time may be sent as UTC.',
    },
    rule(each(timesAhead)),
  ),
  'CREATED-AT-NOW': must(
    'created_at of a new resource is the time of its creation',
    {
      aspect: 'semantics',
      cites: [
        '| created_at | date-time | yes | Creation time |',
        '2.4: | created_at | date-time | yes | Creation time |',
      ],
      lenience:
        'The time may differ by ten minutes from the Date header of the answer, or from the clock of the run if there is no such header. A constant clock offset is ignored, unless it is that of a time zone.',
    },
    probe(createdNow),
  ),
  'CREATED-AT-MOVES': must(
    'Creations at different times show different values of created_at',
    {
      aspect: 'semantics',
      cites: [
        '| created_at | date-time | yes | Creation time |',
        '2.4: | created_at | date-time | yes | Creation time |',
      ],
      lenience:
        'Two creations are compared if they are at least half a second apart, and more than two units of the last digit that the time shows, apart from zeros at its end.',
    },
    sequence(movingTimes),
    waiting(probe(createsLater)),
  ),
});
