import type { Outcome } from '../model/outcome.ts';
import type { Created } from '../model/report.ts';
import { type AmountLimits, allowance } from '../settings/allowance.ts';
import type { TargetConfiguration } from '../settings/configuration.ts';
import { compare, type Decimal, decimal, dividedUp, roundedUp, text, times, ZERO } from '../values/decimal.ts';

/** Flags that bound a run as a whole, each with the value with which it leaves nothing out. */
export type Needs = Readonly<Record<string, string>>;

const FLAGS = ['--max-withdrawals', '--max-amount', '--max-requests', '--max-duration'] as const;

/** Whether something was left out because a budget is spent. */
export const isBudgetFlag = (provide: string): boolean => FLAGS.some((flag) => flag === provide);

/** What the fixed requests of a run cost, and what one generated case of each property that nothing else exercises takes at most. */
export interface Cost {
  readonly requests: number;
  readonly withdrawals: number;
  /** Requests of one case each. */
  readonly round: number;
  /** Withdrawals of one case each. */
  readonly withdrawing: number;
}

/** What was sent and moved, and how long that took. */
export interface Spent {
  readonly requests: number;
  readonly milliseconds: number;
  readonly amounts: Readonly<Record<string, string>>;
  readonly created: readonly Created[];
}

/** The same of a run without budgets. */
export interface Whole {
  readonly cost: Cost;
  /** Decimals by asset: what is withdrawn, and room for what is refused. */
  readonly amounts: Readonly<Record<string, string>>;
  readonly created: readonly Created[];
}

/** Lists of another length are read in other numbers of pages. */
const MARGIN = 1.2;
const PLACES = 6;

/** The value of each flag; targets differ, so that numbers of requests have a margin. */
export function needsFrom(whole: Whole, target: TargetConfiguration, spent?: Spent): Needs {
  const shards = target.shard?.of ?? 1;
  const { cost } = whole;
  const requests = Math.ceil((cost.requests + cost.round) * MARGIN);
  return {
    '--max-withdrawals': String((cost.withdrawals + cost.withdrawing) * shards),
    '--max-requests': String(requests * shards),
    '--max-amount': amountsOf(whole, target, spent),
    ...(spent && spent.requests > 0
      ? { '--max-duration': `${Math.ceil(((spent.milliseconds / spent.requests) * requests * MARGIN) / 1000)}s` }
      : {}),
  };
}

const countOf = (created: readonly Created[], asset: string): number =>
  created.filter((each) => each.asset === asset).length;

/** What a whole run moves of an asset: as rehearsed, or by what the target charged so far when that is more. */
function neededOf(asset: string, whole: Whole, spent: Spent | undefined): Decimal {
  const rehearsed = decimal(whole.amounts[asset]) ?? ZERO;
  const made = spent ? countOf(spent.created, asset) : 0;
  if (!spent || made === 0) return rehearsed;
  const all = decimal(String(countOf(whole.created, asset))) ?? ZERO;
  const charged = dividedUp(times(decimal(spent.amounts[asset]) ?? ZERO, all), made, PLACES);
  return compare(charged, rehearsed) > 0 ? charged : rehearsed;
}

/** The limits as `--max-amount` takes them, with those of single assets that are too low raised. */
function amountsOf(whole: Whole, { maxAmount, shard }: TargetConfiguration, spent: Spent | undefined): string {
  const shards = decimal(String(shard?.of ?? 1)) ?? ZERO;
  const raised = Object.keys(whole.amounts).flatMap((asset): readonly [string, string][] => {
    const needed = roundedUp(neededOf(asset, whole, spent), PLACES);
    const cap = allowance(asset, true, maxAmount, shard);
    return cap === undefined || compare(cap, needed) >= 0 ? [] : [[asset, text(times(needed, shards))]];
  });
  return written({ ...maxAmount, single: { ...maxAmount.single, ...Object.fromEntries(raised) } });
}

function written({ each, single }: AmountLimits): string {
  const named = Object.entries(single).map(([asset, amount]) => `${asset}=${amount}`);
  return [...(each === null ? [] : [each]), ...named].join(',');
}

/** The outcome with the number that the flag has to have, where a budget was too small. */
export function numbered(outcome: Outcome, needs: Needs): Outcome {
  if (outcome.kind !== 'inconclusive' || outcome.provide === undefined) return outcome;
  const value = needs[outcome.provide];
  return value === undefined ? outcome : { ...outcome, provide: `${outcome.provide} ${value}` };
}
