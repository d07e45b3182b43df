import { arrayFormatNames, arrayFormats } from '../contract/array-formats.ts';
import { type Level, levels } from '../contract/requirement.ts';
import { grouped } from '../values/counted.ts';
import { flagFor, settingWords } from '../values/flag.ts';
import { isHeaderValue } from '../values/header-value.ts';
import { PRODUCT } from '../values/product.ts';
import { understandBaseUrl, understandTokenUrl } from './target/address.ts';
import { type AmountLimits, amountLimits, DEFAULT_AMOUNTS } from './target/allowance.ts';
import { headers } from './target/headers.ts';
import { shardOf } from './target/shard.ts';
import { Problem } from './usage-error.ts';
import {
  choice,
  folder,
  number,
  text,
  textual,
  timeLimit,
  toggle,
  type ValueType,
  wholeNumber,
  words,
} from './value-types.ts';

/** The default value of a setting, on a loopback address and elsewhere. */
export interface Defaults<T> {
  readonly loopback: T;
  readonly remote: T;
}

/** The host of a target: defaults are generous where requests cost nothing. */
export type HostKind = keyof Defaults<unknown>;

/**
 * One setting. The command line, environment, library, configuration file and docs/reference/settings.md are made from
 * these declarations.
 */
export interface Declaration<T, G> {
  readonly type: ValueType<T, G>;
  /** What the setting means, in the words of the help. */
  readonly meaning: string;
  /** The environment variable, if it is not derived from the name. */
  readonly env?: string;
  readonly defaults?: Defaults<T>;
  /** Describes the default in words, if it is not a value of the type. */
  readonly otherwise?: string;
  /**
   * True if it is read only from the environment or `.env`, because every user of a machine can see the arguments of
   * its processes.
   */
  readonly secret?: true;
  /** True if it has no flag. */
  readonly flagless?: true;
}

/** Makes a declaration and infers its types from the value type. */
const declared = <T, G>(
  type: ValueType<T, G>,
  meaning: string,
  more: Omit<Declaration<T, G>, 'type' | 'meaning'> = {},
): Declaration<T, G> => ({ type, meaning, ...more });

const everywhere = <T>(value: T): { readonly defaults: Defaults<T> } => ({
  defaults: { loopback: value, remote: value },
});
const byPlace = <T>(loopback: T, remote: T): { readonly defaults: Defaults<T> } => ({
  defaults: { loopback, remote },
});

/** Reads text that becomes part of a header. */
function inHeader(words: string): string {
  if (isHeaderValue(words)) return words;
  throw new Problem('has characters that are not allowed in a header, such as a line break: remove them');
}

/** Reads a token. Removes surrounding blanks and a leading "Bearer ", which people paste with it; quotes are a mistake. */
function bearer(value: string): string {
  const token = value.trim().replace(/^bearer\s+/i, '');
  if (/^(["']).*\1$/.test(token)) throw new Problem('is in quotes, which no token has: remove them');
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new Problem('contains blanks or characters that are not allowed in a header: give only the token');
}

const amounts: ValueType<Partial<AmountLimits>, string | number> = {
  argument: 'x',
  schema: { anyOf: [{ type: 'string' }, { type: 'number', minimum: 0 }] },
  read: (given) => amountLimits(String(given)),
  written: ({ each = null }) => each ?? 'no limit',
};

/** Makes a count that may be unlimited. */
const limit = <T extends number>(type: ValueType<T, T>): ValueType<T | null, T> => ({
  ...type,
  written: (value) => (value === null ? 'no limit' : String(value)),
});

/** Default number of generated cases for each property. */
export const CASES = 20;

/**
 * Number of requests that generated cases fill a run up to unless more of them than by default are asked for. It is what somebody else's target
 * can be expected to bear; a loopback address gets more.
 */
export const PLANNED_REQUESTS: Defaults<number> = { loopback: 1000, remote: 600 };

const MIB = 1024 * 1024;
const DAY_S = 86_400;
/** A larger seed would be silently cut to 31 bits. */
export const MOST_SEED = 2 ** 31 - 1;

/** Which part of the configuration file applies. */
export const fileSettings = {
  target: declared(text('name'), 'use the settings of this target in the configuration file'),
} as const;

/** Where the target is, how it is reached and what it holds. */
export const targetSettings = {
  baseUrl: declared(textual('url', understandBaseUrl), 'base URL of the target; /v2/… is appended', {
    env: 'BASE_URL',
  }),
  accessToken: declared(textual('token', bearer), 'a bearer token', { secret: true }),
  authUrl: declared(
    textual('url', understandTokenUrl),
    'the token endpoint; needs CLIENT_ID, CLIENT_SECRET and perhaps SCOPE in the environment',
  ),
  clientId: declared(text('id'), 'client id for the token endpoint', { flagless: true }),
  clientSecret: declared(text('secret'), 'client secret for the token endpoint', { secret: true }),
  scope: declared(text('scope'), 'scope to request with client credentials', { flagless: true, env: 'SCOPE' }),
  insecureHttp: declared(toggle, 'allow credentials over plain http to a host that is not loopback', {
    env: 'ALLOW_INSECURE_HTTP',
  }),
  header: declared(
    headers,
    'header to add to every request to the target, such as an API key; $NAME is replaced from the environment, and its value is never shown',
  ),
  cert: declared(text('file'), 'client certificate for the target (PEM file)'),
  key: declared(text('file'), 'private key of the client certificate (PEM file)'),
  keyPassphrase: declared(text('passphrase'), 'passphrase of the private key', { secret: true }),
  notASandbox: declared(
    toggle,
    'the target is not a sandbox: leave out sandboxDeposit, which only sandboxes must have',
  ),
  fixtures: declared(text('file'), 'file that describes what the target already has; - for standard input', {
    env: 'FIXTURES',
  }),
  fixturesCommand: declared(
    text('command'),
    'shell command that prints the fixtures file; runs again when a fixture is used up',
  ),
  strict: declared(
    toggle,
    'the fixtures are valid and funded: an operation that refuses every valid request fails instead of being not exercised',
  ),
} as const;

/** What a run may do to the target. */
export const permissionSettings = {
  readOnly: declared(toggle, 'send only GET requests'),
  allowWrites: declared(toggle, 'allow operations that change data on a target that is not on a loopback address'),
  maxWithdrawals: declared(
    limit(wholeNumber(0, 1_000_000)),
    'maximum number of accepted withdrawals',
    byPlace(null, 40),
  ),
  maxAmount: declared(
    amounts,
    'maximum amount to withdraw of each fiat asset, with crypto assets in proportion, or of single assets: USD=10,ETH=0.01',
    { defaults: DEFAULT_AMOUNTS },
  ),
} as const;

/** How requests are sent. */
export const requestSettings = {
  arrayFormat: declared(
    choice('format', arrayFormatNames),
    `format of string[] query parameters: ${arrayFormatNames.map((name) => `${name} (${arrayFormats[name].example})`).join(', ')}`,
    { otherwise: 'repeat, or another format if the target reads only that one' },
  ),
  concurrency: declared(wholeNumber(1, 256), 'maximum number of requests in flight', byPlace(8, 4)),
  rate: declared(limit(number('n', 0.01, 100_000)), 'maximum number of requests per second', byPlace(null, 10)),
  timeout: declared(number('seconds', 0.01, DAY_S), 'seconds to wait for the headers of a response', byPlace(10, 30)),
  bodyTimeout: declared(number('seconds', 0.01, DAY_S), 'seconds to wait for the whole body of a response', {
    otherwise: 'same as --timeout',
  }),
  maxWait: declared(
    number('seconds', 0, DAY_S),
    'maximum total seconds that a run waits because of Retry-After headers',
    byPlace(120, 300),
  ),
  userAgent: declared(textual('words', inHeader), `text to add after ${PRODUCT}/VERSION in the User-Agent header`, {
    env: 'USER_AGENT',
  }),
} as const;

/** Limits for one response. */
export const responseSettings = {
  maxHeaderBytes: declared(
    wholeNumber(1024, 16 * MIB),
    'maximum size of the response headers in bytes',
    everywhere(32 * 1024),
  ),
  maxResponseBytes: declared(
    wholeNumber(1024, 512 * MIB),
    'maximum size of a response body in bytes, as received',
    everywhere(6 * MIB),
  ),
  maxDecompressedBytes: declared(
    wholeNumber(1024, 512 * MIB),
    'maximum size of a response body in bytes, after decompression',
    everywhere(8 * MIB),
  ),
  maxJsonDepth: declared(wholeNumber(1, 1000), 'maximum nesting depth of a response body', everywhere(64)),
} as const;

/** How far lists are followed. */
export const listSettings = {
  maxPages: declared(wholeNumber(1, 1_000_000), 'maximum number of pages to follow in one list', byPlace(1000, 100)),
  maxItems: declared(
    wholeNumber(1, 10_000_000),
    'maximum number of items to keep of one list; a page of long items counts one for each 1,024 characters',
    everywhere(2000),
  ),
} as const;

/** Which requirements are exercised. */
export const selectionSettings = {
  only: declared(
    words('patterns'),
    'what to run, separated by commas: requirement ids (with *), operation names or their sections (which narrow requirements to these operations), or other sections',
  ),
  exclude: declared(words('patterns'), 'what to leave out, in the same form as --only'),
  level: declared(
    choice('level', levels),
    'weakest level to exercise: must, should or observe',
    everywhere<Level>('observe'),
  ),
} as const;

/** What makes two runs the same, and how a run is divided among machines. */
export const runSettings = {
  seed: declared(wholeNumber(0, MOST_SEED), 'seed for all generated requests (always printed)', {
    otherwise: 'random; 1 with --shard',
  }),
  runs: declared(
    wholeNumber(1, 1_000_000),
    `generated cases per property; up to ${CASES}, only as many as fit in ${grouped(PLANNED_REQUESTS.loopback)} requests (${grouped(PLANNED_REQUESTS.remote)} if not loopback)`,
    everywhere(CASES),
  ),
  maxRequests: declared(
    wholeNumber(1, 100_000_000),
    'maximum number of requests in a run; the report shows what was not exercised because of it',
    byPlace(20_000, 3000),
  ),
  maxDuration: declared(
    timeLimit,
    'maximum duration of a run, such as 90s, 30m or 2h; the report shows what was not exercised because of it',
    byPlace<number | null>(null, 30 * 60_000),
  ),
  label: declared(text('name'), 'the name of this implementation in reports'),
  shard: declared(
    textual('i/n', shardOf),
    'run part i of n, to split a run over n machines; "merge" combines the reports',
  ),
} as const;

/** Where reports go, and the terms on which a pipeline passes. */
export const gateSettings = {
  out: declared(folder, 'folder for the reports', everywhere('conformance-report')),
  allowIncomplete: declared(toggle, 'exit with 0 if nothing failed, even if something was not exercised'),
  failOn: declared(
    choice('level', ['must', 'should']),
    'weakest level whose failures count: must or should',
    everywhere<'must' | 'should'>('must'),
  ),
  waivers: declared(
    text('file'),
    'file of known failures, each with a reason and an expiry date; waived requirements still run and are still shown',
  ),
  baseline: declared(text('report.json'), 'an earlier report: fail only if something is worse than in it'),
} as const;

/** Settings of every command that connects to a target. */
export const connectionSettings = {
  ...fileSettings,
  ...targetSettings,
  ...permissionSettings,
  ...requestSettings,
  ...responseSettings,
  ...listSettings,
};

/** Every setting, in the order of the help. */
const declarations = {
  ...connectionSettings,
  ...selectionSettings,
  ...runSettings,
  ...gateSettings,
} as const;

type Declarations = typeof declarations;

/** The name of a setting, as configuration files spell it. */
export type SettingName = keyof Declarations;
/** The type that a setting is read as. */
export type ValueOf<N extends SettingName> = Declarations[N] extends Declaration<infer T, unknown> ? T : never;
/** The type that a program gives for a setting. */
export type GivenOf<N extends SettingName> = Declarations[N]['type'] extends ValueType<unknown, infer G> ? G : never;

/** The same table, typed for code that handles every name. */
export const byName: { readonly [N in SettingName]: Declaration<ValueOf<N>, GivenOf<N>> } = declarations;

/** All names of settings, in the order of the table. */
export const settingNames: readonly SettingName[] = Object.keys(declarations).filter(
  (name): name is SettingName => name in declarations,
);

/** Returns the flag of a setting (`--max-amount`), or undefined if it has none. */
export function flagOf(name: SettingName): string | undefined {
  const { secret, flagless }: Declaration<unknown, unknown> = declarations[name];
  return secret || flagless ? undefined : flagFor(name);
}

/** The prefix of variables that other tools might use, too. */
export const VARIABLE_PREFIX = 'CONFORMANCE_';

/**
 * Returns the environment variable of a setting: its name in capitals (`MAX_AMOUNT`). A name of one word gets the
 * prefix `CONFORMANCE_`, since other tools may use the same variable.
 */
export function variableOf(name: SettingName): string {
  const { env }: Declaration<unknown, unknown> = declarations[name];
  const capitals = settingWords(name).join('_').toUpperCase();
  return env ?? (capitals.includes('_') ? capitals : `${VARIABLE_PREFIX}${capitals}`);
}

/** Returns the default of a setting in words; empty if it has none. */
export function defaultOf(name: SettingName): string {
  const { type, defaults, otherwise }: Declaration<unknown, unknown> = declarations[name];
  if (!defaults) return otherwise ?? '';
  const [loopback, remote] = [defaults.loopback, defaults.remote].map((each) => type.written?.(each) ?? String(each));
  return loopback === remote ? `${loopback}` : `${loopback}; ${remote} if not loopback`;
}
