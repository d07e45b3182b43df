import type { Probing } from '../../src/engine/probing.ts';
import { seedOf } from '../../src/engine/seeds.ts';
import { type Decimal, decimal, formatDecimal, plus, times } from '../../src/values/decimal.ts';
import type { JsonObject } from '../../src/values/json.ts';

/** An amount of USD for checks that do not depend on the amount: tiny, and within the limits of sandboxes. */
export const FIAT_AMOUNT = '0.50';
/** A simulated deposit moves no money, so this is more than a sandbox may have as its least amount. */
export const SANDBOX_AMOUNT = '10.50';

/** The steps by which amounts differ: a cent, and the last place that most crypto assets have. */
const STEPS = { USD: '0.01', other: '0.00000001' } as const;

/**
 * Number of steps that are added: at most 100 USD where money has no value, and 0.99 USD elsewhere. The first steps are
 * left to checks that need an amount of their own.
 */
const LEAST_STEPS = 50;
const MOST_STEPS = { loopback: 9_999, remote: 99 } as const;

/**
 * Returns a withdrawal of a little more than usual, for a service that refuses a second withdrawal of the same amount or
 * total. How much follows from the ref_id, so that a repetition has the same amount.
 */
export function withOtherAmount({ run }: Probing, body: JsonObject): JsonObject {
  const step = decimal(body['asset'] === 'USD' ? STEPS.USD : STEPS.other);
  const most = run.spendsFreely ? MOST_STEPS.loopback : MOST_STEPS.remote;
  const drawn = seedOf('amount', String(body['ref_id'])) % (most - LEAST_STEPS + 1);
  const count = decimal(`${LEAST_STEPS + drawn}`);
  const more = step && count && times(count, step);
  return more ? { ...body, ...moreBy(more, body, 'amount'), ...moreBy(more, body, 'total') } : body;
}

/** Returns the member with an amount added to it, if the body has it. */
function moreBy(more: Decimal, body: JsonObject, name: 'amount' | 'total'): JsonObject {
  const usual = decimal(body[name]);
  return usual ? { [name]: formatDecimal(plus(usual, more)) } : {};
}
