import type { Operation } from '../../contract/operations.ts';
import { onlyOn } from '../../contract/requirement.ts';
import { afterPart, exercise, retryFinally } from '../../engine/exercise.ts';
import { retryUndecided } from '../../engine/final-retries.ts';
import { Judge } from '../../engine/judge.ts';
import { results } from '../../engine/results.ts';
import type { Row } from '../../engine/row.ts';
import { emptyFacts, type Facts, keptOutcomes, keyOf, type ReportedFacts } from '../../model/facts.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Report, RunPart } from '../../model/report.ts';
import { recognise } from '../../recordings/recognise.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { unavailableIn } from '../baseline/unavailable.ts';
import { isClosing, type Phase, phasesOf } from '../budget/phases.ts';
import { reportedFacts, reportOf } from '../report/build-report.ts';
import { Assignment } from '../sharding/assignment.ts';
import { mergeFacts } from '../sharding/merge-facts.ts';
import { type Difference, differencesOf, versionNotes } from './differences.ts';
import { gapsIn, type Missing } from './gaps.ts';
import type { RecordedExchange } from './recorded.ts';
import { Recording } from './recording.ts';
import { Departure, NotRecorded, Replayed } from './replayed.ts';
import { brokenSeals, isOfThisVersion } from './seals.ts';

/** What an audit found. If the first three lists are empty, each verdict follows from the recording. */
export interface Audit {
  /** What the seals show: the recording, the document or the requirements differ from those of the run. */
  readonly broken: readonly string[];
  readonly missing: readonly Missing[];
  readonly differences: readonly Difference[];
  readonly notes: readonly string[];
  /** Number of verdicts that were computed again. */
  readonly verdicts: number;
  readonly exchanges: number;
}

const OF_TRAFFIC =
  'this report is of recorded or live traffic: audit computes the verdicts of a run again, and verify those of a recording';
const OF_ANOTHER_VERSION = 'this report lacks the data that an audit needs: run again with this version';

/** The order in which the checks of a phase begin. */
type Order = 'as in a run' | 'reversed';

/**
 * Computes the verdicts of a report again from its recording. Throws UsageError if the report lacks what that needs. The
 * order makes no difference unless what a check sends depends on which check comes first, which is a defect of the
 * check.
 */
export async function auditOf(
  report: Report,
  exchanges: readonly RecordedExchange[],
  recordingDigest: string,
  order: Order = 'as in a run',
): Promise<Audit> {
  const { audit } = report;
  if (!audit) throw new UsageError(report.runs === 0 ? OF_TRAFFIC : OF_ANOTHER_VERSION);
  const made = await Promise.all(
    audit.parts.map((part, i) => {
      const own = exchanges.filter((each) => each.part === i);
      return partAgain(new Recording(part, own, baseOf(report, own)), order);
    }),
  );
  const problems = made.flatMap((each) => each.problems);
  const again = reportAgain(report, audit.parts, made);
  const gaps = gapsIn(audit.exchanges, exchanges, audit.parts);
  const isCurrent = isOfThisVersion(report, again);
  // Another version may send other requests than that run did, and a run that was stopped did not begin every check. A
  // request that is missing in a complete recording was never sent: the check takes a different path than it did.
  const unrecorded = problems.filter(
    ({ error, isStopped }) => !isCurrent || (error instanceof NotRecorded && (isStopped || gaps.length > 0)),
  );
  const missing = [...unrecorded.map(missingOf), ...gaps];
  return {
    broken: [...brokenSeals(report, again, recordingDigest)],
    missing,
    // An exchange that is missing may have decided a verdict, so no difference is reported then.
    differences:
      gaps.length > 0
        ? []
        : [
            ...problems.filter((each) => !unrecorded.includes(each)).map(departureOf),
            ...differencesOf(report, again, new Set(problems.map(({ row }) => row.id))),
          ],
    notes: versionNotes(report, again),
    verdicts: again.requirements.length,
    exchanges: exchanges.length,
  };
}

interface Problem {
  readonly row: Row;
  readonly operation: Operation;
  readonly error: NotRecorded | Departure;
  /** Whether its part of the run was stopped before all checks had ended. */
  readonly isStopped: boolean;
}

/**
 * Returns the base URL that a part sent its requests to. Each shard against the embedded service starts its own service
 * on another port.
 */
function baseOf({ target }: Report, [first]: readonly RecordedExchange[]): string {
  const { method, url } = first?.recorded.request ?? { method: '', url: '' };
  return (target.embedded ? recognise(method, url)?.base : undefined) ?? target.base_url;
}

interface PartAgain {
  readonly facts: ReportedFacts;
  readonly problems: readonly Problem[];
}

const assignmentOf = (part: RunPart): Assignment => new Assignment(part, part.shard);

async function partAgain(recording: Recording, order: Order): Promise<PartAgain> {
  const { part } = recording;
  const { rows: chosen, active } = assignmentOf(part);
  await learnNumbers(recording, active);
  const judge = new Judge(chosen);
  const made = await exercisedAgain(active, new Replayed(recording, active, judge), order);
  for (const outcome of Object.values(made.outcomes)) if (outcome.kind === 'fails') judge.blame(outcome.failures);
  return { problems: made.problems, facts: reportedFacts(factsOf(part, judge, made.outcomes)) };
}

/**
 * The maximum number of passes over the checks that sent account numbers. A number that is made from another is learnt
 * in a later pass.
 */
const MOST_PASSES = 3;

/**
 * Learns the account numbers that checks make up and the recording masks. First runs these checks only on the
 * operations they sent numbers to. If that leaves numbers unknown, runs them on all operations.
 */
async function learnNumbers(recording: Recording, active: readonly Row[]): Promise<void> {
  const { sending } = recording;
  const concerned = active.filter(({ id }) => sending.has(id));
  const narrowed = concerned.flatMap((row) => onlyOn(row, (each) => sending.get(row.id)?.has(each) ?? false));
  await learnFrom(recording, active, narrowed);
  if (!recording.knowsWhatWasSent) await learnFrom(recording, active, concerned);
}

async function learnFrom(recording: Recording, active: readonly Row[], rows: readonly Row[]): Promise<void> {
  let concerned = rows;
  for (let pass = 1; pass <= MOST_PASSES && concerned.length > 0; pass += 1) {
    const world = new Replayed(recording, active);
    await exercisedAgain(concerned, world);
    concerned = concerned.filter(({ id }) => world.learnt.has(id));
  }
}

/** Exercises rows as a run does. A request that the recording cannot answer becomes a problem of its row. */
async function exercisedAgain(active: readonly Row[], world: Replayed, order: Order = 'as in a run') {
  const outcomes: Record<string, Outcome> = {};
  const problems: Problem[] = [];
  const orProblem = async <T>(row: Row, operation: Operation, act: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof NotRecorded || error instanceof Departure)) throw error;
      problems.push({ row, operation, error, isStopped: world.isStopped });
      return undefined;
    }
  };
  const again = async (row: Row, operation: Operation, { part }: Phase): Promise<void> => {
    const key = keyOf(row.id, operation);
    const act = () => exercise(row, operation, world, { part });
    const outcome = await orProblem(row, operation, () => afterPart(part, outcomes[key], act));
    if (outcome) outcomes[key] = outcome;
  };
  const allAgain = async (phases: readonly Phase[]): Promise<void> => {
    for (const phase of phases) {
      const rows = order === 'reversed' ? phase.rows.toReversed() : phase.rows;
      await Promise.all(rows.flatMap((row) => row.operations.map((operation) => again(row, operation, phase))));
    }
  };
  const phases = phasesOf(active);
  await allAgain(phases.filter((each) => !isClosing(each)));
  await retryUndecided(active, outcomes, async (undecided) => {
    const { row, operation } = undecided;
    if (!world.hasRetried(row, operation)) return undefined;
    return orProblem(row, operation, () => retryFinally(undecided, world));
  });
  await allAgain(phases.filter(isClosing));
  return { outcomes, problems };
}

const factsOf = (part: RunPart, judge: Judge, outcomes: Record<string, Outcome>): Facts => ({
  ...emptyFacts,
  tallies: judge.tallies,
  outcomes: keptOutcomes(outcomes),
  surveys: judge.surveys(),
  unavailable: unavailableIn(outcomes, part.fixtures),
  ...part.ended,
  run_ids: [part.run.id],
});

function reportAgain(report: Report, parts: readonly RunPart[], made: readonly PartAgain[]): Report {
  const [part, ...others] = parts;
  const [first, ...more] = made.map(({ facts }) => facts);
  if (!part || !first) throw new UsageError('this report has no run that an audit could recompute');
  const facts = more.length === 0 ? first : mergeFacts([first, ...more]);
  const assignment = assignmentOf(part);
  const found = results(assignment.rows, facts);
  const own = others.length === 0 ? assignment.own(found) : found;
  const { target, seed, runs, selection } = report;
  return reportOf(own, facts, { baseUrl: target.base_url, embedded: target.embedded, seed, runs, selection });
}

const missingOf = ({ row, operation, error, isStopped }: Problem): Missing => ({
  id: row.id,
  sentence: isStopped ? `the run was stopped before a check of ${operation} ended` : error.message,
});

const departureOf = ({ row, operation, error }: Problem): Difference => ({
  id: row.id,
  what: `a request for it on ${operation}`,
  reported: error instanceof NotRecorded ? 'not sent' : 'recorded',
  again: error.message,
});
