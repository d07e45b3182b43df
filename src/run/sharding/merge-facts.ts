import type { Operation } from '../../contract/operations.ts';
import { byClarity, type ShownRequests } from '../../engine/clarity.ts';
import {
  addedCounts,
  KEPT_FAILURES,
  type OperationStats,
  type ReportedFacts,
  type Tally,
  withFailures,
} from '../../model/facts.ts';
import type { CoverageCell, ReportedFailure } from '../../model/reported.ts';
import { type Decimal, decimal, formatDecimal, plus, ZERO } from '../../values/decimal.ts';
import type { NonEmpty } from '../../values/non-empty.ts';

/** Merges records. A later one replaces members of earlier ones. */
const merged = <R extends object>(records: readonly R[]): R => Object.assign({}, ...records);

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

const compareFailures = (a: ReportedFailure, b: ReportedFailure): number => byClarity(requestsOf(a), requestsOf(b));

const requestsOf = ({ operation, steps = [], request }: ReportedFailure): ShownRequests => ({
  operation,
  requests: [...steps.map((step) => step.request), request],
});

/**
 * Adds the facts of the parts of one run. Exchanges are renumbered so that each part continues after the previous one.
 */
export function mergeFacts(given: NonEmpty<ReportedFacts>): ReportedFacts {
  const parts = renumbered(given);
  const stopped = parts.findIndex((each) => each.stopped !== undefined);
  const bound = parts.findIndex((each) => each.bound !== undefined);
  const began = Math.min(...parts.map(({ started_at }) => started_at));
  return {
    tallies: byKey(
      parts.map(({ tallies }) => tallies),
      addedTallies,
    ),
    // Each probe runs in one part only.
    outcomes: merged(parts.map(({ outcomes }) => outcomes)),
    surveys: byKey(
      parts.map(({ surveys }) => surveys),
      addedCounts,
    ),
    unavailable: merged(parts.map(({ unavailable }) => unavailable)),
    started_at: began,
    duration_ms: Math.max(...parts.map(({ started_at, duration_ms }) => started_at + duration_ms)) - began,
    ...(stopped === -1 ? {} : { stopped: `shard ${stopped + 1}: ${parts[stopped]?.stopped}` }),
    ...(bound === -1 ? {} : { bound: `shard ${bound + 1}: ${parts[bound]?.bound}` }),
    ...suspectedInAll(parts),
    ...(parts.some(({ limited }) => limited) ? { limited: distinct(parts, 'limited') } : {}),
    run_ids: parts.flatMap(({ run_ids }) => run_ids),
    notes: distinct(parts, 'notes'),
    traffic: byKey(
      parts.map(({ traffic }) => traffic),
      addedStats,
    ),
    spent: byKey(
      parts.map(({ spent }) => spent),
      addedTimes,
    ),
    coverage: addedCoverage(parts.flatMap(({ coverage }) => coverage)),
    fixtures: merged(parts.map(({ fixtures }) => fixtures)),
    created: parts.flatMap(({ created }) => created),
    withdrawn: addedWithdrawals(parts),
    last_exchange: sum(parts.map(({ last_exchange }) => last_exchange)),
  };
}

/** What one part suspects and another disproves is not the cause. */
function suspectedInAll(parts: readonly ReportedFacts[]): Pick<ReportedFacts, 'suspected_cause'> {
  const [cause, ...others] = new Set(parts.map((part) => part.suspected_cause));
  return cause !== undefined && others.length === 0 ? { suspected_cause: cause } : {};
}

/** Returns the sentences of all parts, each once. */
const distinct = (parts: readonly ReportedFacts[], name: 'notes' | 'limited'): readonly string[] => [
  ...new Set(parts.flatMap((part) => part[name] ?? [])),
];

/**
 * Each part numbers its exchanges from 1. Shifts the numbers so that each part continues where the previous one ended.
 */
function renumbered(parts: readonly ReportedFacts[]): readonly ReportedFacts[] {
  let before = 0;
  return parts.map((part) => {
    const by = before;
    before += part.last_exchange;
    return withFailures(part, (failure) => ({ ...failure, exchanges: failure.exchanges.map((each) => each + by) }));
  });
}

/** Combines the values of all parts under each key. */
function byKey<K extends string, T, U>(
  parts: readonly Readonly<Partial<Record<K, T>>>[],
  add: (values: readonly T[]) => U,
): Readonly<Record<K, U>> {
  const values = new Map<string, T[]>();
  for (const [key, value] of parts.flatMap((part) => Object.entries<T | undefined>(part)))
    if (value !== undefined) values.set(key, [...(values.get(key) ?? []), value]);
  return Object.fromEntries([...values].map(([key, own]) => [key, add(own)])) as Record<K, U>;
}

/**
 * Adds tallies. A requirement blocks another in the whole run only if it does so in every part that recorded what
 * blocks it.
 */
function addedTallies(tallies: readonly Tally<ReportedFailure>[]): Tally<ReportedFailure> {
  const [first, ...more] = tallies.flatMap(({ blockedBy }) => (blockedBy ? [blockedBy] : []));
  return {
    judged: sum(tallies.map(({ judged }) => judged)),
    relevant: sum(tallies.map(({ relevant }) => relevant)),
    failed: sum(tallies.map(({ failed }) => failed)),
    failures: tallies
      .flatMap(({ failures }) => failures)
      .sort(compareFailures)
      .slice(0, KEPT_FAILURES),
    ...(first ? { blockedBy: first.filter((id) => more.every((each) => each.includes(id))) } : {}),
  };
}

function addedStats(all: readonly OperationStats[]): OperationStats {
  const latencies = all.flatMap((each) => each.latencies ?? []);
  const of = (name: 'requests' | 'accepted' | 'refused' | 'lost'): number => sum(all.map((each) => each[name]));
  return {
    requests: of('requests'),
    accepted: of('accepted'),
    refused: of('refused'),
    lost: of('lost'),
    latencies:
      latencies.length === 0
        ? null
        : {
            min: Math.min(...latencies.map(({ min }) => min)),
            max: Math.max(...latencies.map(({ max }) => max)),
            buckets: byKey(
              latencies.map(({ buckets }) => buckets),
              sum,
            ),
          },
  };
}

const addedTimes = (all: readonly Readonly<Partial<Record<Operation, number>>>[]) =>
  byKey(all, (times: readonly number[]) => Math.round(sum(times) * 100) / 100);

function addedCoverage(all: readonly CoverageCell[]): readonly CoverageCell[] {
  const cells = new Map<string, CoverageCell>();
  for (const cell of all) {
    const key = `${cell.operation} ${cell.kind} ${cell.name}`;
    const { accepted, refused } = cells.get(key) ?? { accepted: 0, refused: 0 };
    cells.set(key, { ...cell, accepted: cell.accepted + accepted, refused: cell.refused + refused });
  }
  return [...cells.values()];
}

function addedWithdrawals(parts: readonly ReportedFacts[]): ReportedFacts['withdrawn'] {
  const amounts = new Map<string, Decimal>();
  for (const [asset, amount] of parts.flatMap(({ withdrawn }) => Object.entries(withdrawn.amounts)))
    amounts.set(asset, plus(amounts.get(asset) ?? ZERO, decimal(amount) ?? ZERO));
  return {
    withdrawals: sum(parts.map(({ withdrawn }) => withdrawn.withdrawals)),
    amounts: Object.fromEntries([...amounts].map(([asset, amount]) => [asset, formatDecimal(amount)])),
  };
}
