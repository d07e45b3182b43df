import { type Choices, decision } from '../decision.ts';
import type { Fields } from '../problem.ts';
import { uuid } from '../values.ts';
import { stamp } from './stamps.ts';

const EXECUTIONS = { section: '2.6', on: ['listExecutions'] };
const QUOTES = { section: '2.7', on: ['getQuote'] };
const TRANSACTIONS = { section: '2.8', on: ['affirm'] };
const NIL = '00000000-0000-0000-0000-000000000000';

const executionId = decision<(i: number) => string>(EXECUTIONS, (i) => String(1_600_000 + i), {
  latitudes: {
    'execution-ids/uuids': (i) => `00000000-0000-4000-a000-${String(i).padStart(12, '0')}`,
    'execution-ids/with-blanks-and-slashes': (i) => `BTCUSD / fill #${i}`,
  },
  protects: ['EXECUTION-EXECUTION-ID-STRING', 'SINCE-EXECUTION-ID'],
});
/** One fill may be listed under the orders of both sides of a trade. */
const fillOf = decision<(i: number) => number>(EXECUTIONS, (i) => i, {
  latitudes: { 'executions/one-fill-of-two-orders': (i) => i - (i % 10 === 1 ? 1 : 0) },
  protects: ['LIST-PAGE-NO-REPEAT', 'EXECUTIONS-OF-ONE-*'],
});
const side = decision<(i: number) => string>(EXECUTIONS, (i) => (i % 2 ? 'SELL' : 'BUY'), {
  latitudes: { 'execution-side/other-words': (i) => (i % 2 ? 'SELL_SHORT' : 'BUY') },
  protects: ['EXECUTION-SIDE-STRING'],
});
/** The order in which executions are recorded: a fill may be recorded after one that was executed a moment later. */
const recorded = decision<(i: number) => number>(EXECUTIONS, (i) => i, {
  latitudes: { 'executions/recorded-out-of-order': (i) => (i % 6 < 3 ? i + 3 : i - 3) },
  protects: ['SINCE-EXECUTION-ID'],
});
const places = decision(EXECUTIONS, '0.34999920465125', {
  latitudes: { 'commission/19-decimals': '0.3499992046512512345', 'commission/without-leading-zero': '.25' },
  protects: ['EXECUTION-COMMISSION-DECIMAL'],
});

/** Returns one fill of an order (2.6). */
export function execution(choices: Choices, i: number, orders: readonly string[]): Fields {
  const group = Math.floor(choices.of(recorded)(i) / 3);
  return {
    execution_id: choices.of(executionId)(choices.of(fillOf)(i)),
    order_id: orders[i % orders.length],
    executed_at: stamp(group * 41, group % 2),
    market: 'BTCUSD',
    side: choices.of(side)(i),
    amount: '0.00432539',
    price: '23119.25',
    commission: choices.of(places),
    commission_asset: 'USD',
    rebate: '0.00',
    rebate_asset: 'USD',
    gross_trade_amount: '99.9997727575',
  };
}

const naming = decision<(next: () => number) => string>(QUOTES, uuid, {
  faults: { 'QUOTE-EXECUTION-ID-UUID/in-braces': (next) => `{${uuid(next)}}` },
});
const QUOTED: Fields = {
  price: '224.11',
  base_amount: '2.00000000',
  base_asset: 'ETH',
  quote_amount: '448.22',
  quote_asset: 'USD',
};
const traded = decision<Fields>(QUOTES, QUOTED, {
  faults: {
    'QE-AMOUNTS/divides-by-the-price': { ...QUOTED, quote_amount: '0.01' },
    'QE-AMOUNTS/a-dollar-off': { ...QUOTED, quote_amount: '449.22' },
    'QE-BASE-ASSET/of-another-pair': { ...QUOTED, base_asset: 'BTC' },
    'QE-QUOTE-ASSET/of-another-pair': { ...QUOTED, quote_asset: 'EUR' },
  },
  latitudes: {
    'quote/base-amount-in-lots-and-padded': { ...QUOTED, base_amount: '1.99990000', quote_amount: '448.19' },
    'quote/whole-amounts': { ...QUOTED, base_amount: '2' },
    'quote/price-rounded-to-a-cent': { ...QUOTED, price: '224.12', base_amount: '2500', quote_amount: '560287.25' },
    'quote/rounded-to-a-cent': { ...QUOTED, price: '224.117', base_amount: '2.001', quote_amount: '448.46' },
  },
  protects: ['QE-AMOUNTS'],
});
/** A market code with its base asset. GOLDUSD and STABLEUSD have other names in real traffic (2.7). */
const market = decision<(i: number) => Fields>(QUOTES, () => ({ market: 'ETHUSD' }), {
  faults: {
    'QE-MARKET-BRANDED/another-code-for-each': (i) => ({ market: `SOL${i}USD`, base_asset: `SOL${i}` }),
    'QUOTE-EXECUTION-MARKET-ENUM/in-lower-case': () => ({ market: 'ethusd' }),
  },
  latitudes: {
    'quote/of-a-branded-market': () => ({ market: 'PAXGUSD', base_asset: 'PAXG' }),
    'quote/of-a-rendered-market': () => ({ market: 'GOLDUSD', base_asset: 'PAXG' }),
  },
  protects: ['QUOTE-EXECUTION-MARKET-ENUM', 'QE-MARKET-BRANDED', 'QE-BASE-ASSET'],
});
const party = decision(QUOTES, NIL, {
  latitudes: { 'quote/party-of-an-end-user': NIL.replaceAll('0', '1') },
  protects: ['QE-PROFILE', 'QE-UNCHANGED'],
});

/** Returns a quote execution (2.7). */
export function quote(
  choices: Choices,
  i: number,
  next: () => number,
  { profile, settled }: { readonly profile: string; readonly settled: boolean },
): Fields {
  return {
    id: choices.of(naming)(next),
    profile_id: profile,
    quote_id: uuid(next),
    status: settled ? 'SETTLED' : 'CREATED',
    side: i % 2 ? 'SELL' : 'BUY',
    ...choices.of(traded),
    ...choices.of(market)(i),
    created_at: stamp(i * 71, 2),
    ref_id: `quote-${i}`,
    metadata: { desk: 'one' },
    identity_id: choices.of(party),
    account_id: choices.of(party),
    recipient_profile_id: profile,
    ...(settled ? { settled_at: stamp(i * 71 + 1, 2) } : {}),
  };
}

/** The document shows neither other leg fields nor other direction values. */
const leg = decision<Fields>(
  TRANSACTIONS,
  { direction: 'DELIVER' },
  {
    latitudes: {
      'leg/receives': { direction: 'RECEIVE' },
      'leg/further-members': { direction: 'DELIVER', status: 'OPEN', profile: { id: NIL } },
    },
    protects: {
      'leg/receives': ['LEG-DIRECTION-STRING'],
      'leg/further-members': ['LEG-OBJECT'],
    },
  },
);
const legs = decision(TRANSACTIONS, 1, {
  faults: { 'ST-LEGS/none': 0 },
  latitudes: { 'legs/three': 3 },
  protects: ['ST-LEGS', 'SETTLEMENT-TRANSACTION-LEGS-ARRAY'],
});
const windowEnd = decision(TRANSACTIONS, 80_000_000, {
  faults: { 'ST-WINDOW/ends-before-it-starts': -80_000_000 },
});

/**
 * Returns the milliseconds after which an affirmed transaction has settled, given how many were affirmed before it; the
 * windows of PENDING transactions have then begun. When undefined, they begin far in the future, so that nothing
 * settles.
 */
export const settling = decision<((earlier: number) => number) | undefined>(
  { section: '3', on: ['affirm'] },
  undefined,
  {
    latitudes: { 'affirm/again-until-it-settles': (earlier) => (earlier === 0 ? 0 : 1_000) },
    protects: ['ST-AFFIRM-AT-ONCE', 'ST-AFFIRMED', 'ST-UPDATED-AT'],
  },
);
const FAR_AHEAD = 30_000_000_000;
const opens = (choices: Choices, status: string): number =>
  status === 'PENDING' && choices.of(settling) === undefined ? FAR_AHEAD : 0;

/** Returns a settlement transaction (2.8). */
export const transaction = (
  choices: Choices,
  i: number,
  next: () => number,
  { status, profiles }: { readonly status: string; readonly profiles: readonly string[] },
): Fields => ({
  id: uuid(next),
  ref_id: uuid(next),
  settlement_window_start: stamp(opens(choices, status) + i * 31, 2),
  settlement_window_end: stamp(opens(choices, status) + choices.of(windowEnd) + i, 2),
  source_profile_id: profiles[0],
  target_profile_id: profiles[1],
  legs: Array.from({ length: choices.of(legs) }, () => ({
    id: uuid(next),
    ...choices.of(leg),
    asset: 'BTC',
    amount: '0.5',
  })),
  status,
  created_at: stamp(i * 31, 2),
  updated_at: stamp(i * 31, 2),
});
