import type { Fixtures, SettlementState } from '../model/fixtures.ts';
import type { Report } from '../model/report.ts';
import type { TransactionProvider } from '../run/session/transactions.ts';
import { flagOf, type GivenOf, type SettingName, settingNames } from '../settings/declarations.ts';
import { checkedFixtures } from '../settings/fixtures-file.ts';
import { type RunSettings, readSettings } from '../settings/run-settings.ts';
import { optionSource, Settings, type Source } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import { sentenceOf } from '../values/error-code.ts';

/** A value, or a function that is called when the tests start, after the caller's own `beforeAll`. */
export type Late<T> = T | (() => T | Promise<T>);

/** Settings that a test runner provides itself, or that are given in another form here. */
const ELSEWHERE = [
  'target',
  'baseUrl',
  'accessToken',
  'authUrl',
  'clientId',
  'clientSecret',
  'scope',
  'fixtures',
  'fixturesCommand',
  'out',
  'failOn',
  'waivers',
  'baseline',
] as const satisfies readonly SettingName[];

type Elsewhere = (typeof ELSEWHERE)[number];

/** The settings of the command line by their camel-case names; docs/reference/settings.md describes each. */
type SharedOptions = { readonly [N in Exclude<SettingName, Elsewhere>]?: GivenOf<N> };

/** How an implementation is reached and what is verified. */
export interface ConformanceOptions extends SharedOptions {
  /** The address of the target; paths are appended as /v2/…. */
  readonly baseUrl: Late<string>;
  /** A ready bearer token. Required unless `clientCredentials` is given. */
  readonly accessToken?: Late<string>;
  /** The token endpoint and the client credentials for it (section 5). */
  readonly clientCredentials?: Late<ClientCredentials>;
  /** Objects that the implementation holds. Missing ones are discovered in lists. */
  readonly fixtures?: Late<Fixtures>;
  /** Makes a settlement transaction of a state on demand and returns its id, or undefined if it cannot. */
  readonly provide?: (state: SettlementState) => string | undefined | Promise<string | undefined>;
  /** Receives the report after all tests have run. */
  readonly onReport?: (report: Report) => unknown;
}

/** The token endpoint and its client credentials (section 5). */
export interface ClientCredentials {
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string;
}

const asked = async <T>(late: Late<T>): Promise<T> =>
  typeof late === 'function' ? (late as () => T | Promise<T>)() : late;

/** Names of settings that callers give in another form than on the command line. */
const NAMES = {
  authUrl: 'clientCredentials.authUrl',
  clientId: 'clientCredentials.clientId',
  clientSecret: 'clientCredentials.clientSecret',
  scope: 'clientCredentials.scope',
} as const;

const SHARED = settingNames.filter((name) => !ELSEWHERE.some((each) => each === name));

const shared = (options: ConformanceOptions): Source =>
  optionSource(
    Object.fromEntries(SHARED.map((name) => [name, Object.entries(options).find(([each]) => each === name)?.[1]])),
  );

/** Returns the settings whose values are known before the tests start. */
export const sharedSettings = (options: ConformanceOptions): Settings => new Settings([shared(options)]);

/** Returns the settings of a run, without the environment of this process. Throws UsageError. */
export async function settingsOf(options: ConformanceOptions): Promise<RunSettings> {
  const [baseUrl, accessToken, credentials] = [
    await asked(options.baseUrl),
    await asked(options.accessToken),
    await asked(options.clientCredentials),
  ];
  if (!accessToken && !credentials) throw new UsageError('there is no token: give accessToken or clientCredentials');
  const fixtures = checkedFixtures((await asked(options.fixtures)) ?? {}, 'the options');
  const late = optionSource({ baseUrl, ...(accessToken ? { accessToken } : {}), ...credentials }, NAMES);
  return readSettings(new Settings([late, shared(options)]), {}, fixtures);
}

const OWN: readonly string[] = [
  'baseUrl',
  'accessToken',
  'clientCredentials',
  'fixtures',
  'provide',
  'onReport',
] satisfies readonly (keyof ConformanceOptions)[];

const FLAGS = new Map(settingNames.map((name) => [flagOf(name), name]));

/** Replaces flags in a sentence by option names. The run words its messages for the command line. */
export const inOptions = (text: string): string =>
  text.replace(/(?<![\w-])--[a-z][a-z-]*[a-z]/g, (flag) => FLAGS.get(flag) ?? flag);

/** Throws UsageError for an unknown option. Without a compiler it would be silently ignored. */
export function refuseUnknown(options: ConformanceOptions): void {
  const known = [...OWN, ...SHARED];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(`there is no option ${unknown}: use ${known.join(', ')}`);
}

/** Returns the caller's `provide`. An error that it throws is reported as such, and is no verdict on the target. */
export function providerOf({ provide }: ConformanceOptions): TransactionProvider | undefined {
  if (!provide) return undefined;
  return async (state) => {
    try {
      return await provide(state);
    } catch (error) {
      throw new UsageError(`provide could not make a ${state} settlement transaction: ${sentenceOf(error)}`);
    }
  };
}
