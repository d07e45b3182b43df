import { setImmediate as nextTurn } from 'node:timers/promises';
import { rows } from '../../suites/index.ts';
import { type Operation, operationNames } from '../contract/operations.ts';
import { exercise } from '../engine/exercise.ts';
import { Judge } from '../engine/judge.ts';
import type { Row } from '../engine/row.ts';
import { outcomeKey, type RowResult, results } from '../engine/verdict.ts';
import { isAnswered } from '../model/exchange.ts';
import type { Missing, Outcome } from '../model/outcome.ts';
import type { Report } from '../model/report.ts';
import type { Shard } from '../model/shard.ts';
import { UsageError } from '../settings/configuration.ts';
import { TRAFFIC, trafficking, trafficRow } from './baseline-requests.ts';
import { buildReport } from './build-report.ts';
import { Coverage } from './coverage.ts';
import { select } from './selection.ts';
import { type Provide, Session } from './session.ts';
import type { RunSettings } from './settings.ts';
import { findingsOf, joined, shown } from './sharding/findings.ts';
import { judgedBy, type Owners, ownersOf, shareOf } from './sharding/partition.ts';

/** A run that is not shared is the only shard of one. */
const WHOLE: Shard = { index: 1, of: 1 };

/** What a run may be given beside its settings. */
export interface RunParts {
  readonly provide?: Provide | undefined;
  readonly suite?: readonly Row[];
}

/** How far a run has come: rows that make traffic, and requirements that the document states and that do not hold. */
export interface Standing {
  readonly requests: number;
  readonly done: number;
  readonly all: number;
  readonly failed: number;
}

/** Rows that are exercised together. */
const TOGETHER = 24;

/**
 * One run, whoever drives it: the rows are fixed before the first request, each active one is exercised on each of its
 * operations, and what was found is told at the end, for rows that were never reached too.
 */
export class Run {
  readonly rows: readonly Row[];
  readonly session: Session;
  /** The chosen rows that make traffic, each on the operations that this run exercises it on. */
  readonly active: readonly Row[];
  readonly #owners: Owners;
  readonly #judge: Judge;
  readonly #settings: RunSettings;
  readonly #outcomes = new Map<string, Outcome>();
  readonly #coverage = new Coverage();
  readonly #startedAt = Date.now();
  readonly #began = performance.now();
  readonly #failing = new Set<string>();
  #done = 0;
  #last = 0;

  /** `suite` replaces all rows where a check has to be left out. */
  constructor(settings: RunSettings, { provide, suite = rows }: RunParts = {}) {
    this.rows = select(suite, settings.only);
    this.#settings = settings;
    const { shard } = settings.target;
    const all = trafficking(this.rows, suite);
    this.#owners = ownersOf(all, shard?.of ?? 1);
    this.active = shareOf(all, this.#owners, shard ?? WHOLE);
    if (shard && this.active.length === 0)
      throw new UsageError(`nothing is left for shard ${shard.index} of ${shard.of}: share among fewer`);
    this.#judge = new Judge(this.rows);
    this.session = new Session(settings, this.#judge, provide);
    this.session.observe({
      onViolation: ({ row }) => this.#note(row),
      onExchange: (recorded) => {
        this.#last = Math.max(this.#last, recorded.id);
        if (isAnswered(recorded)) this.#coverage.see(recorded);
      },
    });
  }

  /** The row that sends one lawful request to each operation. */
  get traffic(): Row {
    return trafficRow();
  }

  /** Whether a row was exercised on an operation. */
  tried(row: Row, operation: Operation): boolean {
    return this.#outcomes.has(outcomeKey(row.id, operation));
  }

  /** How far the run has come. */
  get standing(): Standing {
    const { total } = this.session.traffic;
    return { requests: total, done: this.#done, all: this.active.length, failed: this.#failing.size };
  }

  /** Reaches the target and finds fixtures; what stands in the way ends the run. */
  async open(): Promise<void> {
    try {
      await this.session.open();
    } catch (error) {
      this.session.stop(sentenceOf(error));
    }
  }

  /** Makes the whole run: opens the session, exercises every active row, some at a time, and closes the session. */
  async complete(): Promise<void> {
    await this.open();
    const waiting = [...this.active];
    const work = async (): Promise<void> => {
      for (let row = waiting.shift(); row; row = waiting.shift()) {
        await this.exercise(row);
        // A row that sends nothing does not wait for anything: signals and timers get their turn here.
        await nextTurn();
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, work));
    await this.session.close();
  }

  /** Exercises a row on its operations, together. */
  async exercise(row: Row): Promise<readonly Outcome[]> {
    const outcomes = await Promise.all(
      row.operations.map(async (operation) => {
        const outcome = await this.#exercised(row, operation);
        this.#outcomes.set(outcomeKey(row.id, operation), outcome);
        if (outcome.kind === 'fails') this.#note(row);
        return outcome;
      }),
    );
    this.#done += 1;
    return outcomes;
  }

  /** An error of our own, or of what provides fixtures, is no verdict on the target: it ends the run. */
  async #exercised(row: Row, operation: Operation): Promise<Outcome> {
    try {
      return await exercise(row, operation, this.session);
    } catch (error) {
      const broke = `the check of ${row.id} on ${operation} broke (${sentenceOf(error)}): please report it`;
      const reason = error instanceof UsageError ? error.message : broke;
      this.session.stop(reason);
      return { kind: 'inconclusive', cause: 'other', reason };
    }
  }

  /** The results so far; of a shard, what it has found itself. */
  results(): readonly RowResult[] {
    const { shard } = this.#settings.target;
    return shard ? shown(this.#found(), this.#owners, shard) : this.#found();
  }

  /** The result of one row so far. */
  resultOf(row: Row): RowResult | undefined {
    return this.#told([row])[0];
  }

  #told(judging: readonly Row[]): readonly RowResult[] {
    return results(judging, this.#judge, this.#outcomes, (operation) => this.#inconclusive(operation));
  }

  #note({ id, level }: Row): void {
    if (level === 'must') this.#failing.add(id);
  }

  /** What is known of every chosen row, whichever shard exercises it. */
  #found(): readonly RowResult[] {
    const { shard } = this.#settings.target;
    return shard ? joined(this.rows, this.#told(judgedBy(this.rows, this.#owners, shard))) : this.#told(this.rows);
  }

  /** Why the smallest lawful request of an operation told nothing. */
  #inconclusive(operation: Operation): Missing | undefined {
    const traffic = this.#outcomes.get(outcomeKey(TRAFFIC, operation));
    return traffic?.kind === 'inconclusive' ? traffic : undefined;
  }

  /** Operations that refused their smallest lawful request. */
  #refused(): readonly { readonly operation: Operation; readonly reason: string }[] {
    return operationNames.flatMap((operation) => {
      const found = this.#inconclusive(operation);
      return found && found.provide === undefined ? [{ operation, reason: found.reason }] : [];
    });
  }

  /** Everything found so far. */
  report(): Report {
    const { target, embedded, seed, runs, only, notes } = this.#settings;
    const { session } = this;
    const narrowed = [
      ...(only.length > 0 ? [`--only ${only.join(',')}`] : []),
      ...(target.writes === 'read-only' ? ['--read-only'] : []),
    ];
    const selection = narrowed.length > 0 ? narrowed.join(' ') : null;
    const refused = session.stopped === undefined ? this.#refused() : [];
    const facts = [...notes, ...session.notes, ...session.traffic.losses()];
    const { shard } = target;
    return buildReport(
      this.results(),
      {
        baseUrl: target.baseUrl,
        embedded,
        startedAt: this.#startedAt,
        seed,
        runs,
        selection: shard ? [...narrowed, `--shard ${shard.index}/${shard.of}`].join(' ') : selection,
        notes: facts,
        refused,
        ...(session.stopped === undefined ? {} : { stopped: session.stopped }),
        traffic: session.traffic.table(),
        coverage: this.#coverage.table(),
        spent: (id) => session.traffic.spent(id),
        fixtures: session.sources,
        created: session.ledger.entries,
        runId: session.run.id,
        withdrawn: session.withdrawn,
        lasted: performance.now() - this.#began,
        requests: session.traffic.total,
        ...(shard
          ? {
              shard: {
                ...shard,
                ...findingsOf(this.#found()),
                selection,
                array_format: target.arrayFormat,
                only,
                notes: facts,
                refused,
                last_exchange: this.#last,
                latencies: session.traffic.latencies(),
              },
            }
          : {}),
      },
      session.redaction,
    );
  }
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
