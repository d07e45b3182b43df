import type { Fixtures, SettlementState } from '../model/fixtures.ts';
import type { Report } from '../model/report.ts';
import { checkedFixtures } from '../run/fixtures-file.ts';
import type { Provide } from '../run/session.ts';
import { type RunSettings, readSettings } from '../run/settings.ts';
import { UsageError } from '../settings/configuration.ts';

/** A value, or a function that is asked when the tests begin: after the caller's own `beforeAll`. */
export type Late<T> = T | (() => T | Promise<T>);

/** How an implementation is reached and what is verified. */
export interface ConformanceOptions {
  /** Paths are appended as /v2/…. */
  readonly baseUrl: Late<string>;
  /** A ready bearer token, or */
  readonly accessToken?: Late<string>;
  /** the token endpoint with client credentials. */
  readonly clientCredentials?: Late<ClientCredentials>;
  /** What the implementation holds; what is missing is looked for in lists. */
  readonly fixtures?: Late<Fixtures>;
  /** Makes a settlement transaction of a state on demand and gives its id; undefined when it cannot. */
  readonly provide?: (state: SettlementState) => string | undefined | Promise<string | undefined>;
  /** Requirement ids (with *), operations or sections; all by default. */
  readonly only?: readonly string[];
  readonly seed?: number;
  /** Cases per property (20). */
  readonly runs?: number;
  /** Needed for a target that is not on a loopback address. */
  readonly allowWrites?: boolean;
  /** GET operations alone. */
  readonly readOnly?: boolean;
  /** The most withdrawals, and the most withdrawn of each asset: `10`, or `USD=10,ETH=0.01`. */
  readonly maxWithdrawals?: number;
  readonly maxAmount?: string;
  /** How string[] parameters are written: `ids=a&ids=b` (repeat) or `ids=a,b`. */
  readonly arrayFormat?: 'repeat' | 'comma';
  /** Requests in flight (8), and requests a second (no limit on loopback). */
  readonly concurrency?: number;
  readonly rate?: number;
  /** Pass although a `must` could not be exercised. */
  readonly allowIncomplete?: boolean;
  /** Gets the report when all tests have run. */
  readonly onReport?: (report: Report) => unknown;
}

/** Where tokens come from (section 5). */
export interface ClientCredentials {
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string;
}

const asked = async <T>(late: Late<T>): Promise<T> =>
  typeof late === 'function' ? (late as () => T | Promise<T>)() : late;

const definite = <T>(given: Readonly<Record<string, T | undefined>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(given).filter((each): each is [string, T] => each[1] !== undefined));

/** The settings of a run as a command line would say them, without this process's environment. Throws UsageError. */
export async function settingsOf(options: ConformanceOptions): Promise<RunSettings> {
  const credentials = options.clientCredentials && (await asked(options.clientCredentials));
  const env = definite({
    BASE_URL: await asked(options.baseUrl),
    ACCESS_TOKEN: options.accessToken && (await asked(options.accessToken)),
    AUTH_URL: credentials?.authUrl,
    CLIENT_ID: credentials?.clientId,
    CLIENT_SECRET: credentials?.clientSecret,
    SCOPE: credentials?.scope,
  });
  const flags = definite<string | boolean>({
    seed: options.seed?.toString(),
    runs: options.runs?.toString(),
    only: options.only?.join(','),
    'allow-writes': options.allowWrites,
    'read-only': options.readOnly,
    'max-withdrawals': options.maxWithdrawals?.toString(),
    'max-amount': options.maxAmount,
    'array-format': options.arrayFormat,
    concurrency: options.concurrency?.toString(),
    rate: options.rate?.toString(),
  });
  if (!env['ACCESS_TOKEN'] && !credentials)
    throw new UsageError('there is no token: give accessToken or clientCredentials');
  const fixtures = checkedFixtures((await asked(options.fixtures)) ?? {}, 'the options');
  return inWordsOfOptions(() => readSettings(flags, env, fixtures));
}

const NAMES: Readonly<Record<string, string>> = {
  BASE_URL: 'baseUrl',
  ACCESS_TOKEN: 'accessToken',
  AUTH_URL: 'clientCredentials.authUrl',
  CLIENT_ID: 'clientCredentials.clientId',
  CLIENT_SECRET: 'clientCredentials.clientSecret',
  SCOPE: 'clientCredentials.scope',
};

/** Mistakes name flags and variables, which this caller never wrote: they are said with the names of the options. */
export function inWordsOfOptions<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const said = error.message
      .replace(/--([a-z]+(?:-[a-z]+)*)/g, (_, flag: string) =>
        flag.replace(/-([a-z])/g, (__, letter: string) => letter.toUpperCase()),
      )
      .replace(/\b[A-Z]+(?:_[A-Z]+)?\b/g, (name) => NAMES[name] ?? name);
    throw new UsageError(said);
  }
}

const OPTIONS: Readonly<Record<keyof ConformanceOptions, true>> = {
  baseUrl: true,
  accessToken: true,
  clientCredentials: true,
  fixtures: true,
  provide: true,
  only: true,
  seed: true,
  runs: true,
  allowWrites: true,
  readOnly: true,
  maxWithdrawals: true,
  maxAmount: true,
  arrayFormat: true,
  concurrency: true,
  rate: true,
  allowIncomplete: true,
  onReport: true,
};

/** Throws UsageError for an option that there is not: where no compiler reads it, it would be passed over in silence. */
export function refuseUnknown(options: ConformanceOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(OPTIONS, name));
  if (unknown === undefined) return;
  throw new UsageError(`there is no option ${unknown}: use ${Object.keys(OPTIONS).join(', ')}`);
}

/** The caller's `provide`; when it throws, that is said, and nothing of the target. */
export function providerOf({ provide }: ConformanceOptions): Provide | undefined {
  if (!provide) return undefined;
  return async (state) => {
    try {
      return await provide(state);
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      throw new UsageError(`provide could not make a ${state} settlement transaction: ${said}`);
    }
  };
}
