import { type Operation, operationNames } from '../../contract/operations.ts';
import type { CoverageCell, OperationTraffic, Report } from '../../model/report.ts';
import { type Decimal, decimal, plus, text, ZERO } from '../../values/decimal.ts';
import type { RunStory } from '../build-report.ts';
import { LatencyHistogram } from '../latency.ts';
import type { ShardReport } from './merged-results.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** What the shards say of the run itself, put together. */
export function mergedStory(reports: readonly [ShardReport, ...ShardReport[]]): RunStory {
  const [{ target, seed, runs, shard }] = reports;
  const began = Math.min(...reports.map(({ started_at }) => Date.parse(started_at)));
  const ended = Math.max(...reports.map(({ finished_at }) => Date.parse(finished_at)));
  const stopped = reports.find(({ verdict }) => verdict === 'aborted');
  return {
    baseUrl: target.base_url,
    embedded: target.embedded,
    startedAt: began,
    lasted: ended - began,
    seed,
    runs,
    selection: shard.selection,
    notes: [...new Set(reports.flatMap((each) => each.shard.notes))],
    refused: reports.flatMap((each) => each.shard.refused),
    ...(stopped ? { stopped: `shard ${stopped.shard.index}: ${stopped.verdict_reason}` } : {}),
    traffic: operationNames.flatMap((operation) => trafficOf(operation, reports)),
    coverage: coverageOf(reports),
    spent: (id) => spentOn(id, reports),
    fixtures: Object.assign({}, ...reports.map(({ fixtures }) => fixtures)) as Report['fixtures'],
    created: reports.flatMap(({ created }) => created),
    runId: reports.flatMap(({ run_id }) => run_id ?? []).join(', '),
    withdrawn: withdrawnIn(reports),
    requests: sum(reports.map(({ summary }) => summary.requests)),
  };
}

function trafficOf(operation: Operation, reports: readonly ShardReport[]): readonly OperationTraffic[] {
  const latency = new LatencyHistogram();
  const found = reports.flatMap(({ traffic, shard }) => {
    const own = traffic.find((each) => each.operation === operation);
    if (own?.latency_ms) latency.addBuckets(shard.latencies[operation] ?? {}, own.latency_ms);
    return own ?? [];
  });
  if (found.length === 0) return [];
  const of = (name: 'requests' | 'accepted' | 'refused' | 'lost'): number => sum(found.map((each) => each[name]));
  return [
    {
      operation,
      requests: of('requests'),
      accepted: of('accepted'),
      refused: of('refused'),
      lost: of('lost'),
      latency_ms: latency.summary(),
    },
  ];
}

function coverageOf(reports: readonly ShardReport[]): readonly CoverageCell[] {
  const cells = new Map<string, CoverageCell>();
  for (const cell of reports.flatMap(({ coverage }) => coverage ?? [])) {
    const key = `${cell.operation} ${cell.kind} ${cell.name}`;
    const { accepted, refused } = cells.get(key) ?? { accepted: 0, refused: 0 };
    cells.set(key, { ...cell, accepted: cell.accepted + accepted, refused: cell.refused + refused });
  }
  return [...cells.values()];
}

function spentOn(id: string, reports: readonly ShardReport[]): ReturnType<RunStory['spent']> {
  const found = reports.flatMap(({ requirements }) => requirements.find((each) => each.id === id)?.spent_ms ?? []);
  if (found.length === 0) return undefined;
  const total: Partial<Record<Operation, number>> = {};
  for (const operation of operationNames) {
    const own = found.flatMap((each) => each[operation] ?? []);
    if (own.length > 0) total[operation] = Math.round(sum(own) * 100) / 100;
  }
  return total;
}

function withdrawnIn(reports: readonly ShardReport[]): RunStory['withdrawn'] {
  const amounts = new Map<string, Decimal>();
  for (const [asset, amount] of reports.flatMap(({ withdrawn }) => Object.entries(withdrawn?.amounts ?? {})))
    amounts.set(asset, plus(amounts.get(asset) ?? ZERO, decimal(amount) ?? ZERO));
  return {
    withdrawals: sum(reports.map(({ withdrawn }) => withdrawn?.withdrawals ?? 0)),
    amounts: Object.fromEntries([...amounts].map(([asset, amount]) => [asset, text(amount)])),
  };
}
