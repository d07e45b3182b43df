import type { NeededAmount } from '../../client/budget.ts';
import type { Needs } from '../../model/need.ts';
import type { Created } from '../../model/reported.ts';
import { type AmountLimits, allowance, eachAllowing, type LimitedAsset } from '../../settings/target/allowance.ts';
import type { TargetConfiguration } from '../../settings/target/configuration.ts';
import {
  compare,
  type Decimal,
  decimal,
  dividedUp,
  formatDecimal,
  larger,
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
export interface ActualCost {
  readonly requests: number;
  readonly withdrawals: number;
  readonly milliseconds: number;
  readonly amounts: Readonly<Record<string, string>>;
  readonly created: readonly Created[];
}

/** What a run without budgets would send and move. */
export interface UnboundedCost {
  readonly cost: Cost;
  /** By asset: withdrawn amounts, with room for withdrawals that are refused. */
  readonly amounts: ReadonlyMap<string, NeededAmount>;
  /** The assets that the target is known to have. Checks also name others, which it may refuse. */
  readonly assets: ReadonlySet<string>;
  readonly created: readonly Created[];
}

/** Lists of other lengths take other numbers of pages, so requests get a small margin, in steps. */
const REQUEST_MARGIN = 1.03;
const STEP = 10;
/** The margin for times, since a run takes a little longer than its pace alone would allow, and for requests if a run has already sent as many as the rehearsal needs. */
const MARGIN = 1.2;
const PLACES = 6;

const inSteps = (count: number): number => Math.ceil(count / STEP) * STEP;

/** Returns the number of requests that a complete run needs: those of the rehearsal, or more than were not enough. */
function requestsOf({ cost }: UnboundedCost, spent: ActualCost | undefined): number {
  const rehearsed = inSteps((cost.requests + cost.round) * REQUEST_MARGIN);
  return spent && spent.requests >= rehearsed ? inSteps(spent.requests * MARGIN) : rehearsed;
}

/** Returns the number of withdrawals in the same way. */
function withdrawalsOf({ cost }: UnboundedCost, spent: ActualCost | undefined): number {
  const rehearsed = cost.withdrawals + cost.withdrawing;
  return spent && spent.withdrawals >= rehearsed ? Math.ceil(spent.withdrawals * MARGIN) : rehearsed;
}

/** Computes the value of each budget. Numbers of requests have a margin, since targets differ. */
export function needsFrom(unbounded: UnboundedCost, target: TargetConfiguration, spent?: ActualCost): Needs {
  const shards = target.shard?.of ?? 1;
  const requests = requestsOf(unbounded, spent);
  const milliseconds = spent && durationOf(requests, target, spent);
  return {
    maxWithdrawals: String(withdrawalsOf(unbounded, spent) * shards),
    maxRequests: String(requests * shards),
    maxAmount: amountsOf(unbounded, target, spent),
    ...(milliseconds === undefined ? {} : { maxDuration: `${Math.ceil(milliseconds / 1000)}s` }),
  };
}

/** The share of its requests that a run must have sent before their pace says how long all of them take. */
const TELLING_SHARE = 0.5;

/** Returns how many milliseconds requests are expected to take at a rate per second. */
export const expectedMs = (requests: number, rate: number): number => (requests / rate) * 1000 * MARGIN;

/**
 * Returns how many milliseconds a complete run takes: at the pace of the run so far or, as long as that says little, at
 * the rate of the run. Returns undefined if neither is known.
 */
function durationOf(
  requests: number,
  { maxDurationMs, rate }: TargetConfiguration,
  spent: ActualCost,
): number | undefined {
  const bound = maxDurationMs ?? Number.POSITIVE_INFINITY;
  if (spent.requests >= requests * TELLING_SHARE) {
    // A run ends some time after its maximum duration, and sends nothing then.
    const sending = Math.min(spent.milliseconds, bound);
    return expectedMs(requests, (spent.requests / sending) * 1000);
  }
  const atRate = rate === null ? 0 : expectedMs(requests, rate);
  return atRate > spent.milliseconds ? atRate : undefined;
}

const countOf = (created: readonly Created[], asset: string): number =>
  created.filter((each) => each.asset === asset).length;

/**
 * Returns the amount of an asset that a complete run needs: the rehearsed amount, or the amount projected from what the
 * target charged so far if that is more.
 */
function neededOf(asset: string, unbounded: UnboundedCost, spent: ActualCost | undefined): Decimal {
  const rehearsed = unbounded.amounts.get(asset)?.amount ?? ZERO;
  const made = spent ? countOf(spent.created, asset) : 0;
  if (!spent || made === 0) return rehearsed;
  const all = decimal(String(countOf(unbounded.created, asset))) ?? ZERO;
  const charged = dividedUp(times(decimal(spent.amounts[asset]) ?? ZERO, all), made, PLACES);
  return compare(charged, rehearsed) > 0 ? charged : rehearsed;
}

/** An asset, the amount of it that a complete run needs, and what decides its limit. */
type Needed = LimitedAsset & { readonly amount: Decimal };

/**
 * Writes the limits in the form of `--max-amount`. Limits that are too low are raised: those of the target's assets and
 * of assets with a limit of their own one by one, and the limit of each asset for those that only checks name.
 */
function amountsOf(
  unbounded: UnboundedCost,
  { maxAmount, shard }: TargetConfiguration,
  spent: ActualCost | undefined,
): string {
  const shards = decimal(String(shard?.of ?? 1)) ?? ZERO;
  const needed = [...unbounded.amounts].map(([asset, { onCrypto }]): Needed => {
    return { asset, onCrypto, amount: roundedUp(neededOf(asset, unbounded, spent), PLACES) };
  });
  const lacks = (limits: AmountLimits, each: Needed): boolean => {
    const cap = allowance(each, limits, shard);
    return cap !== undefined && compare(cap, each.amount) < 0;
  };
  const isNamed = ({ asset }: Needed): boolean => unbounded.assets.has(asset) || Object.hasOwn(maxAmount.single, asset);
  const raisedEach = needed
    .filter((each) => !isNamed(each) && lacks(maxAmount, each))
    .map((each) => times(eachAllowing(each, each.amount), shards))
    .reduce<Decimal | undefined>(larger, undefined);
  const limits = raisedEach === undefined ? maxAmount : { ...maxAmount, each: formatDecimal(raisedEach) };
  const raised = needed
    .filter((each) => isNamed(each) && lacks(limits, each))
    .map(({ asset, amount }) => [asset, formatDecimal(times(amount, shards))] as const);
  return written({ ...limits, single: { ...limits.single, ...Object.fromEntries(raised) } });
}

function written({ each, single }: AmountLimits): string {
  const named = Object.entries(single).map(([asset, amount]) => `${asset}=${amount}`);
  return [...(each === null ? [] : [each]), ...named].join(',');
}
