/** One setting of a target: how it is given, and what it means. The command line and its help are made from this table. */
export interface Setting {
  /** The flag; absent for secrets, which never travel in argv. */
  readonly flag?: string;
  /** What follows the flag; absent for a switch. */
  readonly argument?: string;
  /** The environment variable, also read from `.env`. */
  readonly env?: string;
  readonly meaning: string;
}

const table = {
  baseUrl: { flag: 'base-url', argument: 'url', env: 'BASE_URL', meaning: 'the target; /v2/… is appended' },
  accessToken: { env: 'ACCESS_TOKEN', meaning: 'a ready bearer token' },
  authUrl: {
    flag: 'auth-url',
    argument: 'url',
    env: 'AUTH_URL',
    meaning: 'the token endpoint, with CLIENT_ID and CLIENT_SECRET in the environment',
  },
  clientId: { env: 'CLIENT_ID', meaning: 'id of the client' },
  clientSecret: { env: 'CLIENT_SECRET', meaning: 'secret of the client' },
  scope: { env: 'SCOPE', meaning: 'scope to ask for with client credentials' },
  insecureHttp: {
    flag: 'insecure-http',
    env: 'ALLOW_INSECURE_HTTP',
    meaning: 'allow credentials over plain http to a host that is not loopback',
  },
  fixtures: {
    flag: 'fixtures',
    argument: 'file',
    env: 'FIXTURES',
    meaning: 'what the target already holds; - for standard input',
  },
  fixturesCommand: {
    flag: 'fixtures-command',
    argument: 'command',
    meaning: 'a shell command that prints the fixtures file; asked again when something is used up',
  },
  readOnly: { flag: 'read-only', meaning: 'GET operations alone' },
  allowWrites: {
    flag: 'allow-writes',
    env: 'ALLOW_WRITES',
    meaning: 'allow operations that change something on a target that is not loopback',
  },
  maxWithdrawals: {
    flag: 'max-withdrawals',
    argument: 'n',
    meaning: 'withdrawals that may be accepted at the most (40 on a target that is not loopback)',
  },
  maxAmount: {
    flag: 'max-amount',
    argument: 'x',
    meaning:
      'the most withdrawn of each fiat asset, crypto assets in proportion (25 on a target that is not loopback), or of single ones: USD=10,ETH=0.01',
  },
  arrayFormat: {
    flag: 'array-format',
    argument: 'format',
    meaning: 'string[] query parameters: repeat (ids=a&ids=b) or comma (ids=a,b)',
  },
  concurrency: { flag: 'concurrency', argument: 'n', meaning: 'requests in flight at the most (8; 4 if not loopback)' },
  rate: { flag: 'rate', argument: 'n', meaning: 'requests a second at the most (no limit; 10 if not loopback)' },
  timeout: {
    flag: 'timeout',
    argument: 'seconds',
    meaning: 'time to the headers of an answer (10; 30 if not loopback)',
  },
  bodyTimeout: {
    flag: 'body-timeout',
    argument: 'seconds',
    meaning: 'time for the whole body of an answer (as --timeout)',
  },
  maxWait: {
    flag: 'max-wait',
    argument: 'seconds',
    meaning: 'the longest pause that the target may ask for by Retry-After (120)',
  },
  maxHeaderBytes: { flag: 'max-header-bytes', argument: 'n', meaning: 'size of the headers at the most (32768)' },
  maxResponseBytes: {
    flag: 'max-response-bytes',
    argument: 'n',
    meaning: 'size of one body over the wire at the most (6291456)',
  },
  maxDecompressedBytes: {
    flag: 'max-decompressed-bytes',
    argument: 'n',
    meaning: 'size of one decompressed body at the most (8388608)',
  },
  maxJsonDepth: { flag: 'max-json-depth', argument: 'n', meaning: 'nesting of one body at the most (64)' },
  maxPages: {
    flag: 'max-pages',
    argument: 'n',
    meaning: 'pages of one list that are followed at the most (1000; 100 if not loopback)',
  },
  maxItems: {
    flag: 'max-items',
    argument: 'n',
    meaning: 'items of one list that are held at the most (20000; 5000 if not loopback)',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof table;

/** Every setting of a target, in the order of the help. */
export const settings: Readonly<Record<SettingName, Setting>> = table;
