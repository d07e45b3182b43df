import { rows } from '../../suites/index.ts';
import type { Operation } from '../contract/operations.ts';
import type { RowResult } from '../engine/results.ts';
import { isActive, type Row } from '../engine/row.ts';

import { message } from '../run/report-failure.ts';
import { Run } from '../run/run.ts';
import { select, selectionOf } from '../run/selection.ts';
import { type ConformanceOptions, providerOf, refuseUnknown, settingsOf, sharedSettings } from './options.ts';

export type { Fixtures, SettlementState } from '../model/fixtures.ts';
export type { Report } from '../model/report.ts';
export type { ClientCredentials, ConformanceOptions, Late } from './options.ts';

/** What of the caller's Vitest is used: a shipped file that imported Vitest itself would collect nothing elsewhere. */
export interface Runner {
  readonly describe: (name: string, tests: () => void) => unknown;
  readonly test: (name: string, run: () => Promise<void>, timeout?: number) => unknown;
  readonly beforeAll: (run: () => Promise<void>, timeout?: number) => unknown;
  readonly afterAll: (run: () => Promise<void>, timeout?: number) => unknown;
}

/** Skips the test that runs, as far as the runner can: one without it knows only passed and failed. */
type Skip = ((note?: string) => void) | undefined;

function skipOf(context: unknown): Skip {
  // Vitest's context is a function; what Jest gives for `done` is one too, and has nothing of it.
  if ((typeof context !== 'object' && typeof context !== 'function') || context === null) return undefined;
  if (!('skip' in context) || typeof context.skip !== 'function') return undefined;
  const { skip } = context;
  return (note) => void skip.call(context, note);
}

const failuresOf = (result: RowResult): string =>
  result.operations
    .flatMap(({ failures }) => failures)
    .map((failure) => `${failure.operation}: ${message(failure)}`)
    .join('\n');

const reasonOf = ({ operations, status }: RowResult): string =>
  operations.find(({ reason }) => reason !== undefined)?.reason ?? status;

const isLacking = ({ row, status }: RowResult): boolean => row.level === 'must' && status === 'not_exercised';

/** One run behind the tests of one `defineConformance`. */
class ConformanceRun {
  readonly #options: ConformanceOptions;
  /** Ids of the requirements whose tests have run, and of those that passed. */
  readonly #tried = new Set<string>();
  readonly #passed = new Set<string>();
  readonly #sent = new Map<Operation, Promise<unknown>>();
  #run: Run | undefined;

  constructor(options: ConformanceOptions) {
    this.#options = options;
  }

  async begin(): Promise<void> {
    this.#run = new Run(await settingsOf(this.#options), { provide: providerOf(this.#options) });
    await this.#run.open();
    this.#goOn(this.#run);
  }

  /** Throws when the requirement does not hold; skips the test when the result is inconclusive. */
  async check(row: Row, skip: Skip): Promise<void> {
    const run = this.#begun();
    this.#tried.add(row.id);
    if (isActive(row)) await run.exercise(row);
    else await this.#traffic(run, row);
    this.#goOn(run);
    const result = run.resultOf(row);
    if (!result) throw new Error(`${row.id} is none of the requirements of this run`);
    if (result.status === 'failed') throw new Error(failuresOf(result));
    if (result.status === 'passed') this.#passed.add(row.id);
    else if (skip) skip(reasonOf(result));
    else if (isLacking(result)) this.#accept([result]);
  }

  /** Rules judge what is sent for others; where a test is run by itself, one lawful request is sent to each operation. */
  async #traffic(run: Run, row: Row): Promise<void> {
    await Promise.all(row.operations.map((operation) => this.#once(run, operation)));
  }

  #once(run: Run, operation: Operation): Promise<unknown> {
    const { traffic } = run;
    const known = run.tried(traffic, operation) ? Promise.resolve() : this.#sent.get(operation);
    const sent = known ?? run.exercise({ ...traffic, operations: [operation] });
    this.#sent.set(operation, sent);
    return sent;
  }

  #accept(lacking: readonly RowResult[]): void {
    if (this.#options.allowIncomplete || lacking.length === 0) return;
    const lines = lacking.map((result) => `${result.row.id}: ${reasonOf(result)}`);
    throw new Error(`not exercised (allowIncomplete accepts it):\n${lines.join('\n')}`);
  }

  #begun(): Run {
    if (!this.#run) throw new Error('the run has not begun: beforeAll did not end well');
    return this.#run;
  }

  /** What ended the run is no verdict on a requirement, and it is said in its own words. */
  #goOn({ session: { stopped } }: Run): void {
    if (stopped !== undefined) throw new Error(stopped);
  }

  /**
   * Never green on nothing: throws when a `must` was not exercised although every test ran, and when later traffic broke a
   * rule whose test had passed, as happens where tests are shuffled or run together.
   */
  async end(): Promise<void> {
    const run = this.#run;
    if (!run) return;
    await run.session.close();
    await this.#options.onReport?.(run.report());
    if (run.session.stopped !== undefined) return;
    const results = run.results();
    const late = results.filter(({ row, status }) => status === 'failed' && this.#passed.has(row.id));
    if (late.length > 0) throw new Error(late.map((each) => `${each.row.id}: ${failuresOf(each)}`).join('\n'));
    if (run.rows.every((row) => this.#tried.has(row.id))) this.#accept(results.filter(isLacking));
  }
}

const MINUTES = 60_000;

/**
 * Makes a test of each requirement in the caller's own Vitest: titles are `ID sentence`, so that `-t FW-ONE-OF` runs one.
 * Probes come before rules, which judge all traffic. An inconclusive result skips its test with the reason, and where the
 * document demands it, the whole is not green.
 */
export function defineConformance(runner: Runner, options: ConformanceOptions): void {
  refuseUnknown(options);
  const chosen = select(rows, selectionOf(sharedSettings(options)));
  const behind = new ConformanceRun(options);
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

/** A function without parameters: some runners take one for a callback to wait for, or for fixtures to be made. */
const withContext = (run: (context: unknown) => Promise<void>): (() => Promise<void>) =>
  function () {
    // biome-ignore lint/complexity/noArguments: a rest parameter is read by Vitest where `test.extend` was used
    return run(arguments[0]);
  };
