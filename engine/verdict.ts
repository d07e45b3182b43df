import type { Operation } from '../model/operations.ts';
import type { Failure, Outcome } from '../model/outcome.ts';
import type { Status, Verdict } from '../model/report.ts';
import type { Judge } from './judge.ts';
import { isActive, type Row } from './row.ts';

/** What is known of a row on one operation at the end of a run. */
export interface OperationResult {
  readonly operation: Operation;
  readonly status: Status;
  readonly failures: readonly Failure[];
  /** Failures in all, listed or not. */
  readonly failed: number;
  readonly reason?: string;
  readonly provide?: string;
  readonly flaky?: boolean;
  readonly answer?: string;
}

/** The result of a row over its operations. */
export interface RowResult {
  readonly row: Row;
  readonly status: Status;
  readonly operations: readonly OperationResult[];
  readonly evidence: { readonly judged: number; readonly relevant: number };
}

/** Outcomes of probes by row id and operation. */
export type Outcomes = ReadonlyMap<string, Outcome>;

export const outcomeKey = (id: string, operation: Operation): string => `${id} ${operation}`;

/** The result of each row; a row without a verdict counts as not exercised, never as passed. */
export function results(rows: readonly Row[], judge: Judge, outcomes: Outcomes): readonly RowResult[] {
  return rows.map((row) => resultOf(row, judge, outcomes));
}

function resultOf(row: Row, judge: Judge, outcomes: Outcomes): RowResult {
  const operations = row.operations.map((operation) => onOperation(row, operation, judge, outcomes));
  const tallies = row.operations.map((operation) => judge.tally(row, operation));
  return {
    row,
    operations,
    status: worst(operations.map(({ status }) => status)),
    evidence: {
      judged: tallies.reduce((sum, { judged }) => sum + judged, 0),
      relevant: tallies.reduce((sum, { relevant }) => sum + relevant, 0),
    },
  };
}

const WEIGHT: Readonly<Record<Status, number>> = { failed: 4, warned: 3, not_exercised: 2, observed: 1, passed: 0 };

/** The status that counts when several are combined. */
export const worst = (statuses: readonly Status[]): Status =>
  statuses.reduce<Status>((a, b) => (WEIGHT[b] > WEIGHT[a] ? b : a), 'passed');

function onOperation(row: Row, operation: Operation, judge: Judge, outcomes: Outcomes): OperationResult {
  const base = { operation, failures: [], failed: 0 };
  const outcome = outcomes.get(outcomeKey(row.id, operation));
  if (row.level === 'observe') return observed(row, operation, judge, outcome);
  const tally = judge.tally(row, operation);
  const probed = outcome?.kind === 'fails' ? outcome.failures : [];
  const failures = [...probed, ...tally.failures];
  if (failures.length > 0) {
    const status = row.level === 'must' ? 'failed' : 'warned';
    return { operation, status, failures, failed: probed.length + tally.failed };
  }
  if (outcome?.kind === 'flaky') {
    return { ...base, status: 'not_exercised', flaky: true, reason: outcome.reason, failures: outcome.failures };
  }
  if (outcome?.kind === 'untold') return { ...base, status: 'not_exercised', ...missing(outcome) };
  if (outcome?.kind === 'holds') return { ...base, status: 'passed' };
  if (isActive(row)) return { ...base, status: 'not_exercised', reason: 'the run ended before it was tried' };
  if (tally.judged > 0) return { ...base, status: 'passed' };
  return { ...base, status: 'not_exercised', reason: `no answer of ${operation} could be judged` };
}

function missing({
  reason,
  provide,
}: {
  readonly reason: string;
  readonly provide?: string;
}): Pick<OperationResult, 'reason' | 'provide'> {
  return { reason, ...(provide === undefined ? {} : { provide }) };
}

function observed(row: Row, operation: Operation, judge: Judge, outcome: Outcome | undefined): OperationResult {
  const base = { operation, failures: [], failed: 0 };
  const answer = outcome?.kind === 'observed' ? outcome.answer : judge.surveyed(row).get(operation);
  if (answer !== undefined) return { ...base, status: 'observed', answer };
  const reason = outcome?.kind === 'untold' ? missing(outcome) : { reason: `${operation} gave nothing to observe` };
  return { ...base, status: 'not_exercised', ...reason };
}

/** The verdict over all results: see `Verdict`. A run in which no must was exercised is never conformant. */
export function verdictOf(all: readonly RowResult[]): Verdict {
  const musts = all.filter(({ row }) => row.level === 'must').map(({ status }) => status);
  if (musts.includes('failed')) return 'nonconformant';
  return musts.length > 0 && musts.every((status) => status === 'passed') ? 'conformant' : 'incomplete';
}
