import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { configSchema } from '../../../../src/settings/config-schema.ts';
import { byName, flagOf, settingNames, variableOf } from '../../../../src/settings/declarations.ts';
import { readSettings } from '../../../../src/settings/run-settings.ts';
import {
  envFileSource,
  environmentSource,
  type Flags,
  flagSource,
  optionSource,
  SettingError,
  Settings,
} from '../../../../src/settings/settings.ts';
import { isLoopback } from '../../../../src/settings/target/address.ts';
import { readTarget, type TargetConfiguration } from '../../../../src/settings/target/configuration.ts';

const TOKEN = { ACCESS_TOKEN: 'abc.def' };
const REMOTE = { ...TOKEN, BASE_URL: 'https://api.example.com' };

const given = (flags: Flags, env: Record<string, string>): Settings =>
  new Settings([flagSource(flags), environmentSource(env)]);

function read(env: Record<string, string> = {}, flags: Flags = {}): TargetConfiguration {
  return readTarget(given(flags, env), { env, version: '1.2.3', notes: [] });
}

function notes(env: Record<string, string>): readonly string[] {
  const said: string[] = [];
  readTarget(given({}, env), { env, version: '1.2.3', notes: said });
  return said;
}

function problem(env: Record<string, string>, flags: Flags = {}): string {
  try {
    readTarget(given(flags, env), { env, version: '1.2.3', notes: [] });
    return 'nothing is wrong';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

describe('sources of settings', () => {
  test('flags override the environment', () => {
    const env = { ...TOKEN, BASE_URL: 'http://127.0.0.1:2' };
    expect(read(env, { baseUrl: 'http://127.0.0.1:1' }).baseUrl).toBe('http://127.0.0.1:1');
    expect(read(env).baseUrl).toBe('http://127.0.0.1:2');
  });

  test('a missing base URL is named', () => {
    expect(problem(TOKEN)).toContain('--base-url or BASE_URL');
  });

  test('secrets have no flag', () => {
    expect([flagOf('accessToken'), flagOf('clientSecret')]).toEqual([undefined, undefined]);
  });

  test('the configuration is not changed by a structured clone', () => {
    const configuration = read(REMOTE, { shard: '2/3', maxAmount: '1.50' });
    expect(structuredClone(configuration)).toEqual(configuration);
  });
});

describe('the declaration of a setting', () => {
  test('gives each setting a flag and a unique variable', () => {
    expect([flagOf('maxAmount'), variableOf('maxAmount')]).toEqual(['--max-amount', 'MAX_AMOUNT']);
    expect([flagOf('seed'), variableOf('seed')]).toEqual(['--seed', 'CONFORMANCE_SEED']);
    const variables = settingNames.map(variableOf);
    expect(new Set(variables).size).toBe(variables.length);
    expect(settingNames).toEqual(Object.keys(byName));
  });

  test('a message names the flag, variable or option in which the value was given', () => {
    const said = (...sources: ConstructorParameters<typeof Settings>[0]): string => {
      try {
        new Settings(sources).get('maxAmount');
        return 'nothing is wrong';
      } catch (error) {
        return error instanceof SettingError ? `${error.setting}: ${error.message}` : String(error);
      }
    };
    const wrong = 'must be decimal numbers of at least 0, such as 25 or USD=10,ETH=0.01';
    expect(said(flagSource({ maxAmount: 'x' }))).toBe(`maxAmount: --max-amount ${wrong}`);
    expect(said(environmentSource({ MAX_AMOUNT: 'x' }))).toBe(`maxAmount: MAX_AMOUNT ${wrong}`);
    expect(said(optionSource({ maxAmount: 'x' }))).toBe(`maxAmount: maxAmount ${wrong}`);
  });

  test.each(settingNames)('an empty variable is a mistake in the environment, but not in .env: %s', (name) => {
    const variable = variableOf(name);
    expect(() => new Settings([environmentSource({ [variable]: '' })]).get(name)).toThrow(
      `${variable} is set and empty`,
    );
    expect(new Settings([envFileSource({ [variable]: '' })]).get(name)).toBeUndefined();
  });

  test('an empty variable is not replaced by the value in .env', () => {
    const layered = new Settings([
      environmentSource({ BASE_URL: '' }),
      envFileSource({ BASE_URL: 'http://localhost:1' }),
    ]);
    expect(() => layered.get('baseUrl')).toThrow('BASE_URL is set and empty');
  });

  test('a typed option and the text of a flag give the same value', () => {
    const typed = new Settings([optionSource({ runs: 5, rate: 0.5, readOnly: true, only: ['FW-TOTAL', '4.3'] })]);
    const written = new Settings([flagSource({ runs: '5', rate: '0.5', readOnly: true, only: 'FW-TOTAL, 4.3' })]);
    for (const name of ['runs', 'rate', 'readOnly', 'only'] as const)
      expect(typed.get(name)).toEqual(written.get(name));
    expect(new Settings([optionSource({ only: 'FW-TOTAL' })]).get('only')).toEqual(['FW-TOTAL']);
  });
});

describe('other settings', () => {
  test('a time needs a unit', () => {
    expect(read(REMOTE).maxDurationMs).toBe(1_800_000);
    expect(read(REMOTE, { maxDuration: '90s' }).maxDurationMs).toBe(90_000);
    expect(read({ ...REMOTE, MAX_DURATION: '1.5h' }).maxDurationMs).toBe(5_400_000);
    expect(read({ ...TOKEN, BASE_URL: 'http://localhost:1' })).toMatchObject({
      maxDurationMs: null,
      maxRequests: 20_000,
    });
    expect(problem(REMOTE, { maxDuration: '30' })).toBe(
      '--max-duration must be a time up to 24h such as 90s, 30m or 2h, not "30"',
    );
  });

  test('the schema of the configuration file has every setting except secrets', () => {
    const file = readFileSync(new URL('../../../../schemas/config.schema.json', import.meta.url), 'utf8');
    const schema = configSchema();
    expect(JSON.parse(file)).toEqual(schema);
    expect(Object.keys(schema['properties'] ?? {})).toEqual(
      expect.arrayContaining(['baseUrl', 'maxDuration', 'targets']),
    );
    expect(file).not.toMatch(/"(accessToken|clientSecret|keyPassphrase)"/);
  });
});

test('a number of seconds that is wrong is refused with the unit', () => {
  expect(problem(REMOTE, { timeout: '0' })).toBe('--timeout must be a number of seconds from 0.01 to 86400, not "0"');
  expect(problem(REMOTE, { rate: '0' })).toBe('--rate must be a number from 0.01 to 100000, not "0"');
});

test.each([
  [undefined, true],
  [1, true],
  [20, true],
  [21, false],
])('with --runs %j generated cases only fill the run up: %j', (runs, fillsUp) => {
  const env = { ...TOKEN, BASE_URL: 'http://127.0.0.1:1' };
  expect(readSettings(given({ runs }, env), env)).toMatchObject({ fillsUp });
});

describe('base URL', () => {
  test.each([
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', 0],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080', 0],
    ['http://127.0.0.1:8080/api/bank/', 'http://127.0.0.1:8080/api/bank', 0],
    ['http://127.0.0.1:8080/v2', 'http://127.0.0.1:8080', 1],
    ['http://127.0.0.1:8080/api/v2/', 'http://127.0.0.1:8080/api', 1],
    ['http://127.0.0.1:8080/apiv2', 'http://127.0.0.1:8080/apiv2', 0],
  ])('%s is normalised to %s', (given, url, count) => {
    expect(read({ ...TOKEN, BASE_URL: given }).baseUrl).toBe(url);
    expect(notes({ ...TOKEN, BASE_URL: given })).toHaveLength(count);
  });

  test.each([
    ['not a url', '--base-url is not a URL'],
    ['ftp://example.com', '--base-url is not an http URL'],
    ['https://example.com/?token=hidden', '--base-url has a query or a fragment'],
    ['https://example.com/#part', '--base-url has a query or a fragment'],
    ['https://user:hidden@example.com', '--base-url contains a user name or password'],
  ])('%s is refused in one sentence without its secrets', (given, sentence) => {
    const said = problem(TOKEN, { baseUrl: given });
    expect(said).toContain(sentence);
    expect(said).not.toContain('hidden');
  });

  test.each([
    'http://localhost:1',
    'http://127.1.2.3',
    'http://[::1]:80',
    'http://a.localhost',
    'http://LOCALHOST.',
  ])('%s is a loopback address', (url) => {
    expect(isLoopback(url)).toBe(true);
  });

  test.each([
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://10.0.0.1',
    'http://0.0.0.0',
    'none',
  ])('%s is not a loopback address', (url) => {
    expect(isLoopback(url)).toBe(false);
  });
});

test.each([
  'two\nlines',
  'a € sign',
  'nul\0',
])('words for the User-Agent header that no header allows: %j', (userAgent) => {
  expect(problem({ ...TOKEN, BASE_URL: 'http://localhost:1' }, { userAgent })).toContain(
    '--user-agent has characters that are not allowed in a header',
  );
});

describe('credentials', () => {
  const CLIENT = { AUTH_URL: 'https://auth.example.com/token', CLIENT_ID: 'me', CLIENT_SECRET: 'hush' };

  test('client credentials are read together with an optional scope', () => {
    const { credentials } = read({ BASE_URL: 'https://api.example.com', ...CLIENT, SCOPE: 'a b' });
    expect(credentials).toEqual({
      kind: 'client',
      tokenUrl: CLIENT.AUTH_URL,
      clientId: 'me',
      clientSecret: 'hush',
      scope: 'a b',
    });
  });

  test('a token overrides client credentials, with a note', () => {
    expect(read({ ...REMOTE, ...CLIENT }).credentials.kind).toBe('token');
    expect(notes({ ...REMOTE, ...CLIENT }).join()).toContain('ACCESS_TOKEN is used');
  });

  test.each(['"abc"', "Bearer 'abc'"])('quotes around a token are a mistake: %s', (token) => {
    expect(() => read({ ...REMOTE, ACCESS_TOKEN: token })).toThrow('ACCESS_TOKEN is in quotes, which no token has');
  });

  test('spaces and "Bearer" around a token are removed', () => {
    expect(read({ ...REMOTE, ACCESS_TOKEN: ' Bearer abc\n' }).credentials).toEqual({ kind: 'token', token: 'abc' });
    expect(problem({ ...REMOTE, ACCESS_TOKEN: 'a b' })).toContain('ACCESS_TOKEN contains blanks');
  });

  test('missing credentials are named', () => {
    expect(problem({ BASE_URL: 'https://api.example.com' })).toContain(
      'set ACCESS_TOKEN, or --auth-url, CLIENT_ID and CLIENT_SECRET',
    );
    const { CLIENT_SECRET: _, ...incomplete } = CLIENT;
    expect(problem({ BASE_URL: 'https://api.example.com', ...incomplete })).toContain('also set CLIENT_SECRET');
  });

  test('plain http to another host is refused unless that is allowed', () => {
    expect(problem({ ...TOKEN, BASE_URL: 'http://api.example.com' })).toContain('--insecure-http');
    expect(problem({ BASE_URL: 'https://api.example.com', ...CLIENT, AUTH_URL: 'http://auth.example.com' })).toMatch(
      /^AUTH_URL .*--insecure-http/,
    );
    expect(read({ ...TOKEN, BASE_URL: 'http://api.example.com', ALLOW_INSECURE_HTTP: 'true' }).loopback).toBe(false);
    expect(read({ ...TOKEN, BASE_URL: 'http://api.example.com' }, { insecureHttp: true }).loopback).toBe(false);
  });
});

describe('limits', () => {
  test('a loopback target has none by default, and another target has small ones', () => {
    expect(read({ ...TOKEN, BASE_URL: 'http://localhost:1' })).toMatchObject({
      concurrency: 8,
      rate: null,
      writes: 'allowed',
      maxWithdrawals: null,
      maxAmount: { each: null, single: {} },
    });
    expect(read(REMOTE)).toMatchObject({
      concurrency: 4,
      rate: 10,
      writes: 'not-allowed',
      maxWithdrawals: 40,
      maxAmount: { each: '25', single: {} },
    });
  });

  test('the maximum amount can be set for single assets', () => {
    expect(read(REMOTE, { maxAmount: 'USD=10,ETH=0.01' }).maxAmount).toEqual({
      each: '25',
      single: { USD: '10', ETH: '0.01' },
    });
    expect(read(REMOTE, { maxAmount: '5, BTC=0' }).maxAmount).toEqual({ each: '5', single: { BTC: '0' } });
  });

  test('writes are allowed by flag or variable, and --read-only overrides both', () => {
    expect(read({ ...REMOTE, ALLOW_WRITES: 'true' }).writes).toBe('allowed');
    expect(read(REMOTE, { allowWrites: true }).writes).toBe('allowed');
    expect(read({ ...REMOTE, ALLOW_WRITES: 'true' }, { readOnly: true }).writes).toBe('read-only');
    expect(read({ ...REMOTE, ALLOW_WRITES: 'false' }).writes).toBe('not-allowed');
  });

  test('the limits of responses and lists are set by flags', () => {
    const flags = {
      timeout: '0.5',
      maxResponseBytes: '2048',
      maxJsonDepth: '3',
      maxPages: '7',
      maxItems: '9',
    };
    expect(read(REMOTE, flags).bounds).toMatchObject({
      headersMs: 500,
      bodyMs: 500,
      responseBytes: 2048,
      jsonDepth: 3,
      pages: 7,
      items: 9,
    });
  });

  test.each<[Flags, string]>([
    [{ concurrency: 'many' }, '--concurrency must be a whole number from 1 to 256, not "many"'],
    [{ rate: '0' }, '--rate must be a number'],
    [{ maxAmount: '-1' }, '--max-amount must be decimal numbers of at least 0'],
    [{ maxAmount: '1e3' }, '--max-amount must be decimal numbers'],
    [{ maxAmount: 'usd=10' }, '--max-amount has usd, which is not an asset: write USD'],
    [
      { arrayFormat: 'semicolons' },
      '--array-format must be "repeat", "comma", "brackets", "indices", "pipe" or "space", not "semicolons"',
    ],
    [{ shard: '4/3' }, '--shard must be i/n'],
    [{ timeout: true }, '--timeout needs a value'],
    [{ maxAmount: 'USD=' }, '--max-amount must be decimal numbers'],
  ])('a wrong value is refused in one sentence: %o', (flags, sentence) => {
    expect(problem(REMOTE, flags)).toContain(sentence);
  });

  test('a variable that must be true or false is named when it is neither', () => {
    expect(problem({ ...REMOTE, ALLOW_WRITES: 'maybe' })).toContain('ALLOW_WRITES must be true or false');
  });

  test('the proxy is read from the environment and must be a URL', () => {
    expect(read({ ...REMOTE, HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'x' }).proxies).toEqual({
      http: null,
      https: 'http://proxy:3128',
      except: 'x',
    });
    expect(problem({ ...REMOTE, HTTPS_PROXY: 'proxy' })).toContain('HTTPS_PROXY is not the URL of a proxy');
  });
});
