import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import type { Fixtures } from '../model/fixtures.ts';
import { randomBelow } from '../values/clock.ts';
import { errorCode } from '../values/error-code.ts';
import { meant, nearest } from '../values/nearest.ts';
import { fileSources, readConfigFile } from './config-file.ts';
import { CASES, MOST_SEED, settingNames, VARIABLE_PREFIX, variableOf } from './declarations.ts';
import { type FixturesCommand, fixturesOf } from './fixtures-command.ts';
import { readFixtures } from './fixtures-file.ts';
import { type Selection, sandboxNotes, selectionOf } from './selection.ts';
import {
  type Environment,
  envFileSource,
  environmentSource,
  type Flags,
  flagSource,
  optionSource,
  Settings,
} from './settings.ts';
import { affordableFirst } from './target/affordable.ts';
import { unfamiliar } from './target/allowance.ts';
import { readTarget, type TargetConfiguration } from './target/configuration.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

/** What a run needs besides its target. It is plain data, since it is sent to a worker. */
export interface RunSettings extends Required<Selection> {
  readonly target: TargetConfiguration;
  readonly embedded: boolean;
  readonly fixtures: Fixtures;
  /** True if the user says that the fixtures are valid and funded. */
  readonly strict: boolean;
  /** A command that is run again when a fixture is used up. */
  readonly fixturesCommand: FixturesCommand | undefined;
  readonly seed: number;
  readonly runs: number;
  /** True unless `--runs` exceeds its default: then generated cases only fill the run up to a number of requests. */
  readonly fillsUp: boolean;
  readonly out: string;
  /** The name of the implementation in reports. */
  readonly label: string | undefined;
  readonly notes: readonly string[];
}

/**
 * Merges the environment over `.env` in the working directory. Empty variables are ignored. `process.env` is not
 * changed.
 */
export function environment(): Environment {
  const own = Object.entries(process.env).filter(([, value]) => value !== '');
  return { ...dotenv(), ...Object.fromEntries(own) };
}

function envFileText(): string {
  try {
    return readFileSync('.env', 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return '';
    throw new UsageError(`.env cannot be read (${code}); make it a readable file or remove it`);
  }
}

const dotenv = (): Environment => parse(envFileText());

/**
 * Returns a note on each line of `.env` that sets nothing. It does not quote the line, which may hold a secret. Other
 * tools read lines in more forms, so such a line is no error.
 */
export function envFileNotes(text = envFileText()): readonly string[] {
  const inValues = new Set(
    Object.values(parse(text))
      .flatMap((value) => value.split('\n').slice(1))
      .filter(Boolean),
  );
  return text.split(/\r?\n/).flatMap((line, i) => {
    const isSetting = /^\s*(#|$)/.test(line) || Object.keys(parse(line)).length > 0;
    const isInValue = [...inValues].some((each) => line.startsWith(each));
    return isSetting || isInValue ? [] : [`line ${i + 1} of .env is not NAME=value and has no effect`];
  });
}

/**
 * Reads the settings of a command from flags, environment, `.env`, the configuration file and `known`, in this order of
 * precedence. Throws UsageError.
 */
export async function commandSettings(flags: Flags, known: Parameters<typeof optionSource>[0] = {}): Promise<Settings> {
  const config = await readConfigFile();
  const given = [flagSource(flags), environmentSource(process.env), envFileSource(dotenv())];
  const named = new Settings([...given, optionSource({ target: config?.values.target })]).get('target');
  return new Settings([...given, ...fileSources(config, named), optionSource(known)]);
}

function fixturesCommandOf(settings: Settings): FixturesCommand | undefined {
  const line = settings.get('fixturesCommand');
  return line === undefined ? undefined : { line, name: settings.name('fixturesCommand') };
}

/** Reads the fixtures that the settings name; `-` is standard input. Throws UsageError. */
function fixturesFrom(settings: Settings): Fixtures {
  const command = fixturesCommandOf(settings);
  if (command !== undefined) return fixturesOf(command);
  const file = settings.get('fixtures');
  return file === undefined ? {} : readFixtures(file);
}

/** The seed of shards if none is given, since they must all use the same one. */
const SHARED_SEED = 1;

/** Returns notes on limits for assets that neither this tool nor the fixtures know. */
function limitNotes({ maxAmount }: TargetConfiguration, { crypto_destinations = [] }: Fixtures): readonly string[] {
  const named = unfamiliar(
    maxAmount,
    crypto_destinations.map(({ asset }) => asset),
  );
  return named.map(
    (asset) =>
      `--max-amount limits ${asset}, an unknown asset: the limit applies only to withdrawals that use exactly this name`,
  );
}

const variables = settingNames.map(variableOf);

const strayNote = (name: string): string => `${name} is no setting and has no effect${meant(name, variables)}`;

/** Returns notes on variables that look like settings and are none. */
const strayVariables = (env: Environment): readonly string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith(VARIABLE_PREFIX) && !variables.includes(name))
    .map(strayNote);

/** How many edits away from a setting a variable of `.env` may be: further away it may serve something else. */
const MOST_EDITS = 2;

/**
 * Returns notes on variables that have no effect: those that begin like settings, and those of `.env` that are spelt almost
 * like one.
 */
export function variableNotes(env: Environment = process.env, fromFile: Environment = dotenv()): readonly string[] {
  const isMisspelt = (name: string): boolean =>
    !name.startsWith(VARIABLE_PREFIX) &&
    !variables.includes(name) &&
    nearest(name, variables, Math.min(MOST_EDITS, Math.floor(name.length / 3))) !== undefined;
  const misspelt = Object.keys(fromFile).filter(isMisspelt).map(strayNote);
  return [...strayVariables({ ...fromFile, ...env }), ...misspelt];
}

/**
 * Reads what a run needs. Uses the `given` fixtures or those that the settings name; `env` holds the proxy variables.
 * Throws UsageError.
 */
export function readSettings(settings: Settings, env: Environment, given?: Fixtures): RunSettings {
  const notes: string[] = [];
  const target = readTarget(settings, { env, notes, version });
  const fixtures = affordableFirst(given ?? fixturesFrom(settings), target);
  notes.push(...limitNotes(target, fixtures), ...sandboxNotes(settings), ...strayVariables(env));
  const { loopback } = target;
  const runs = settings.orDefaultOn('runs', loopback ? 'loopback' : 'remote');
  return {
    target,
    embedded: false,
    fixtures,
    strict: settings.get('strict') === true,
    seed: settings.get('seed') ?? (target.shard ? SHARED_SEED : randomBelow(MOST_SEED + 1)),
    runs,
    fillsUp: runs <= CASES,
    ...selectionOf(settings),
    label: settings.get('label'),
    fixturesCommand: fixturesCommandOf(settings),
    out: settings.orDefault('out'),
    notes,
  };
}

/** An address on another host, to which no request is sent. */
const ELSEWHERE = 'https://sandbox.example';

/**
 * Reads the same settings as if a loopback target were on another host: with its budgets, its pace and its permission
 * to write.
 */
export function readAsRemote(settings: Settings, env: Environment, given?: Fixtures): RunSettings {
  const own = readSettings(settings, env, given);
  const remote = readSettings(settings.replacing(['baseUrl'], optionSource({ baseUrl: ELSEWHERE })), env, given);
  return { ...remote, target: { ...remote.target, baseUrl: own.target.baseUrl } };
}
