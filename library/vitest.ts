import { message } from '../cli/report-failure.ts';
import { Conduct } from '../cli/runner/conduct.ts';
import { select } from '../cli/selection.ts';
import type { Provide } from '../cli/session.ts';
import { readSettings } from '../cli/settings.ts';
import { isActive, type Row } from '../engine/row.ts';
import type { Fixtures } from '../model/fixtures.ts';
import type { Report } from '../model/report.ts';
import { rows } from '../suites/index.ts';

export type { Fixtures, SettlementState } from '../model/fixtures.ts';

/** What of the caller's Vitest is used: a shipped file that imported Vitest itself would collect nothing elsewhere. */
export interface Runner {
  readonly describe: (name: string, tests: () => void) => unknown;
  readonly test: (name: string, run: (context: Context) => unknown, timeout?: number) => unknown;
  readonly beforeAll: (run: () => unknown, timeout?: number) => unknown;
  readonly afterAll: (run: () => unknown, timeout?: number) => unknown;
}

/** What Vitest gives a test, as far as it is used. */
interface Context {
  readonly skip: (note?: string) => void;
}

/** A value, or a function that is asked when the tests begin: after the caller's own `beforeAll`. */
export type Late<T> = T | (() => T | Promise<T>);

/** How an implementation is reached and what is verified. */
export interface ConformanceOptions {
  /** Paths are appended as /v2/…. */
  readonly baseUrl: Late<string>;
  /** A ready bearer token, or */
  readonly accessToken?: Late<string>;
  /** the token endpoint with client credentials. */
  readonly clientCredentials?: Late<{
    readonly authUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
  }>;
  /** What the implementation holds; what is missing is looked for in lists. */
  readonly fixtures?: Late<Fixtures>;
  /** Makes a settlement transaction of a state on demand. */
  readonly provide?: Provide;
  /** Requirement ids (with *), operations or sections; all by default. */
  readonly only?: readonly string[];
  readonly seed?: number;
  /** Cases per property (20). */
  readonly runs?: number;
  /** Needed for a target that is not on a loopback address. */
  readonly allowWrites?: boolean;
  /** Gets the report when all tests have run. */
  readonly onReport?: (report: Report) => void;
}

const asked = async <T>(late: Late<T>): Promise<T> =>
  typeof late === 'function' ? (late as () => T | Promise<T>)() : late;

const definite = (flags: Readonly<Record<string, string | boolean | undefined>>) =>
  Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));

async function conductOf(options: ConformanceOptions): Promise<Conduct> {
  const credentials = options.clientCredentials && (await asked(options.clientCredentials));
  const env = definite({
    BASE_URL: await asked(options.baseUrl),
    ACCESS_TOKEN: options.accessToken && (await asked(options.accessToken)),
    AUTH_URL: credentials?.authUrl,
    CLIENT_ID: credentials?.clientId,
    CLIENT_SECRET: credentials?.clientSecret,
  }) as Record<string, string>;
  const flags = definite({
    seed: options.seed?.toString(),
    runs: options.runs?.toString(),
    only: options.only?.join(','),
    'allow-writes': options.allowWrites,
  });
  const settings = { ...readSettings(flags, env), fixtures: await asked(options.fixtures ?? {}) };
  return new Conduct(settings, options.provide ? { provide: options.provide } : {});
}

/** One run behind the tests of one `defineConformance`. */
class Behind {
  readonly #options: ConformanceOptions;
  #conduct: Conduct | undefined;

  constructor(options: ConformanceOptions) {
    this.#options = options;
  }

  async begin(): Promise<void> {
    this.#conduct = await conductOf(this.#options);
    await this.#conduct.open();
    const { stopped } = this.#conduct.session;
    if (stopped !== undefined) throw new Error(stopped);
  }

  /** Throws when the requirement does not hold; skips the test when nothing can be told. */
  async check(row: Row, context: Context): Promise<void> {
    const conduct = this.#conduct;
    if (!conduct) throw new Error('the run has not begun');
    if (isActive(row)) await conduct.exercise(row);
    else await this.#traffic(conduct, row);
    const result = conduct.results().find((each) => each.row.id === row.id);
    const failures = result?.operations.flatMap((each) => each.failures) ?? [];
    if (result?.status === 'failed')
      throw new Error(failures.map((failure) => `${failure.operation}: ${message(failure)}`).join('\n'));
    const reason = result?.operations.find((each) => each.reason !== undefined)?.reason;
    if (result?.status !== 'passed') context.skip(reason ?? result?.status);
  }

  /** Rules judge what is sent for others; where a test is run by itself, one lawful request is sent to each operation. */
  async #traffic(conduct: Conduct, row: Row): Promise<void> {
    const { traffic } = conduct;
    const open = row.operations.filter((operation) => !conduct.tried(traffic, operation));
    if (open.length > 0) await conduct.exercise({ ...traffic, operations: open });
  }

  async end(): Promise<void> {
    await this.#conduct?.session.close();
    if (this.#conduct) this.#options.onReport?.(this.#conduct.report());
  }
}

const MINUTES = 60_000;

/**
 * Makes a test of each requirement in the caller's own Vitest: titles are `ID sentence`, so that `-t FW-ONE-OF` runs one.
 * Probes come before rules, which judge all traffic; a `should` that does not hold skips its test with the reason.
 */
export function defineConformance(runner: Runner, options: ConformanceOptions): void {
  const chosen = select(rows, options.only ?? []);
  const behind = new Behind(options);
  runner.describe('conformance', () => {
    runner.beforeAll(() => behind.begin(), MINUTES);
    runner.afterAll(() => behind.end(), MINUTES);
    for (const row of [...chosen.filter(isActive), ...chosen.filter((each) => !isActive(each))])
      runner.test(`${row.id} ${row.title}`, (context) => behind.check(row, context), 5 * MINUTES);
  });
}
