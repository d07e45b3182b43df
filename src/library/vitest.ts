import { failingRequirement } from '../../reporters/terminal/index.ts';
import type { Operation } from '../contract/operations.ts';
import type { RowResult } from '../engine/results.ts';
import { isActive, type Row } from '../engine/row.ts';
import { keyOf } from '../model/facts.ts';
import { adviceIn, adviceText } from '../model/need.ts';
import { withBaselineRequests } from '../run/baseline/baseline-requests.ts';
import { Run } from '../run/run.ts';
import { Assignment } from '../run/sharding/assignment.ts';
import { selectionOf } from '../settings/selection.ts';
import type { Settings } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import {
  type ConformanceOptions,
  inOptions,
  providerOf,
  refuseUnknown,
  settingsOf,
  sharedSettings,
} from './options.ts';

export type { Fixtures, SettlementState } from '../model/fixtures.ts';
export type { Report } from '../model/report.ts';
export type { ClientCredentials, ConformanceOptions, Late } from './options.ts';

/**
 * The functions of the caller's Vitest that are used. If this package imported Vitest itself, it would collect no tests
 * elsewhere.
 */
export interface Runner {
  readonly describe: (name: string, tests: () => void) => unknown;
  readonly test: (name: string, run: () => Promise<void>, timeout?: number) => unknown;
  readonly beforeAll: (run: () => Promise<void>, timeout?: number) => unknown;
  readonly afterAll: (run: () => Promise<void>, timeout?: number) => unknown;
}

/** Skips the current test if the runner can. Undefined for runners that know only passed and failed. */
type Skip = ((note?: string) => void) | undefined;

function skipOf(context: unknown): Skip {
  // Vitest's context is a function. Jest's `done` is one too, but has no `skip`.
  if ((typeof context !== 'object' && typeof context !== 'function') || context === null) return undefined;
  if (!('skip' in context) || typeof context.skip !== 'function') return undefined;
  const { skip } = context;
  return (note) => void skip.call(context, note);
}

const isMissing = ({ row, status }: RowResult): boolean => row.level === 'must' && status === 'not_exercised';

/** Makes errors whose stack shows the caller's own line, since lines of this package do not help the caller. */
function errorsFrom(caller: (...args: never) => unknown): (message: string) => Error {
  const called = new Error();
  Error.captureStackTrace(called, caller);
  const line = called.stack?.split('\n').slice(1, 2) ?? [];
  return (message) => {
    const error = new Error(message);
    error.stack = [`Error: ${message}`, ...line].join('\n');
    return error;
  };
}

/**
 * Rethrows an error. A mistake in the options becomes a sentence at the caller's line; any other error keeps its stack.
 */
function refused(error: unknown, errorAt: (message: string) => Error): never {
  throw error instanceof UsageError ? errorAt(inOptions(error.message)) : error;
}

/** The run behind the tests of one `defineConformance`. */
class ConformanceRun {
  readonly #options: ConformanceOptions;
  /** Ids of the requirements whose tests have run, and of those that passed. */
  readonly #tried = new Set<string>();
  readonly #passed = new Set<string>();
  readonly #sent = new Map<string, Promise<unknown>>();
  readonly #rows: readonly Row[];
  readonly #error: (message: string) => Error;
  #run: Run | undefined;

  constructor(options: ConformanceOptions, tested: readonly Row[], error: (message: string) => Error) {
    this.#options = options;
    this.#rows = tested;
    this.#error = error;
  }

  async begin(): Promise<void> {
    const settings = await settingsOf(this.#options).catch((error) => refused(error, this.#error));
    this.#run = new Run(settings, { provide: providerOf(this.#options) });
    await this.#run.open();
    this.#goOn(this.#run);
  }

  /** Throws if the requirement does not hold. Skips the test if the result is inconclusive. */
  async check(row: Row, skip: Skip): Promise<void> {
    const run = this.#begun();
    this.#tried.add(row.id);
    if (isActive(row)) await run.exercise(row);
    else await this.#traffic(run, row);
    this.#goOn(run);
    await run.findNeeds();
    const result = run.resultOf(row);
    if (!result) throw new Error(`${row.id} is not a requirement of this run`);
    if (result.status === 'failed') throw this.#error(this.#failure(row));
    if (result.status === 'passed') this.#passed.add(row.id);
    else if (skip) skip(this.#reason(result));
    else if (isMissing(result)) this.#accept([result]);
  }

  /**
   * Makes traffic for a row that only judges, if its test runs alone. Sends one valid request to each operation and, if
   * the row could still not judge anything, requests with every member.
   */
  async #traffic(run: Run, row: Row): Promise<void> {
    for (const made of withBaselineRequests([row])) {
      await Promise.all(made.operations.map((operation) => this.#once(run, made, operation)));
      if (run.resultOf(row)?.status !== 'not_exercised') return;
    }
  }

  #once(run: Run, made: Row, operation: Operation): Promise<unknown> {
    const key = keyOf(made.id, operation);
    const known = run.wasExercised(made, operation) ? Promise.resolve() : this.#sent.get(key);
    const sent = known ?? run.exercise({ ...made, operations: [operation] });
    this.#sent.set(key, sent);
    return sent;
  }

  #accept(missing: readonly RowResult[]): void {
    if (this.#options.allowIncomplete || missing.length === 0) return;
    const lines = missing.map((result) => `${result.row.id}: ${this.#reason(result)}`);
    throw this.#error(`not exercised (allowIncomplete accepts it):\n${lines.join('\n')}`);
  }

  #begun(): Run {
    if (!this.#run) throw new Error('the run has not started: beforeAll failed');
    return this.#run;
  }

  /** Throws the reason why the run has ended, if it has. That is no verdict on a requirement. */
  #goOn({ session: { ending, record } }: Run): void {
    if (ending.stopped !== undefined) throw this.#error(inOptions(record.redaction.text(ending.stopped)));
  }

  #failure(row: Row): string {
    const found = this.#begun().requirement(row);
    return found ? failingRequirement(found) : row.id;
  }

  #reason({ row, status }: RowResult): string {
    const { reason, provide } = this.#begun().requirement(row) ?? {};
    const text = reason ?? status;
    return inOptions(
      provide === undefined || text.includes(provide) ? text : `${text}; ${adviceText(adviceIn(provide))}`,
    );
  }

  /**
   * Prevents a pass without evidence. Throws if all tests ran but a `must` was not exercised. Also throws if later
   * traffic broke a rule whose test had passed, which happens when tests are shuffled or run together.
   */
  async end(): Promise<void> {
    const run = this.#run;
    if (!run) return;
    await run.session.close();
    await run.findNeeds();
    await this.#options.onReport?.(run.report());
    if (run.session.ending.stopped !== undefined) return;
    const results = run.results();
    const late = results.filter(({ row, status }) => status === 'failed' && this.#passed.has(row.id));
    if (late.length > 0) throw this.#error(late.map(({ row }) => this.#failure(row)).join('\n\n'));
    if (this.#rows.every((row) => this.#tried.has(row.id))) this.#accept(results.filter(isMissing));
  }
}

const MINUTES = 60_000;

/**
 * Returns the rows to test. For a shard these are the rows that it exercises, and all rules, which judge whatever is
 * sent.
 */
function testedRows(settings: Settings): readonly Row[] {
  const shard = settings.get('shard');
  const { rows: selected, active } = new Assignment(selectionOf(settings), shard);
  if (!shard) return selected;
  const ids = new Set(selected.map(({ id }) => id));
  return [...active.filter(({ id }) => ids.has(id)), ...selected.filter((row) => !isActive(row))];
}

function chosenRows(options: ConformanceOptions, errorAt: (message: string) => Error): readonly Row[] {
  try {
    refuseUnknown(options);
    return testedRows(sharedSettings(options));
  } catch (error) {
    return refused(error, errorAt);
  }
}

/**
 * Makes a test of each requirement in the caller's Vitest. Titles are `ID sentence`, so that `-t FW-ONE-OF` runs one.
 * Probes come before rules, which judge all traffic. An inconclusive result skips its test with the reason. If that
 * requirement is a `must`, the suite fails unless `allowIncomplete` is set.
 */
export function defineConformance(runner: Runner, options: ConformanceOptions): void {
  const errorAt = errorsFrom(defineConformance);
  const chosen = chosenRows(options, errorAt);
  const behind = new ConformanceRun(options, chosen, errorAt);
  runner.describe('conformance', () => {
    runner.beforeAll(() => behind.begin(), MINUTES);
    runner.afterAll(() => behind.end(), MINUTES);
    for (const row of [...chosen.filter(isActive), ...chosen.filter((each) => !isActive(each))])
      runner.test(
        `${row.id} ${row.title}`,
        withContext((context) => behind.check(row, skipOf(context))),
        5 * MINUTES,
      );
  });
}

/**
 * Returns a function without parameters: some runners take a parameter for a callback to wait for, or for fixtures to
 * make.
 */
const withContext = (run: (context: unknown) => Promise<void>): (() => Promise<void>) =>
  function () {
    // biome-ignore lint/complexity/noArguments: a rest parameter is read by Vitest where `test.extend` was used
    return run(arguments[0]);
  };
