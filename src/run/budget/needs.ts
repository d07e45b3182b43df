import type { NeededAmount } from '../../client/budget.ts';
import type { Needs } from '../../model/need.ts';
import type { Created } from '../../model/reported.ts';
import { type AmountLimits, allowance } from '../../settings/target/allowance.ts';
import type { TargetConfiguration } from '../../settings/target/configuration.ts';
import {
  compare,
  type Decimal,
  decimal,
  dividedUp,
  formatDecimal,
  roundedUp,
  times,
  ZERO,
} from '../../values/decimal.ts';

/**
 * The cost of a run's fixed requests, and the maximum cost of one generated case for each property whose row has no
 * fixed requests.
 */
export interface Cost {
  readonly requests: number;
  readonly withdrawals: number;
  /** Requests for one case of each such property. */
  readonly round: number;
  /** Withdrawals for one case of each such property. */
  readonly withdrawing: number;
}

/** What a run sent and moved, and how long it took. */
export interface Spent {
  readonly requests: number;
  readonly milliseconds: number;
  readonly amounts: Readonly<Record<string, string>>;
  readonly created: readonly Created[];
}

/** The same for a run without budgets. */
export interface Whole {
  readonly cost: Cost;
  /** By asset: withdrawn amounts, with room for withdrawals that are refused. */
  readonly amounts: ReadonlyMap<string, NeededAmount>;
  readonly created: readonly Created[];
}

/** Lists of other lengths take other numbers of pages, so requests get a margin. */
const MARGIN = 1.2;
const PLACES = 6;

/** Computes the value of each budget. Numbers of requests have a margin, since targets differ. */
export function needsFrom(whole: Whole, target: TargetConfiguration, spent?: Spent): Needs {
  const shards = target.shard?.of ?? 1;
  const { cost } = whole;
  const requests = Math.ceil((cost.requests + cost.round) * MARGIN);
  return {
    maxWithdrawals: String((cost.withdrawals + cost.withdrawing) * shards),
    maxRequests: String(requests * shards),
    maxAmount: amountsOf(whole, target, spent),
    ...(spent && spent.requests > 0
      ? { maxDuration: `${Math.ceil(((spent.milliseconds / spent.requests) * requests * MARGIN) / 1000)}s` }
      : {}),
  };
}

const countOf = (created: readonly Created[], asset: string): number =>
  created.filter((each) => each.asset === asset).length;

/**
 * Returns the amount of an asset that a complete run needs: the rehearsed amount, or the amount projected from what the
 * target charged so far if that is more.
 */
function neededOf(asset: string, whole: Whole, spent: Spent | undefined): Decimal {
  const rehearsed = whole.amounts.get(asset)?.amount ?? ZERO;
  const made = spent ? countOf(spent.created, asset) : 0;
  if (!spent || made === 0) return rehearsed;
  const all = decimal(String(countOf(whole.created, asset))) ?? ZERO;
  const charged = dividedUp(times(decimal(spent.amounts[asset]) ?? ZERO, all), made, PLACES);
  return compare(charged, rehearsed) > 0 ? charged : rehearsed;
}

/** Writes the limits in the form of `--max-amount`. Limits of single assets that are too low are raised. */
function amountsOf(whole: Whole, { maxAmount, shard }: TargetConfiguration, spent: Spent | undefined): string {
  const shards = decimal(String(shard?.of ?? 1)) ?? ZERO;
  const raised = [...whole.amounts].flatMap(([asset, { onCrypto }]): readonly [string, string][] => {
    const needed = roundedUp(neededOf(asset, whole, spent), PLACES);
    const cap = allowance({ asset, onCrypto }, maxAmount, shard);
    return cap === undefined || compare(cap, needed) >= 0 ? [] : [[asset, formatDecimal(times(needed, shards))]];
  });
  return written({ ...maxAmount, single: { ...maxAmount.single, ...Object.fromEntries(raised) } });
}

function written({ each, single }: AmountLimits): string {
  const named = Object.entries(single).map(([asset, amount]) => `${asset}=${amount}`);
  return [...(each === null ? [] : [each]), ...named].join(',');
}
