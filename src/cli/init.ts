import { existsSync, readFileSync } from 'node:fs';
import { counted } from '../../reporters/wording.ts';
import { rows } from '../../suites/index.ts';
import { Judge } from '../engine/judge.ts';
import type { Fixtures } from '../model/fixtures.ts';
import { TRAFFIC } from '../run/baseline-requests.ts';
import { Aborted, Session } from '../run/session.ts';
import { environment, type RunSettings, readSettings } from '../run/settings.ts';
import { writeWhole } from '../run/write-file.ts';
import { type Environment, envFileSource, type Flags, flagSource, Settings, text } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import { EXIT } from './exit-codes.ts';
import { demandLines } from './init/demands.ts';
import { envFile } from './init/env-file.ts';
import { lacking } from './init/lacking.ts';
import { ask, Cancelled, mayReplace } from './init/questions.ts';

const ENV = '.env';
const FIXTURES = 'fixtures.json';
const NAMES = ['BASE_URL', 'ACCESS_TOKEN', 'AUTH_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'SCOPE', 'ALLOW_INSECURE_HTTP'];

const isAsked = (): boolean => process.stdin.isTTY === true && process.stdout.isTTY === true && !process.env['CI'];

/** The environment with what flags say, which is what `.env` will hold. */
function known(flags: Flags): Environment {
  const [base, auth] = [text(flags['baseUrl']), text(flags['authUrl'])];
  return {
    ...environment(),
    FIXTURES: undefined,
    ...(base ? { BASE_URL: base } : {}),
    ...(auth ? { AUTH_URL: auth } : {}),
  };
}

function envText(env: Environment): string {
  const given = NAMES.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  return envFile({ ...Object.fromEntries(given), FIXTURES });
}

/** Whether a file may be written: it is not there, says the same, or the user said that it may be replaced. */
async function allows(file: string, flags: Flags, content?: string): Promise<boolean> {
  if (!existsSync(file) || flags['force'] === true) return true;
  if (content !== undefined && readFileSync(file, 'utf8') === content) return true;
  if (isAsked()) return mayReplace(file);
  throw new UsageError(`${file} exists already and is left as it is; give --force to replace it, or move it away`);
}

function write(file: string, content: string, mode?: number): void {
  try {
    writeWhole(file, content, mode);
  } catch {
    throw new UsageError(`${file} cannot be written here; start init in a folder that can be written to`);
  }
}

/** What the lists of the target reveal. Throws for a target that cannot be reached. */
async function reveal(settings: RunSettings): Promise<Pick<Session, 'fixtures' | 'sources' | 'notes'>> {
  const session = new Session(settings, new Judge(rows));
  try {
    await session.open();
    if (session.misplaced !== undefined) throw new Aborted(session.misplaced);
    return session;
  } finally {
    await session.close();
  }
}

const MOST_IDS = 4;

async function gapLines(fixtures: Fixtures): Promise<readonly string[]> {
  const traffic = rows.find(({ id }) => id === TRAFFIC);
  const gaps = traffic ? [...(await lacking(rows, traffic, fixtures))] : [];
  if (gaps.length === 0) return ['every requirement has the fixtures that it needs'];
  const lines = gaps.map(([need, ids]) => {
    const more = ids.length > MOST_IDS ? `, and ${ids.length - MOST_IDS} more` : '';
    return `  ${need} (${counted(ids.length, 'requirement')}): ${ids.slice(0, MOST_IDS).join(', ')}${more}`;
  });
  return [`still missing, with the requirements that need it; add it to ${FIXTURES}:`, ...lines];
}

/** Writes `.env` and `fixtures.json` for a target: asks or takes flags and environment, checks them, looks through the lists. */
export async function init(flags: Flags): Promise<number> {
  try {
    return await written(flags, isAsked() ? await ask(known(flags)) : known(flags));
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    process.stderr.write(`transfer-conformance: ${error.message}\n`);
    return EXIT.interrupted;
  }
}

async function written(flags: Flags, env: Environment): Promise<number> {
  const settings = readSettings(new Settings([flagSource(flags), envFileSource(env)]), env);
  const content = envText(env);
  const [writesEnv, writesFixtures] = [await allows(ENV, flags, content), await allows(FIXTURES, flags)];
  const { fixtures, sources, notes } = await reveal(settings);
  if (writesEnv) write(ENV, content, 0o600);
  if (writesFixtures) write(FIXTURES, `${JSON.stringify(fixtures, null, 2)}\n`);
  const lines = [
    `${settings.target.baseUrl} answers`,
    `${ENV} ${writesEnv ? 'written, readable by you alone' : 'left as it was'}`,
    `${FIXTURES} ${writesFixtures ? 'written' : 'left as it was'}: ${Object.keys(sources).join(', ') || 'nothing was found'}`,
    ...notes.map((note) => `note: ${note}`),
    ...(await gapLines(fixtures)),
    ...demandLines(fixtures),
    'next: transfer-conformance doctor, then transfer-conformance',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.conformant;
}
