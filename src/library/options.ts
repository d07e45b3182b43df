import type { Fixtures, SettlementState } from '../model/fixtures.ts';
import type { Report } from '../model/report.ts';
import { checkedFixtures } from '../run/fixtures-file.ts';
import type { Provide } from '../run/session.ts';
import { type RunSettings, readSettings } from '../run/settings.ts';
import { UsageError } from '../settings/configuration.ts';
import { flagOf, type GivenOf, type SettingName, settingNames } from '../settings/declarations.ts';
import { optionSource, Settings, type Source } from '../settings/settings.ts';

/** A value, or a function that is asked when the tests begin: after the caller's own `beforeAll`. */
export type Late<T> = T | (() => T | Promise<T>);

/** Settings that a test runner has in a way of its own, or that are given in another form here. */
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

/** The settings of the command line, under their names in camel case; docs/reference/settings.md describes each. */
type SharedOptions = { readonly [N in Exclude<SettingName, Elsewhere>]?: GivenOf<N> };

/** How an implementation is reached and what is verified. */
export interface ConformanceOptions extends SharedOptions {
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

/** How callers write what they give in another form than the command line. */
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

/** The settings whose values are known before the tests begin. */
export const sharedSettings = (options: ConformanceOptions): Settings => new Settings([shared(options)]);

/** The settings of a run, without this process's environment. Throws UsageError. */
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

/** A sentence with options in the place of flags: the run words it for the command line. */
export const inOptions = (text: string): string =>
  text.replace(/(?<![\w-])--[a-z][a-z-]*[a-z]/g, (flag) => FLAGS.get(flag) ?? flag);

/** Throws UsageError for an option that does not exist: where no compiler reads it, it would be ignored silently. */
export function refuseUnknown(options: ConformanceOptions): void {
  const known = [...OWN, ...SHARED];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(`there is no option ${unknown}: use ${known.join(', ')}`);
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
