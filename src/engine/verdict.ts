import type { Operation } from '../contract/operations.ts';
import type { Failure, Missing, Outcome } from '../model/outcome.ts';
import type { Status, Verdict } from '../model/report.ts';
import type { Judge, Tally } from './judge.ts';
import { isActive, isPassive, type Row } from './row.ts';

/** What is known of a row on one operation at the end of a run. */
export interface OperationResult<F = Failure> {
  readonly operation: Operation;
  readonly status: Status;
  readonly failures: readonly F[];
  /** Failures in all, listed or not. */
  readonly failed: number;
  readonly reason?: string;
  readonly provide?: string;
  readonly flaky?: boolean;
  /** True when it was not exercised because no answer could be judged: another shard may have seen one. */
  readonly unjudged?: true;
  /** Of one that is unjudged: ids of requirements that every accepted answer broke; absent when there was none. */
  readonly behind?: readonly string[];
  readonly answer?: string;
}

/** The result of a row over its operations. */
export interface RowResult<F = Failure> {
  readonly row: Row;
  readonly status: Status;
  readonly operations: readonly OperationResult<F>[];
  readonly evidence: { readonly judged: number; readonly relevant: number };
}

/** Outcomes of probes by row id and operation. */
export type Outcomes = ReadonlyMap<string, Outcome>;

export const outcomeKey = (id: string, operation: Operation): string => `${id} ${operation}`;

/** Why an operation had no answer to judge, where its smallest lawful request could not be made or was refused. */
export type Lacking = (operation: Operation) => Missing | undefined;

/** The result of each row; a row without a verdict counts as not exercised, never as passed. */
export function results(
  rows: readonly Row[],
  judge: Judge,
  outcomes: Outcomes,
  lacking: Lacking = () => undefined,
): readonly RowResult[] {
  return rows.map((row) => resultOf(row, judge, outcomes, lacking));
}

function resultOf(row: Row, judge: Judge, outcomes: Outcomes, lacking: Lacking): RowResult {
  const operations = row.operations.map((operation) => onOperation(row, operation, judge, outcomes, lacking));
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

function onOperation(
  row: Row,
  operation: Operation,
  judge: Judge,
  outcomes: Outcomes,
  lacking: Lacking,
): OperationResult {
  const base = { operation, failures: [], failed: 0 };
  const outcome = outcomes.get(outcomeKey(row.id, operation));
  if (row.level === 'observe') return observed(row, operation, judge, outcome, lacking);
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
  if (outcome?.kind === 'inconclusive') return { ...base, status: 'not_exercised', ...missing(outcome) };
  if (isActive(row) && !outcome)
    return { ...base, status: 'not_exercised', reason: 'the run ended before it was tried' };
  // A probe that only makes traffic proves nothing by itself: the row's rule must have judged some of it.
  if (isPassive(row) && tally.judged === 0)
    return { ...base, status: 'not_exercised', ...unjudged(operation, lacking, tally) };
  return { ...base, status: 'passed' };
}

type Unjudged = Missing & Pick<OperationResult, 'unjudged' | 'behind'>;

function unjudged(operation: Operation, lacking: Lacking, { behind }: Pick<Tally, 'behind'> = {}): Unjudged {
  const found = lacking(operation);
  if (!found) return unjudgedBehind(operation, behind);
  return { ...missing(found), reason: `${unjudgedBehind(operation).reason}: ${found.reason}`, unjudged: true };
}

/** What is said where no answer could be judged, and each broke the requirements `behind`. */
export function unjudgedBehind(operation: Operation, behind?: readonly string[]): Unjudged {
  const why = behind?.length ? `: each of them breaks ${behind.slice(0, MOST_NAMED).join(', ')}` : '';
  const reason = `no answer of ${operation} could be judged${why}`;
  return { reason, unjudged: true, ...(behind ? { behind } : {}) };
}

/** Ids named in one reason. */
const MOST_NAMED = 3;

function missing({ reason, provide }: Missing): Missing {
  return { reason, ...(provide === undefined ? {} : { provide }) };
}

function observed(
  row: Row,
  operation: Operation,
  judge: Judge,
  outcome: Outcome | undefined,
  lacking: Lacking,
): OperationResult {
  const base = { operation, failures: [], failed: 0 };
  const answer = outcome?.kind === 'observed' ? outcome.answer : judge.surveyed(row).get(operation);
  if (answer !== undefined) return { ...base, status: 'observed', answer };
  return {
    ...base,
    status: 'not_exercised',
    ...(outcome?.kind === 'inconclusive' ? missing(outcome) : unjudged(operation, lacking)),
  };
}

/** The verdict over all results: see `Verdict`. A run in which no must was exercised is never conformant. */
export function verdictOf(all: readonly Pick<RowResult, 'row' | 'status'>[]): Verdict {
  const musts = all.filter(({ row }) => row.level === 'must').map(({ status }) => status);
  if (musts.includes('failed')) return 'nonconformant';
  return musts.length > 0 && musts.every((status) => status === 'passed') ? 'conformant' : 'incomplete';
}
