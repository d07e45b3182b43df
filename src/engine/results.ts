import type { Operation } from '../contract/operations.ts';
import { onlyOn } from '../contract/requirement.ts';
import type { Counted } from '../model/counted.ts';
import { addedCounts, type Findings, type KeptOutcome, keyOf, type Tally, type Unavailable } from '../model/facts.ts';
import type { Failure } from '../model/outcome.ts';
import type { Status } from '../model/reported.ts';
import { definite } from '../values/definite.ts';
import { isActive, isPassive, type Row } from './row.ts';

/** The result of a row on one operation. */
export interface OperationResult<F = Failure> {
  readonly operation: Operation;
  readonly status: Status;
  readonly failures: readonly F[];
  /** Number of all failures, listed or not. */
  readonly failed: number;
  readonly reason?: string;
  readonly provide?: string;
  readonly flaky?: boolean;
  /** Ids of requirements that the target breaks and that prevent judging this one; never empty. */
  readonly blockedBy?: readonly string[];
  /** What was observed: the text of a probe, or the counts of a survey. */
  readonly observed?: string | readonly Counted[];
}

/** What every form of a failure says: as it is found, and as a report has it. */
type Described = Pick<Failure, 'actual'>;

/** The result of a row over its operations. */
export interface RowResult<F = Failure> {
  readonly row: Row;
  readonly status: Status;
  readonly operations: readonly OperationResult<F>[];
  readonly evidence: { readonly judged: number; readonly relevant: number };
}

/**
 * How many operations must pass for the row to pass.
 * - `all`: every operation, as in a run, which makes the requests itself.
 * - `some`: one is enough, as in traffic of others. Operations that received no request remain visible as not
 *   exercised.
 */
export type PassRule = 'all' | 'some';

const NOTHING: Tally<never> = { judged: 0, relevant: 0, failed: 0, failures: [] };

/** Computes the result of each row. A row without a conclusion counts as not exercised, never as passed. */
export const results = <F extends Described>(
  rows: readonly Row[],
  findings: Findings<F>,
  rule: PassRule = 'all',
): readonly RowResult<F>[] => rows.map((row) => resultOf(row, findings, rule));

function resultOf<F extends Described>(row: Row, findings: Findings<F>, rule: PassRule): RowResult<F> {
  const operations = row.operations.map((operation) => onOperation(row, operation, findings));
  const tallies = row.operations.map((operation) => findings.tallies[keyOf(row.id, operation)] ?? NOTHING);
  return {
    row,
    operations,
    status: combined(
      operations.map(({ status }) => status),
      rule,
    ),
    evidence: {
      judged: tallies.reduce((sum, { judged }) => sum + judged, 0),
      relevant: tallies.reduce((sum, { relevant }) => sum + relevant, 0),
    },
  };
}

const WEIGHT: Readonly<Record<Status, number>> = { failed: 4, warned: 3, not_exercised: 2, observed: 1, passed: 0 };

/** Returns the most severe of several statuses. */
export const worst = (statuses: readonly Status[]): Status =>
  statuses.reduce<Status>((a, b) => (WEIGHT[b] > WEIGHT[a] ? b : a), 'passed');

function combined(statuses: readonly Status[], rule: PassRule): Status {
  const status = worst(statuses);
  if (rule === 'all' || status !== 'not_exercised') return status;
  return statuses.find((each) => each === 'passed' || each === 'observed') ?? status;
}

/** Narrows a result to some of its operations. Returns undefined if none is left. */
export function narrowed<F>(
  result: RowResult<F>,
  keeps: (operation: OperationResult<F>) => boolean,
): RowResult<F> | undefined {
  const operations = result.operations.filter(keeps);
  const [row] = onlyOn(result.row, (each) => operations.some(({ operation }) => operation === each));
  return row && { ...result, row, operations, status: worst(operations.map(({ status }) => status)) };
}

function onOperation<F extends Described>(row: Row, operation: Operation, findings: Findings<F>): OperationResult<F> {
  const key = keyOf(row.id, operation);
  const outcome = findings.outcomes[key];
  if (row.level === 'observe') return observation(operation, outcome, findings.surveys[key], findings);
  const tally = findings.tallies[key] ?? NOTHING;
  const probed = outcome?.kind === 'fails' ? outcome.failures : [];
  const failures = [...probed, ...tally.failures];
  if (failures.length > 0) {
    const status = row.level === 'must' ? 'failed' : 'warned';
    return { operation, status, failures, failed: probed.length + tally.failed };
  }
  const base = { operation, failures: [], failed: 0 };
  if (outcome?.kind === 'inconclusive')
    return { ...base, status: 'not_exercised', ...because(blocked(outcome, findings.unavailable[operation])) };
  if (isActive(row) && !outcome)
    return { ...base, status: 'not_exercised', reason: 'the run ended before this was tried' };
  // A probe that only makes traffic proves nothing by itself: a rule of the row must have judged some of it.
  if (isPassive(row) && tally.judged === 0)
    return { ...base, status: 'not_exercised', ...because(unjudged(operation, findings, tally.blockedBy)) };
  if (outcome?.kind === 'flaky')
    return { ...base, status: 'passed', flaky: true, reason: outcome.reason, failures: outcome.failures };
  return { ...base, status: 'passed' };
}

/**
 * Explains a refusal. If the smallest valid request of the operation did not succeed either, the result names the
 * requirements that block it and the fixture or flag that is missing.
 */
function blocked(
  outcome: Extract<KeptOutcome, { kind: 'inconclusive' }>,
  unavailable: Unavailable | undefined,
): Unavailable {
  if (outcome.cause !== 'refused' || !unavailable) return outcome;
  const { blockedBy, cause, provide } = unavailable;
  const remedy = cause === 'refused' && provide !== undefined ? { provide } : {};
  return { ...outcome, ...remedy, ...(blockedBy ? { blockedBy } : {}) };
}

/** The maximum number of ids that one reason names. */
const MOST_NAMED = 3;

/** Says why no response of an operation could be judged. */
function unjudged<F>(
  operation: Operation,
  { unavailable }: Findings<F>,
  blockedBy: readonly string[] = [],
): Unavailable {
  const found = unavailable[operation];
  const reason = `no response of ${operation} could be judged`;
  if (found) return { ...found, reason: `${reason}: ${found.reason}` };
  if (blockedBy.length === 0) return { reason };
  return { reason: `${reason}: each of them violates ${blockedBy.slice(0, MOST_NAMED).join(', ')}`, blockedBy };
}

const because = ({ reason, provide, blockedBy }: Unavailable): Unavailable => ({
  reason,
  ...definite({ provide }),
  ...(blockedBy?.length ? { blockedBy } : {}),
});

const inOrder = (answer: string | readonly Counted[]): string | readonly Counted[] =>
  typeof answer === 'string' ? answer : addedCounts([answer]);

function observation<F extends Described>(
  operation: Operation,
  outcome: KeptOutcome<F> | undefined,
  counts: readonly Counted[] | undefined,
  findings: Findings<F>,
): OperationResult<F> {
  const base = { operation, failures: [], failed: 0 };
  if (outcome?.kind === 'observed') return { ...base, status: 'observed', observed: inOrder(outcome.answer) };
  if (counts) return { ...base, status: 'observed', observed: addedCounts([counts]) };
  const why =
    outcome?.kind === 'inconclusive'
      ? outcome
      : outcome?.kind === 'fails'
        ? { reason: `${operation} answered ${outcome.failures[0].actual}` }
        : unjudged(operation, findings);
  return { ...base, status: 'not_exercised', ...because(why) };
}
