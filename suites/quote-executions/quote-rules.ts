import { baseAssetOf, markets, neutralMarkets, quoteAssetOf } from '../../src/contract/assets.ts';
import { flawUnless, type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import {
  compare,
  type Decimal,
  decimal,
  formatDecimal,
  lastPlace,
  lastSignificantPlace,
  magnitude,
  minus,
  plus,
  times,
} from '../../src/values/decimal.ts';
import { type Id, id } from '../../src/values/id.ts';
import { type Json, member } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { acceptedBody, amount, equal, string } from '../vocabulary/answers.ts';
import { mayBeRendered } from '../vocabulary/shapes/renderings.ts';
import { membersOf, unchangedSince } from '../vocabulary/unchanged.ts';

/** Maximum number of quote executions to remember: five times the usual one, since a number is held for each. */
const MOST = 50_000;

/** Number of market codes that the document gives in neutral words. */
const MOST_BRANDED = neutralMarkets.length;

/**
 * Makes the state of a sequence: there are at most as many unlisted market codes as the document gives in neutral
 * words.
 */
export function brandedMarkets() {
  const met = new Set<string>();
  return (exchange: Exchange): Judgement => {
    const market = string(acceptedBody(exchange), '/market');
    if (market === undefined || markets.includes(market))
      return market === undefined ? NOT_CONCERNED : NOTHING_TO_JUDGE;
    if (met.size < MOST_BRANDED) met.add(market);
    return flawUnless(met.has(market), () => ({
      where: '/market',
      expected: `a listed value, or one of the two branded codes, which other answers show as ${[...met].join(' and ')}`,
      actual: shown(market),
    }));
  };
}

/** Judges that base_asset or quote_asset is its side of the market code. */
export function side(exchange: Exchange, name: 'base_asset' | 'quote_asset'): Judgement {
  const body = acceptedBody(exchange);
  const market = string(body, '/market');
  const found = string(body, `/${name}`);
  if (market === undefined || found === undefined) return NOT_CONCERNED;
  const isBranded = !markets.includes(market) && mayBeRendered('quote-execution', 'market', market);
  if (!markets.includes(market) && !isBranded) return NOT_CONCERNED;
  if (name === 'base_asset' && (isBranded || neutralMarkets.includes(market))) return NOTHING_TO_JUDGE;
  const due = name === 'base_asset' ? baseAssetOf(market) : quoteAssetOf(market);
  return equal(`/${name}`, due, found, `its side of ${market}`);
}

/** The coarsest unit to which an amount with more places may have been rounded: zeros after it may be padding. */
const COARSEST = decimal('0.0001');

/** Returns the unit that an amount is rounded to: its last place, or an earlier one if only zeros follow. */
function roundingOf(given: Decimal): Decimal {
  const [printed, significant] = [lastPlace(given), lastSignificantPlace(given)];
  const padded = COARSEST && compare(significant, COARSEST) > 0 ? COARSEST : significant;
  return compare(padded, printed) > 0 ? padded : printed;
}

const CENT = decimal('0.01');

/** Returns the unit that a price is rounded to: its last place, but at most a cent. */
function roundingOfPrice(price: Decimal): Decimal {
  const unit = lastPlace(price);
  return CENT && compare(unit, CENT) > 0 ? CENT : unit;
}

/**
 * Judges that quote_amount is base_amount × price, within the rounding of base_amount and of price to their last places
 * and of quote_amount to a cent.
 */
export function pricedRight(exchange: Exchange): Judgement {
  const body = acceptedBody(exchange);
  const [price, base, quote] = [amount(body, '/price'), amount(body, '/base_amount'), amount(body, '/quote_amount')];
  if (!price || !base || !quote) return NOT_CONCERNED;
  const ofBoth = plus(times(roundingOf(base), magnitude(price)), times(magnitude(base), roundingOfPrice(price)));
  const tolerance = plus(ofBoth, CENT ?? lastPlace(quote));
  const off = magnitude(minus(times(base, price), quote));
  return flawUnless(compare(off, tolerance) <= 0, () => ({
    where: '/quote_amount',
    expected: `base_amount × price = ${formatDecimal(times(base, price))}, rounded`,
    actual: formatDecimal(quote),
  }));
}

/**
 * Makes the state of a sequence: a quote execution that was seen SETTLED is not CREATED in the answer to a later
 * request.
 */
export function forward() {
  const settled = new Memory<Id, number>(MOST);
  return (exchange: Exchange): Judgement => {
    const of = id(member(acceptedBody(exchange), 'id'));
    const status = string(acceptedBody(exchange), '/status');
    if (of === undefined || status === undefined) return NOT_CONCERNED;
    const { startedAt, durationMs } = exchange;
    // The order of a recording without times need not be that of its requests.
    if (startedAt === 0) return NOT_CONCERNED;
    if (status === 'SETTLED') settled.first(of, startedAt + durationMs);
    return status === 'CREATED' && startedAt >= (settled.get(of) ?? Number.POSITIVE_INFINITY)
      ? [{ where: '/status', expected: 'SETTLED, as before', actual: 'CREATED' }]
      : [];
  };
}

const UNCHANGING = [
  'quote_id',
  'market',
  'side',
  'price',
  'base_amount',
  'base_asset',
  'quote_amount',
  'quote_asset',
  'created_at',
  'recipient_profile_id',
];

/** Whether an execution is settled and shows settled_at. */
const isSettled = (execution: Json | undefined): boolean =>
  string(execution, '/status') === 'SETTLED' && string(execution, '/settled_at') !== undefined;

/**
 * Makes the state of a sequence: the terms of a quote execution do not change, nor its settled_at once it is settled.
 */
export const keepsQuote = unchangedSince((body) =>
  membersOf(body, isSettled(body) ? [...UNCHANGING, 'settled_at'] : UNCHANGING),
);
