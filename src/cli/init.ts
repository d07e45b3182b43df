import { existsSync, readFileSync } from 'node:fs';
import { rows } from '../../suites/index.ts';
import { Judge } from '../engine/judge.ts';
import { Aborted } from '../model/aborted.ts';
import type { Fixtures } from '../model/fixtures.ts';
import { needText } from '../model/need.ts';
import type { FixtureOrigins } from '../model/reported.ts';
import { writeAsked } from '../run/files/write-file.ts';
import { missingFixtures } from '../run/fixtures/missing-fixtures.ts';
import { openService } from '../run/session/open-service.ts';
import { Session } from '../run/session/session.ts';
import { CONFIG_JSON, readConfigFile } from '../settings/config-file.ts';
import { type SettingName, variableOf } from '../settings/declarations.ts';
import { environment, type RunSettings, readSettings } from '../settings/run-settings.ts';
import { type Environment, envFileSource, type Flags, flagSource, Settings } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import { toggle } from '../settings/value-types.ts';
import { counted } from '../values/counted.ts';
import { EXIT } from './exit-codes.ts';
import { envFile } from './init/env-file.ts';
import { ignoresEnv } from './init/gitignore.ts';
import { ask, askAgain, Cancelled, mayIgnore, mayReplace } from './init/questions.ts';
import { unsetLines } from './init/unset-fixtures.ts';
import { vitestFile } from './init/vitest-file.ts';
import { complain, printLines } from './output.ts';
import { assumeSize } from './screen.ts';

const ENV = '.env';
const FIXTURES = 'fixtures.json';
const VITEST = 'conformance.test.ts';
/** Settings that `.env` holds: credentials. */
const CREDENTIALS = ['accessToken', 'clientId', 'clientSecret', 'keyPassphrase'] as const;
/** Settings that the configuration file holds. */
const KEPT = ['baseUrl', 'authUrl', 'scope', 'insecureHttp', 'header', 'cert', 'key'] as const;
const SCHEMAS = './node_modules/transfer-conformance/dist/schemas';

const isAsked = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true && !process.env['CI'];

/** Collects what flags, environment, `.env` and the configuration file give, by environment variable, before asking. */
async function known(flags: Flags): Promise<Environment> {
  const config = (await readConfigFile())?.values ?? {};
  const given = KEPT.flatMap((name) => {
    const value = flags[name] ?? environment()[variableOf(name)] ?? config[name];
    return value === undefined ? [] : [[variableOf(name), asVariable(value)] as const];
  });
  return { ...environment(), FIXTURES: undefined, ...Object.fromEntries(given) };
}

/** Writes a value in the form of its environment variable; several headers take one line each. */
function asVariable(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, text]) => `${name}: ${String(text)}`)
    .join('\n');
}

const given = (env: Environment, names: readonly SettingName[]) =>
  names.flatMap((name) => {
    const value = env[variableOf(name)];
    return value ? [[name, value] as const] : [];
  });

/** Returns `.env` with the credentials. What else it sets is kept, since applications share the file. */
const envWith = (env: Environment) =>
  envFile(
    Object.fromEntries(given(env, CREDENTIALS).map(([name, value]) => [variableOf(name), value])),
    existsSync(ENV) ? readFileSync(ENV, 'utf8') : '',
  );

/** Returns the text of a JSON file that names a schema of this package. */
const jsonText = (schema: string, members: object): string =>
  `${JSON.stringify({ $schema: `${SCHEMAS}/${schema}.schema.json`, ...members }, null, 2)}\n`;

const inFile = (name: string, value: string): unknown => {
  if (name === 'insecureHttp') return toggle.read(value);
  return name === 'header' ? value.split('\n') : value;
};

const configText = (env: Environment): string =>
  jsonText('config', {
    ...Object.fromEntries(given(env, KEPT).map(([name, value]) => [name, inFile(name, value)])),
    fixtures: FIXTURES,
  });

/** Returns the text of a test file for this target. */
function vitestText(env: Environment): string {
  const kept = Object.fromEntries(given(env, KEPT));
  const { baseUrl = '', authUrl, scope, ...options } = kept;
  const read = Object.entries(options).map(([name, value]) => [name, inFile(name, value)]);
  return vitestFile({ baseUrl, authUrl, scope, options: Object.fromEntries(read) });
}

/** Returns whether a file may be written: it does not exist, has the same content, or the user allows replacing it. */
async function allows(file: string, flags: Flags, content?: string): Promise<boolean> {
  if (!existsSync(file) || flags['force'] === true) return true;
  if (content !== undefined && readFileSync(file, 'utf8') === content) return true;
  if (isAsked()) return mayReplace(file);
  throw new UsageError(`${file} already exists and was not changed; use --force to replace it, or move it`);
}

const write = (file: string, content: string, mode?: number): Promise<void> =>
  writeAsked(file, content, 'run init in a writable folder', mode);

/** What a session has discovered, and what removes secrets from its notes. */
type Revealed = Pick<Session, 'fixtures' | 'origins' | 'notes' | 'record'>;

/** Discovers fixtures in the lists of the target. Throws if the target cannot be reached. */
async function reveal(settings: RunSettings): Promise<Revealed> {
  const session = new Session(settings, new Judge(rows));
  try {
    await openService(session);
    return session;
  } finally {
    await session.close();
  }
}

const MOST_IDS = 4;

async function gapLines(fixtures: Fixtures): Promise<readonly string[]> {
  const gaps = await missingFixtures(fixtures);
  if (gaps.length === 0) return ['every requirement has the fixtures that it needs'];
  const lines = gaps.map(({ need, ids }) => {
    const more = ids.length > MOST_IDS ? `, and ${ids.length - MOST_IDS} more` : '';
    return `  ${needText(need)} (${counted(ids.length, 'requirement')}): ${ids.slice(0, MOST_IDS).join(', ')}${more}`;
  });
  return [`still missing, with the requirements that need it; add to ${FIXTURES}:`, ...lines];
}

/**
 * Writes `.env`, the configuration file and `fixtures.json` for a target. Asks for what flags and environment do not
 * give, checks it against the target and discovers fixtures in its lists.
 */
export async function init(flags: Flags): Promise<number> {
  if (isAsked()) assumeSize(process.stdout);
  try {
    return await written(flags, isAsked() ? await ask(await known(flags)) : await known(flags));
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    complain(error.message);
    return EXIT.interrupted;
  }
}

/** A target that was reached, and what was discovered. */
interface Reached {
  readonly env: Environment;
  readonly settings: RunSettings;
  readonly revealed: Revealed;
}

/** Connects to the target. If it fails and a user can be asked, asks again for what may be wrong. Throws Aborted. */
async function reached(flags: Flags, given: Environment): Promise<Reached> {
  for (let env = given; ; ) {
    const settings = readSettings(new Settings([flagSource(flags), envFileSource(env)]), env);
    try {
      return { env, settings, revealed: await reveal(settings) };
    } catch (error) {
      if (!(error instanceof Aborted) || !isAsked()) throw error;
      env = await askAgain(env, error.message);
    }
  }
}

const GITIGNORE = '.gitignore';

/**
 * Returns whether Git may include the file with the credentials: there is a .git folder or a .gitignore, but no line of a
 * .gitignore names the file.
 */
function isTracked(): boolean {
  if (!existsSync('.git') && !existsSync(GITIGNORE)) return false;
  return !existsSync(GITIGNORE) || !ignoresEnv(readFileSync(GITIGNORE, 'utf8'));
}

/** Offers to add the credentials file to .gitignore. If no user can be asked, says what to do. */
async function ignored(): Promise<readonly string[]> {
  if (!isTracked()) return [];
  if (!isAsked() || !(await mayIgnore(GITIGNORE, ENV))) return [`${ENV} contains secrets: add it to ${GITIGNORE}`];
  const before = existsSync(GITIGNORE) ? readFileSync(GITIGNORE, 'utf8') : '';
  await write(GITIGNORE, `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${ENV}\n`);
  return [`${ENV} added to ${GITIGNORE}`];
}

const NEW_MEMBER_LINE =
  'new_member_identity_id left out: each run finds an identity that is not a member yet; to choose it, add one yourself';

/**
 * Returns the fixtures that stay true. Owners are no member of the file, and an identity from lists is a member after the
 * first run that adds it: each run finds both again.
 */
function lasting({ fiat_account_owners: _, ...fixtures }: Fixtures, origins: FixtureOrigins): Fixtures {
  if (origins['new_member_identity_id'] !== 'found in lists') return fixtures;
  const { new_member_identity_id: __, ...others } = fixtures;
  return others;
}

/** Returns the names of the fixtures in the file, as the origins name them. */
const namesOf = (kept: Fixtures, origins: FixtureOrigins): readonly string[] =>
  Object.keys(origins).filter((name) => (name.split('.')[0] ?? name) in kept);

async function written(flags: Flags, given: Environment): Promise<number> {
  const { env, settings, revealed } = await reached(flags, given);
  const { fixtures, origins, notes, record } = revealed;
  const [secrets, config] = [envWith(env), configText(env)];
  const writesEnv = !secrets.replaces || (await allows(ENV, flags));
  const writesConfig = await allows(CONFIG_JSON, flags, config);
  const writesFixtures = await allows(FIXTURES, flags);
  const test = flags['vitest'] === true ? vitestText(env) : undefined;
  const writesTest = test !== undefined && (await allows(VITEST, flags, test));
  if (writesEnv) await write(ENV, secrets.text, 0o600);
  if (writesConfig) await write(CONFIG_JSON, config);
  const kept = lasting(fixtures, origins);
  if (writesFixtures) await write(FIXTURES, jsonText('fixtures', kept));
  if (writesTest) await write(VITEST, test);
  const lines = [
    `${settings.target.baseUrl} answers`,
    `${ENV} ${writesEnv ? 'written with the credentials, readable only by you' : 'not changed'}`,
    ...(await ignored()),
    `${CONFIG_JSON} ${writesConfig ? 'written' : 'not changed'}`,
    `${FIXTURES} ${writesFixtures ? 'written' : 'not changed'}: ${namesOf(kept, origins).join(', ') || 'nothing was found'}`,
    ...(fixtures.new_member_identity_id === kept.new_member_identity_id ? [] : [NEW_MEMBER_LINE]),
    ...(test === undefined ? [] : [`${VITEST} ${writesTest ? 'written; run it with: npx vitest run' : 'not changed'}`]),
    ...notes.map((note) => `note: ${note}`),
    ...(await gapLines(fixtures)),
    ...unsetLines(fixtures),
    'next: transfer-conformance doctor, then transfer-conformance',
  ];
  printLines(lines.map((line) => record.redaction.text(line)));
  return EXIT.conformant;
}
