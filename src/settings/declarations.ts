import { understandBaseUrl, understandTokenUrl } from './address.ts';
import { type AmountLimits, amountLimits, STANDARD_AMOUNTS, shardOf } from './allowance.ts';
import { headers } from './gateway.ts';
import { Problem } from './usage-error.ts';
import {
  choice,
  duration,
  folder,
  number,
  text,
  textual,
  toggle,
  type ValueType,
  wholeNumber,
  words,
} from './value-types.ts';

/** The default value of a setting, on a loopback address and elsewhere. */
export interface Standard<T> {
  readonly loopback: T;
  readonly remote: T;
}

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
  readonly standard?: Standard<T>;
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

const everywhere = <T>(value: T): { readonly standard: Standard<T> } => ({
  standard: { loopback: value, remote: value },
});
const standard = <T>(loopback: T, remote: T): { readonly standard: Standard<T> } => ({
  standard: { loopback, remote },
});

/** Reads a token. Removes surrounding blanks and a leading "Bearer ", which people paste with it. */
function bearer(value: string): string {
  const token = value.trim().replace(/^bearer\s+/i, '');
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new Problem('holds blanks or characters that a header cannot carry: give only the token');
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

const MIB = 1024 * 1024;
const DAY_S = 86_400;
/** A larger seed would be silently cut to 31 bits. */
export const MOST_SEED = 2 ** 31 - 1;

/** Which part of the configuration file applies. */
export const ofTheFile = {
  target: declared(text('name'), 'the target of the configuration file whose settings are taken'),
} as const;

/** Where the target is, how it is reached and what it holds. */
export const ofTheTarget = {
  baseUrl: declared(textual('url', understandBaseUrl), 'the target; /v2/… is appended', { env: 'BASE_URL' }),
  accessToken: declared(textual('token', bearer), 'a ready bearer token', { secret: true }),
  authUrl: declared(
    textual('url', understandTokenUrl),
    'the token endpoint, with CLIENT_ID and CLIENT_SECRET in the environment',
  ),
  clientId: declared(text('id'), 'id of the client', { flagless: true }),
  clientSecret: declared(text('secret'), 'secret of the client', { secret: true }),
  scope: declared(text('scope'), 'scope to ask for with client credentials', { flagless: true, env: 'SCOPE' }),
  insecureHttp: declared(toggle, 'allow credentials over plain http to a host that is not loopback', {
    env: 'ALLOW_INSECURE_HTTP',
  }),
  header: declared(
    headers,
    'a header of every request to the target, such as an API key; $NAME in it is taken from the environment and never shown',
  ),
  cert: declared(text('file'), 'the client certificate that the target asks for, in PEM'),
  key: declared(text('file'), 'its private key, in PEM'),
  keyPassphrase: declared(text('passphrase'), 'passphrase of the private key', { secret: true }),
  notASandbox: declared(toggle, 'the target is no sandbox: it may have no sandbox deposit, which is left out'),
  fixtures: declared(text('file'), 'what the target already holds; - for standard input', { env: 'FIXTURES' }),
  fixturesCommand: declared(
    text('command'),
    'a shell command that prints the fixtures file; asked again when something is used up',
  ),
  strict: declared(
    toggle,
    'the fixtures are valid and funded: an operation that refuses every lawful request fails, where otherwise it is not exercised',
  ),
} as const;

/** What a run may do to the target. */
export const safety = {
  readOnly: declared(toggle, 'GET operations only'),
  allowWrites: declared(toggle, 'allow operations that change something on a target that is not loopback'),
  maxWithdrawals: declared(
    limit(wholeNumber(0, 1_000_000)),
    'withdrawals that may be accepted at most',
    standard(null, 40),
  ),
  maxAmount: declared(
    amounts,
    'the most withdrawn of each fiat asset, crypto assets in proportion, or of single ones: USD=10,ETH=0.01',
    { standard: STANDARD_AMOUNTS },
  ),
} as const;

/** How requests are sent. */
export const ofRequests = {
  arrayFormat: declared(
    choice('format', ['repeat', 'comma', 'brackets']),
    'string[] query parameters: repeat (ids=a&ids=b), comma (ids=a,b) or brackets (ids[]=a&ids[]=b)',
    { otherwise: 'repeat, or another one where only that is read' },
  ),
  concurrency: declared(wholeNumber(1, 256), 'requests in flight at most', standard(8, 4)),
  rate: declared(limit(number('n', 0.01, 100_000)), 'requests a second at most', standard(null, 10)),
  timeout: declared(number('seconds', 0.01, DAY_S), 'seconds to the headers of an answer', standard(10, 30)),
  bodyTimeout: declared(number('seconds', 0.01, DAY_S), 'seconds for the whole body of an answer', {
    otherwise: 'as --timeout',
  }),
  maxWait: declared(
    number('seconds', 0, DAY_S),
    'seconds that a run waits in all because the target asks for it by Retry-After',
    standard(120, 300),
  ),
  userAgent: declared(text('words'), 'words that follow transfer-conformance/VERSION in the User-Agent of requests', {
    env: 'USER_AGENT',
  }),
} as const;

/** Limits for one response. */
export const ofAnAnswer = {
  maxHeaderBytes: declared(wholeNumber(1024, 16 * MIB), 'bytes of the headers at most', everywhere(32 * 1024)),
  maxResponseBytes: declared(
    wholeNumber(1024, 512 * MIB),
    'bytes of one body over the wire at most',
    everywhere(6 * MIB),
  ),
  maxDecompressedBytes: declared(
    wholeNumber(1024, 512 * MIB),
    'bytes of one decompressed body at most',
    everywhere(8 * MIB),
  ),
  maxJsonDepth: declared(wholeNumber(1, 1000), 'nesting of one body at most', everywhere(64)),
} as const;

/** How far lists are followed. */
export const ofLists = {
  maxPages: declared(wholeNumber(1, 1_000_000), 'pages of one list that are followed at most', standard(1000, 100)),
  maxItems: declared(
    wholeNumber(1, 10_000_000),
    'items of one list that are held at most; a long one counts as one for each 1,024 characters',
    everywhere(2000),
  ),
} as const;

/** Which requirements are exercised. */
export const selection = {
  only: declared(
    words('patterns'),
    'requirement ids (with *), operation names (which narrow requirements to them) or sections, separated by commas',
  ),
  exclude: declared(words('patterns'), 'the same, of what is left out'),
  level: declared(
    choice('level', ['must', 'should', 'observe']),
    'the weakest level that is exercised: must, should or observe',
    everywhere<'must' | 'should' | 'observe'>('observe'),
  ),
} as const;

/** What makes two runs the same, and how a run is divided among machines. */
export const ofTheRun = {
  seed: declared(wholeNumber(0, MOST_SEED), 'seed of all generated requests (printed always)', {
    otherwise: 'random; 1 with --shard',
  }),
  runs: declared(
    wholeNumber(1, 1_000_000),
    'cases per property; by default at most 20, and no more than fit in 1,000 requests (600 if not loopback)',
    everywhere(20),
  ),
  maxRequests: declared(
    wholeNumber(1, 100_000_000),
    'requests of a run at most; the report says what they left unexercised',
    standard(20_000, 3000),
  ),
  maxDuration: declared(
    duration,
    'the longest that a run may take, such as 90s, 30m or 2h; the report says what was left unexercised',
    standard<number | null>(null, 30 * 60_000),
  ),
  label: declared(text('name'), 'the name of this implementation in reports'),
  shard: declared(
    textual('i/n', shardOf),
    'the i-th of n parts, to run on n machines; "merge" makes one report of all',
  ),
} as const;

/** Where reports go, and the terms on which a pipeline passes. */
export const ofTheGate = {
  out: declared(folder, 'where reports go', everywhere('conformance-report')),
  allowIncomplete: declared(toggle, 'exit 0 when nothing failed but something was not exercised'),
  failOn: declared(
    choice('level', ['must', 'should']),
    'the weakest level whose failures count: must or should',
    everywhere<'must' | 'should'>('must'),
  ),
  waivers: declared(
    text('file'),
    'known failures with reason and expiry date; what they name still runs and is still shown',
  ),
  baseline: declared(text('report.json'), 'a former report: fail only on what is worse than there'),
} as const;

/** Every setting, in the order of the help. */
const declarations = {
  ...ofTheFile,
  ...ofTheTarget,
  ...safety,
  ...ofRequests,
  ...ofAnAnswer,
  ...ofLists,
  ...selection,
  ...ofTheRun,
  ...ofTheGate,
} as const;

type Declarations = typeof declarations;

export type SettingName = keyof Declarations;
/** The type that a setting is read as. */
export type ValueOf<N extends SettingName> = Declarations[N] extends Declaration<infer T, unknown> ? T : never;
/** The type that a program gives for a setting. */
export type GivenOf<N extends SettingName> = Declarations[N]['type'] extends ValueType<unknown, infer G> ? G : never;

/** The same table, typed for code that handles every name. */
export const byName: { readonly [N in SettingName]: Declaration<ValueOf<N>, GivenOf<N>> } = declarations;

export const settingNames: readonly SettingName[] = Object.keys(declarations).filter(
  (name): name is SettingName => name in declarations,
);

const parts = (name: string): readonly string[] => name.split(/(?=[A-Z])/).map((part) => part.toLowerCase());

/** Returns the flag of a setting (`--max-amount`), or undefined if it has none. */
export function flagOf(name: SettingName): string | undefined {
  const { secret, flagless }: Declaration<unknown, unknown> = declarations[name];
  return secret || flagless ? undefined : `--${parts(name).join('-')}`;
}

/**
 * Returns the environment variable of a setting: its name in capitals (`MAX_AMOUNT`). A name of one word gets the
 * prefix `CONFORMANCE_`, since other tools may use the same variable.
 */
export function variableOf(name: SettingName): string {
  const { env }: Declaration<unknown, unknown> = declarations[name];
  const capitals = parts(name).join('_').toUpperCase();
  return env ?? (capitals.includes('_') ? capitals : `CONFORMANCE_${capitals}`);
}

/** Returns the default of a setting in words; empty if it has none. */
export function defaultOf(name: SettingName): string {
  const { type, standard: value, otherwise }: Declaration<unknown, unknown> = declarations[name];
  if (!value) return otherwise ?? '';
  const [loopback, remote] = [value.loopback, value.remote].map((each) => type.written?.(each) ?? String(each));
  return loopback === remote ? `${loopback}` : `${loopback}; ${remote} if not loopback`;
}
