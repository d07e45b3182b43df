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
import { withOptional } from './vocabulary/optional-parts.ts';
import { asking, bodies, PLACES, plain, totalBody, twinOf, withoutRefId } from './vocabulary/requests.ts';
import { tallied } from './vocabulary/surveys.ts';

const WITHDRAWALS = ['fiatWithdrawal', 'cryptoWithdrawal'] as const;

/** An amount without its sign. */
function unsigned(value: Json | undefined, pointer: string): Decimal | undefined {
  const found = amount(value, pointer);
  return found && magnitude(found);
}

/** `total` is `amount + fee`, exactly, as decimals; its sign is for TRANSFER-TOTAL-UNSIGNED. */
export function totalIsSum(exchange: Exchange) {
  const body = accepted(exchange);
  const [net, fee] = [amount(body, '/amount'), amount(body, '/fee')];
  return equalAmounts('/total', net && fee && plus(net, fee), unsigned(body, '/total'), 'amount + fee');
}

/** So many such amounts are withdrawn: a target may refuse one for its size. */
const ENOUGH = 2;

/**
 * Amounts whose sum with the fee comes out wrong in binary floating point, the smallest first; some others where there are
 * none for this fee.
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

/** The smallest withdrawal with an amount whose sum with the fee is easily got wrong: a step apart, from the least on. */
async function inexactBodies(
  p: Probing,
  operation: (typeof WITHDRAWALS)[number],
  range: readonly [step: string, least: string | undefined],
): Promise<readonly JsonObject[]> {
  const fee = amount(answered(await p.twin('plain', plain(p, operation).ask)), '/fee');
  const body = bodies[operation](p);
  return inexactAmounts(fee, range, 300).map((each) => ({ ...body, amount: each }));
}

/** Sends a withdrawal, for rules to judge when it is accepted. */
async function sent(p: Probing, operation: (typeof WITHDRAWALS)[number], body: JsonObject): Promise<void> {
  if (!(await carried(p, body))) await p.send(operation, asking(p, operation, patched({}, body)).input());
}

/** Withdraws amounts whose sum with the fee is easily got wrong, and a total, for `totalIsSum` to judge. */
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

/** The smallest withdrawal with `total` in place of `amount`. */
const totalChange = async (p: Probing, operation: (typeof WITHDRAWALS)[number]): Promise<JsonObject> => ({
  ...(await totalBody(p, operation, bodies[operation](p))),
  amount: null,
});

/** A check that `total` is accepted in place of `amount`. */
export const totalAccepted = (operation: (typeof WITHDRAWALS)[number]) =>
  claiming(
    'demanded',
    async (p) => [await totalChange(p, operation)],
    probe(async (p) => {
      const usual = await totalChange(p, operation);
      if (await carried(p, usual)) return [];
      const change = await coveringFee(p, operation, usual);
      const isTaken = await p.isAccepted(sameAsAmount(p, operation, change));
      const taken = isTaken ? change : { ...change, total: inPlacesOfAmount(p, operation, change) };
      const twin = sameAsAmount(p, operation, taken);
      return p.admitted('total in place of amount', asking(p, operation, patched({}, taken)), twin);
    }),
  );

/** The total, or a larger one where the fee has grown since: what is left of it may be less than a target's least amount then. */
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

/** The same number as an amount, which has to be accepted: how many places one may have is not stated. */
const sameAsAmount = (p: Probing, operation: (typeof WITHDRAWALS)[number], { total }: JsonObject) =>
  twinOf(p, operation, { ...bodies[operation](p), amount: total ?? null });

/** A total of as many places as the usual amount has: a fee may have more than are accepted. */
function inPlacesOfAmount(p: Probing, operation: (typeof WITHDRAWALS)[number], { total }: JsonObject): string {
  const [sum, usual] = [decimal(total), decimal(bodies[operation](p).amount)];
  return sum && usual ? text(roundedUp(sum, usual.scale)) : String(total);
}

/** A total of three digits, which is less than accounts of sandboxes hold. */
const LARGE_TOTAL = '250';

/** A check that, on loopback, asks for a large total, which may be refused, for rules to judge. */
export const asksForLargeTotal = (operation: (typeof WITHDRAWALS)[number]) =>
  probe(async (p) => {
    const { key, ask } = plain(p, operation);
    await p.twin(key, ask);
    const large = patched(bodies[operation](p), { total: LARGE_TOTAL, amount: null });
    const asked = asking(p, operation, large);
    // No budget that a user has set has to hold it.
    if (p.run.loopback) await unlessInconclusive(undefined, () => p.answerTo(asked), ['budget']);
    return [];
  });

/** Networks of other destinations that both are tried on; on another host only where they differ in the body. */
const OTHER_NETWORKS = 4;
const OTHER_NETWORKS_ELSEWHERE = { fiatWithdrawal: 0, cryptoWithdrawal: 2 };

/** Bodies of withdrawals over other networks than the usual one, with all that is optional; on another host beside a balance to debit too. */
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

/** The withdrawal of a balance of the same asset. */
const onBalance = (body: JsonObject): JsonObject => ({ ...body, balance_asset: body['asset'] ?? null });

/** Bodies that name the balance of the asset as the one to debit, with neither and with both of amount and total; on loopback only. */
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
 * Demands that amount and total are refused together also where they agree, by the fee that such an amount was charged, beside what is
 * optional and without a reference, where total is 0, and over other networks; and both and neither beside the balance to debit.
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
      ...(equals(fee, ZERO) ? [] : [refused(', which is amount + fee', both(fullest, sum))]),
      refused(', which is 0', both(fullest, '0')),
      ...overOtherNetworks(p, operation).map((body) => refused(' on another network', both(body, sum))),
      ...besideBalance(p, operation, sum).map(
        ([what, body]) =>
          () =>
            p.refused(`${what} beside balance_asset`, asking(p, operation, body), { key, ask }),
      ),
    );
  });

/** The fee of a withdrawal whose total was given is within that total: the rest is withdrawn. */
export function coversFee(exchange: Exchange): Judgement {
  const [total, fee] = [amount(exchange.request.body, '/total'), amount(accepted(exchange), '/fee')];
  const kept = unsigned(accepted(exchange), '/total');
  // A total that is not kept says nothing of the fee within it.
  if (!total || !fee || (kept && !equals(kept, total))) return NOT_CONCERNED;
  return flawUnless(compare(fee, total) <= 0, () => ({
    where: '/fee',
    expected: `at most the total that was asked for, ${text(total)}; or a refusal`,
    actual: text(fee),
  }));
}

/** Asks for the least total, for `coversFee` to judge when it is accepted: a fee may depend on the amount. */
export const asksForLeastTotal = (operation: (typeof WITHDRAWALS)[number]) =>
  probe(async (p) => {
    const { amount: _, ...rest } = bodies[operation](p);
    await p.twin('plain', plain(p, operation).ask);
    await p.answerTo(asking(p, operation, { ...rest, total: `0.${'1'.padStart(PLACES[operation], '0')}` }));
    return [];
  });

/** With `name` given, the answer has it as the same number. */
export const keepsAmount =
  (name: 'amount' | 'total', why: string) =>
  (exchange: Exchange): Judgement => {
    const { body } = exchange.request;
    // Where both are given and accepted, that is the failure: no sentence says which of them counts.
    if (member(body, 'amount') !== undefined && member(body, 'total') !== undefined) return NOT_CONCERNED;
    return equalAmounts(`/${name}`, unsigned(body, `/${name}`), unsigned(accepted(exchange), `/${name}`), why);
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

/** Section 2.1 where it holds for both withdrawals. */
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
      lenience: 'prices move and values are rounded, so that the value itself is not judged',
    },
    rule(notNegative('notional_value')),
  ),
  'TRANSFER-STATUS-DETAILS-KEYS': observe(
    'Under which error types status_details says anything',
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
  'TRANSFER-DEBIT': should(
    'A withdrawal is a DEBIT',
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
  'TRANSFER-UPDATED-AFTER-CREATED': should(
    'updated_at is not before created_at',
    {
      aspect: 'semantics',
      cites: [
        '| updated_at | date-time | yes | Time of most recent update |',
        '| created_at | date-time | yes | Creation time |',
      ],
    },
    rule(notBefore('updated_at', 'created_at')),
  ),
  'TRANSFER-ID-UNIQUE': must(
    'Two withdrawals never share an id',
    {
      aspect: 'state across',
      cites: ['| id | string | yes | Transfer ID |', '1: A transfer is the record of one balance change'],
      lenience: 'a request with a ref_id that was used before may be answered with the former transfer',
    },
    sequence(uniqueIds),
  ),
  'TRANSFER-STATUS-AT-CREATION': observe(
    'The status in which a withdrawal is returned',
    {
      aspect: 'state across',
      cites: [
        '3: Transfer transitions: not shown. A created withdrawal is returned in status PENDING in the examples.',
      ],
    },
    survey(tallied((exchange) => string(answered(exchange), '/status'))),
  ),
  'TRANSFER-SECONDARY-STATUS': observe(
    'What secondary_status and auto_conversion hold',
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
    'A transfer with status_details.max_rent_exceeded has failed',
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

/** Ids that are remembered at most. */
const MOST_IDS = 100_000;

/** Ids with the ref_id that they came under: another ref_id must come with another id. */
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
      expected: 'an id of its own',
      actual: `${shown(found)}, the id that ref_id ${shown(owner)} was answered with`,
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

/** What a transfer says of suspected abuse; undefined where it says nothing that can be read. */
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

/** A plain creation of the run's own: its ref_id was never used, so that it cannot be a former one that is answered again. */
async function createdNow(p: Probing): Promise<readonly Failure[]> {
  const operation = CREATING.find((each) => each === p.operation);
  if (!operation) throw new Error(`${p.operation} creates nothing with a time`);
  const { key, ask } = plain(p, operation);
  return expectNow(p, await p.twin(key, ask), 'created_at', 'it is the creation');
}

/** What created_at means where the run creates (2.1, 2.4), and that no time of what has happened is in the future. */
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
        'judged beside another time of the same thing that is not in the future; clocks may differ by ten minutes, and local time may pass for UTC',
    },
    rule(each(timesAhead)),
  ),
  'CREATED-AT-NOW': should(
    'created_at of what was just created is the time of its creation',
    {
      aspect: 'semantics',
      cites: [
        '| created_at | date-time | yes | Creation time |',
        '2.4: | created_at | date-time | yes | Creation time |',
      ],
      lenience:
        "ten minutes to either side of the answer's Date header, or of the run's clock where it has none; a constant offset of the clock is ignored, unless it is a time zone's",
    },
    probe(createdNow),
  ),
});
