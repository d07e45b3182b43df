import { setImmediate as nextTurn } from 'node:timers/promises';
import { rows } from '../../suites/index.ts';
import { isWithdrawal, type Operation } from '../contract/operations.ts';
import type { CheckPart } from '../engine/check.ts';
import { afterPart, exercise, retryFinally } from '../engine/exercise.ts';
import { retryUndecided } from '../engine/final-retries.ts';
import { Judge } from '../engine/judge.ts';
import { type RowResult, results } from '../engine/results.ts';
import type { Row } from '../engine/row.ts';
import { isAnswered } from '../model/exchange.ts';
import { type Facts, type Findings, keptOutcomes, keyOf } from '../model/facts.ts';
import type { Needs } from '../model/need.ts';
import type { Failure, Outcome } from '../model/outcome.ts';
import type { Report } from '../model/report.ts';
import type { ReportedRequirement } from '../model/reported.ts';
import type { RunSettings } from '../settings/run-settings.ts';
import { isUnbounded } from '../settings/target/allowance.ts';
import { UsageError } from '../settings/usage-error.ts';
import { now, steadyNow } from '../values/clock.ts';
import { definite } from '../values/definite.ts';
import { sentenceOf } from '../values/error-code.ts';
import type { NonEmpty } from '../values/non-empty.ts';
import { provenanceOf } from './audit/provenance.ts';
import { advised } from './baseline/advice.ts';
import { forbiddenWrites } from './baseline/forbidden-writes.ts';
import { unavailableIn } from './baseline/unavailable.ts';
import type { Cost } from './budget/needs.ts';
import { generatedCases, isClosing, type Phase, phasesOf } from './budget/phases.ts';
import type { GeneratedCases } from './budget/ration.ts';
import { boundText, lackingBudget, withNeeds } from './budget/shortfall.ts';
import { reportedFacts, reportedRequirement, reportOf } from './report/build-report.ts';
import { Coverage } from './report/coverage.ts';
import { runDetails } from './report/run-details.ts';
import type { Obstacle } from './session/reachability.ts';
import { Session, type SessionParts } from './session/session.ts';
import { Assignment } from './sharding/assignment.ts';

/** What a run may be given besides its settings. */
export interface RunParts extends SessionParts {
  readonly suite?: readonly Row[];
  /** A rehearsal counts what would be sent and applies no rule to responses. */
  readonly rehearsal?: boolean;
  /** Called with the first failure of each must, as soon as it is found. */
  readonly onFailed?: (row: Row, failure: Failure) => void;
  /** Whether a failure may end the run: each is confirmed before further checks start. */
  readonly mayEndAtFailure?: boolean;
}

/**
 * The progress of a run. `done` and `all` count checks on one operation each; `failed` counts musts that do not hold.
 */
export interface RunProgress {
  readonly requests: number;
  readonly done: number;
  readonly all: number;
  readonly failed: number;
  /** Number of answers of 429 that slowed the run down. */
  readonly slowing: number;
  /** The flag of a budget that was too small for a requirement. */
  readonly lacking?: string | undefined;
}

/** The least number of requests that must be left for what was undecided to be retried. */
const FEWEST_LEFT = 50;

/**
 * One run, whoever drives it. The rows are fixed before the first request. Each active row is exercised on each of its
 * operations. The report covers all rows, including those that were never reached.
 */
export class Run {
  readonly rows: readonly Row[];
  readonly session: Session;
  /** The chosen rows that make traffic, limited to the operations that this run exercises them on. */
  readonly active: readonly Row[];
  readonly #phases: readonly Phase[];
  readonly #assignment: Assignment;
  readonly #judge: Judge;
  readonly #settings: RunSettings;
  readonly #outcomes: Record<string, Outcome> = {};
  readonly #coverage = new Coverage();
  readonly #startedAt = now();
  readonly #began = steadyNow();
  readonly #failing = new Set<string>();
  readonly #isRehearsal: boolean;
  readonly #onFailed: RunParts['onFailed'];
  #cost: Cost | undefined;
  #needs: Needs = {};
  #findingNeeds: Promise<void> | undefined;
  #done = 0;
  #last = 0;

  /** `suite` replaces all rows, for callers that must leave out a check. */
  constructor(
    settings: RunSettings,
    { suite = rows, rehearsal = false, onFailed, mayEndAtFailure = false, ...parts }: RunParts = {},
  ) {
    this.#settings = settings;
    const { shard } = settings.target;
    this.#assignment = new Assignment(settings, shard, suite);
    this.rows = this.#assignment.rows;
    this.active = this.#assignment.active;
    if (shard && this.active.length === 0)
      throw new UsageError(`shard ${shard.index} of ${shard.of} has nothing to run: use fewer shards`);
    this.#phases = phasesOf(this.active, isUnbounded(settings.target));
    this.#isRehearsal = rehearsal;
    this.#onFailed = onFailed;
    this.#judge = new Judge(rehearsal ? [] : this.rows);
    this.session = new Session(settings, this.#judge, parts);
    if (mayEndAtFailure) this.session.shared.schedule.confirmPromptly();
    this.session.record.observe({
      onViolation: ({ row, failure }) => this.#note(row, failure),
      onExchange: (recorded) => {
        this.#last = Math.max(this.#last, recorded.id);
        if (!rehearsal && isAnswered(recorded)) this.#coverage.see(recorded);
      },
    });
  }

  /** Returns whether a row was exercised on an operation. */
  wasExercised(row: Row, operation: Operation): boolean {
    return this.#outcomes[keyOf(row.id, operation)] !== undefined;
  }

  /** The progress of the run. */
  get progress(): RunProgress {
    const { total } = this.session.record.traffic;
    const all = this.#phases.flatMap(({ rows: own }) => own.flatMap(({ operations }) => operations)).length;
    return {
      requests: total,
      done: this.#done,
      all,
      failed: this.#failing.size,
      slowing: this.session.rateLimits.slowing,
      lacking: this.#lacking,
    };
  }

  /** Connects to the target and discovers fixtures. An error ends the run. */
  async open(): Promise<void> {
    try {
      await this.session.open();
    } catch (error) {
      this.session.abort(sentenceOf(error));
    }
  }

  /** Makes the whole run: opens the session, exercises the active rows phase by phase, and closes the session. */
  async complete(): Promise<void> {
    await this.open();
    this.session.setExercisedRows(this.active);
    const beside: Promise<void>[] = [];
    for (const phase of this.#phases.filter((each) => !isClosing(each))) {
      if (phase.part !== 'fixed') await Promise.all(beside);
      const going = this.#exercisePhase(phase);
      if (phase.runsConcurrently) beside.push(going);
      else await going;
    }
    await Promise.all(beside);
    await this.#retryUndecided();
    for (const phase of this.#phases.filter(isClosing)) await this.#exercisePhase(phase);
    await this.session.close();
    await this.findNeeds();
  }

  /** The cost of the fixed requests, once they have been sent. */
  get cost(): Cost {
    return this.#cost ?? this.#costSoFar([]);
  }

  #costSoFar(generated: readonly GeneratedCases[]): Cost {
    const alone = generated.filter(({ isAlone }) => isAlone);
    return {
      requests: this.session.sent,
      withdrawals: this.session.withdrawn.withdrawals,
      round: alone.reduce((sum, { requests }) => sum + requests, 0),
      withdrawing: alone.filter(({ operation }) => isWithdrawal(operation)).length,
    };
  }

  /** If a budget was too small, computes once what would have been enough. From then on results name that number. */
  async findNeeds(): Promise<void> {
    if (this.#isRehearsal || this.session.ending.stopped !== undefined) return;
    if (this.session.ending.bound === undefined && this.#lacking === undefined) return;
    this.#findingNeeds ??= this.#findNeeds();
    await this.#findingNeeds;
  }

  /** The flag of a budget that was too small for the whole run or for one requirement. */
  get #lacking(): string | undefined {
    return lackingBudget(this.session.ending.bound, Object.values(this.#outcomes));
  }

  /** Takes the budgets that were found to be enough. From then on results name them. */
  learnNeeds(needs: Needs): void {
    this.#needs = needs;
  }

  async #findNeeds(): Promise<void> {
    const { sent, withdrawn, record } = this.session;
    const milliseconds = steadyNow() - this.#began;
    const { withdrawals, amounts } = withdrawn;
    const spent = { requests: sent, withdrawals, milliseconds, amounts, created: record.ledger.entries };
    const { crypto_destinations } = this.session.fixtures;
    const fixtures = { ...this.#settings.fixtures, ...definite({ crypto_destinations }) };
    try {
      const { needsOf } = await import('./budget/rehearsal.ts');
      this.#needs = await needsOf({ ...this.#settings, fixtures }, spent);
    } catch (error) {
      // What the run has found counts all the same.
      this.session.notes.push(
        `what budget would have been enough could not be found out (${sentenceOf(error)}): please report it`,
      );
    }
  }

  /** Exercises the rows of a phase, with as many checks at work as requests may be in flight. */
  async #exercisePhase({ part, rows: own, isInTurn }: Phase): Promise<void> {
    if (part === 'generated') {
      const generated = own.flatMap((row) => generatedCases(row, this.#settings.runs));
      this.#cost = this.#costSoFar(generated);
      this.session.ration(generated);
    }
    const { concurrency } = this.#settings.target;
    const going: Promise<Outcome>[] = [];
    for (const [row, operation] of own.flatMap((each) => each.operations.map((on) => [each, on] as const))) {
      if (isInTurn) await Promise.all(going);
      else await this.session.shared.schedule.room(concurrency);
      going.push(this.#exercisePart(row, operation, part));
      // A check that sends nothing never waits. This lets signals and timers run.
      await nextTurn();
    }
    await Promise.all(going);
  }

  /** Retries what was left undecided, as long as the budget leaves room for it. */
  async #retryUndecided(): Promise<void> {
    if (this.#isRehearsal) return;
    const { session } = this;
    await retryUndecided(this.active, this.#outcomes, async (undecided) => {
      const { row, operation } = undecided;
      if (session.ending.withheld !== undefined || session.requestsLeft < FEWEST_LEFT) return undefined;
      session.retried.push(keyOf(row.id, operation));
      const outcome = await this.#orStop(row, operation, () => retryFinally(undecided, session));
      if (outcome.kind === 'fails') this.#blame(row, outcome.failures);
      return outcome;
    });
  }

  /** Exercises a row on its operations concurrently. */
  exercise(row: Row): Promise<readonly Outcome[]> {
    return Promise.all(row.operations.map((operation) => this.#exercisePart(row, operation, undefined)));
  }

  /** Exercises a row on an operation: all its checks, or one part of them. */
  async #exercisePart(row: Row, operation: Operation, part: CheckPart | undefined): Promise<Outcome> {
    const key = keyOf(row.id, operation);
    const before = this.#outcomes[key];
    const act = () => exercise(row, operation, this.session, { part });
    const outcome = await afterPart(part, before, () => this.#orStop(row, operation, act));
    this.#outcomes[key] = outcome;
    if (outcome !== before && outcome.kind === 'fails') this.#blame(row, outcome.failures);
    this.#done += 1;
    return outcome;
  }

  /** An error of the suite itself, or of what provides fixtures, is no verdict on the target; it ends the run. */
  async #orStop(row: Row, operation: Operation, act: () => Promise<Outcome>): Promise<Outcome> {
    try {
      return await act();
    } catch (error) {
      const broke = `internal error in the check of ${row.id} on ${operation} (${sentenceOf(error)}): please report it`;
      const reason = error instanceof UsageError ? error.message : broke;
      this.session.abort(reason);
      return { kind: 'inconclusive', cause: 'other', reason };
    }
  }

  /** The results so far. A shard returns only what it has found itself. */
  results(): readonly RowResult[] {
    return this.#assignment.own(results(this.rows, this.facts()));
  }

  /** The result of one row so far. */
  resultOf(row: Row): RowResult | undefined {
    return results([row], this.#findings())[0];
  }

  /** Returns one row as the report shows it so far, with secrets removed. */
  requirement(row: Row): ReportedRequirement | undefined {
    const result = this.resultOf(row);
    return result && this.session.record.redaction.json<ReportedRequirement>(reportedRequirement(result));
  }

  /** Returns everything that was found so far. */
  facts(): Facts {
    const { session } = this;
    const { bound, stopped } = session.ending;
    return {
      ...this.#findings(),
      ...session.record.traffic.facts(),
      started_at: this.#startedAt,
      duration_ms: steadyNow() - this.#began,
      ...definite({
        stopped,
        bound: bound && boundText(bound, this.#needs),
        suspected_cause: this.#obstacle?.cause ?? this.#forbidden,
      }),
      ...(session.limited.length === 0 ? {} : { limited: session.limited }),
      run_ids: [session.run.id],
      notes: [
        ...this.#settings.notes,
        ...session.notes,
        // Up to their default number, cases only fill the run up, and nobody counts on each of them.
        ...(this.#settings.fillsUp ? [] : session.allowedCases.note()),
        ...session.rateLimits.notes(),
        ...session.record.traffic.losses(),
        ...session.record.ledger.notes(),
      ],
      coverage: this.#coverage.table(),
      fixtures: session.origins,
      created: session.record.ledger.entries,
      withdrawn: session.withdrawn,
      last_exchange: this.#last,
    };
  }

  get #forbidden(): string | undefined {
    return forbiddenWrites(this.#outcomes, this.session.record.traffic.facts().traffic);
  }

  /** What is probably wrong with the base URL or the token: so far no answer comes from the service. */
  get #obstacle(): Obstacle | undefined {
    return this.session.isServed ? undefined : this.session.obstacle;
  }

  #findings(): Findings {
    const found = Object.fromEntries(
      Object.entries(this.#outcomes).map(([key, outcome]) => [key, withNeeds(outcome, this.#needs)]),
    );
    const outcomes = advised(found, {
      given: this.#settings.fixtures,
      obstacle: this.#obstacle?.kind,
      isForbidden: this.#forbidden !== undefined,
    });
    return {
      tallies: this.#judge.tallies,
      outcomes: keptOutcomes(outcomes),
      surveys: this.#judge.surveys(),
      unavailable: unavailableIn(outcomes, this.session.fixtures),
    };
  }

  #blame(row: Row, failures: NonEmpty<Failure>): void {
    this.#note(row, failures[0]);
    for (const other of this.#judge.blame(failures)) this.#note(other.row, other.failure);
  }

  #note(row: Row, failure: Failure): void {
    if (row.level !== 'must' || this.#failing.has(row.id)) return;
    this.#failing.add(row.id);
    this.#onFailed?.(row, failure);
  }

  /** Makes the report of everything found so far. All secrets are removed here. */
  report(): Report {
    const facts = reportedFacts(this.facts());
    const found = this.#assignment.own(results(this.rows, facts));
    const details = runDetails(this.#settings, this.rows, facts);
    const audit = provenanceOf(this.session, this.#settings, facts);
    const report = { ...reportOf(found, facts, details), audit };
    return this.session.record.redaction.json<Report>(report);
  }
}
