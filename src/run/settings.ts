import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { terminal } from '../../reporters/view/escape.ts';
import type { Fixtures } from '../model/fixtures.ts';
import { unfamiliar } from '../settings/allowance.ts';
import { type Environment, readTarget, type TargetConfiguration, UsageError } from '../settings/configuration.ts';
import { MOST_SEED } from '../settings/declarations.ts';
import {
  envFileSource,
  environmentSource,
  type Flags,
  flagSource,
  optionSource,
  Settings,
} from '../settings/settings.ts';
import { randomBelow } from '../values/clock.ts';
import { fileSources, readConfigFile } from './config-file.ts';
import { fixturesOf } from './fixtures-command.ts';
import { readFixtures } from './fixtures-file.ts';
import { type Selection, sandboxNotes, selectionOf } from './selection.ts';
import { version } from './version.ts';

/** What a run needs beside its target; plain data, since it crosses to a worker. */
export interface RunSettings extends Required<Selection> {
  readonly target: TargetConfiguration;
  readonly embedded: boolean;
  readonly fixtures: Fixtures;
  /** Whether the fixtures are said to be valid and funded. */
  readonly strict: boolean;
  /** Asked again when something of the fixtures is used up. */
  readonly fixturesCommand: string | undefined;
  readonly seed: number;
  readonly runs: number;
  /** Whether generated cases only fill the run up to a number of requests, since nobody said how many there are. */
  readonly fillsUp: boolean;
  readonly out: string;
  /** The name of the implementation in reports. */
  readonly label: string | undefined;
  readonly notes: readonly string[];
}

/** The environment over `.env` of the working directory; an empty variable says nothing. `process.env` stays as it is. */
export function environment(): Environment {
  const own = Object.entries(process.env).filter(([, value]) => value !== '');
  return { ...dotenv(), ...Object.fromEntries(own) };
}

function dotenv(): Environment {
  try {
    return parse(readFileSync('.env'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    throw new UsageError(`.env cannot be read (${code}); make it a readable file or remove it`);
  }
}

/** The settings of a command: flags, environment, `.env`, the configuration file, and what is `known`. Throws UsageError. */
export async function commandSettings(flags: Flags, known: Parameters<typeof optionSource>[0] = {}): Promise<Settings> {
  const config = await readConfigFile();
  const given = [flagSource(flags), environmentSource(process.env), envFileSource(dotenv())];
  const named = new Settings([...given, optionSource({ target: config?.values.target })]).get('target');
  return new Settings([...given, ...fileSources(config, named), optionSource(known)]);
}

/** The fixtures that the settings name; `-` is standard input. Throws UsageError. */
function fixturesFrom(settings: Settings): Fixtures {
  const command = settings.get('fixturesCommand');
  if (command !== undefined) return fixturesOf(command);
  const file = settings.get('fixtures');
  return file === undefined ? {} : readFixtures(file);
}

/** The seed of shards when none is given: they cannot agree on one. */
const SHARED_SEED = 1;

/** What is to be said of limits on assets that neither this tool nor the fixtures know. */
function limitNotes({ maxAmount }: TargetConfiguration, { crypto_destinations = [] }: Fixtures): readonly string[] {
  const named = unfamiliar(
    maxAmount,
    crypto_destinations.map(({ asset }) => asset),
  );
  return named.map(
    (asset) =>
      `--max-amount limits ${terminal(asset)}, an asset that is not known here: the limit holds where a withdrawal names it just so`,
  );
}

/** Reads what a run needs, with the fixtures that the settings name or that are given; `env` holds proxies. Throws UsageError. */
export function readSettings(settings: Settings, env: Environment, given?: Fixtures): RunSettings {
  const notes: string[] = [];
  const target = readTarget(settings, { env, notes, version });
  const fixtures = given ?? fixturesFrom(settings);
  notes.push(...limitNotes(target, fixtures), ...sandboxNotes(settings));
  const { loopback } = target;
  return {
    target,
    embedded: false,
    fixtures,
    strict: settings.get('strict') === true,
    seed: settings.get('seed') ?? (target.shard ? SHARED_SEED : randomBelow(MOST_SEED + 1)),
    runs: settings.or('runs', loopback),
    fillsUp: !settings.has('runs'),
    ...selectionOf(settings),
    label: settings.get('label'),
    fixturesCommand: settings.get('fixturesCommand'),
    out: settings.or('out', loopback),
    notes,
  };
}

/** An address on another host, by which no request is sent. */
const ELSEWHERE = 'https://sandbox.example';

/** The same for a target on a loopback address that is met as one on another host is: its budgets, its pace, leave to write asked for. */
export function readAsRemote(settings: Settings, env: Environment, given?: Fixtures): RunSettings {
  const own = readSettings(settings, env, given);
  const remote = readSettings(settings.replacing(['baseUrl'], optionSource({ baseUrl: ELSEWHERE })), env, given);
  return { ...remote, target: { ...remote.target, baseUrl: own.target.baseUrl } };
}
